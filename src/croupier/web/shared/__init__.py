"""What several pages share: the base template and style, scripts, and the words of the catalogue."""
