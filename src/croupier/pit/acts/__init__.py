"""The commands to the pit, with their events: one module for each group of commands."""

from croupier.pit.acts import adjustments, alerts, approvals, equipment, houses, inspections, kits, movement

MODULES = (approvals, equipment, houses, inspections, movement, adjustments, kits, alerts)
