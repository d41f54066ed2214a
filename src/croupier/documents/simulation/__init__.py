"""The report of a simulation: a page, a plot, or data in a file."""
