"""The pit: approvals, the register of equipment, inspections of wheels, and the houses in force."""
