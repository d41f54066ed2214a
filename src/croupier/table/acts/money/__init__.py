"""Money at the table: buying in, chips, tips, the cage, claims."""
