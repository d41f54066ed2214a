"""The players of all tables: the figures of their sessions, and the limits that they set for themselves."""
