"""The reader board of a table."""
