"""The commands to the cage, with their events: one module for each group of commands."""

from croupier.cage.acts import counts, days, fills, slips, stock

MODULES = (stock, fills, slips, counts, days)
