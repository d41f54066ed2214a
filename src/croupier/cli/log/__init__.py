"""`croupier log`: rounds and acts of a store as people read them."""
