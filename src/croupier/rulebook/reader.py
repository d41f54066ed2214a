"""Reads the rulebook from TOML, one file for each printing, and finds the rules of a gaming date."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from fractions import Fraction
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal

from croupier.core.citation import Approval, Authority, Citation, implements, older
from croupier.core.machine import MeterShare, Pays, Return
from croupier.core.printed_odds import Odds

_FOLDER = Path(__file__).parent
KINDS = frozenset("play payout procedure record permission display equipment approval definition".split())
HEADINGS = frozenset({"title", "goes on"})
_RETURNS = {"stake back": Return(), "half back": Return(Fraction(1, 2))}


class DateNotCovered(LookupError):
    """No printing of the rule covers the gaming date."""


@dataclass(frozen=True, slots=True)
class Paragraph:
    """One paragraph of the rules: its number, its title in Croupier's words, the kind of duty, and its dates.

    A paragraph with others printed under it is a heading and has no kind. The text of a heading either ends with its
    title or goes on; one that goes on needs code and tests of its own.

    `partly` and `planned` name in Croupier's words what is still missing, beside code and tests that exist.
    """

    id: str
    title: str
    kind: str | None
    edition: str
    effective: date | None
    amended: tuple[date, ...] = ()
    deleted: date | None = None
    heading: Literal["title", "goes on"] | None = None
    partly: str | None = None  # what is missing of a duty that is met in part
    planned: str | None = None  # what is missing of a duty that counts as unmet, and in which step it comes


@dataclass(frozen=True, slots=True)
class PayTable:
    """One printed pay table of a side bet. Results without a row lose."""

    id: str
    rows: Mapping[str, Pays]
    wheel: str | None = None  # the wheel it is printed for
    balls: int = 0  # number of balls in a bonus round


@dataclass(frozen=True, slots=True)
class Permitted:
    """A wager that the rules permit, with the lowest odds at which it may be paid."""

    id: str
    cite: Authority
    odds_cite: Authority
    odds: Mapping[str, Pays]
    begins: date | None = None
    elective: bool = False
    most_commission_percent: int = 0
    withdrawn: bool = False
    side_bet: bool = False
    choices: tuple[str, ...] = ()  # the options of a side bet that a house must choose
    pay_tables: Mapping[str, PayTable] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Prices:
    """The figures that depend on a reading: those that match all the conditions given here."""

    wagers: frozenset[str] = frozenset()
    groups: frozenset[str] = frozenset()
    variant: str | None = None
    wheels: frozenset[str] = frozenset()
    pay_tables: frozenset[str] = frozenset()
    options: frozenset[str] = frozenset()  # at least one of these: `name` (with any value) or `name=value`
    without: frozenset[str] = frozenset()  # none of these
    changed_by: frozenset[str] = frozenset()  # the answers under which these figures change

    def cover(
        self,
        wager: str,
        group: str,
        variant: str,
        wheel: str | None = None,
        pay_table: str | None = None,
        options: Mapping[str, str] | None = None,
    ) -> bool:
        """Whether a figure depends on the reading."""
        chosen = {*(options or {}), *(f"{name}={value}" for name, value in (options or {}).items())}
        return (
            (not self.wagers or wager in self.wagers)
            and (not self.groups or group in self.groups)
            and self.variant in (None, variant)
            and (not self.wheels or wheel in self.wheels)
            and (not self.pay_tables or pay_table in self.pay_tables)
            and (not self.options or bool(self.options & chosen))
            and not self.without & chosen
        )


@dataclass(frozen=True, slots=True)
class Reading:
    """Croupier's answer to a question that the rules leave open, with the answers that a house may choose instead."""

    id: str
    about: str
    cites: tuple[Citation, ...]
    question: str
    default: str
    answers: Mapping[str, str]
    prices: tuple[Prices, ...] = ()  # the figures that depend on it
    not_yet: str = ""  # what of it Croupier does not do yet


@dataclass(frozen=True, slots=True)
class Edition:
    """One printing of one rule, and the dates that it covers."""

    id: str
    title: str
    game: str
    begins: date | None
    until: date | None
    data: Mapping[str, Any]
    later_numbers: str | None = None  # the prefix of the same paragraphs in a later printing

    def covers(self, day: date) -> bool:
        """Whether this printing was the law on a day."""
        after = self.begins is not None and day >= self.begins
        return after and (self.until is None or day <= self.until)


def read_pays(text: str) -> Pays:
    """Read a payment: odds as printed, 'stake back', 'half back' or '100 % of the meter'."""
    if text.endswith(" % of the meter"):
        return MeterShare(int(text.split()[0]))
    return _RETURNS[text] if text in _RETURNS else Odds.read(text)


@dataclass(frozen=True)
class Rulebook:
    """The rules on one gaming date."""

    on: date

    def edition(self, game: str) -> Edition:
        """The printing in force for a game; `DateNotCovered` names the first covered date."""
        covering = [edition for edition in editions() if edition.game == game and edition.begins]
        for edition in covering:
            if edition.covers(self.on):
                return edition
        first = min(edition.begins for edition in covering if edition.begins)
        raise DateNotCovered(f"no printing of the rules of {game} covers {self.on}: they are covered from {first} on")

    @implements("47.1-2317.03", "47.1-2317.03/wagers")
    def permitted(self, game: str, variant: str | None = None) -> Mapping[str, Permitted]:
        """All wagers that the rules permit: the base list, changed by the exceptions of a variant."""
        data = self.edition(game).data
        found = {row["id"]: _permitted(row, data) for row in data.get("wager", ())}
        for row in data.get("exception", ()):
            if row["variant"] == variant:
                found[row["id"]] = _permitted(row, data)
        for row in data.get("variant", ()):
            if row["id"] == variant:
                found |= {each.id: _withdrawn(each, row["wagers_cite"]) for each in found.values() if each.side_bet}
                for table in row.get("odds_table", ()):
                    found |= {
                        name: replace(found[name], odds_cite=Citation(table["cite"])) for name in table["wagers"]
                    }
        return found

    def later(self, game: str, wager: str) -> Permitted | None:
        """Find a wager that a newer printing permits from a later date on."""
        for edition in editions():
            for row in edition.data.get("wager", ()) if edition.game == game else ():
                if row["id"] == wager and "from" in row and row["from"] > self.on:
                    return _permitted(row, edition.data)
        return None

    @implements("30-2210(2)", "47.1-2210(2)")
    def wheels(self) -> Mapping[str, tuple[Citation, date | None]]:
        """The permitted roulette wheels, each with its paragraph and the date from which it is permitted."""
        rows = self._rows("wheel")
        return {row["id"]: (Citation(row["cite"]), row.get("from")) for row in rows}

    def odds_cap(self) -> int | None:
        """The limit of one odds wager on this date, in cents (reading E2); None without a limit."""
        for row in self._rows("odds_cap"):
            if self.on <= row["until"]:
                return int(row["dollars"]) * 100
        return None

    def _rows(self, kind: str) -> list[Mapping[str, Any]]:
        """The rows of one kind in all printings that are in force."""
        return [row for edition in editions() if edition.covers(self.on) for row in edition.data.get(kind, ())]

    def printed(self, cite: Authority) -> Authority:
        """The paragraph by the number that it has in the printing of this date. An approval stays as it is."""
        if isinstance(cite, Approval) or not cite.id.startswith(self._later_numbers):
            return cite
        above = cite.id
        while (same := older(above)) is None:  # missing in the older printing: use its nearest heading there
            above, bracket, _ = above.rpartition("(")
            if not bracket:
                return cite
        return Citation(same)

    @cached_property
    def _later_numbers(self) -> tuple[str, ...]:
        """The prefixes of numbers that paragraphs in force get only in a later printing."""
        return tuple(e.later_numbers for e in editions() if e.later_numbers is not None and e.covers(self.on))


def _withdrawn(bet: Permitted, cite: str) -> Permitted:
    """Mark a side bet as withdrawn, since a variant does not offer it."""
    return replace(bet, cite=Citation(cite), withdrawn=True)


def _permitted(row: Mapping[str, Any], data: Mapping[str, Any]) -> Permitted:
    withdrawn = row.get("withdrawn", False)
    return Permitted(
        id=row["id"],
        cite=Citation(row["cite"]),
        odds_cite=Citation(row.get("odds_cite", row["cite"])),
        odds={} if withdrawn else {name: read_pays(text) for name, text in row["odds"].items()},
        begins=row.get("from"),
        elective=row.get("elective", False),
        most_commission_percent=row.get("most_commission_percent", 0),
        withdrawn=withdrawn,
        side_bet=row.get("side_bet", False),
        choices=tuple(row.get("choices", ())),
        pay_tables={
            table["id"]: PayTable(
                table["id"],
                {name: read_pays(text) for name, text in table["rows"].items()},
                table.get("wheel"),
                table.get("balls", 0),
            )
            for table in data.get("pay_table", ())
            if table["wager"] == row["id"]
        },
    )


def _load(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


@cache
def editions() -> tuple[Edition, ...]:
    """All printings in the package."""
    found = []
    for path in sorted((_FOLDER / "colorado").glob("*.toml")):
        data = _load(path)
        if (head := data.get("edition")) is None:  # no rule of a game: the rates of the gaming tax
            continue
        dates, later = (head.get("from"), head.get("until")), head.get("later_numbers")
        found.append(Edition(head["id"], head["title"], head["game"], *dates, data, later))
    return tuple(found)


def colorado(on: date) -> Rulebook:
    """The rules of Colorado on a gaming date."""
    first = min(edition.begins for edition in editions() if edition.begins)
    if on < first:
        raise DateNotCovered(f"no rulebook covers {on}: the rules are covered from {first} on")
    return Rulebook(on)


def newest_rules() -> Rulebook:
    """The rules of the newest printing."""
    return Rulebook(max(edition.begins for edition in editions() if edition.begins))


def device_spins(game: str) -> tuple[date, Citation] | None:
    """The date from which an approved electronic device may spin, and the paragraph; None if it may not."""
    for edition in editions():
        if edition.game == game and "device" in edition.data:
            row = edition.data["device"]
            return row["from"], Citation(row["cite"])
    return None


@implements("H-pay-table")
def house_pay_table(game: str) -> Mapping[str, Mapping[str, Pays]]:
    """The pay table of a game's house procedure, by wager. The house offers these and no others (reading A11)."""
    rows = [row for edition in editions() if edition.game == game for row in edition.data.get("pays", ())]
    return {row["wager"]: {name: read_pays(text) for name, text in row["odds"].items()} for row in rows}


def procedure_limits(game: str) -> Mapping[str, tuple[int, int, Citation]]:
    """The limits of a game's house procedure by group of wagers: lowest and highest stake in cents, and paragraph."""
    rows = [row for edition in editions() if edition.game == game for row in edition.data.get("limits", ())]
    return {row["group"]: (row["least"] * 100, row["most"] * 100, Citation(row["cite"])) for row in rows}


@dataclass(frozen=True, slots=True)
class Move:
    """A move of the dealer that the house procedure asks for with a command, and that must be stated."""

    id: str
    says: str  # the move in our own words
    cite: Citation


@cache
def procedure_moves(game: str) -> Mapping[str, tuple[Move, ...]]:
    """The moves that a game's house procedure asks for, by the name of the command with which they are stated."""
    found: dict[str, tuple[Move, ...]] = {}
    for row in (row for edition in editions() if edition.game == game for row in edition.data.get("moves", ())):
        for command in row["commands"]:
            found[command] = (*found.get(command, ()), Move(row["id"], row["says"], Citation(row["cite"])))
    return found


@cache
def paragraphs() -> Mapping[str, Paragraph]:
    """All paragraphs of all printings, by id."""
    found: dict[str, Paragraph] = {}
    for edition in editions():
        for row in edition.data.get("paragraph", ()):
            assert row["id"] not in found, f"{row['id']} is in the rulebook twice"
            _check(row)
            Citation(row["id"])
            found[row["id"]] = Paragraph(
                id=row["id"],
                title=row["title"],
                kind=row.get("kind"),
                edition=edition.id,
                effective=row.get("effective"),
                amended=tuple(row.get("amended", ())),
                deleted=row.get("deleted"),
                heading=row.get("heading"),
                partly=row.get("partly"),
                planned=row.get("planned"),
            )
    return found


def _check(row: Mapping[str, Any]) -> None:
    """A paragraph has a kind, or it is a heading, or it is deleted; it is declared unmet in one way at most."""
    assert sum(key in row for key in ("kind", "heading", "deleted")) == 1, f"{row['id']}: kind, heading or deleted?"
    assert row.get("kind", "play") in KINDS, f"{row['id']}: unknown kind {row['kind']}"
    assert row.get("heading", "title") in HEADINGS, f"{row['id']}: unknown heading {row['heading']}"
    assert "partly" not in row or "planned" not in row, f"{row['id']}: both partly and planned"


def _prices(row: Mapping[str, Any]) -> Prices:
    named: dict[str, Any] = {key: value if isinstance(value, str) else frozenset(value) for key, value in row.items()}
    return Prices(**named)


@cache
def readings() -> Mapping[str, Reading]:
    """All readings, by id."""
    return {
        row["id"]: Reading(
            id=row["id"],
            about=row["about"],
            cites=tuple(Citation(cite) for cite in row["cites"]),
            question=row["question"],
            default=row["default"],
            answers={key: " ".join(text.split()) for key, text in row["answers"].items()},
            prices=tuple(_prices(each) for each in row.get("prices", ())),
            not_yet=" ".join(row.get("not_yet", "").split()),
        )
        for row in _load(_FOLDER / "readings.toml")["reading"]
    }


def in_force(paragraph: Paragraph, day: date) -> bool:
    """Whether a paragraph is in force on a day: its printing covers the day, and it was effective by then."""
    edition = next(e for e in editions() if e.id == paragraph.edition)
    if edition.begins is None:  # the house procedure is a house's own text and has no date
        return True
    came_in = paragraph.effective is None or paragraph.effective <= day
    return edition.covers(day) and came_in
