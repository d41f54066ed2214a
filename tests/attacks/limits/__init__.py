"""Limits on what visitors may use, against a real server."""
