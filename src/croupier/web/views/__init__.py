"""What each audience sees of a table: everybody, one player, the crew, a supervisor, an auditor."""
