"""A house: the choices of one licensee for one table, valid under the rulebook of its date."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from difflib import get_close_matches
from functools import cached_property
from pathlib import Path
from typing import Literal, NamedTuple, Protocol
from zoneinfo import ZoneInfo

from croupier.core import delay as delays
from croupier.core.citation import PARAGRAPHS, Approval, Authority, Citation, implements
from croupier.core.game import AnyGame
from croupier.core.machine import Pays, Wager
from croupier.core.options import Options
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.rules import HouseRules
from croupier.core.topic import Topic
from croupier.games import choices
from croupier.games import game as game_named
from croupier.house.alerts import AlertLimits
from croupier.house.keys import approvals
from croupier.rulebook import Permitted, Rulebook
from croupier.text.facts import WagerId

#: The latest time of which a date is asked, in microseconds: a date ends in the year 9999.
_LATEST = 253_000_000_000_000_000


@dataclass(frozen=True, slots=True)
class Limit:
    """The minimum and maximum stake on one spot, in cents."""

    least: int
    most: int


@dataclass(frozen=True, slots=True)
class MeterPolicy:
    """A progressive meter: its wager, its seed and reseed, and the contribution of each wager (cents)."""

    unit: int
    seed: int
    reseed: int
    percent: int


@dataclass(frozen=True, slots=True)
class Coupon:
    """What the register says of a coupon: face value in cents, kind, games, table, and days of the gaming day."""

    face: int
    kind: Literal["coupon", "promotional-chip"]
    games: tuple[str, ...]
    table: str  # each is issued for one table, so that no two tables take it
    first: date
    last: date


@dataclass(frozen=True, slots=True)
class TipRules:
    """How tip wagers are handled: where the law requires it, by house rules submitted to the Division."""

    ends: Literal["first-decision", "until-lost"] = "until-lost"  # when a won tip wager concludes
    then: Literal["box", "tube"] = "box"  # where it goes then
    most: int | None = None  # the maximum of a tip wager, in cents
    whole_dollars: bool = False
    submitted: Approval | None = None  # reference and date of the submission


@dataclass(frozen=True, slots=True)
class CommissionRule:
    """A rule of the Commission that permits a variation, temporary or permanent, and the application for it."""

    approval: Approval
    application: Approval
    until: date | None  # the last day of a temporary rule; None: the rule is permanent

    def __str__(self) -> str:
        end = "permanent" if self.until is None else f"temporary, until {self.until}"
        said, asked = self.approval, self.application
        return f"Commission rule {said.reference} of {said.on}, {end}; application {asked.reference} of {asked.on}"


@dataclass(frozen=True, slots=True)
class Variation:
    """A wager from outside the package, with the Commission's rule that permits it."""

    wager: Wager
    permitted: Permitted
    rule: CommissionRule

    @property
    def approval(self) -> Approval:
        """The approval that its rows cite."""
        return self.rule.approval


class Paper(NamedTuple):
    """An approval that a house names: for which of its choices, and what it is about."""

    name: str
    subject: str
    approval: Approval


@dataclass(frozen=True, slots=True)
class Source:
    """The source of a house: file, text, requested date, changed choices, and the parsed data."""

    path: Path
    on: date | None
    change: Mapping[str, object]
    data: Mapping[str, object]
    text: str
    code: str = ""  # the digest of the code of its variations; empty without any


class Placed(Protocol):
    """Anything that was placed under a house: a wager on the layout."""

    @property
    def rules(self) -> HouseRules:
        """The house under which it was placed."""


@dataclass(frozen=True, eq=False)
class House:
    """The choices of a house. Two houses are equal if their versions are."""

    name: str
    version: str  # digest of its source
    source: Source
    game_name: str
    variant: str
    rulebook: Rulebook
    denominations: tuple[int, ...]
    offered: frozenset[str]
    pays_by_wager: Mapping[str, Mapping[str, Pays]]
    limits: Mapping[str, Limit]
    player_most: int | None
    readings: Mapping[str, str]
    approvals: Mapping[str, Approval]
    time_zone: str
    gaming_day_starts: time
    options: Options  # the options of its game
    inspection_alert: int | None = None  # the hour at which a missing daily inspection is reported; None: at none
    tip_wagers: bool = False
    tips: TipRules = TipRules()
    tip_tube: bool = False
    by_procedure: bool = False  # offers the wagers of the house procedure and follows its steps
    physical_chips: bool = False  # real chips: a stake above the maximum is returned in part at settlement
    electronic_device: bool = False
    delay: int = 0  # iterations between the close and an electronic outcome; 0: none
    terminals: bool = False  # players wager at electronic betting terminals
    central_screen: bool = True  # whether a screen shows the layout, with everybody's electronic chips, to all
    chip_colors: Mapping[int, str] = field(default_factory=dict)  # value chip in cents -> its color
    pay_tables: Mapping[str, str] = field(default_factory=dict)  # side bet -> its pay table's printed name
    aggregates: Mapping[str, int] = field(default_factory=dict)  # side bet -> the most one outcome pays on it
    meters: Mapping[str, MeterPolicy] = field(default_factory=dict)  # progressive wager -> its meter
    coupons: Mapping[str, Coupon] = field(default_factory=dict)  # the register, by serial number
    variations: Mapping[str, Variation] = field(default_factory=dict)  # wagers from outside, by id
    alerts: AlertLimits = field(default_factory=AlertLimits)

    @classmethod
    def of(cls, wager: Placed) -> House:
        """The house under which a wager was placed."""
        rules = wager.rules
        assert isinstance(rules, House), "rules are those of a house"
        return rules

    def __eq__(self, other: object) -> bool:
        return isinstance(other, House) and other.version == self.version

    def __hash__(self) -> int:
        return hash(self.version)

    def __repr__(self) -> str:
        return f"<house {self.name} {self.version[:12]}>"

    @property
    def stands_for(self) -> str:
        """What digests contain instead of the house: its version."""
        return self.version

    @cached_property
    def game(self) -> AnyGame:
        """The game, with the variations of this house added."""
        game = game_named(self.game_name)
        outside = {name: variation.wager for name, variation in self.variations.items()}
        return replace(game, wagers={**game.wagers, **outside}) if outside else game

    @cached_property
    def permitted(self) -> Mapping[str, Permitted]:
        """The wagers permitted at this table, by the rulebook of the date or by an approval."""
        outside = {name: variation.permitted for name, variation in self.variations.items()}
        return {**self.rulebook.permitted(self.game_name, self.variant), **outside}

    def authority(self, wager: Wager, row: str, *, lost: bool = False) -> Authority:
        """The authority for an ending of a wager: its paragraph on this date, or the approval of a variation."""
        key = (wager.id, row, lost)
        if key not in self._authorities:
            self._authorities[key] = self._authority(wager, row, lost=lost)
        return self._authorities[key]

    @cached_property
    def _authorities(self) -> dict[tuple[str, str, bool], Authority]:
        """Cache of `authority`."""
        return {}

    def _authority(self, wager: Wager, row: str, *, lost: bool) -> Authority:
        if lost and wager.cite_of(row) not in wager.cites_by_row:
            row = "lose"
        if wager.id in self.variations:
            return self.variations[wager.id].approval
        cite = wager.cite_of(row)
        assert cite is not None, f"{wager.id} cites nothing"
        return self.printed(Citation(cite), wager)

    def printed(self, cite: Authority, wager: Wager | None = None) -> Authority:
        """The paragraph that applies at this table: a variant's exception, with its number on the date."""
        if wager is not None and wager.cite is not None and str(cite).startswith(wager.cite):
            own = str(self.permitted[wager.id].cite) if wager.id in self.permitted else wager.cite
            exact = own + str(cite).removeprefix(wager.cite)
            if self.variant != self.game_name and own != wager.cite:
                return Citation(exact if exact in PARAGRAPHS else own)
        return self.rulebook.printed(cite)

    @property
    def papers(self) -> tuple[Paper, ...]:
        """Every approval that it names: of its choices, and the Commission's rules for its variations."""
        subjects = approvals()
        chosen = [Paper(name, subjects[name], each) for name, each in self.approvals.items()]
        outside = [Paper(name, "variation", each.approval) for name, each in self.variations.items()]
        return (*chosen, *outside)

    @property
    def cannot_choose(self) -> bool:
        """Whether the house cannot choose an electronic outcome: terminals take part, and the delay is long."""
        return self.electronic_device and self.terminals and self.delay >= delays.LEAST

    @property
    def tips_to_submit(self) -> bool:
        """Whether tip wagers are taken by rules that were not submitted with a date, although the law requires it."""
        return self.tip_wagers and self.tips.submitted is None and choices(self.game_name).tips_submitted is not None

    @cached_property
    def moved_wagers(self) -> Mapping[str, str]:
        """The offered wagers that dealers move to the players' positions, with the paragraph that says so."""
        asides = {name: dict(self.game.wagers[name].asides) for name in sorted(self.offered)}
        return {name: said["moved"] for name, said in asides.items() if "moved" in said}

    @cached_property
    def day(self) -> str:
        """The date of the rulebook, as a log writes it."""
        return str(self.rulebook.on)

    @cached_property
    def lowest_chip(self) -> int:
        """The lowest chip at the table, in cents: wagers are whole numbers of it."""
        return min(self.denominations)

    @implements("30-2203(6)", "47.1-2203(6)", "47.1-2304")
    def wager(self, wager_id: str) -> Wager | Refusal:
        """The wager by its id, if this table takes it on this date."""
        wager = self.game.wagers.get(wager_id)
        if wager is None:
            return refuse(Code.UNKNOWN_WAGER, game=self.game_name, text=wager_id, meant=self._nearest(wager_id))
        if wager_id in self.offered:
            return wager
        return self._why_not(wager)

    def _nearest(self, text: str) -> str:
        """The wager that was probably meant: same beginning, swapped dice faces, or the most similar id."""
        said = text.lower()
        known = sorted(self.game.wagers, key=len, reverse=True)
        turned = "-".join((said.split("-")[0], *sorted(said.split("-")[1:])))
        begins = [each for each in known if said.startswith(each)] + [
            each for each in known[::-1] if each.startswith(said)
        ]
        if turned in known:
            return turned
        return begins[0] if begins and said else get_close_matches(said, known, n=1, cutoff=0)[0]

    @implements("30-2299.01", "47.1-2215.01", "30-2299.02", "30-2299.03")
    def _why_not(self, wager: Wager) -> Refusal:
        """A wager of a variation is taken only where it is offered by its rules, and from its date on."""
        permitted = self.permitted.get(wager.id) or self.rulebook.later(self.game_name, wager.id)
        if permitted is None or permitted.withdrawn:
            cite = permitted.cite if permitted else self._list_without(wager)
            return refuse(Code.NOT_PERMITTED, "at-this-table", cite=cite, wager=WagerId(wager.id), of=self.variant)
        if permitted.begins is not None and self.rulebook.on < permitted.begins:
            return self._not_yet(wager, permitted, permitted.begins)
        cite = Citation(self.game.cites[Topic.PROCEDURE_WAGERS]) if self.by_procedure else permitted.cite
        return refuse(Code.NOT_OFFERED, cite=cite, wager=WagerId(wager.id))

    @implements("30-2299.04")
    def _not_yet(self, wager: Wager, permitted: Permitted, begins: date) -> Refusal:
        return refuse(
            Code.NOT_IN_FORCE,
            cite=permitted.cite,
            wager=WagerId(wager.id),
            begins=begins,
            on=self.rulebook.on,
        )

    def _list_without(self, wager: Wager) -> Authority:
        """The paragraph that lists wagers of this group, for a wager that is not in the list."""
        kin = [row for row in self.permitted.values() if self.game.wagers[row.id].group == wager.group]
        return kin[0].cite if kin and not kin[0].side_bet else Citation(wager.cites[0])

    def mechanism(self, wager_id: str) -> tuple[object, ...]:
        """Everything in the house that affects how a wager runs, without what it pays."""
        longest = max((row for row in self.rows(wager_id) if row.isdecimal()), key=int, default="")
        readings = tuple(self.readings[each] for each in self.game.readings)
        drawn = self.game.wagers[wager_id].draws_from(self)
        outside = self.version if wager_id in self.variations else ""
        return (self.variant, self.options.mechanism(), readings, longest, drawn, outside)

    def rows(self, wager_id: str) -> frozenset[str]:
        """The rows of a wager that pay something."""
        return frozenset(self.pays_by_wager[wager_id])

    def pays(self, wager_id: str, row: str) -> Pays | None:
        """What a row pays here; None for a losing row."""
        return self.pays_by_wager[wager_id].get(row)

    @implements("30-2207", "47.1-2207", "30-2703(7)")
    def limit(self, wager: Wager) -> Limit:
        """The posted minimum and maximum for one spot: the wager's own, its group's, or the table's."""
        for key in (wager.id, wager.group):
            if key in self.limits:
                return self.limits[key]
        return self.limits["default"]

    def gaming_date(self, at: int) -> date:
        """The gaming date at a time, in microseconds since 1970."""
        here = datetime.fromtimestamp(0, UTC) + timedelta(microseconds=min(at, _LATEST))
        start = self.gaming_day_starts
        day = here.astimezone(ZoneInfo(self.time_zone)).replace(tzinfo=None)
        return (day - timedelta(hours=start.hour, minutes=start.minute)).date()

    def reading(self, reading_id: str) -> str:
        """This house's answer to a question that the rules leave open."""
        return self.readings[reading_id]


class UnreadHouse(House):
    """A house known only by its version; it is loaded on first use.

    A log names its houses: replay needs no more than that, so it does not depend on what a reader of today accepts.
    """

    _KNOWN = frozenset({"version", "stands_for", "text", "__class__", "__dict__", "__eq__", "__hash__"})

    def __init__(self, version: str, text: object, read: Callable[[], House]) -> None:
        """`text` is its stored text; `read` loads the house, or raises."""
        self.__dict__.update(version=version, text=text, read=read)

    def __getattribute__(self, name: str) -> object:
        if name in UnreadHouse._KNOWN:
            return object.__getattribute__(self, name)
        fields = object.__getattribute__(self, "__dict__")
        found = fields["read"]()
        fields.update(found.__dict__ | {"version": fields["version"]})
        object.__setattr__(self, "__class__", House)
        return getattr(self, name)
