"""Exact totals in integers of any size: the totals of the parts add up to the total of the simulation.

Amounts are in cents. A part is a range of streams that one machine played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

ENDS = ("goal", "ruin", "loss-limit", "stopped", "rounds")  # in the order of chain.session


@dataclass(frozen=True, slots=True)
class Totals:
    """The totals of a number of rounds, however they were divided into streams."""

    rounds: int = 0
    net: int = 0
    squares: int = 0  # of the net of every round
    wagered: int = 0
    decided: int = 0
    streams: int = 0
    stream_squares: int = 0  # of the net of every stream

    def __add__(self, other: Totals) -> Totals:
        """Add two parts."""
        return Totals(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    def plain(self) -> dict[str, Any]:
        """Return the totals as a JSON object."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> Totals:
        """Read totals from a JSON object."""
        if set(plain) != {each.name for each in fields(cls)}:
            raise ValueError("totals of rounds have other parts")
        return cls(**{name: _whole(value) for name, value in plain.items()})


@dataclass(frozen=True, slots=True)
class SessionTotals:
    """The totals of a number of sessions."""

    streams: int = 0  # one for each session
    rounds: int = 0
    rounds_squares: int = 0  # of the rounds of every session
    wagered: int = 0
    ends: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(ENDS, 0))
    nets: Mapping[int, int] = field(default_factory=dict)  # cents won or lost, and how many sessions
    drawdowns: Mapping[int, int] = field(default_factory=dict)  # the deepest fall in cents, and how many sessions

    def __add__(self, other: SessionTotals) -> SessionTotals:
        """Add two parts."""
        return SessionTotals(
            self.streams + other.streams,
            self.rounds + other.rounds,
            self.rounds_squares + other.rounds_squares,
            self.wagered + other.wagered,
            {end: self.ends[end] + other.ends[end] for end in ENDS},
            _both(self.nets, other.nets),
            _both(self.drawdowns, other.drawdowns),
        )

    @property
    def net(self) -> int:
        """Cents won or lost by all sessions together."""
        return sum(net * many for net, many in self.nets.items())

    @property
    def stream_squares(self) -> int:
        """The sum of the squares of the net of every session."""
        return sum(net * net * many for net, many in self.nets.items())

    def plain(self) -> dict[str, Any]:
        """Return the totals as a JSON object, whose keys must be strings."""
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        return {key: _texts(value) if isinstance(value, Mapping) else value for key, value in found.items()}

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> SessionTotals:
        """Read totals from a JSON object."""
        if set(plain) != {each.name for each in fields(cls)} or set(plain["ends"]) != set(ENDS):
            raise ValueError("totals of sessions have other parts")
        counts: dict[str, Any] = {name: _whole(value) for name, value in plain.items() if type(value) is not dict}
        for name in ("nets", "drawdowns"):
            counts[name] = {int(cents): _whole(many) for cents, many in plain[name].items()}
        return cls(**counts, ends={end: _whole(plain["ends"][end]) for end in ENDS})


def _both(one: Mapping[int, int], other: Mapping[int, int]) -> dict[int, int]:
    return dict(sorted((Counter(one) + Counter(other)).items()))


def _texts(found: Mapping[Any, int]) -> dict[str, int]:
    return {str(key): value for key, value in found.items()}


def _whole(value: object) -> int:
    if type(value) is not int:
        raise ValueError(f"{value!r} is no whole number")
    return value
