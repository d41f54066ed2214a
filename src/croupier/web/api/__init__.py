"""The JSON API, version 1: its addresses, what they send, and their description."""
