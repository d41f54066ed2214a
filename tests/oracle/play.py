"""A naive player of whole scripts: the grammar of the play script, line by line (readings A1 to A11)."""

from __future__ import annotations

import copy
import re
from fractions import Fraction
from typing import Any

from . import roulette
from .dice_table import CrapsTable
from .table import Refused, Table
from .wheel_tables import BigSixTable, RouletteTable

COMMON: dict[str, Any] = {
    "free": False,
    "wheel": None,
    "converted": False,
    "in_prison": False,
    "chip_cents": 100,
    "limits": {"default": (100, 50000), "side-bets": (100, 10000)},
    "odds": "3-4-5",
    "commission": ("on-win", 5),
    "hardways_on_come_out": False,
    "offered": None,
    "c4": "true-odds",
    "c6": "of-the-win",
    "r5": "released",
    "areas": True,
    "odds_cap_cents": None,
    "side_bets": {},
    "r15": "36-counts",
    "tips": False,
}
COLORADO: dict[str, Any] = {**COMMON, "tips": True}
# What issue 3 puts on the tables of the presets.
BACK2BACK = {"weights": {10: 400, 20: 250, 30: 180, 50: 120, 100: 40, 500: 8, 1000: 2}}
PROGRESSIVE = {
    "pay_table": "PT-BJS-RU-01",
    "unit_cents": 100,
    "seed_cents": 1_000_000,
    "reseed_cents": 1_000_000,
    "contribution_percent": 20,
}
SINGLE_ZERO_SIDES: dict[str, dict[str, Any]] = {
    "spinner-winner": {"pay_table": "SW2-U01"},
    "roulette-up": {"pay_table": "PT-FLT-RU-02", "primary_required": False, "aggregate_cents": None},
}
DOUBLE_ZERO_SIDES: dict[str, dict[str, Any]] = {
    "back2back": BACK2BACK,
    "straights-and-8s": {},
    "spinner-winner": {"pay_table": "SW2-U03"},
    "roulette-up": {"pay_table": "PT-FLT-RU-01", "primary_required": False, "aggregate_cents": None},
    "roulette-up-progressive": PROGRESSIVE,
}
CRAPS_SIDES: dict[str, dict[str, Any]] = {
    "fire-bet": {"pay_table": "FB-1"},
    "sharp-shooter": {"pay_table": "SS-01"},
    "super-front-line-winner": {"pay_table": "1"},
}
# H-wagers(1), (2) and H-pay-table, reading A11: no trios, no odd or even
TEN_DOLLAR = {"inside": (100, 1000), "outside": (1000, 1000), "default": (1000, 1000)}
SETUPS: dict[str, dict[str, Any]] = {
    "colorado-single-zero": {
        **COLORADO,
        "game": "roulette",
        "wheel": "single-zero",
        "in_prison": True,
        "side_bets": SINGLE_ZERO_SIDES,
    },
    "colorado-double-zero": {
        **COLORADO,
        "game": "roulette",
        "wheel": "double-zero",
        "side_bets": DOUBLE_ZERO_SIDES,
    },
    "colorado-triple-zero": {
        **COLORADO,
        "game": "roulette",
        "wheel": "triple-zero",
        "side_bets": {"back2back": BACK2BACK, "straights-and-8s": {}},
    },
    "colorado-converted-wheel": {**COLORADO, "game": "roulette", "wheel": "double-zero", "converted": True},
    "ten-dollar-roulette": {
        **COMMON,
        "game": "roulette",
        "wheel": "double-zero",
        "limits": TEN_DOLLAR,
        "offered": set(roulette.WAGERS) - {"trio", "odd", "even"},
    },
    "colorado-craps": {**COLORADO, "game": "craps", "side_bets": CRAPS_SIDES},
    "colorado-craps-free": {**COLORADO, "game": "craps", "free": True},
    "colorado-big-six": {**COLORADO, "game": "big-six"},
}
GAMES: dict[str, type[Table]] = {"roulette": RouletteTable, "craps": CrapsTable, "big-six": BigSixTable}

# act word: least and most words after it, and which of them (from 0) is the amount
GRAMMAR: dict[str, tuple[int, int, int | None]] = {
    "seat": (2, 2, 1),
    "wager": (3, 4, 1),
    "raise": (3, 4, 1),
    "reduce": (3, 4, 1),
    "tip": (3, 4, 1),
    "take-down": (2, 3, None),
    "on": (2, 3, None),
    "off": (2, 3, None),
    "outcome": (1, 1, None),
    "no-roll": (1, 1, None),
    "no-spin": (1, 1, None),
    "void": (1, 1, None),
    "shooter": (1, 1, None),
    "choose": (3, 3, None),
    "award": (1, 1, 0),
    "bonus": (1, 1, None),
    "repaired": (0, 0, None),
}


def number(text: str) -> Fraction:
    """Plain digits, perhaps a minus and decimals; anything else is not a number and can't be read."""
    if not re.fullmatch(r"-?[0-9]+(\.[0-9]+)?", text):
        raise ValueError(f"not a number: {text!r}")
    return Fraction(text)


def check_words(line: int, words: list[str]) -> None:
    """ValueError for what can't be read at all: unknown act, missing word, a word where a number belongs."""
    if words[0] not in GRAMMAR:
        raise ValueError(f"line {line}: unknown act {words[0]!r}")
    least, _most, amount = GRAMMAR[words[0]]
    if len(words) - 1 < least:
        raise ValueError(f"line {line}: a word is missing after {words[0]!r}")
    if amount is not None:
        number(words[1 + amount])


def spot_word(rest: list[str], place: int) -> str | None:
    """The spot where one was typed."""
    return rest[place] if len(rest) > place else None


def act(table: Table, words: list[str]) -> None:
    """Do one act on the table, or raise Refused."""
    word, rest = words[0], words[1:]
    if len(rest) > GRAMMAR[word][1]:
        raise Refused("needless-word")
    if word not in table.acts:
        raise Refused("another-game")
    if word == "seat":
        table.seat(rest[0], number(rest[1]))
    elif word in ("wager", "raise"):
        table.place(rest[0], number(rest[1]), rest[2], spot_word(rest, 3), must_stand=word == "raise")
    elif word == "tip":
        table.place(rest[0], number(rest[1]), rest[2], spot_word(rest, 3), must_stand=False, tip=True)
    elif word == "reduce":
        table.reduce(rest[0], number(rest[1]), rest[2], spot_word(rest, 3))
    elif word == "take-down":
        table.reduce(rest[0], None, rest[1], spot_word(rest, 2))
    elif word in ("on", "off"):
        table.call(rest[0], word, rest[1], spot_word(rest, 2))
    elif word == "outcome":
        table.outcome(rest[0])
    elif word in ("no-roll", "no-spin", "void"):
        table.no_result(word, rest[0])
    elif word == "shooter":
        table.shooter(rest[0])
    elif word == "choose":
        table.choose(rest[0], rest[1], rest[2])
    elif word == "award":
        table.award(number(rest[0]))
    elif word == "bonus":
        table.bonus(rest[0])
    else:
        assert word == "repaired"
        table.repaired()


def open_table(game_setup: dict[str, Any]) -> Table:
    """An empty table of a house."""
    return GAMES[game_setup["game"]]({**COMMON, **game_setup})


def step(table: Table, words: list[str]) -> tuple[Table, Refused | None]:
    """The table after one act; a refused act leaves the table it was given."""
    trial = copy.deepcopy(table)
    trial.resolved = []
    try:
        act(trial, words)
    except Refused as no:
        return table, no
    return trial, None


def play_lines(game_setup: dict[str, Any], script: str) -> tuple[list[dict[str, Any]], Table]:
    """Play a script and hand back the answers and the table as it ends."""
    table = open_table(game_setup)
    answers: list[dict[str, Any]] = []
    for line, text in enumerate(script.splitlines(), start=1):
        words = text.split("#")[0].split()
        if not words:
            continue
        check_words(line, words)
        table, no = step(table, words)
        answers.append(
            {
                "line": line,
                "ok": no is None,
                "refused": None if no is None else {"why": no.why, "cite": no.cite},
                "resolved": table.resolved if no is None else [],
                "standing": table.standing(),
                "racks": dict(table.racks),
            }
        )
    return answers, table


def play(game_setup: dict[str, Any], script: str) -> list[dict[str, Any]]:
    """Every act line's answer: line, ok, refused, resolved, standing and racks."""
    return play_lines(game_setup, script)[0]
