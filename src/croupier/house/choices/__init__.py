"""Readers of the choices in a house file."""
