"""Naive live tables: what only a table with staff decides, from the rule texts and the readings."""
