"""What a table of each game lacks before it may open."""
