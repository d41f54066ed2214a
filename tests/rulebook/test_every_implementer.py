"""The compliance matrix is true: without an implementer, a test that cites its paragraph fails.

An implementer is removed from the whole process. So every module is imported before, threads started meanwhile are
ended, and caches filled meanwhile are cleared: no other test is affected.
"""

from __future__ import annotations

import importlib
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import pytest

from croupier import rulebook
from croupier.core.citation import IMPLEMENTERS, MOST_NAMED, counted
from croupier.documents.compliance import matrix
from croupier.games import NAMES, game
from croupier.house import house
from croupier.rulebook.reader import Edition, editions
from croupier.table import HouseText
from croupier.table.houses import house_of
from tests.support import casebook
from tests.support.table.play import written

matrix.implementers()  # imports everything, so that every implementer is known


class TakenAway(Exception):
    """Raised instead of running an implementer."""


def _gone(*args: Any, **kwargs: Any) -> Any:
    raise TakenAway


#: All caches of the rules of play, the houses and the tables.
CACHES = [
    each
    for name, module in sorted(sys.modules.items())
    if name.startswith(("croupier.felt", "croupier.games", "croupier.house", "croupier.table"))
    for each in vars(module).values()
    if hasattr(each, "cache_clear") and each.__module__ == name
]


@contextmanager
def _away() -> Iterator[None]:
    """While something is removed: no cached result is used, and nothing is cached beyond it."""
    modules, threads = set(sys.modules), set(threading.enumerate())
    _forget()
    try:
        yield
    finally:
        _forget()
    imported = sorted(each for each in set(sys.modules) - modules if each.startswith(("croupier", "tests")))
    assert not imported, f"imported while a rule was away, so that its own code may have missed it: {imported}"
    assert set(threading.enumerate()) <= threads, "a thread that was started while a rule was away still runs"


def _forget() -> None:
    for each in CACHES:
        each.cache_clear()


@contextmanager
def _without(dotted: str) -> Iterator[None]:
    """Replace the function everywhere by one that only raises."""
    function = _function(dotted)
    code = function.__code__
    assert not function.__code__.co_freevars, f"{dotted} is a closure"
    function.__code__ = _gone.__code__.replace(co_freevars=())
    _gone_globals = function.__globals__
    had = _gone_globals.get("TakenAway")
    _gone_globals["TakenAway"] = TakenAway
    try:
        with _away():
            yield
    finally:
        function.__code__ = code
        if had is None:
            del _gone_globals["TakenAway"]


def _function(dotted: str) -> FunctionType:
    module = dotted
    parts: list[str] = []
    while True:
        module, _, name = module.rpartition(".")
        parts.insert(0, name)
        try:
            found: Any = importlib.import_module(module)
        except ModuleNotFoundError:
            continue
        for part in parts:
            found = getattr(found, part)
        assert isinstance(found, FunctionType), dotted
        return found


class Citing(NamedTuple):
    """A test that cites paragraphs; one with parameters is listed once for each set of them."""

    name: str
    run: Callable[[], None]


def _functions_citing() -> dict[str, list[Citing]]:
    """Test functions that need no fixture, by the paragraphs they cite."""
    found: dict[str, list[Citing]] = {}
    tests = Path(__file__).parents[1]
    for path in sorted(tests.rglob("test_*.py")):
        if path != Path(__file__):
            module = importlib.import_module(".".join(("tests", *path.relative_to(tests).with_suffix("").parts)))
            for test in vars(module).values():
                if isinstance(test, FunctionType) and test.__name__.startswith("test_"):
                    for paragraph, citing in _sets(test):
                        found.setdefault(paragraph, []).append(citing)
    return found


def _sets(test: FunctionType) -> Iterator[tuple[str, Citing]]:
    """The paragraphs that a test cites, with each set of its parameters."""
    marks: list[pytest.Mark] = getattr(test, "pytestmark", [])
    own = [cite for mark in marks if mark.name == "cites" for cite in mark.args]
    needs = set(test.__code__.co_varnames[: test.__code__.co_argcount])
    plain = [mark for mark in marks if mark.name == "parametrize" and "indirect" not in mark.kwargs]
    for rows in product(*map(_rows, plain)):
        values = {name: value for names, row, _ in rows for name, value in zip(names, row, strict=True)}
        if values.keys() == needs:
            for cite in (*own, *(cite for *_, cites in rows for cite in cites)):
                yield cite, Citing(f"{test.__module__}.{test.__name__}", partial(test, **values))


def _rows(mark: pytest.Mark) -> list[tuple[list[str], tuple[Any, ...], list[str]]]:
    """The sets of a `parametrize` mark: their names, values, and the paragraphs that each set cites."""
    names, rows = mark.args
    listed = names.replace(",", " ").split() if isinstance(names, str) else list(names)
    found = []
    for row in rows:
        marked = isinstance(row, type(pytest.param()))  # a game has marks too
        values = tuple(row.values) if marked else (row,) if len(listed) == 1 else tuple(row)
        cites = [cite for each in row.marks if each.name == "cites" for cite in each.args] if marked else []
        found.append((listed, values, cites))
    return found


CITING = _functions_citing()  # now, since a module that is imported while an implementer is missing may need it
CASES = casebook.cases()
FUNCTIONS = sorted({(name, paragraph) for paragraph, names in IMPLEMENTERS.items() for name in names})


def _goes_red(paragraph: str) -> bool:
    """Whether some test citing the paragraph fails now."""
    tests: list[Callable[[], None]] = [partial(casebook.run, case) for case in CASES if paragraph in case.cites]
    for test in (*tests, *(each.run for each in CITING.get(paragraph, []))):
        try:
            test()
        except (Exception, pytest.fail.Exception):
            return True
    return False


@pytest.mark.parametrize(("name", "paragraph"), FUNCTIONS, ids=[f"{n} {p}" for n, p in FUNCTIONS])
def test_without_its_implementer_a_case_goes_red(name: str, paragraph: str) -> None:
    assert rulebook.paragraphs()[paragraph].planned is None, f"{name} claims {paragraph}, which a later step meets"
    with _without(name):
        assert _goes_red(paragraph), f"no test citing {paragraph} needs {name}"
    assert not _goes_red(paragraph), f"a test citing {paragraph} is red without reason"


WAGERS = [(name, wager) for name in NAMES for wager in sorted(game(name).wagers)]


@pytest.mark.parametrize(("name", "wager"), WAGERS, ids=[f"{n} {w}" for n, w in WAGERS])
def test_without_its_wager_a_case_goes_red(name: str, wager: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each declared wager is needed by a case for every paragraph it names."""
    declared = game(name).wagers[wager]
    kept = {key: value for key, value in game(name).wagers.items() if key != wager}
    for paragraph in dict.fromkeys((*declared.cites, *declared.cites_by_row)):
        if rulebook.paragraphs()[paragraph].heading == "title":
            continue  # it is met by its children
        with monkeypatch.context() as patch, _away():
            patch.setattr(house, "game_named", {name: replace(game(name), wagers=kept)}.__getitem__)
            assert _goes_red(paragraph), f"no case of {paragraph} needs {wager}"
        assert not _goes_red(paragraph), f"a test citing {paragraph} is red without reason"


EXCEPTIONS = [
    (edition, index, row)
    for edition in editions()
    for index, row in enumerate(edition.data.get("exception", ()))
    if rulebook.paragraphs()[row["cite"]].heading != "title"
]


@pytest.mark.parametrize(("edition", "index", "row"), EXCEPTIONS, ids=[row["id"] for *_, row in EXCEPTIONS])
def test_without_its_exception_a_case_goes_red(edition: Edition, index: int, row: dict[str, Any]) -> None:
    """Each exception of a variant is needed by a case of its paragraph."""
    rows = edition.data["exception"]
    rows.remove(row)
    try:
        with _away():
            assert _goes_red(row["cite"]), f"no case of {row['cite']} needs the exception {row['id']}"
    finally:
        rows.insert(index, row)
    assert not _goes_red(row["cite"]), f"a test citing {row['cite']} is red without reason"


def test_a_house_that_was_read_without_a_wager_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    """Houses are cached by their text: later tests must not get one that was read while something was missing."""
    text = written("colorado-big-six")
    kept = {key: value for key, value in game("big-six").wagers.items() if key != "joker"}
    with monkeypatch.context() as patch, _away():
        patch.setattr(house, "game_named", {"big-six": replace(game("big-six"), wagers=kept)}.__getitem__)
        assert "joker" not in _house(text).game.wagers
    assert "joker" in _house(text).game.wagers


def _house(text: HouseText) -> house.House:
    found = house_of(text)
    assert isinstance(found, house.House)
    return found


def test_an_implementer_names_at_most_three_paragraphs() -> None:
    by_name: dict[str, set[str]] = {}
    for paragraph, names in IMPLEMENTERS.items():
        for each in names:
            by_name.setdefault(each, set()).add(paragraph)
    assert {name: named for name, named in by_name.items() if counted(named) > MOST_NAMED} == {}


def test_every_paragraph_that_is_not_planned_has_its_implementer_and_its_test() -> None:
    """What a later step meets says so in the rulebook; headings that end with their title have no duty."""
    cited = {cite for case in CASES for cite in case.cites} | set(CITING)
    missing = [
        each.id
        for each in rulebook.paragraphs().values()
        if not (each.planned or each.deleted or each.heading == "title")
        and not (each.id in cited and matrix.implementers().get(each.id))
    ]
    assert missing == []


def test_a_test_cites_at_most_two_paragraphs() -> None:
    """A test with parameters may cite others in each set."""
    cited: dict[Citing, set[str]] = {}
    for paragraph, tests in CITING.items():
        for test in tests:
            cited.setdefault(test, set()).add(paragraph)
    assert {test.name: ids for test, ids in cited.items() if counted(ids) > casebook.MOST_CITED} == {}
