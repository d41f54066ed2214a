"""Big Six, settled naively: the printed wheel and one comparison (30-2702, 30-2703, 30-2704)."""

from __future__ import annotations

# 30-2702(2): the 54 sections clockwise from the joker, typed from the text.
_PRINTED = (
    "joker $1 $2 $1 $5 $2 $1 $10 $1 $5 $1 $2 $1 $20 $1 $2 $1 $5 $2 $1 $10 $1 $2 $5 $1 $2 $1 "
    "flag $2 $5 $2 $1 $2 $1 $10 $1 $5 $1 $2 $1 $20 $1 $2 $1 $5 $2 $1 $10 $1 $2 $5 $1 $2 $1"
)
_WORDS = {
    "$1": "one", "$2": "two", "$5": "five", "$10": "ten", "$20": "twenty", "flag": "flag", "joker": "joker",
}  # fmt: skip
SECTIONS: tuple[str, ...] = tuple(_WORDS[symbol] for symbol in _PRINTED.split())

# 30-2704: what each wager is paid, to 1.
PAYS: dict[str, int] = {"one": 1, "two": 2, "five": 5, "ten": 10, "twenty": 20, "flag": 45, "joker": 45}
WAGERS: tuple[str, ...] = tuple(PAYS)


def settle(wager: str, stake_cents: int, section: str) -> tuple[str, int]:
    """Grade and net of one wager once the clapper rests in `section` (30-2703(4), (6); 30-2704)."""
    assert wager in PAYS
    assert section in PAYS
    if wager == section:
        return ("win", stake_cents * PAYS[wager])
    return ("lose", -stake_cents)
