"""The compliance matrix, which `croupier rules` shows."""
