"""The reference pages of docs/, made from the source: `make docs` writes them and a test compares them."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import croupier
from croupier import rulebook
from croupier.core import refusal
from croupier.core.child import python
from croupier.core.machine import At, Standing
from croupier.core.printed_odds import Odds
from croupier.documents.felts import plain
from croupier.fonts.outlines import outlined
from croupier.games import NAMES, game, variants
from croupier.games.craps.facts import CrapsTable
from croupier.house import House, load, presets
from croupier.house.show import words
from croupier.text.render import catalogue

_SOURCE = Path(croupier.__file__).parents[1]  # the pages are of this copy, also if another one is installed
_HEAD = "<!-- made by `make docs` from the source: do not edit -->\n\n"


def refusals() -> str:
    """Every refusal with its number and its sentences, in order of precedence."""
    source = Path(refusal.__file__).read_text(encoding="utf-8")
    when = dict(re.findall(r"^    ([A-Z_]+) = \d+  # (.+)$", source, flags=re.MULTILINE))
    rows = "".join(
        f"| {int(code)} | `{code.word}` | {when[code.name]} | {'<br>'.join(_sentences(code.word))} |\n"
        for code in refusal.PRECEDENCE
    )
    return (
        '# Refusals\n\nA lawful "no" is a value: a code, facts, and the paragraph behind it. Of two that apply, the'
        " one that is higher in this table is given. That is the lower number, except that a live table asks who asks"
        " (300 to 302), whether the act exists in its game (100) and whether it takes anything now (303 to 316)"
        " before it looks at the act, and that 328 comes before 327 and 323 before 180. Numbers are never used"
        " again.\n\n"
        f"| code | name | when | what it says |\n|---|---|---|---|\n{rows}"
    )


def _sentences(word: str) -> list[str]:
    """The sentences of a code, with its facts by name."""
    entries = [entry for key, entry in catalogue().items() if key.partition(".")[0] == word]
    return ["".join(part.words + (f"*{part.fact}*" if part.fact else "") for part in entry.says) for entry in entries]


def readings() -> str:
    """Every reading with its answers."""
    parts = [
        "# Readings\n\nHow Croupier reads the rules where they are silent or at odds with themselves. A house may"
    ]
    parts.append(
        " choose an answer other than the default where there is one. "
        '"Not done yet" names what a table does not follow.\n'
    )
    for reading in rulebook.readings().values():
        cites = ", ".join(str(cite) for cite in reading.cites)
        parts.append(
            f"\n## {reading.id}: {reading.question}\n\n{cites}\n\n"
            if cites
            else f"\n## {reading.id}: {reading.question}\n\n"
        )
        for key, text in reading.answers.items():
            mark = " (default)" if key == reading.default and len(reading.answers) > 1 else ""
            parts.append(f"- **{key}**{mark}: {text}\n")
        if reading.not_yet:
            parts.append(f"\nNot done yet: {reading.not_yet}\n")
    return "".join(parts)


def wagers() -> str:
    """Every wager of every game: what it pays, when it is on, and which changes are allowed."""
    text = "# Wagers\n\nWhat the rules permit on 2022-09-01, read from the declarations the table plays.\n"
    for variant in variants():
        house = max((each for each in map(load, presets()) if each.variant == variant), key=_spots)
        called = house.game.show.on_and_off
        text += f"\n## {house.variant}\n\n| wager | rule | pays at least |"
        text += (
            " come-out | may be called | with a point set |\n|---|---|---|---|---|---|\n"
            if called
            else "\n|---|---|---|\n"
        )
        for row in house.permitted.values():
            wager = house.game.wagers[row.id]
            if not row.withdrawn and not row.side_bet and wager.spots(house):
                elective = " (elective)" if row.elective else ""
                text += f"| `{wager.id}`{elective} | {row.cite} | {_pays(house, wager.id)} |"
                text += f" {_conduct(house, wager.id)} |\n" if called else "\n"
    return text + _side_bets()


def _side_bets() -> str:
    """Every side bet with every pay table, under its printed name."""
    text = "\n## Side bets\n\nRows that a table does not list lose.\n"
    for name in NAMES:
        for bet in rulebook.newest_rules().permitted(name).values():
            if not bet.side_bet:
                continue
            text += f"\n### {bet.id}\n\n{bet.cite}, from {bet.begins}\n\n"
            tables = bet.pay_tables or {"": rulebook.PayTable("", bet.odds)}
            for printed, table in tables.items():
                rows = ", ".join(f"{row}: {words(pays)}" for row, pays in table.rows.items())
                text += f"- {printed + ': ' if printed else ''}{rows or 'the awards and weights the house sets'}\n"
    return text


def _spots(house: House) -> int:
    """How many spots the wagers of a house have; the largest layout has all wagers of its variant."""
    return sum(len(house.game.wagers[each].spots(house)) for each in house.permitted)


def _pays(house: House, wager_id: str) -> str:
    wager = house.game.wagers[wager_id]
    if wager.parts:
        return "as its parts: " + ", ".join(wager.parts)
    rows = house.permitted[wager_id].odds
    return ", ".join(str(p) if row == "win" else f"{row}: {p}" for row, p in rows.items() if isinstance(p, Odds))


def _conduct(house: House, wager_id: str) -> str:
    """Whether it is on during a come-out roll, may be called on or off, and may be reduced or raised later."""
    wager = house.game.wagers[wager_id]
    state = wager.open("4" if wager.parent else None, CrapsTable(), house)
    standing = Standing("ann", wager_id, None, 100, 6 if wager.group == "line" else state, house)
    working = "works" if wager.works(standing, CrapsTable()) else "off"
    called = "no" if wager.may("off", standing, At(CrapsTable(6), house)) else "yes"
    down = "stays up" if wager.may("reduce", standing, At(CrapsTable(6), house)) else "may come down"
    up = "is never raised" if wager.may("raise", standing, At(CrapsTable(6), house)) else "may be raised"
    return f"{working} | {called} | {down}, {up}"


def houses() -> str:
    """The presets, as `croupier house show` prints them."""
    from croupier.house.show import show

    text = "# Houses\n\nThe presets, as `croupier house show NAME` prints them.\n"
    for name in presets():
        text += f"\n## {name}\n\n```\n{show(load(name))}\n```\n"
    return text


COMMANDS = (
    "",
    "play",
    "serve",
    "pit",
    "pit people",
    "pit equipment",
    "pit inspect",
    "pit house",
    "pit proposals",
    "pit approve",
    "pit withdraw",
    "pit begin",
    "pit secret",
    "pit run",
    "pit demo",
    "identity",
    "device",
    "keep-anchors",
    "rules",
    "odds",
    "hand",
    "plans",
    "plans show",
    "plans check",
    "plans schema",
    "session",
    "simulate",
    "validate",
    "verify-round",
    "audit",
    "log",
    "books",
    "rekey",
    "recover",
    "export",
    "import",
    "upgrade",
    "demo",
    "bench",
    "bench side-by-side",
    "house",
    "house show",
    "house list",
    "house check",
    "house schema",
    "felt",
)


def commands() -> str:
    """The help of every command."""
    text = "# Commands\n\nThe help of every command, as it prints itself.\n"
    for command in COMMANDS:
        done = subprocess.run(  # noqa: S603 (this program)
            python("-m", "croupier", *command.split(), "--help"),
            capture_output=True,
            text=True,
            check=True,
            env={"COLUMNS": "100", "TERM": "dumb", "PYTHONIOENCODING": "utf-8", "PYTHONPATH": str(_SOURCE)},
        )
        lines = "\n".join(line.rstrip() for line in done.stdout.strip().splitlines())
        text += f"\n## croupier {command}".rstrip() + f"\n\n```\n{lines}\n```\n"
    return text


PAGES: dict[str, Callable[[], str]] = {
    "refusals": refusals,
    "readings": readings,
    "wagers": wagers,
    "houses": houses,
    "commands": commands,
}


def _pictures() -> Iterator[tuple[str, str, str | None]]:
    """The layouts shown in docs/, one for each game: the file name, the variant, the largest wheel."""
    for name in NAMES:
        variant, wheel = next(iter(game(name).show.variants)), next(reversed([*game(name).show.wheels]), None)
        yield f"{variant}-{wheel}" if wheel else variant, variant, wheel


def _picture(variant: str, wheel: str | None) -> str:
    return outlined(plain(variant, wheel))


PICTURES: dict[str, Callable[[], str]] = {
    name: partial(_picture, variant, wheel) for name, variant, wheel in _pictures()
}


def page(name: str) -> str:
    """One page as it is in docs/reference/."""
    return _HEAD + PAGES[name]()


def write(folder: Path) -> None:
    """Write every page and picture."""
    for name in PAGES:
        (folder / "reference" / f"{name}.md").write_text(page(name), encoding="utf-8")
    for name, draw in PICTURES.items():
        (folder / "pictures" / f"{name}.svg").write_text(draw() + "\n", encoding="utf-8")
