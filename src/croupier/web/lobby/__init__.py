"""The lobby: a card for every table."""
