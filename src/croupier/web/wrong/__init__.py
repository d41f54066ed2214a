"""The page for everything that goes wrong."""
