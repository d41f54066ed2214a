"""Random scripts that get far: the writer plays along on the oracle's own table, so most acts make sense.

Any engine can be given the same text. About one act in eight is wrong on purpose. Where a house offers side
bets or takes tips, each script has a mood that bends its outcomes, so that streaks, repeats and hands complete.
"""

from __future__ import annotations

import random
from typing import Any

from . import big_six, craps, roulette, side_bets
from .dice_table import CrapsTable
from .play import open_table, step
from .table import Table, Wager
from .wheel_tables import BigSixTable, RouletteTable

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
    return f"{'tip' if one.tip else 'wager'} {one.player} {amount} {odds}{spot}"


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
    if kind < 0.48:
        return rng.choice((f"shooter {player}", f"shooter {player}", "no-roll off-table", "no-roll cocked"))
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


# scripts with side bets and tips

ROULETTE_MOODS = ("climb", "climb", "repeat", "near", "plain")
CRAPS_MOODS = ("points", "naturals", "plain")
FAVORITES: dict[str, tuple[str, ...]] = {
    "climb": side_bets.UP,
    "repeat": ("back2back", "spinner-winner"),
    "near": ("straights-and-8s",),
    "points": ("fire-bet", "sharp-shooter"),
    "naturals": ("super-front-line-winner",),
}
SIDE_DOLLARS = ("1", "1", "2", "3", "5", "10", "25", "100")


def bent_spin(table: RouletteTable, mood: str, rng: random.Random) -> str:
    """A pocket, bent toward the mood: a little higher than the last, the same again, or close to it."""
    last = int(table.previous or "0")
    if mood == "climb" and rng.random() < 0.88:
        if table.streak == 0:
            return rng.choice(("1", "2", "3", "4", "5", *roulette.ZEROS[table.wheel]))
        return str(min(last + rng.randint(1, 4), 36)) if rng.random() < 0.96 else "36"
    if mood == "repeat" and table.previous is not None and rng.random() < 0.5:
        return table.previous
    if mood == "near" and rng.random() < 0.75:
        if str(last) in side_bets.EIGHTS or rng.random() < 0.2:
            return rng.choice(side_bets.EIGHTS)
        return str(min(max(last + rng.choice((-2, -1, 1, 2)), 1), 36))
    pockets = roulette.ZEROS[table.wheel] if rng.random() < 0.15 else roulette.pockets(table.wheel)
    return rng.choice(pockets)


def bent_dice(table: CrapsTable, mood: str, rng: random.Random) -> str:
    """A throw, bent toward the mood: points made, or sevens and elevens on the come-out."""
    totals: tuple[int, ...] = ()
    if mood in ("points", "naturals") and table.point is not None:
        made = rng.random() < (0.8 if mood == "points" else 0.5)
        totals = (table.point,) if made else (7, 7, 3)
    elif table.point is None and mood == "points":
        missing = tuple(n for n in craps.POINTS if n not in table.hand.points)
        totals = missing if missing and rng.random() < 0.8 else craps.POINTS
    elif table.point is None and mood == "naturals" and rng.random() < 0.75:
        totals = (7, 11)
    throws = [dice for dice in craps.ALL_DICE if sum(dice) in totals] or list(craps.ALL_DICE)
    return "{}-{}".format(*rng.choice(throws))


def bonus_balls(table: RouletteTable, rng: random.Random) -> str:
    """Where the bonus balls rest: on the number, beside it, together or anywhere; now and then impossibly."""
    ring = side_bets.RINGS[table.wheel]
    count = side_bets.ball_count(table.side("spinner-winner")["pay_table"])
    if rng.random() < 0.1:
        return "-".join(rng.choice((*ring, "000", "x", "37")) for _ in range(rng.randint(1, 4)))
    first = ring.index(rng.choice((table.previous or "0", rng.choice(ring))))
    steps = rng.choice(((0, 0, 0), (0, 1, 2), (0, -1, -2), (0, 1, -1), (0, 1, rng.randint(3, 30)), None, None))
    if steps is None or (count == 3 and steps == (0, 0, 0)):
        balls = rng.sample(ring, count)
    else:
        balls = [ring[(first + step) % len(ring)] for step in steps[:count]]
    rng.shuffle(balls)
    return "-".join(balls)


def due_line(table: RouletteTable, rng: random.Random) -> str | None:
    """The award or bonus that is due."""
    if table.due("back2back"):
        awards = sorted(table.side("back2back")["weights"])
        return f"award {rng.choice((*awards, *awards, 15, 0))}"
    if table.due("spinner-winner"):
        return f"bonus {bonus_balls(table, rng)}"
    return None


def side_wager(setup: dict[str, Any], mood: str, rng: random.Random) -> str | None:
    """A side bet of this house, more often than not the one of the mood."""
    offered = sorted(setup.get("side_bets", {}))
    favorites = [wager for wager in offered if wager in FAVORITES.get(mood, ())]
    pool = favorites if favorites and rng.random() < 0.7 else offered
    if not pool:
        return None
    wager = rng.choice(pool)
    dollars = rng.choice(SIDE_DOLLARS)
    if wager == "roulette-up-progressive" and rng.random() < 0.9:
        dollars = str(setup["side_bets"][wager]["unit_cents"] // 100)
    return f"wager {rng.choice(PLAYERS)} {dollars} {wager}"


def eager_for_side_bets(table: Table, mood: str) -> bool:
    """The moment to put up the mood's wager: before its sequence or its hand begins."""
    if isinstance(table, CrapsTable):
        sides = [one for one in table.up if one.wager in side_bets.HAND_LONG]
        if mood == "naturals":
            return table.hand.sevens == 0 and not any(one.wager in FAVORITES[mood] for one in sides)
        return not table.hand.rolled and len(sides) < 2 and bool(table.setup["side_bets"])
    if isinstance(table, RouletteTable) and not table.track and table.streak == 0:
        return mood in FAVORITES and not any(one.wager in FAVORITES[mood] for one in table.up)
    return False


def has_line(table: Table, player: str) -> bool:
    """The player has a line wager of her own."""
    return any(one.player == player and one.wager in craps.LINE and not one.tip for one in table.up)


def needed(table: Table, rng: random.Random) -> str | None:
    """What has to happen before the game can go on: the shooter's line wager, a repaired clapper."""
    if isinstance(table, CrapsTable) and table.named is not None and not has_line(table, table.named):
        if table.point is None:
            come = any(one.wager in craps.COME for one in table.up)
            if come and table.setup["tips"] and rng.random() < 0.4:  # reading C17
                return rng.choice(("outcome 6-3", f"tip {table.named} 2 pass"))
            return f"wager {table.named} 1 pass"
        if rng.random() < 0.5:
            return f"shooter {rng.choice(PLAYERS)}"
        put = table.point in craps.POINTS and table.shooting_put() is None  # reading C20
        return f"wager {table.named} 5 put-{table.point}" if put else None
    if isinstance(table, BigSixTable) and table.out_of_service:
        return "repaired"
    return None


def primary_down(table: RouletteTable, rng: random.Random) -> str | None:
    """Take down an ordinary wager of a player who has one of Roulette Up before its first spin (reading R15)."""
    if table.streak or not table.primary_required() or rng.random() < 0.8:
        return None
    players = {one.player for one in table.up if one.wager in side_bets.UP}
    hers = [one for one in table.up if one.player in players and one.wager in roulette.WAGERS and not one.tip]
    if not hers:
        return None
    one = rng.choice(hers)
    return f"take-down {one.player} {named(one)}"


def lively_line(table: Table, setup: dict[str, Any], mood: str, rng: random.Random) -> str:
    """One act at a table with side bets or tips."""
    kind = rng.random()
    if isinstance(table, RouletteTable) and kind < 0.7:
        due = due_line(table, rng) or primary_down(table, rng)
        if due is not None:
            return due
    asked = any(one.state == "asked" for one in table.up)
    wanted = 0.7 if eager_for_side_bets(table, mood) else 0.06
    text: str | None = None
    if rng.random() < 0.6 and (what := needed(table, rng)) is not None:
        text = what
    elif rng.random() < wanted:
        text = side_wager(setup, mood, rng)
        if text is not None and "super-front-line" in text and rng.random() < 0.9:
            player = text.split()[1]
            if isinstance(table, CrapsTable) and not has_line(table, player):
                text = f"wager {player} 5 {rng.choice(craps.LINE)}"
    elif rng.random() < 0.1 and table.up and setup.get("tips"):
        one = rng.choice(table.up)
        text = f"tip {one.player} {rng.choice(SIDE_DOLLARS)} {named(one)}"
    elif not asked and rng.random() < (0.3 if mood == "plain" else 0.5):
        text = "outcome"
    if text is None and isinstance(table, CrapsTable):
        text = craps_line(table, rng)
    elif text is None and setup["game"] == "roulette":
        text = roulette_line(table, rng)
    elif text is None or not isinstance(table, CrapsTable | RouletteTable):
        text = big_six_line(table, rng) if text is None or text == "outcome" else text
    if text.startswith("outcome") and isinstance(table, CrapsTable):
        return f"outcome {bent_dice(table, mood, rng)}"
    if text.startswith("outcome") and isinstance(table, RouletteTable):
        return f"outcome {bent_spin(table, mood, rng)}"
    if text.startswith("wager") and setup.get("tips") and rng.random() < 0.12:
        return text.replace("wager", "tip", 1)
    return text


def lively_wrong_line(rng: random.Random) -> str:
    """A readable, mostly refused act with a side bet, a tip, an award or a bonus in it."""
    if rng.random() < 0.4:
        return wrong_line(rng)
    player = rng.choice((*PLAYERS, "zed"))
    wager = rng.choice((*side_bets.ALL, *side_bets.ALL, "fire", "pass-odds", "red", "dont-pass", "one"))
    spot = rng.choice(("", "", "", "6", "17"))
    amount = rng.choice((*ODD_AMOUNTS, "1", "5", "101"))
    return rng.choice(
        (
            f"wager {player} {amount} {wager} {spot}",
            f"tip {player} {amount} {wager} {spot}",
            f"raise {player} {amount} {wager} {spot}",
            f"reduce {player} {amount} {wager} {spot}",
            f"take-down {player} {wager} {spot}",
            f"{rng.choice(('on', 'off'))} {player} {wager} {spot}",
            f"award {rng.choice(('50', '10', '0', '-10', '15', '2.5'))}",
            f"bonus {rng.choice(('17-17', '4-21-2', '4', '00-0', '5-5-6', 'x-y', '37-1'))}",
            f"on {player} {wager}",
            f"tip {player} {amount.split('.')[0]}.50 pass",
        )
    )


def random_script(setup: dict[str, Any], rng: random.Random, lines: int = 60) -> str:
    """A script of `lines` acts for two players at a table of this house."""
    table = open_table(setup)
    lively = bool(setup.get("side_bets")) or bool(setup.get("tips"))
    mood = "plain"
    if lively and setup.get("side_bets"):
        mood = rng.choice(CRAPS_MOODS if setup["game"] == "craps" else ROULETTE_MOODS)
    out: list[str] = []
    for line in range(lines):
        if line < 2:
            text = f"seat {PLAYERS[line]} {rng.choice((300, 3000) if setup.get('side_bets') else (30, 300, 3000))}"
        elif rng.random() < 0.12:
            text = lively_wrong_line(rng) if lively else wrong_line(rng)
        elif table.up and rng.random() < (0.1 if lively else 0.2):
            text = on_what_stands(table, rng)
        elif lively:
            text = lively_line(table, setup, mood, rng)
        elif isinstance(table, CrapsTable):
            text = craps_line(table, rng)
        elif setup["game"] == "roulette":
            text = roulette_line(table, rng)
        else:
            text = big_six_line(table, rng)
        out.append(text.strip())
        table, _ = step(table, text.split())
    return "\n".join(out)
