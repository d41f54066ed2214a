"""The sentences of refusals: one catalogue, rendered for an audience (`render.py`)."""
