"""A sealed seed, the devices of the presets, and proofs of the rounds they draw."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

from croupier.house import load
from croupier.table import outcomes
from croupier.table.outcomes import Drawn, Proof, Seal, Weighed

SEED = bytes(range(32))

SEAL = Seal("R-3", 12, SEED)

LOG = sha256(b"the log at the close").hexdigest()

HOUSES = {
    36: "colorado-craps",
    37: "colorado-single-zero",
    38: "colorado-double-zero",
    39: "colorado-triple-zero",
    54: "colorado-big-six",
}

CONVERTED = "colorado-converted-wheel"


def log_number(number: int) -> str:
    """A digest of some log."""
    return sha256(f"log {number}".encode()).hexdigest()


def device_of_house(name: str) -> str:
    """The chances of a preset's device, as text."""
    house = load(name)
    return outcomes.device(house.game, house)


DEVICES = {total: device_of_house(name) for total, name in HOUSES.items()}


def weighed(text: str) -> Weighed:
    """Chances that are sound, read from their text."""
    found = outcomes.weighed(text)
    assert isinstance(found, Weighed), found
    return found


AWARD = "50:30 100:15 150:8 200:4 500:1"

#: A log with which the first spin of the converted wheel is 00.
VOID_LOG = "8e5efb01f7cc21a3c13d4a4ead1c81ef81c554b5a1a4a968cde21773a9be6620"


def drawn_from(log: str, *asked: tuple[str, str]) -> tuple[Drawn, ...]:
    """One draw after another at a log."""
    return tuple(outcomes.draw(SEAL, log, at, of, chance) for at, (of, chance) in enumerate(asked, 1))


WHEEL = ("outcome", DEVICES[38])

CONVERTED_WHEEL = ("outcome", device_of_house(CONVERTED))

PROOFS = {
    "one spin": outcomes.prove(SEAL, LOG, drawn_from(LOG, WHEEL)),
    "an award": outcomes.prove(SEAL, LOG, drawn_from(LOG, WHEEL, ("award", AWARD))),
    "spun again": outcomes.prove(SEAL, VOID_LOG, drawn_from(VOID_LOG, CONVERTED_WHEEL, CONVERTED_WHEEL)),
    "voided after the draw": outcomes.prove(SEAL, LOG, drawn_from(LOG, WHEEL), voided=True),
    "voided after a void spin": outcomes.prove(SEAL, VOID_LOG, drawn_from(VOID_LOG, CONVERTED_WHEEL), voided=True),
    "voided before the draw": outcomes.prove(SEAL, LOG, (), voided=True),
}


def changed(name: str, **change: Any) -> Proof:
    """A proof with other fields."""
    return replace(PROOFS[name], **change)
