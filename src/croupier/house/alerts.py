"""When a house wants to be alerted: the limits that the detectors of the books compare with (docs/alerts.md)."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

from croupier.text.money import dollars


@dataclass(frozen=True, slots=True)
class AlertLimits:
    """The limits of alerts. Amounts are in cents."""

    cash_in: int = 10_000_00  # what one player hands over for chips in a gaming day, at all tables
    award: int = 10_000_00  # what one wager wins; a gaming day's awards of a player are one alert
    difference: int = 25_00  # between a count and the record, of a bank or a box
    shortest_round: int = 5  # seconds from one outcome to the next
    longest_spin: int = 180  # seconds from the spin or throw to the outcome
    false_alarms: int = 10_000  # a test of a fair device ever gives an alarm with a chance of 1 in this
    hold_sigmas: int = 4  # standard deviations from the expected win of a shift
    transit: int = 30  # minutes that something may be in transit between pit, cage and table
    closings_missed: int = 3  # closings in a row without the terminal of a player who has bets


#: What each limit counts, with the least and the most it may be. Amounts have no such bounds.
Unit = Literal["money", "seconds", "times", "sigmas", "minutes"]
UNITS: dict[str, Unit] = {
    "cash_in": "money",
    "award": "money",
    "difference": "money",
    "shortest_round": "seconds",
    "longest_spin": "seconds",
    "false_alarms": "times",
    "hold_sigmas": "sigmas",
    "transit": "minutes",
    "closings_missed": "times",
}
BOUNDS: dict[str, tuple[int, int]] = {
    "shortest_round": (0, 3_600),
    "longest_spin": (1, 86_400),
    "false_alarms": (20, 1_000_000_000),
    "hold_sigmas": (2, 20),
    "transit": (1, 10_080),
    "closings_missed": (1, 1_000),
}


def posted(limits: AlertLimits) -> list[str]:
    """The limits that differ from the usual ones, as lines."""
    usual, lines = AlertLimits(), []
    for name in (each.name for each in fields(AlertLimits)):
        if (value := getattr(limits, name)) != getattr(usual, name):
            said = dollars(value) if UNITS[name] == "money" else f"{value:,}"
            lines.append(f"Alerts, {name}: {said}")
    return lines
