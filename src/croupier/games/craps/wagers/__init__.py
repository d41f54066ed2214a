"""Craps' permitted wagers: the 42 of 47.1-2304, buy and lay (2307), and odds (2308)."""
