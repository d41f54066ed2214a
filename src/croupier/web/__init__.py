"""The table in the browser: a pit of tables in one process, its pages, its socket and its JSON."""
