"""The terminal: one player at one table."""
