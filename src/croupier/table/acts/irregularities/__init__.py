"""Irregularities: disputes, stops and void spins or rolls."""
