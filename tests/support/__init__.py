"""Helpers for the tests. This package contains no tests."""
