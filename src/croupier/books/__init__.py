"""The books of a house: what its logs say about money, by gaming day, table and shift. It gives no command."""
