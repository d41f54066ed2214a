"""The commands to the people of a house, with their events: one module for each group of commands."""

from croupier.people.acts import credentials, duty, patrons, persons, sessions

MODULES = (persons, duty, credentials, sessions, patrons)
