"""Simulation at the speed of the machine: a generic kernel walks the arrays of a chain; no rule stands here."""
