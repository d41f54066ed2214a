"""Slips between streams: the courier that carries them, and the log's records of them."""
