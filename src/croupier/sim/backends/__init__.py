"""Where a simulation runs: the same streams give the same totals on each."""
