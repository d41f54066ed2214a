"""The books of a house: what its logs say about money, by gaming day, table and shift. They give no command."""
