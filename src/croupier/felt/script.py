"""Scripts: games as plain text with one act per line, which any engine could play.

A script that cannot be read is an error that quotes the line. A lawful "no" is part of the playthrough.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from croupier.core.citation import Citation
from croupier.core.machine import Standing, Void
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.felt.acts import Call, Place, Raise, Reduce, TakeDown
from croupier.felt.felt import Felt, Played
from croupier.felt.payout import Resolution
from croupier.games import draws, void_calls
from croupier.house import House
from croupier.text.money import dollars, read_dollars


class ScriptError(ValueError):
    """A line is not an act: an unknown or missing word, or text instead of a number."""


@dataclass(frozen=True, slots=True)
class Line:
    """One act of a script: its line number, its text and its words."""

    number: int
    text: str
    word: str
    words: tuple[str, ...]
    extra: str = ""  # superfluous words


@dataclass(frozen=True, slots=True)
class Told:
    """The result of one act."""

    line: Line
    felt: Felt
    refusal: Refusal | None
    resolutions: tuple[Resolution, ...]
    fact: object = None
    announced: tuple[str, ...] = ()


#: The draws of all games, and what they call an outcome that does not count.
_DRAWS = draws()
_VOIDS = sorted(void_calls())
#: Words that are numbers, and words after which nothing may follow.
_NUMBERS = frozenset({"amount", *(rule.result for rule in _DRAWS.values() if rule.number)})
_LAST = _NUMBERS | {"player"}
# act word -> the words it needs, the last of which takes the rest of the line
GRAMMAR: dict[str, tuple[str, ...]] = {
    "seat": ("player", "amount"),
    "wager": ("player", "amount", "wager", "[spot]"),
    "raise": ("player", "amount", "wager", "[spot]"),
    "reduce": ("player", "amount", "wager", "[spot]"),
    "tip": ("player", "amount", "wager", "[spot]"),
    "take-down": ("player", "wager", "[spot]"),
    "on": ("player", "wager", "[spot]"),
    "off": ("player", "wager", "[spot]"),
    "choose": ("player", "wager", "choice"),
    **{of: (rule.result,) for of, rule in _DRAWS.items()},
    "shooter": ("player",),
    "outcome": ("outcome",),
    **dict.fromkeys(_VOIDS, ("reason",)),
    "repaired": (),
}


def read(text: str) -> list[Line]:
    """The acts of a script; raises an error that names a faulty line."""
    lines = (read_line(number, line) for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1))
    return [line for line in lines if line is not None]


def read_line(number: int, text: str) -> Line | None:
    """Read one line; None for an empty line or a comment."""
    text = " ".join(text.partition("#")[0].split())
    if not text:
        return None
    word, *words = text.split(" ")
    if word not in GRAMMAR:
        raise ScriptError(f"line {number}: there is no act {word!r}; acts are {', '.join(GRAMMAR)}")
    slots = GRAMMAR[word]
    needed = [slot for slot in slots if not slot.startswith("[")]
    if len(words) < len(needed):
        missing = needed[len(words)]
        raise ScriptError(f"line {number}: {text!r} lacks its {missing}: {word} {' '.join(slots)}")
    extra = ""
    if len(words) > len(slots):
        if not slots or slots[-1] in _LAST:
            words, extra = words[: len(slots)], " ".join(words[len(slots) :])
        else:
            words = [*words[: len(slots) - 1], " ".join(words[len(slots) - 1 :])]
    for slot, said in zip(slots, words, strict=False):
        if slot in _NUMBERS:
            _amount(number, said)
    return Line(number, text, word, tuple(words), extra)


def _amount(number: int, text: str) -> Fraction:
    try:
        return read_dollars(text)
    except ValueError as error:
        raise ScriptError(f"line {number}: {error}") from None


def play(house: House, text: str) -> Iterator[Told]:
    """Play a whole script at a newly opened table, act by act."""
    from croupier.felt.felt import open as open_table

    felt = open_table(house)
    for line in read(text):
        told = do(felt, line)
        felt = told.felt
        yield told


def do(felt: Felt, line: Line) -> Told:
    """Apply one act to the felt."""
    done = _needless(line) or _ACTS[line.word](felt, line)
    if isinstance(done, Refusal):
        return Told(line, felt, done, ())
    if isinstance(done, Played):
        return Told(line, done.felt, None, done.resolutions, done.fact, done.announced)
    return Told(line, done, None, ())


Done = Felt | Played | Refusal


def _needless(line: Line) -> Refusal | None:
    if not line.extra:
        return None
    takes = " ".join((line.word, *GRAMMAR[line.word]))
    return refuse(Code.SPOT_NEEDLESS, "act", takes=takes, extra=line.extra)


def _with_cents(felt: Felt, line: Line, act: Callable[[int], Done]) -> Done:
    """Acts with an amount: parts of a cent are no chips, unless something else is wrong first."""
    amount = _amount(line.number, line.words[1])
    if amount.denominator == 1:
        return act(int(amount))
    first = act(felt.house.lowest_chip if amount > 0 else -1)
    if isinstance(first, Refusal) and first.code < Code.NOT_WHOLE_CHIPS:
        return first
    cite = None if line.word == "seat" else felt.house.printed(Citation(felt.house.game.cites[Topic.WHOLE_CHIPS]))
    return refuse(Code.NOT_WHOLE_CHIPS, "written", cite=cite, dollars=line.words[1])


def _spot(line: Line, at: int) -> str | None:
    return line.words[at] if len(line.words) > at else None


def _seat(felt: Felt, line: Line) -> Done:
    return _with_cents(felt, line, lambda cents: felt.sit(line.words[0], cents))


def _wager(felt: Felt, line: Line) -> Done:
    def act(cents: int) -> Done:
        wager, spot = line.words[2], _spot(line, 3)
        if line.word == "raise":
            return felt.act(line.words[0], Raise(wager, cents, spot))
        if line.word == "reduce":
            return felt.act(line.words[0], Reduce(wager, cents, spot))
        return felt.act(line.words[0], Place(wager, cents, spot, tip=line.word == "tip"))

    return _with_cents(felt, line, act)


def _take_down(felt: Felt, line: Line) -> Done:
    return felt.act(line.words[0], TakeDown(line.words[1], _spot(line, 2)))


def _call(felt: Felt, line: Line) -> Done:
    return felt.act(line.words[0], Call(line.words[1], line.word == "on", _spot(line, 2)))


def _choose(felt: Felt, line: Line) -> Done:
    return felt.choose(*line.words)


def _draw(felt: Felt, line: Line) -> Done:
    return felt.drawn(line.word, line.words[0])


def _shooter(felt: Felt, line: Line) -> Done:
    return felt.shooter(line.words[0])


def _outcome(felt: Felt, line: Line) -> Done:
    return felt.outcome(line.words[0])


def _void(felt: Felt, line: Line) -> Done:
    return felt.void(line.word, line.words[0])


def _repaired(felt: Felt, line: Line) -> Done:
    return felt.repaired()


_ACTS: dict[str, Callable[[Felt, Line], Done]] = {
    "seat": _seat,
    "wager": _wager,
    "raise": _wager,
    "reduce": _wager,
    "tip": _wager,
    "take-down": _take_down,
    "on": _call,
    "off": _call,
    "choose": _choose,
    **dict.fromkeys(_DRAWS, _draw),
    "shooter": _shooter,
    "outcome": _outcome,
    **dict.fromkeys(_VOIDS, _void),
    "repaired": _repaired,
}


# As JSON --------------------------------------------------------------------------------------------------
def to_json(told: Told) -> str:
    """One act as one line of JSON."""
    felt, refusal = told.felt, told.refusal
    row = {
        "line": told.line.number,
        "act": told.line.text,
        "ok": refusal is None,
        "refusal": None if refusal is None else refusal_row(refusal),
        "resolved": [_resolution_row(resolution) for resolution in told.resolutions],
        "standing": [_standing_row(felt, standing) for standing in felt.standing],
        "racks": dict(felt.racks),
    }
    return json.dumps(row, ensure_ascii=False)


def refusal_row(refusal: Refusal) -> dict[str, object]:
    """A refusal as JSON shows it."""
    return {
        "code": int(refusal.code),
        "name": refusal.code.word,
        "message": refusal.message,
        "cite": None if refusal.cite is None else str(refusal.cite),
    }


def _resolution_row(resolution: Resolution) -> dict[str, object]:
    row: dict[str, object] = {
        "player": resolution.seat,
        "wager": resolution.wager,
        "spot": resolution.spot,
        "grade": resolution.grade,
        "stake_cents": resolution.stake,
        "net_cents": resolution.net,
        "cite": str(resolution.cite),
    }
    if resolution.tip:
        row |= {"tip": True, "tip_box_cents": resolution.paid if resolution.to_the_dealers else 0}
    return row


def _standing_row(felt: Felt, standing: Standing) -> dict[str, object]:
    row: dict[str, object] = {
        "player": standing.seat,
        "wager": standing.wager,
        "spot": standing.spot,
        "stake_cents": standing.stake,
        "working": felt.working(standing),
    }
    return row | ({"tip": True} if standing.tip else {})


# As text --------------------------------------------------------------------------------------------------
def to_text(told: Told) -> str:
    """One act for people: the line, then what it decided or why it was refused."""
    lines = [f"{told.line.number:>4}  {told.line.text}"]
    if told.refusal is not None:
        lines.append(f"      refused: {told.refusal}")
    lines += [f"      {describe(resolution)}" for resolution in told.resolutions]
    if isinstance(told.fact, Void):
        lines.append(f"      {told.fact.says}")
    lines += [f"      {text}" for text in told.announced]
    return "\n".join(lines)


def describe(resolution: Resolution) -> str:
    """One decided wager in a sentence, with its paragraph."""
    spot = f" {resolution.spot}" if resolution.spot else ""
    net = f"{'+' if resolution.net > 0 else ''}{dollars(resolution.net)}"
    parts = [f"{resolution.grade} {net} on {dollars(resolution.stake)}"]
    if resolution.overage:
        parts.append(f"over the maximum {dollars(resolution.overage)} back")
    if resolution.rounding:
        parts.append(f"rounding {dollars(resolution.rounding)}")
    if resolution.commission:
        parts.append(f"commission {dollars(resolution.commission)}")
    if resolution.to_the_dealers:
        parts.append(f"to the tip box {dollars(resolution.paid)}")
    return f"{resolution.seat}: {resolution.wager}{spot} {', '.join(parts)} [{resolution.cite}]"
