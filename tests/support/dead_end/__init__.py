"""Searches for a craps table without a lawful next act (reading C20)."""
