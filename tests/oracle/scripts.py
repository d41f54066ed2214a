"""Random scripts that get far: the writer plays along on the oracle's own table, so most acts make sense.

Any engine can be given the same text. About one act in eight is wrong on purpose.
"""

from __future__ import annotations

import random
from typing import Any

from . import big_six, craps, roulette
from .craps_table import CrapsTable
from .play import open_table, step
from .table import Table, Wager

PLAYERS = ("ann", "bob")
DOLLARS = (
    "1",
    "2",
    "3",
    "4",
    "5",
    "6",
    "8",
    "10",
    "12",
    "15",
    "20",
    "24",
    "25",
    "30",
    "40",
    "60",
    "100",
    "250",
)
ODD_AMOUNTS = ("0", "-5", "2.50", "0.01", "501", "500", "9999", "7", "11", "13")


def named(wager: Wager) -> str:
    """A standing wager as a script names it."""
    return wager.wager if wager.spot is None else f"{wager.wager} {wager.spot}"


def on_what_stands(table: Table, rng: random.Random) -> str:
    """An act on a wager that is up, whether or not it may be done now."""
    one = rng.choice(table.up)
    word = rng.choice(("raise", "wager", "reduce", "reduce", "take-down", "on", "off"))
    if word in ("take-down", "on", "off"):
        return f"{word} {one.player} {named(one)}"
    amount = str(one.stake // 100) if word == "reduce" and rng.random() < 0.2 else rng.choice(DOLLARS[:12])
    return f"{word} {one.player} {amount} {named(one)}"


def craps_odds(table: CrapsTable, rng: random.Random) -> str | None:
    """Odds behind something that stands, in units more often than not."""
    flats = [one for one in table.up if one.wager in craps.LINE + craps.COME or one.wager.startswith("put-")]
    flats = [one for one in flats if one.wager != "put-odds"]
    if not flats:
        return None
    one = rng.choice(flats)
    number = one.spot or (one.wager[4:] if one.wager.startswith("put-") else str(table.point or 6))
    odds = "put-odds" if one.wager.startswith("put-") else f"{one.wager}-odds"
    spot = "" if one.wager in craps.LINE else f" {number}"
    unit = 1 if int(number) not in craps.POINTS else craps.odds_unit_cents(odds, int(number)) // 100
    amount = unit * rng.randint(1, 8) + (1 if rng.random() < 0.1 else 0)
    return f"wager {one.player} {amount} {odds}{spot}"


def craps_line(table: CrapsTable, rng: random.Random) -> str:
    """One act at craps."""
    player, dollars = rng.choice(PLAYERS), rng.choice(DOLLARS)
    kind = rng.random()
    if kind < 0.35:
        total = rng.choice((table.point or 7, 7)) if rng.random() < 0.2 else 0
        throws = [dice for dice in craps.ALL_DICE if sum(dice) == total] or list(craps.ALL_DICE)
        return "outcome {}-{}".format(*rng.choice(throws))
    if kind < 0.45:
        return craps_odds(table, rng) or f"wager {player} {dollars} pass"
    if kind < 0.47:
        return rng.choice((f"shooter {player}", "no-roll off-table", "no-roll hands"))
    lines = ("pass", "pass", "dont-pass", "come", "come", "dont-come")
    common = lines if rng.random() < 0.5 else craps.wagers(table.free)
    return f"wager {player} {dollars} {rng.choice(common)}"


def roulette_line(table: Table, rng: random.Random) -> str:
    """One act at roulette; pending choices are answered sooner or later."""
    asked = [one for one in table.up if one.state == "asked"]
    if asked and rng.random() < 0.7:
        one = rng.choice(asked)
        return f"choose {one.player} {one.wager} {rng.choice(('imprison', 'imprison', 'half-back'))}"
    wheel, converted = table.setup["wheel"], table.setup["converted"]
    if rng.random() < 0.3:
        zeros = roulette.ZEROS[wheel]
        return f"outcome {rng.choice(zeros if rng.random() < 0.3 else roulette.pockets(wheel))}"
    if rng.random() < 0.03:
        return "no-spin ball-out"
    wager = rng.choice(roulette.WAGERS)
    names = sorted(name or "" for name in roulette.spot_names(wager, wheel, converted))
    words = rng.choice(names or [""]).split("-")
    rng.shuffle(words)
    return f"wager {rng.choice(PLAYERS)} {rng.choice(DOLLARS)} {wager} {'-'.join(words)}"


def big_six_line(table: Table, rng: random.Random) -> str:
    """One act at the Big Six wheel."""
    if rng.random() < 0.3:
        return f"outcome {rng.choice(big_six.SECTIONS)}"
    if rng.random() < 0.1:
        return rng.choice(
            ("void revolutions", "void between-sections", "void clapper-broken", "repaired", "repaired")
        )
    return f"wager {rng.choice(PLAYERS)} {rng.choice(DOLLARS)} {rng.choice(big_six.WAGERS)}"


def wrong_line(rng: random.Random) -> str:
    """An act that is readable and mostly refused, whatever the game."""
    player = rng.choice((*PLAYERS, "zed"))
    wager = rng.choice((*craps.wagers(), *craps.wagers(True), *roulette.WAGERS, *big_six.WAGERS, "pas", "place-7"))
    inside = "-".join(rng.sample(roulette.ORDER, rng.randint(1, 4)))
    spot = rng.choice(("", "", "4", "6", "2", "7", "00", "0-000", "8-9", "1-2-3", inside, "x"))
    amount = rng.choice(ODD_AMOUNTS)
    return rng.choice(
        (
            f"wager {player} {amount} {wager} {spot}",
            f"raise {player} {amount} {wager} {spot}",
            f"reduce {player} {amount} {wager} {spot}",
            f"take-down {player} {wager} {spot}",
            f"{rng.choice(('on', 'off'))} {player} {wager} {spot}",
            f"outcome {rng.choice(('0-1', '7-7', '37', '000', '00', 'one', 'x', '3', '3-4-5'))}",
            f"choose {player} red {rng.choice(('imprison', 'half-back', 'maybe'))}",
            rng.choice(("no-roll tired", "no-spin bank", "void revolutions", "no-roll bank", "no-spin other")),
            f"shooter {player}",
            f"seat {player} 100",
        )
    )


def random_script(setup: dict[str, Any], rng: random.Random, lines: int = 60) -> str:
    """A script of `lines` acts for two players at a table of this house."""
    table = open_table(setup)
    out: list[str] = []
    for line in range(lines):
        if line < 2:
            text = f"seat {PLAYERS[line]} {rng.choice((30, 300, 3000))}"
        elif rng.random() < 0.12:
            text = wrong_line(rng)
        elif table.up and rng.random() < 0.2:
            text = on_what_stands(table, rng)
        elif isinstance(table, CrapsTable):
            text = craps_line(table, rng)
        elif setup["game"] == "roulette":
            text = roulette_line(table, rng)
        else:
            text = big_six_line(table, rng)
        out.append(text.strip())
        table, _ = step(table, text.split())
    return "\n".join(out)
