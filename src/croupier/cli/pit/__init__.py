"""`croupier pit`: people, equipment, inspections and houses, for those who run the tables."""
