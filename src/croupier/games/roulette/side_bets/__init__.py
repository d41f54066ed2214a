"""Roulette's side bets, one file each."""
