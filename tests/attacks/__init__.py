"""Attacks on the promises of Croupier, one module for each kind."""
