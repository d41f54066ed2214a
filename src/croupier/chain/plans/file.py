"""Reads a plan file. All faults are reported at once, each with its line; the kinds' own fields are the keys.

| a field's type | in a file |
|---|---|
| `Cents` | dollars: a whole number, or text such as "0.50" |
| `Wager` | a wager that the house offers |
| `Count`, `int` | a whole number, at least one or at least zero |
| words to choose from | one of them |
| a set, a tuple | a list |
| a tuple of tuples | a table: the last of each is the value, what comes before it the key |
| another plan | a table with its kind |
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from os.path import isfile
from pathlib import Path
from typing import Literal, get_args, get_origin

from croupier.chain.compile import TooLarge, compile
from croupier.chain.plan import BuiltIn, Cents, Count, PlanRefused, Wager, told
from croupier.chain.plans.dice import has_dice
from croupier.chain.plans.kinds import HEAD, KINDS, Parameter, parameters
from croupier.core.refusal import Refusal
from croupier.core.sheet import Path as Keys
from croupier.core.sheet import Sheet, lines_of, parsed, read_file
from croupier.house import Fault, House, Unreadable, Unsound
from croupier.house import load as load_house
from croupier.house import presets as houses
from croupier.text.visible import written

_FOLDER = Path(__file__).parent
MOST_COUNT = 1_000  # no plan counts further: a chain is finite
MOST_WRAPPED = 8  # the most plans wrapped in each other


def names() -> tuple[str, ...]:
    """The plans that come with Croupier, one file for each."""
    return tuple(sorted(path.stem for path in _FOLDER.glob("*.toml")))


def find(name: str | Path) -> Path:
    """The file of a built-in plan, or a file by its path."""
    path = _FOLDER / f"{name}.toml" if str(name) in names() else Path(name)
    if isfile(path):
        return path
    raise Unreadable(f"no plan {str(name)!r}: name a file, or one of {', '.join(names())}")


def load(name: str | Path, house: str | Path | None = None) -> BuiltIn:
    """A plan, by its built-in name or from a file.

    `house` is the file that the operator trusts: only for that one does the code of variations run.
    """
    plan, found = read(find(name), house)
    if plan is None:
        raise Unsound(str(name), found)
    return plan


def faults(
    name: str | Path, progress: Callable[[int, int], None] | None = None, house: str | Path | None = None
) -> list[Fault]:
    """All faults of a plan file. If there are none: the first act that its house refuses."""
    plan, found = read(find(name), house)
    if plan is not None:
        try:
            compile(load_house(plan.house), plan, progress=progress)
        except PlanRefused as error:
            no = error.refusal
            found = [Fault(None, plan.name, f"may not {told(error.move)}: {no.message}", no.cite)]
        except TooLarge as error:
            found = [Fault(None, plan.name, str(error), None)]
    return found


def read(path: Path, named: str | Path | None = None) -> tuple[BuiltIn | None, list[Fault]]:
    """A plan and no faults, or faults and no plan; `named` is the house file that the operator trusts."""
    try:
        text = read_file(path)
        data = parsed(text)
    except (OSError, ValueError) as error:
        raise Unreadable(f"{path.name} cannot be read: {error}") from error
    sheet = Sheet(data, lines_of(text))
    head = {key: _said(sheet, key) for key in HEAD}
    head["house"] = None if head["house"] is None else _where(sheet, head["house"], path.parent)
    house = None if head["house"] is None else _house(sheet, head["house"], named)
    plan = _Reader(sheet, house, head).plan((), data)
    if plan is not None and house is not None and plan.needs_dice and not has_dice(house):
        sheet.fault(("kind",), f"{plan.kind} looks at points and shooters: {house.name} has none")
    found = sorted(sheet.faults, key=lambda fault: (fault.line is None, fault.line or 0))
    return (None, found) if found else (plan, [])


def _said(sheet: Sheet, key: str) -> str | None:
    text = sheet.text((key,), sheet.data.get(key))
    if text == "":
        sheet.fault((key,), "is empty")
    return text


def _where(sheet: Sheet, name: str, folder: Path) -> str | None:
    """A preset, or a house file by its path relative to the plan file's folder."""
    return str(folder / name) if isfile(folder / name) else sheet.text(("house",), name, houses())


def _house(sheet: Sheet, where: str, named: str | Path | None) -> House | None:
    if _has_variations(Path(where)) and (named is None or Path(named).resolve() != Path(where).resolve()):
        sheet.fault(
            ("house",),
            f"has variations: their code runs only if you name the file too, with --trust or --house {where}",
        )
        return None
    try:
        return load_house(where)
    except Unreadable as error:
        sheet.fault(("house",), str(error))
    except Unsound as error:
        sheet.fault(("house",), f"has {len(error.faults)} fault(s) of its own: see `croupier house check`")
    return None


def _has_variations(file: Path) -> bool:
    try:
        return bool(parsed(read_file(file)).get("variations"))
    except (OSError, ValueError):
        return False  # a preset, or a file that nobody can read


@dataclass(frozen=True)
class _Reader:
    """Reads plans, and the plans they wrap, by the types of their fields."""

    sheet: Sheet
    house: House | None  # None if it cannot be read; then wagers are not checked
    head: Mapping[str, str | None]

    def plan(self, path: Keys, table: Mapping[str, object]) -> BuiltIn | None:
        """A plan with the plans it wraps; None if there is a fault."""
        before = len(self.sheet.faults)
        kind = self.sheet.text((*path, "kind"), table.get("kind"), KINDS)
        if kind is None:
            return None
        known = parameters(kind)
        own = () if path else HEAD
        self.sheet.known(path, table, [*own, "kind", *(each.key for each in known)])
        chosen = {each.key: self.parameter(path, each, table) for each in known if each.needed or each.key in table}
        if len(self.sheet.faults) > before or None in self.head.values():
            return None
        try:
            made: Callable[..., BuiltIn] = KINDS[kind]
            return made(**self.head, **chosen)
        except ValueError as error:
            self.sheet.fault((*path, "kind"), str(error))
            return None

    def parameter(self, path: Keys, each: Parameter, table: Mapping[str, object]) -> object:
        """A parameter, read as the kind declares it."""
        if each.key in table:
            return self.value((*path, each.key), each.type, table[each.key])
        self.sheet.fault((*path, each.key), f"is missing: {table['kind']} needs it")
        return None

    def value(self, path: Keys, wanted: object, value: object) -> object:
        """A value of this type; None and a fault if it has another type."""
        plain: dict[object, Callable[[], object]] = {
            Cents: lambda: self.sheet.money(path, value),
            Wager: lambda: self.wager(path, self.sheet.text(path, value)),
            Count: lambda: self.whole(path, value, 1),
            int: lambda: self.whole(path, value, 0),
            BuiltIn: lambda: self.wrapped(path, value),
        }
        if wanted in plain:
            return plain[wanted]()
        inside = get_args(wanted)
        if get_origin(wanted) is Literal:
            return self.sheet.text(path, value, inside)
        if get_origin(inside[0]) is tuple:
            return self.table(path, get_args(inside[0]), value)
        if not isinstance(value, list):
            self.sheet.fault(path, f"must be a list, not {written(value)}")
            return None
        made: Callable[[list[object]], object] = get_origin(wanted) or tuple
        return made([self.value(path, inside[0], each) for each in value])

    def table(self, path: Keys, wanted: tuple[object, ...], value: object) -> object:
        """Rows of a table: the words of each key, then its value."""
        if not isinstance(value, Mapping):
            self.sheet.fault(path, f"must be a table, not {written(value)}")
            return None
        *words, last = wanted
        return tuple(
            (*self.words((*path, key), words, key), self.value((*path, key), last, each))
            for key, each in value.items()
        )

    def words(self, path: Keys, wanted: list[object], key: str) -> list[object]:
        """The parts of a key: a wager and, after a blank, its spot; or a number."""
        said = key.split(" ", len(wanted) - 1)
        first: str | int | None = said[0]
        if get_origin(wanted[0]) is Literal:
            text = self.sheet.text(path, key, map(str, get_args(wanted[0])))
            first = None if text is None else int(text)
        else:
            self.wager(path, said[0])
        return [first, *said[1:], *[None] * (len(wanted) - len(said))]

    def wager(self, path: Keys, name: str | None) -> str | None:
        """A wager that the house offers."""
        if self.house is not None and name is not None and isinstance(no := self.house.wager(name), Refusal):
            self.sheet.fault(path, no.message, no.cite)
        return name

    def whole(self, path: Keys, value: object, least: int) -> int | None:
        """A whole number that is not too large for a plan."""
        number = self.sheet.whole(path, value, least)
        if number is not None and number > MOST_COUNT:
            self.sheet.fault(path, f"must be at most {MOST_COUNT:,}, not {number:,}")
        return number

    def wrapped(self, path: Keys, value: object) -> BuiltIn | None:
        """The plan that this plan wraps."""
        if not isinstance(value, Mapping):
            self.sheet.fault(path, f"must be a table with the kind of the plan that is played, not {written(value)}")
            return None
        if len(path) > MOST_WRAPPED:
            self.sheet.fault(path, f"a plan is wrapped at most {MOST_WRAPPED} times")
            return None
        return self.plan(path, value)
