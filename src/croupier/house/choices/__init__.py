"""What a licensee may choose, read from its sheet: a module per game, and those for all games."""
