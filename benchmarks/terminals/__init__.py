"""The two processes of the benchmark `web`: the server, and all its terminals."""
