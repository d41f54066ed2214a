"""Sentences: one catalogue of them, told to an audience (`render.py`)."""
