"""A new store from one of an older Croupier, and the record of that upgrade."""
