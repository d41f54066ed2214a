"""Helpers of the tests: they hold no test of their own."""
