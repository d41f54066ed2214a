"""The picture of a roulette table: its layout (`felt.py`) and its side bets (`side_bets.py`)."""
