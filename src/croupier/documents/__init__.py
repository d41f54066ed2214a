"""Documents for people and laboratories, one folder for each. The modules beside the folders are shared."""
