"""What the terminal says of a device and its outcomes: a module for each device, by the name a game asks for."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from rich.text import Text

from croupier.cli.terminal.devices import ball, clapper, dice
from croupier.felt import Felt
from croupier.felt.script import Told
from croupier.house import House


class Device(Protocol):
    """What each of these modules has."""

    def headline(self, told: Told) -> Text:
        """What an outcome meant."""
        ...

    def moved(self, before: Felt, told: Told) -> Iterable[tuple[str, str]]:
        """Wagers that an outcome moved, without deciding them: whose, and what is said."""
        ...

    def now(self, felt: Felt, acts: Sequence[Told]) -> Text:
        """The device as it is: the puck, the last numbers, or which way the wheel goes."""
        ...

    def trackers(self, felt: Felt) -> Iterable[str]:
        """What the side bets of this table are watching."""
        ...


PARTS: dict[str, Device] = {"ball": ball, "clapper": clapper, "dice": dice}


def device_of(house: House) -> Device:
    """The device at the table of a house."""
    return PARTS[house.game.show.prompt.device]
