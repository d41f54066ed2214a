"""Random commands for a naive roulette table: the acts of a round."""

from __future__ import annotations

import random
from typing import Any

from tests.oracle import roulette, scripts, side_bets

from .roulette import LiveRoulette
from .who import PLAYERS, Command, dealer, staff


def sensors(table: LiveRoulette, rng: random.Random) -> list[int]:
    """Mostly every wager's sensor; sometimes one goes unlit, or a wrong one is lit."""
    lit = sorted({table.seats[one.player] for one in table.up if one.wager == "roulette-up-progressive"})
    if lit and rng.random() < 0.25:
        lit.remove(rng.choice(lit))
    if rng.random() < 0.1:
        lit.append(rng.choice((1, 3, 5, 7)))
    return lit


def balls(table: LiveRoulette, rng: random.Random) -> str:
    """Bonus balls that often share a pocket; then one of those goes again, or another by mistake."""
    if table.balls is None or rng.random() < 0.1:
        if rng.random() < 0.5:
            return scripts.bonus_balls(table, rng)
        near = rng.sample(roulette.pockets(table.wheel), 2)
        three = side_bets.ball_count(table.side("spinner-winner")["pay_table"]) == 3
        return "-".join(rng.choice(near) for _ in range(3 if three else 2))
    rest = list(table.balls)
    shared = [place for place in range(3) if rest.count(rest[place]) > 1]
    rest[rng.choice(shared) if rng.random() < 0.7 else rng.randrange(3)] = rng.choice(roulette.pockets(table.wheel))
    if rng.random() < 0.1:
        rng.shuffle(rest)
    return "-".join(rest)


def draw(table: LiveRoulette, rng: random.Random, of: str) -> Command:
    """An award or the bonus balls, mostly pressed by who may."""
    fields: dict[str, Any] = {"of": of}
    if of == "award":
        fields["result"] = str(rng.choice((10, 20, 50, 500, 15)))
        return dealer(table, "draw", **fields)
    fields["result"] = balls(table, rng)
    who = [one.player for one in table.due("spinner-winner")]
    presses = table.setup.get("presses") == "player"
    if presses != (rng.random() < 0.15):
        fields["pressed"] = rng.choice((*who, *who, *PLAYERS))
    return dealer(table, "draw", **fields)


def spins(table: LiveRoulette, rng: random.Random, mood: str) -> Command:
    """The next act of a round at roulette."""
    if table.phase == "open":
        if table.ball_held:
            return staff("pit-supervisor", "inspect-ball", fit=rng.random() < 0.8, remark="seen")
        return dealer(table, "spin")
    if table.phase == "spun":
        return dealer(table, "call-no-more-bets", waved=rng.random() < 0.95, before_rest=rng.random() < 0.95)
    if table.phase == "no-more-bets":
        locked = not table.streak and any(one.state == "locked" for one in table.up)
        if rng.random() < (0.4 if locked else 0.08):
            reason = rng.choice(("foreign-object", "ball-out", "hands", "other"))
            return dealer(table, "call-void", call="no-spin", reason=reason, before_rest=True)
        if table.to_lock_in() and rng.random() < 0.9:
            return dealer(table, "lock-in", lit=sensors(table, rng))
        if table.unmoved() and rng.random() < 0.9:
            return dealer(table, "move-wagers")
        number = scripts.bent_spin(table, mood, rng)
        attested = {"opposite": rng.random() < 0.96, "revolutions": rng.choice((4, 4, 5, 9, 4, 4, 4, 3))}
        return dealer(table, "call-outcome", outcome=number, **(attested if rng.random() < 0.97 else {}))
    if table.phase == "called":
        if table.award_due() and rng.random() < 0.9:
            return draw(table, rng, "award")
        return dealer(table, "settle")
    if table.due("spinner-winner") and not table.loaded and rng.random() < 0.9:
        return dealer(table, "load-balls", balls=table.to_load() if rng.random() < 0.9 else rng.randint(1, 3))
    if table.due("spinner-winner") and rng.random() < 0.9:
        return draw(table, rng, "bonus")
    return dealer(table, "open-betting")
