"""The posted rules of a table."""
