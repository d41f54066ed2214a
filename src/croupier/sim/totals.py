"""What was counted, in whole numbers of any size: totals of parts add up to the total of the whole.

Amounts are in cents. A part is whatever was played together: a range of streams on one machine.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from typing import Any

ENDS = ("goal", "ruin", "loss-limit", "stopped", "rounds")  # in the order of chain.session


@dataclass(frozen=True, slots=True)
class Totals:
    """Of rounds played, whatever they were cut into."""

    rounds: int = 0
    net: int = 0
    squares: int = 0  # of the net of every round
    wagered: int = 0
    decided: int = 0
    streams: int = 0
    stream_squares: int = 0  # of the net of every stream

    def __add__(self, other: Totals) -> Totals:
        """Both together."""
        return Totals(*(getattr(self, each.name) + getattr(other, each.name) for each in fields(self)))

    def plain(self) -> dict[str, Any]:
        """As JSON has it."""
        return {each.name: getattr(self, each.name) for each in fields(self)}

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> Totals:
        """From JSON."""
        if set(plain) != {each.name for each in fields(cls)}:
            raise ValueError("totals of rounds have other parts")
        return cls(**{name: _whole(value) for name, value in plain.items()})


@dataclass(frozen=True, slots=True)
class SessionTotals:
    """Of sessions played."""

    streams: int = 0  # one a session
    rounds: int = 0
    rounds_squares: int = 0  # of the rounds of every session
    wagered: int = 0
    ends: Mapping[str, int] = field(default_factory=lambda: dict.fromkeys(ENDS, 0))
    nets: Mapping[int, int] = field(default_factory=dict)  # cents won or lost, and how many sessions
    drawdowns: Mapping[int, int] = field(default_factory=dict)  # the deepest fall in cents, and how many sessions

    def __add__(self, other: SessionTotals) -> SessionTotals:
        """Both together."""
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
        """As JSON has it: its keys are texts."""
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        return {key: _texts(value) if isinstance(value, Mapping) else value for key, value in found.items()}

    @classmethod
    def read(cls, plain: Mapping[str, Any]) -> SessionTotals:
        """From JSON."""
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
