"""Cases in TOML that a regulator can read, named by paragraph. One generic test runs all of them.

    house = "colorado-craps"           # for all cases in the file without a house of their own

    [[case]] cite = "47.1-2304(1)(a)"           # one id, or a list of at most two (both printings count as one) says
    = "Seven on the come-out roll wins." on = 2016-01-01                    # optional: the rulebook of another date
    change = { "commission.buy.when" = "up-front" }   # optional: house choices, by dotted key acts = ["wager ann 10
    pass", "outcome 3-4"]       # script lines; ann is seated with $1,000 unless seated here resolved = ["ann pass win
    +10"]    # what the last act decided: player wager [spot] grade net-in-dollars standing = ["ann place-6 12 off"]
    # wagers on the layout at the end: player wager [spot] stake [off], in any order rack = { ann = 1010 }
    # racks at the end, in dollars refused = "not-now"                # the name of the last act's refusal …
    refused_cite = "47.1-2304(3)"      # … and its paragraph

Every act must be accepted, except a last one with `refused`.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from croupier import house
from croupier.core.citation import Citation, counted
from croupier.felt import Felt, script
from croupier.text.money import read_dollars

FOLDER = Path(__file__).parents[1] / "cases"
MOST_CITED = 2
KEYS = frozenset("cite says house on change acts resolved standing rack refused refused_cite".split())
EXPECTED = frozenset("resolved standing rack refused".split())


@dataclass(frozen=True)
class Case:
    """One case of a file."""

    file: str
    house: str
    data: dict[str, Any]

    @property
    def cites(self) -> tuple[str, ...]:
        cite = self.data["cite"]
        return (cite,) if isinstance(cite, str) else tuple(cite)

    @property
    def name(self) -> str:
        return f"{self.file}: {self.cites[0]}: {self.data['says']}"


@cache
def cases() -> tuple[Case, ...]:
    """All cases of all files."""
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        for row in data["case"]:
            case = Case(path.stem, row.get("house", data["house"]), row)
            _check(case)
            found.append(case)
    names = [case.name for case in found]
    assert len(set(names)) == len(names), {name for name in names if names.count(name) > 1}
    return tuple(found)


def _check(case: Case) -> None:
    assert case.data.keys() <= KEYS, f"{case.name}: unknown keys {case.data.keys() - KEYS}"
    assert case.data.keys() & EXPECTED, f"{case.name}: expects nothing"
    for cite in case.cites:
        Citation(cite)
    assert counted(case.cites) <= MOST_CITED, f"{case.name}: cites too many"


def run(case: Case) -> None:
    """Play a case and compare the result with what it expects."""
    data = case.data
    table = house.load(case.house, on=data.get("on"), change=data.get("change"))
    acts = list(data["acts"])
    if not any(act.startswith("seat ") for act in acts):
        acts.insert(0, "seat ann 1000")
    told = list(script.play(table, "\n".join(acts)))
    for each in told[:-1]:
        assert each.refusal is None, f"{each.line.text}: {each.refusal}"
    last = told[-1]
    refusal = last.refusal
    if "refused" in data:
        assert refusal is not None, f"{last.line.text} was accepted"
        assert refusal.code.word == data["refused"], str(refusal)
        assert refusal.message, "a refusal is a sentence"
        if "refused_cite" in data:
            assert str(refusal.cite) == data["refused_cite"], str(refusal)
    else:
        assert refusal is None, f"{last.line.text}: {refusal}"
    if "resolved" in data:
        rows = [f"{r.seat} {r.wager}{_spot(r.spot)} {r.grade} {_net(r.net)}" for r in last.resolutions]
        assert sorted(rows) == sorted(data["resolved"])
    if "standing" in data:
        assert sorted(_standing(last.felt)) == sorted(data["standing"])
    for seat, dollars in data.get("rack", {}).items():
        assert last.felt.rack(seat) == read_dollars(str(dollars))


def _spot(spot: str | None) -> str:
    return f" {spot}" if spot else ""


def _net(cents: int) -> str:
    sign = "+" if cents > 0 else "-" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    return f"{sign}{whole}" + (f".{part:02d}" if part else "")


def _standing(felt: Felt) -> list[str]:
    return [
        f"{w.seat} {w.wager}{_spot(w.spot)} {_net(w.stake).lstrip('+')}{'' if felt.working(w) else ' off'}"
        for w in felt.standing
    ]
