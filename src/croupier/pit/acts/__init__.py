"""The commands to the pit, with their events: one module for each group of commands."""

from croupier.pit.acts import approvals, houses, kits

MODULES = (approvals, houses, kits)
