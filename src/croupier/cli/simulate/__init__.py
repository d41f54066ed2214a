"""`croupier simulate`: the command, its arguments and its table."""
