"""What should not happen."""
