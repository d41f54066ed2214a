"""The round, in the order the rules give it."""
