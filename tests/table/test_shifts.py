"""Golden shifts: a whole shift of each game as plain text, with the events after each command.

    > dealer dee: place player=ann wager=straight spot=17 amount=$5      a command: role, person, verb, fields
      wager-placed/1 player=ann …                                        what happened
      refused 315 money-stands-still [H-spin(2)] …                       or why not
    = accounts                                                           what every account holds

`#` begins a comment that names the paragraph that applies. To write a shift, write its commands and comments, run
`python -m tests.table.test_shifts FILE`, and compare every line with the paragraphs.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.core.refusal import Refusal
from croupier.table import Event, HouseText, begin, digest, events, evolve
from croupier.table.acts.dice.throwing import DiceThrown
from croupier.table.acts.irregularities.voids import Voided
from croupier.table.acts.money.buy_in import ChipsGiven
from croupier.table.acts.round.calling import OutcomeCalled
from croupier.table.acts.round.settling import Settled
from croupier.table.felt_change import Changed
from croupier.table.rows import Counter, Move, Row
from croupier.table.state import Dice
from croupier.text.money import dollars
from tests.support.table.lines import read_command
from tests.support.table.play import Table, judged

FOLDER = Path(__file__).parent / "shifts"
SHIFTS = sorted(FOLDER.glob("*.txt"))
#: Fields that are cents.
MONEY = frozenset(
    "amount bank counted expected short unit moved stake released winnings rounding commission overage paid coupon "
    "rack claim layout".split()
)


def transcript(commands: str, table: Table) -> Iterator[str]:
    """The text with the events written after every command."""
    for line in commands.splitlines():
        if line.startswith("  "):
            continue
        yield line.rstrip()
        if line.startswith("> "):
            yield from (f"  {text}" for text in _done(table, line[2:]))
        elif line.startswith("= accounts"):
            yield from (f"  {account} {dollars(amount)}" for account, amount in table.state.balances)
    assert digest(table.replayed()) == digest(table.state)


def _done(table: Table, line: str) -> Iterator[str]:
    word, who, fields = read_command(line)
    done = table.ask(word, who, **fields)
    if isinstance(done, Refusal):
        yield f"refused {int(done.code)} {done.code.word} [{done.cite}] {done.message}"
        return
    for event in done:
        table.happen(event)
        yield from _event(event)


#: The effects that an event records; the other fields already say the same.
EFFECTS = ("felt", "repeats")


def _event(event: Event) -> Iterator[str]:
    word = event.__struct_config__.tag
    effects = (*EFFECTS, "phase") if isinstance(event, Voided) else EFFECTS
    flat, rows = _split(event, skip=("command", "by", "at", "house_version", *effects))
    yield " ".join((str(word), *flat))
    yield from (f"  {text}" for text in rows)


def _split(thing: msgspec.Struct, skip: tuple[str, ...] = ()) -> tuple[list[str], list[str]]:
    flat: list[str] = []
    rows: list[str] = []
    for name in thing.__struct_fields__:
        value = getattr(thing, name)
        if (
            name in skip
            or isinstance(value, Dice | Changed)
            or value in (None, (), False)
            or (value == 0 and isinstance(thing, Row | Move))
        ):
            continue
        if isinstance(value, tuple) and isinstance(value[0], Row | Move | Counter):
            rows += [f"{name}: {_line(each)}" for each in value]
        elif name == "moves":
            flat.append("moves=" + "+".join(value))
        elif name == "chips":
            flat.append("chips=" + "+".join(f"{count}x{dollars(chip)}" for chip, count in value))
        elif isinstance(value, HouseText):
            flat.append(f"{name}={value.name}")
        elif isinstance(value, Move):
            rows.append(_line(value))
        elif name in MONEY and not isinstance(value, bool) and isinstance(value, int):
            flat.append(f"{name}={dollars(value)}")
        else:
            flat.append(f"{name}={_word(value)}")
    return flat, rows


def _line(thing: Row | Move | Counter) -> str:
    return " ".join(_split(thing, skip=("house",))[0])


def _word(value: Any) -> str:
    text = {True: "yes"}.get(value, str(value)) if isinstance(value, bool) else str(value)
    return f'"{text}"' if " " in text else text


@pytest.mark.parametrize("path", SHIFTS, ids=lambda path: path.stem)
def test_a_whole_shift(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text == "\n".join(transcript(text, Table())) + "\n"


@pytest.mark.parametrize("path", SHIFTS, ids=lambda path: path.stem)
def test_a_missing_or_repeated_event_is_found(path: Path) -> None:
    table = Table()
    for _ in transcript(path.read_text(encoding="utf-8"), table):
        pass
    for at, body in enumerate(table.log):
        if isinstance(events.read(body), Settled | OutcomeCalled | DiceThrown | ChipsGiven):
            for log in (table.log[:at] + table.log[at + 1 :], table.log[: at + 1] + table.log[at:]):
                assert _found(log), f"event {at} was not missed"
    assert not _found(table.log)


def _found(log: list[bytes]) -> bool:
    """Whether it is found that a log cannot be applied, or was not written by a table."""
    state = begin("T1")
    try:
        for _, made in groupby(map(events.read, log), key=lambda event: event.command):
            of_one = tuple(made)
            if judged(state, *of_one):
                return True
            for event in of_one:
                state = evolve(state, event)
    except (AssertionError, KeyError):
        return True
    return False


def test_there_is_a_shift_of_every_game() -> None:
    text = "".join(path.read_text(encoding="utf-8") for path in SHIFTS)
    for house in ("colorado-single-zero", "ten-dollar-roulette", "colorado-craps", "colorado-big-six"):
        assert f"open-table house={house}" in text


if __name__ == "__main__":
    for name in sys.argv[1:]:
        lines = transcript(Path(name).read_text(encoding="utf-8"), Table())
        Path(name).write_text("\n".join(lines) + "\n", encoding="utf-8")
