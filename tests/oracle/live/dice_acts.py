"""Random commands for a naive craps table: who has the dice, and the acts of a roll."""

from __future__ import annotations

import random
from typing import Any

from tests.oracle import craps, scripts
from tests.oracle.table import Refused

from .craps import LiveCraps
from .who import PLAYERS, Command, dealer, staff


def dice(table: LiveCraps, rng: random.Random) -> Command:
    """Who takes the dice."""
    turn = table.next_in_turn() or rng.choice(PLAYERS)
    if table.hand_waits() and not table.hand_goes_on and rng.random() < 0.5:
        return staff("boxperson", "direct-hand", way=rng.choice(("continue", "return")))
    if table.nobody and rng.random() < 0.5:
        return staff("boxperson", "direct-dice", direction=rng.choice(("roll-out", "roll-out", "return")))
    if table.offered is None:
        player = turn if rng.random() < 0.95 else rng.choice(PLAYERS)
        return staff("stickperson", "offer-dice", player=player, dice=rng.choice((5, 5, 5, 6, 5, 5, 4)))
    declines = 0.75 if table.only_come() or table.point is not None else 0.1
    word = "decline-dice" if rng.random() < declines else "accept-dice"
    player = table.offered if rng.random() < 0.95 else rng.choice(PLAYERS)
    return (word, "player", player, {"player": player})


def line(table: LiveCraps, rng: random.Random) -> Command:
    """The shooter needs a line wager, or a put on the point, or gives up the dice."""
    shooter = table.named
    assert shooter is not None
    if rng.random() < (0.7 if table.only_come() else 0.15):
        return ("pass-dice", "player", shooter, {"player": shooter})
    if table.point is not None and rng.random() < 0.2:
        return staff("boxperson", "take-point-off")
    if table.only_come() and rng.random() < 0.5:
        return staff("stickperson", "push-dice")
    wager = rng.choice(craps.LINE) if table.point is None else f"put-{table.point}"
    return ("place", "player", shooter, {"player": shooter, "wager": wager, "amount": 5_00})


def rolls(table: LiveCraps, rng: random.Random, mood: str) -> Command:
    """The next act of a round at craps."""
    if table.phase == "settled" and rng.random() < 0.9:
        return dealer(table, "open-betting")
    if table.phase in ("open", "settled"):
        if table.named is None:
            return dice(table, rng)
        if table.unmoved() and rng.random() < 0.9:
            return dealer(table, "move-wagers")
        try:
            table.deciding_come_only()
        except Refused:
            return line(table, rng)
        if rng.random() < 0.04 or (table.only_come() and table.others_first() and rng.random() < 0.8):
            return ("pass-dice", "player", table.named, {"player": table.named})
        return staff("stickperson", "push-dice")
    if table.phase == "dice-out":
        if table.unmoved() and rng.random() < 0.9:
            return dealer(table, "move-wagers")
        return staff("stickperson", "throw-dice")
    if table.phase == "called":
        return dealer(table, "settle")
    if rng.random() < 0.05:
        reason = rng.choice(("cocked", "off-table", "hands", "ball-out"))
        return staff(
            rng.choice(("boxperson", "stickperson")), "call-void", call="no-roll", reason=reason, before_rest=False
        )
    faces = scripts.bent_dice(table, mood, rng)
    come = [one.spot for one in table.up if one.wager == "come"]
    if None in come and len(come) > 1 and rng.random() < 0.4:  # one come wager is decided where another travels to
        total = int(rng.choice([spot for spot in come if spot is not None] or ["7"]))
        faces = "{}-{}".format(*rng.choice([dice for dice in craps.ALL_DICE if sum(dice) == total]))
    fields: dict[str, Any] = {"outcome": faces}
    if rng.random() < 0.2:
        sides = [7 - int(face) for face in faces.split("-")]
        fields["cocked"] = rng.choice((sides, sides[:1], sides[1:], [rng.randint(1, 6)], [rng.randint(1, 6)] * 2))
    return staff("stickperson", "call-outcome", **fields)
