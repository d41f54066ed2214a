"""A shift of robot players on one table of every kind, for a first look, for tests and for benchmarks."""

from croupier.floor.demo.day import DayPlayed
from croupier.floor.demo.equipment import approvals, complete
from croupier.floor.demo.play import TABLES, CannotPlay, Played, close_day, play, play_day, signer

__all__ = [
    "TABLES",
    "CannotPlay",
    "DayPlayed",
    "Played",
    "approvals",
    "close_day",
    "complete",
    "play",
    "play_day",
    "signer",
]
