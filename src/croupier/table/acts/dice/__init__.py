"""The dice at craps."""
