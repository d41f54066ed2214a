"""A sealed seed, the devices of the presets, and proofs of the rounds they draw."""

from __future__ import annotations

from hashlib import sha256
from itertools import count
from typing import Any

import msgspec

from croupier.house import load
from croupier.table import outcomes
from croupier.table.closing import Closing, closing_digest, delayed, tree
from croupier.table.outcomes import Drawn, Fixed, Seal, Weighed
from croupier.table.proof import Proof, prove

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


def closing_at(log: str, *, others: int = 2, terminals: int = 3, iterations: int = 1_000) -> Closing:
    """The closing of the sealed round, in a tick with other tables."""
    nonces, _ = tree(sha256(b"nonce %d" % at).hexdigest()[:32] for at in range(terminals))
    own = closing_digest(SEAL.table, SEAL.round, log, nonces, terminals)
    root, paths = tree([own, *(log_number(at) for at in range(others))])
    return Closing(log, nonces, terminals, root, paths[own], iterations, delayed(root, iterations))


def drawn_from(log: Fixed, *asked: tuple[str, str]) -> tuple[Drawn, ...]:
    """One draw after another at a log."""
    return tuple(outcomes.draw(SEAL, log, at, of, chance) for at, (of, chance) in enumerate(asked, 1))


WHEEL = ("outcome", DEVICES[38])

CONVERTED_WHEEL = ("outcome", device_of_house(CONVERTED))

CLOSING = closing_at(LOG)
#: A closing of one table alone, after which the first spin of the converted wheel is 00.
VOID_CLOSING = next(
    closing
    for closing in (closing_at(log_number(at), others=0, terminals=0) for at in count())
    if outcomes.is_void(drawn_from(closing, CONVERTED_WHEEL)[0])
)

PROOFS = {
    "one spin": prove(SEAL, LOG, drawn_from(LOG, WHEEL)),
    "an award": prove(SEAL, LOG, drawn_from(LOG, WHEEL, ("award", AWARD))),
    "spun again": prove(SEAL, VOID_LOG, drawn_from(VOID_LOG, CONVERTED_WHEEL, CONVERTED_WHEEL)),
    "voided after the draw": prove(SEAL, LOG, drawn_from(LOG, WHEEL), voided=True),
    "voided after a void spin": prove(SEAL, VOID_LOG, drawn_from(VOID_LOG, CONVERTED_WHEEL), voided=True),
    "voided before the draw": prove(SEAL, LOG, (), voided=True),
    "delayed": prove(SEAL, CLOSING, drawn_from(CLOSING, WHEEL)),
    "delayed, an award": prove(SEAL, CLOSING, drawn_from(CLOSING, WHEEL, ("award", AWARD))),
    "delayed, spun again": prove(SEAL, VOID_CLOSING, drawn_from(VOID_CLOSING, CONVERTED_WHEEL, CONVERTED_WHEEL)),
    "delayed, voided after the draw": prove(SEAL, CLOSING, drawn_from(CLOSING, WHEEL), voided=True),
    "delayed, voided before the draw": prove(SEAL, CLOSING, (), voided=True),
}


def changed(name: str, **change: Any) -> Proof:
    """A proof with other fields."""
    return msgspec.structs.replace(PROOFS[name], **change)
