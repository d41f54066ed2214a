"""The kinds of equipment that a house keeps on its register, as far as all games share them.

A game declares its own kinds, and what its tables need, in `games/GAME/equipment.py`. Lengths are whole sixteenths of
an inch, so 3/8 of an inch is 6.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Generic, Literal, Self, TypeAlias, TypeVar

from croupier.core.topic import Topic

KindT = TypeVar("KindT", bound="Equipment")
RulesT = TypeVar("RulesT")

INCH = 16  # sixteenths
FOOT = 12 * INCH

#: Who may hold a key: roles of the house.
Holder = Literal["count-team", "cage", "security", "pit-supervisor", "key-manager", "accounting"]
#: Where a box is attached to the table, seen by the dealer.
Place = Literal["left-of-dealer", "right-of-dealer", "elsewhere"]
Shape = Literal["oblong", "rectangular", "round", "other"]
#: A day, such as 2022-09-01.
Day: TypeAlias = Annotated[str, "day"]
#: Where the number of the table is.
NumberPlace = Literal["top-surface", "accessory", "elsewhere"]


def inches(length: int) -> str:
    """A length as people write it.

    >>> inches(30 * INCH), inches(30 * INCH - 1), inches(6)
    ('30 in.', '29 15/16 in.', '6/16 in.')
    """
    whole, rest = divmod(length, INCH)
    parts = [str(whole)] if whole or not rest else []
    return " ".join([*parts, f"{rest}/{INCH}"] if rest else parts) + " in."


@dataclass(frozen=True, slots=True)
class Missing:
    """Something without which a table does not open, and the paragraph that asks for it."""

    what: str
    cite: str

    def __str__(self) -> str:
        return f"{self.what} [{self.cite}]"


@dataclass(frozen=True, slots=True, kw_only=True)
class Equipment:
    """A piece of equipment as it is on the register. Tables need what the rules say."""

    serial: str = ""
    one: ClassVar[str] = ""  # what a table has at most one of, such as "wheel"
    by_serial: ClassVar[bool] = False  # whether it is not registered without its serial number
    ranges: ClassVar[tuple[tuple[str, str], ...]] = ()  # fields of which the first is not above the second

    def approvals(self) -> tuple[tuple[str, str], ...]:
        """The approvals that it names: each with its reference, and what it must be about."""
        return ()

    def same_serial(self, other: Equipment) -> bool:
        """Whether both have the same serial number."""
        return self.serial != "" and self.serial == other.serial


@dataclass(frozen=True, slots=True, kw_only=True)
class GamingTable(Equipment):
    """A table: its number, where that is, and whether a stationary camera shows it; shape and length.

    `number_permanent`: whether it cannot come off. `tips`: whether the dealers accept tips here.
    """

    number: str
    number_on: NumberPlace
    number_in_view: bool
    shape: Shape
    length: int
    number_permanent: bool = False
    tips: bool = True
    one: ClassVar[str] = "table"


@dataclass(frozen=True, slots=True, kw_only=True)
class Layout(Equipment):
    """A layout: its approval, the name or logo of the licensee, and what is printed on it.

    `areas` has the ids of the wagers that have an area of their own, `odds` those with their odds beside them.
    """

    areas: frozenset[str]
    approval: str = ""
    licensee: str = ""
    words: frozenset[str] = frozenset()
    odds: tuple[tuple[str, str], ...] = ()
    one: ClassVar[str] = "layout"

    def approvals(self) -> tuple[tuple[str, str], ...]:
        """The approval of the layout."""
        return ((self.approval, "layout"),)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wheel(Equipment):
    """A wheel. `external_parts`: whether it has external movable parts, which only some people may adjust."""

    diameter: int
    external_parts: bool = False
    one: ClassVar[str] = "wheel"
    by_serial: ClassVar[bool] = True


@dataclass(frozen=True, slots=True, kw_only=True)
class DropBox(Equipment):
    """A drop box: its permanent number, the game and the table marked on it, its two locks and their keys.

    `number_permanent` and `markings_permanent`: whether its number, and game and table, are on it for good. `locks`:
    whether the container locks; `attached`: whether it is locked to the table.
    """

    number: str
    game: str
    table: str
    markings_visible: bool
    locks: bool
    attached: bool
    container_key: str
    container_key_holder: Holder
    table_key: str
    table_key_holder: Holder
    number_permanent: bool = False
    markings_permanent: bool = False
    place: Place = "elsewhere"
    one: ClassVar[str] = "drop box"


@dataclass(frozen=True, slots=True, kw_only=True)
class TipBox(Equipment):
    """A tip box, and whether it is attached to the table."""

    attached: bool
    place: Place = "elsewhere"
    one: ClassVar[str] = "tip box"


@dataclass(frozen=True, slots=True, kw_only=True)
class Sign(Equipment):
    """A sign at the table. `says` has the statements on it, each by its name."""

    says: frozenset[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Terminal(Equipment):
    """A terminal of a player: its place, and whether it announces the close of betting audibly and visibly."""

    place: int
    audible: bool
    visible: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ValueChips(Equipment):
    """A set of value chips: for each denomination in cents, its color."""

    colors: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Coupons(Equipment):
    """A series of coupons: prefix and range of their numbers, face value in cents, games, first and last day."""

    prefix: str
    first: int
    last: int
    face: int
    games: frozenset[str]
    begins: Day
    ends: Day
    ranges: ClassVar[tuple[tuple[str, str], ...]] = (("first", "last"), ("begins", "ends"))

    def has(self, number: str) -> bool:
        """Whether a coupon with this number is one of the series.

        >>> series = Coupons(prefix="A-", first=1, last=99, face=500, games=frozenset(), begins="", ends="")
        >>> series.has("A-99"), series.has("A-100"), series.has("B-1"), series.has("A-")
        (True, False, False, False)
        """
        behind = number.removeprefix(self.prefix)
        if not number.startswith(self.prefix) or not (behind.isascii() and behind.isdigit()):
            return number == self.serial
        return self.first <= int(behind) <= self.last

    def same_serial(self, other: Equipment) -> bool:
        """Whether a number is in both series."""
        if isinstance(other, Coupons) and self.prefix == other.prefix:
            return self.first <= other.last and other.first <= self.last
        return self.serial != "" and self.serial == other.serial


@dataclass(frozen=True, slots=True, kw_only=True)
class Pieces(Equipment):
    """A set of equal pieces. Only a set of at least `fewest` pieces goes to a table."""

    count: int
    fewest: ClassVar[int] = 1
    topic: ClassVar[Topic]  # about which the rules say how many there are


#: The kinds that all games share, by name.
SHARED: Mapping[str, type[Equipment]] = {
    "table": GamingTable,
    "layout": Layout,
    "drop-box": DropBox,
    "tip-box": TipBox,
    "sign": Sign,
    "terminal": Terminal,
    "value-chips": ValueChips,
    "coupons": Coupons,
}


@dataclass(frozen=True, slots=True)
class Equipped:
    """The equipment at one table, and the approvals on record: what each is about, by its reference."""

    items: tuple[Equipment, ...]
    approvals: Mapping[str, str] = field(default_factory=dict)

    def all(self, kind: type[KindT]) -> tuple[KindT, ...]:
        """Every piece of a kind."""
        return tuple(each for each in self.items if isinstance(each, kind))

    def one(self, kind: type[KindT]) -> KindT | None:
        """The piece of a kind of which a table has at most one; None if there is none."""
        return next(iter(self.all(kind)), None)

    def approved(self, reference: str, subject: str) -> bool:
        """Whether an approval with this reference is on record and is about this."""
        return reference != "" and self.approvals.get(reference) == subject

    def approved_layout(self) -> bool:
        """Whether the layout is approved."""
        layout = self.one(Layout)
        return layout is not None and self.approved(layout.approval, "layout")

    def posted(self, statement: str) -> bool:
        """Whether a sign at the table makes a statement."""
        return any(statement in sign.says for sign in self.all(Sign))

    def boxes(self, *, tips: bool) -> Iterator[str]:
        """What is wrong with the boxes at a table that needs a drop box, and a tip box if tips are taken."""
        box, tip_box = self.one(DropBox), self.one(TipBox)
        if box is None:
            yield "a drop box"
        elif not box.attached:
            yield "a drop box that is locked to the table"
        if tip_box is None and tips:
            yield "a tip box"
        elif tip_box is not None and not tip_box.attached:
            yield "a tip box that is attached to the table"

    def another_tables_box(self) -> Iterator[str]:
        """A drop box that does not have the number of the table."""
        box, table = self.one(DropBox), self.one(GamingTable)
        if box is not None and table is not None and box.number != table.number:
            yield f"a drop box with the permanent number {table.number} of the table"


@dataclass(frozen=True, slots=True)
class Sample:
    """One piece of a complete set of equipment for a table; its id is that of the table with this name behind it."""

    name: str
    what: Equipment

    @classmethod
    def boxes(cls, table: str, game: str) -> tuple[Self, Self]:
        """A drop box and a tip box as every game takes them."""
        box = DropBox(
            serial=f"{table}-BOX-1",
            number=table,
            game=game,
            table=table,
            markings_visible=True,
            locks=True,
            attached=True,
            container_key=f"{table}-CONTAINER",
            container_key_holder="count-team",
            table_key=f"{table}-TABLE",
            table_key_holder="security",
            number_permanent=True,
            markings_permanent=True,
            place="left-of-dealer",
        )
        return cls("drop-box", box), cls("tip-box", TipBox(attached=True, place="right-of-dealer"))


def _nothing_lacks(at: Equipped, rules: object) -> Iterable[Missing]:
    return ()


def _no_samples(table: str, rules: object) -> Iterable[Sample]:
    return ()


@dataclass(frozen=True, slots=True)
class TableEquipment(Generic[RulesT]):
    """What a game declares about its equipment.

    `lacks` says what a table does not have that the rules ask for, by the numbers of the newest printing. `sample`
    makes a complete set for a table, for demonstrations and tests.
    """

    kinds: Mapping[str, type[Equipment]] = field(default_factory=dict)  # its own kinds, by name
    lacks: Callable[[Equipped, RulesT], Iterable[Missing]] = _nothing_lacks
    sample: Callable[[str, RulesT], Iterable[Sample]] = _no_samples
