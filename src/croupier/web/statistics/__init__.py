"""What came at a table in its last rounds: for the board, for a page and for a dialog of the terminal."""
