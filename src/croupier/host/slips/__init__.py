"""Slips between streams: the courier that delivers them, and what the log says about them."""
