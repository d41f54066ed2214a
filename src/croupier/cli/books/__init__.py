"""`croupier books`: the command, its tables and its JSON."""
