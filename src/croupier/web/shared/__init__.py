"""Code that several pages share: base template and style, scripts, and the texts of the catalogue."""
