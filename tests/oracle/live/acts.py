"""Random commands for a naive live table: most move the game on, some come at a wrong time or from a wrong person."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

from tests.oracle import craps, scripts, side_bets

from .craps import LiveCraps
from .dice_acts import rolls
from .money_acts import buying, people
from .roulette import LiveRoulette
from .table import LiveTable
from .wheel_acts import sensors, spins
from .who import PLAYERS, STAFF, Command, anybody, dealer, staff

WORDS = {"wager": "place", "tip": "place", "raise": "raise", "reduce": "reduce", "take-down": "take-down"}

# wagers


def said(table: LiveTable, rng: random.Random, line: str) -> Command | None:
    """A line of a play script as a command, or None for an act that the staff does in steps."""
    act, *rest = line.split()
    if act not in (*WORDS, "on", "off", "choose"):
        return None
    player = rng.choice(PLAYERS) if act == "wager" and rng.random() < 0.4 else rest[0]
    fields: dict[str, Any] = {"player": player}
    if act == "choose":
        return ("choose", "player", player, fields | {"wager": rest[1], "choice": rest[2]})
    if act not in ("take-down", "on", "off"):
        fields["amount"] = max(1, int(Fraction(rest.pop(1)) * 100))
    fields["wager"] = rest[1]
    if len(rest) > 2:
        fields["spot"] = rest[2]
    if act in ("on", "off"):
        return ("call-wager", *anybody(table, rng, player), fields | {"on": act == "on"})
    if act == "tip":
        fields["tip"] = True
        if fields["wager"] in ("fire-bet", "sharp-shooter") and rng.random() < 0.9:
            fields["tip_at"] = rng.choice(("top-of-area", "on-own-wager"))
    return (WORDS[act], *anybody(table, rng, player), fields)


def wagers(table: LiveTable, rng: random.Random, mood: str) -> Command | None:
    """A wager, or a change of one, in the words of the play scripts."""
    setup = table.setup
    if table.up and rng.random() < 0.25:
        return said(table, rng, scripts.on_what_stands(table, rng))
    if rng.random() < 0.1:
        return said(table, rng, scripts.lively_wrong_line(rng))
    if rng.random() < (0.6 if scripts.eager_for_side_bets(table, mood) else 0.15):
        line = scripts.side_wager(setup, mood, rng)
        return None if line is None else said(table, rng, line)
    return said(table, rng, scripts.lively_line(table, setup, mood, rng))


def coupon(table: LiveTable, rng: random.Random) -> Command:
    """A coupon, mostly beside chips of its face value at craps."""
    serial = rng.choice((*table.setup["coupons"], "K-unknown"))
    face = table.setup["coupons"].get(serial, {"face_cents": 500})["face_cents"]
    player, spot = rng.choice(PLAYERS), None
    wager = rng.choice(("red", "even", "dozen", "column", "straight", "low"))
    if wager in ("dozen", "column", "straight"):
        spot = "1"
    if isinstance(table, LiveCraps):
        beside = [one for one in table.up if one.stake == face and not one.tip]
        wager = rng.choice(("field", "pass", "come", "place-6", "hard-8", "buy-4", "dont-pass"))
        if beside and rng.random() < 0.8:
            one = rng.choice(beside)
            player, wager, spot = one.player, one.wager, one.spot
        elif rng.random() < 0.7:
            return ("place", "player", player, {"player": player, "wager": wager, "amount": face})
    fields = {"player": player, "wager": wager, "amount": face if rng.random() < 0.9 else 500, "coupon": serial}
    if spot is not None:
        fields["spot"] = spot
    role = "stickperson" if table.phase == "in-the-air" and rng.random() < 0.5 else "dealer"
    return ("place-coupon", role, (table.in_charge or "dee") if role == "dealer" else "stan", fields)


def tempting(table: LiveTable, rng: random.Random) -> Command | None:
    """A change that a reading forbids just now, or nearly (R15, R21, C17, C20, M3)."""
    if isinstance(table, LiveRoulette):
        if not table.streak and any(one.state == "locked" for one in table.up) and rng.random() < 0.6:  # after a void
            unit = table.side("roulette-up-progressive")["unit_cents"] // 100
            return said(table, rng, f"wager {rng.choice(PLAYERS)} {unit} roulette-up-progressive")
        players = [one.player for one in table.up if one.wager in side_bets.UP]
        hers = [one for one in table.up if one.player in players and one.state in ("fresh", "locked")]
    else:
        assert isinstance(table, LiveCraps)
        hers = [one for one in table.up if one.wager == f"put-{table.point}" and one.player == table.named]
        if table.phase == "in-the-air" and table.only_come():
            line_wager = {"player": rng.choice(PLAYERS), "wager": rng.choice(craps.LINE), "amount": 5_00}
            return ("place", "dealer", "dee", line_wager)
        if table.point is not None and rng.random() < 0.7:  # a come wager, a tip beside it and a coupon on it
            own = [
                one for one in table.up if (one.wager, one.spot, one.tip, one.stake) == ("come", None, False, 5_00)
            ]
            there = [one.player for one in (own or table.up) if one.wager == "come"]
            fields: dict[str, Any] = {"player": rng.choice(there or PLAYERS), "wager": "come", "amount": 5_00}
            if own and rng.random() < 0.6:
                serial = rng.choice(("K1", "K2", "K3", "K4", "K5", "K6"))
                return ("place-coupon", "dealer", "dee", fields | {"coupon": serial})
            return ("place", "dealer", "dee", fields | ({"tip": True} if rng.random() < 0.5 else {}))
    if not hers:
        return None
    one = rng.choice(hers)
    acts = ("take-down", "take-down", "off") if isinstance(table, LiveCraps) else ("take-down", "take-down", "wager")
    act = rng.choice(acts)
    amount = f"{one.stake // 100} " if act == "wager" else ""
    return said(table, rng, f"{act} {one.player} {amount}{scripts.named(one)}")


# any of them


def out_of_turn(table: LiveTable, rng: random.Random, mood: str) -> Command:
    """An act that may come at a wrong time."""
    player = rng.choice(PLAYERS)
    if isinstance(table, LiveRoulette):
        void = {"call": "no-spin", "reason": "foreign-object", "before_rest": True}
        return rng.choice((
            dealer(table, "spin"), dealer(table, "call-no-more-bets", waved=True, before_rest=True),
            dealer(table, "lock-in", lit=sensors(table, rng)), dealer(table, "settle"), dealer(table, "open-betting"),
            dealer(table, "call-void", **void), dealer(table, "move-wagers"),
            dealer(table, "call-outcome", outcome="17", opposite=True, revolutions=4),
            dealer(table, "draw", of=rng.choice(("award", "bonus")), result="10"),
            ("relieve-dealer", "dealer", rng.choice(STAFF["dealer"]), {}),
            staff("key-manager", "void-round", reason="smoke"),
        ))  # fmt: skip
    return rng.choice((
        staff("stickperson", "push-dice"), staff("stickperson", "throw-dice"), dealer(table, "settle"),
        dealer(table, "open-betting"), staff("stickperson", "offer-dice", player=player, dice=5),
        ("accept-dice", "player", player, {"player": player}), ("decline-dice", "player", player, {"player": player}),
        ("pass-dice", "player", player, {"player": player}), staff("boxperson", "order-pass", reason="delay"),
        staff("stickperson", "call-outcome", outcome="3-4"), dealer(table, "move-wagers"),
        staff("boxperson", "direct-hand", way=rng.choice(("continue", "return"))),
        staff("boxperson", "direct-dice", direction=rng.choice(("roll-out", "return"))),
        staff("boxperson", "take-point-off"), staff("key-manager", "void-round", reason="smoke"),
    ))  # fmt: skip


def goes_on(table: LiveTable, rng: random.Random, mood: str) -> Command:
    """The next act of the round, or of a buy-in that is not finished."""
    if table.buying is not None and rng.random() < 0.8:
        return buying(table, rng)
    if isinstance(table, LiveRoulette):
        return spins(table, rng, mood)
    assert isinstance(table, LiveCraps)
    return rolls(table, rng, mood)


def hurries(table: LiveTable, mood: str) -> float:
    """How often the round simply goes on: betting is closed, a long hand runs, only come wagers are left."""
    if table.phase not in table.betting:
        return 0.9
    if isinstance(table, LiveRoulette):
        if not table.streak and any(one.state == "locked" for one in table.up):
            return 0.2
        return 0.6 if table.streak or table.track else 0.3
    assert isinstance(table, LiveCraps)
    if table.only_come():
        return 0.8
    if mood in ("points", "naturals") and table.hand_long() and table.hand.rolled:
        return 0.7
    return 0.3


def next_command(table: LiveTable, rng: random.Random, mood: str) -> Command:
    """One command; a part of them is refused."""
    found: Command | None = None
    if rng.random() >= hurries(table, mood):
        kind = rng.random()
        if kind < 0.6:
            found = wagers(table, rng, mood)
        elif kind < 0.7:
            found = tempting(table, rng)
        elif kind < 0.82:
            found = coupon(table, rng)
        elif kind < 0.88:
            found = buying(table, rng)
        elif kind < 0.95:
            found = people(table, rng)
        else:
            found = out_of_turn(table, rng, mood)
    found = found or goes_on(table, rng, mood)
    if rng.random() < 0.02:
        role = rng.choice(tuple(STAFF))
        return (found[0], role, rng.choice(STAFF[role]), found[3])
    return found
