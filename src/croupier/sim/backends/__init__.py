"""The backends on which a simulation can run. All give the same totals."""
