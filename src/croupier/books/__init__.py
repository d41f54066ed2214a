"""The books of a house: what its logs say about money, play and trouble. Only the watch of alerts gives commands."""
