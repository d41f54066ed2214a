"""Tests of the books."""
