"""How strong the evidence against a fair device or an honest caller is: exact p-values, and tests for every spin."""
