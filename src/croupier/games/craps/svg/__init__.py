"""The picture of a craps table: its layout (`felt.py`) and its side bets (`side_bets.py`)."""
