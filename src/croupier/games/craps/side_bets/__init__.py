"""Craps' side bets, one file each."""
