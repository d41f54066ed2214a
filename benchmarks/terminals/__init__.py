"""The two processes of the benchmark `web`: the server, and one with all terminals."""
