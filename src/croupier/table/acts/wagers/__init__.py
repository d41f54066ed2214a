"""Wagers of a player."""
