"""A past round, and the check of its outcome."""
