"""The test oracle: a second, naive settlement from the rule texts that imports nothing from croupier."""
