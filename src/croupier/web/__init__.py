"""The table in the browser: the floor of one process, its pages, its socket and its JSON."""
