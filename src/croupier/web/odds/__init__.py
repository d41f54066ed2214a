"""The odds explorer: every edge of a house, its choices, and an evening's play."""
