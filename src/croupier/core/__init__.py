"""Money, odds, chances, citations, refusals and the machine types: the standard library only."""
