"""What the terminal says about a device and its outcomes: one module per device, by the name a game declares."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Protocol

from rich.text import Text

from croupier.cli.terminal.devices import ball, clapper, dice
from croupier.felt import Felt
from croupier.felt.script import Told
from croupier.house import House


class Device(Protocol):
    """The functions of each of these modules."""

    def headline(self, told: Told) -> Text:
        """What an outcome meant."""
        ...

    def moved(self, before: Felt, told: Told) -> Iterable[tuple[str, str]]:
        """Wagers that an outcome moved, without deciding them: whose, and what is said."""
        ...

    def now(self, felt: Felt, acts: Sequence[Told]) -> Text:
        """The state of the device: the puck, the last numbers, or the direction of the wheel."""
        ...

    def trackers(self, felt: Felt) -> Iterable[str]:
        """What the side bets of this table are watching."""
        ...


PARTS: dict[str, Device] = {"ball": ball, "clapper": clapper, "dice": dice}


def device_of(house: House) -> Device:
    """The module for the device of a house."""
    return PARTS[house.game.show.prompt.device]
