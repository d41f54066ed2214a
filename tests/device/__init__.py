"""Tests of the electronic device and its process."""
