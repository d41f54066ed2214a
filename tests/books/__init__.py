"""The books: figures of shifts, expected win, ratings, and tax."""
