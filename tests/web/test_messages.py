"""The texts of the pages: each one is used by a page of its section, or is named by a game or a house."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from croupier import house, web
from croupier.games import NAMES, game
from croupier.games.craps.facts import Rolled
from croupier.games.roulette.wheel import WHEELS
from croupier.web.shared.messages import words

WEB = Path(web.__file__).parent
SHOWN_BY_GAMES = sorted((WEB.parent / "games").glob("*/show.py"))
ROWS = {row for each in map(house.load, house.presets()) for wager in each.offered for row in each.rows(wager)}
#: Keys that are not in the code of a page, because it takes them from a game, a house or an event.
TAKEN: dict[str, Iterable[str]] = {
    "groups": {wager.group for name in NAMES for wager in game(name).wagers.values()},
    "wheels": WHEELS,
    "pays": ("to", "for"),
    "rows": {*ROWS, "anything else"},  # the last one is a row of par sheets
    "endings": {*ROWS, "lose", "returned", "imprison"},  # and grades that no pay table has
    "round": {kind.__name__ for kind in Rolled.__subclasses__()},
}


def _strings(text: str) -> Iterator[str]:
    """Patterns for the strings of a Python module: f-strings stand for whatever may be filled in."""
    tree = ast.parse(text)
    left_out: set[ast.expr] = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}  # docstrings
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            left_out |= set(node.values)
            yield "".join(
                re.escape(str(part.value)) if isinstance(part, ast.Constant) else ".+" for part in node.values
            )
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in left_out:
            yield re.escape(node.value)


def _in_a_template(text: str, section: str) -> Iterator[str]:
    """Patterns for the keys of a section in a template: `words.odds.title`, `said["phase_" ~ phase]`."""
    for name in (rf"words\.{section}", *re.findall(rf"set (\w+) = words\.{section}\b", text)):
        yield from re.findall(rf"\b{name}\.(\w+)", text)
        for key, goes_on in re.findall(rf"\b{name}\[[\"']([\w-]+)[\"'](\s*~)?", text):
            yield key + (".+" if goes_on else "")


def _in_a_script(text: str) -> Iterator[str]:
    """Patterns for the keys in a script: `words.undo`, `words[`grade_${grade}`]`, or `words[key]` with any string."""
    yield from re.findall(r"\bwords\.(\w+)", text)
    for key in re.findall(r"\bwords\[`([^`]*)`\]", text):
        yield re.sub(r"\$\{[^}]*\}", ".+", key)
    if re.search(r"\bwords\[[^`]", text):
        yield from re.findall(r"[\"'](\w+)[\"']", text)


def _used(section: str) -> Iterator[str]:
    """Patterns for all keys of a section that are used; none begins with a gap, which would fit every key."""
    for path in WEB.rglob("*"):
        if path.suffix == ".py" and f'words()["{section}"]' in (text := path.read_text(encoding="utf-8")):
            yield from _strings(text)
        elif path.suffix == ".html":
            yield from _in_a_template(path.read_text(encoding="utf-8"), section)
        elif path.suffix == ".js" and WEB / section in path.parents:
            yield from _in_a_script(path.read_text(encoding="utf-8"))
    for path in SHOWN_BY_GAMES if section == "terminal" else ():
        yield from _strings(path.read_text(encoding="utf-8"))
    yield from map(re.escape, TAKEN.get(section, ()))


def test_the_words_of_these_pages_are_all_used() -> None:
    """Every text is used by some page; a missing one fails where it is used."""
    for section, texts in words().items():
        patterns = {pattern for pattern in _used(section) if re.match(r"\w\w", pattern)}
        dead = [key for key in texts if not any(re.fullmatch(pattern, key) for pattern in patterns)]
        assert dead == [], section


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (_strings('"""No key."""\nsaid["one"], said[f"two_{number}"]'), {"one", "two_.+"}),
        (
            _in_a_template('{% set t = words.odds %}{{ t.one }}{{ t["two_" ~ x] }}{{ page.three }}', "odds"),
            {"one", "two_.+"},
        ),
        (_in_a_script("words.one + words[`two_${number}`] + page.three + 'four'"), {"one", "two_.+"}),
        (_in_a_script("words[key]; const key = 'four'"), {"four"}),
    ],
    ids=["module", "template", "script", "script with a key"],
)
def test_a_use_of_a_word_is_found(found: Iterator[str], expected: set[str]) -> None:
    assert set(found) == expected
