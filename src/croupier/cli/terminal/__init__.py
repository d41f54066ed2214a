"""The table in a terminal, which `croupier play` shows."""
