"""Kinds of tampering with a store, its exports, heads and secrets, and with the log of a device."""
