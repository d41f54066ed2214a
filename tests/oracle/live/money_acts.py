"""Random commands about money and people: buy-ins, chips, players who come and go."""

from __future__ import annotations

import random
from typing import Any

from .craps import LiveCraps
from .roulette import LiveRoulette
from .table import LiveTable
from .who import PLAYERS, STAFF, Command, dealer


def buying(table: LiveTable, rng: random.Random) -> Command:
    """The next step of a buy-in, mostly by who began it; or a relief."""
    person, role = (table.in_charge or "dee"), "dealer"
    if rng.random() < 0.2:
        role = rng.choice(("dealer", "boxperson")) if isinstance(table, LiveCraps) else "dealer"
        person = rng.choice(STAFF[role])
    if table.buying is None:
        player = rng.choice(PLAYERS)
        if rng.random() < 0.3:
            serial = rng.choice((*table.setup["coupons"], "K-unknown"))
            face = table.setup["coupons"].get(serial, {"face_cents": 500})["face_cents"]
            return (
                "spread-cash",
                role,
                person,
                {"player": player, "instrument": "coupon", "amount": face, "serial": serial},
            )
        amount = rng.choice((2000, 10000, 50))
        return ("spread-cash", role, person, {"player": player, "instrument": "cash", "amount": amount})
    if role == "dealer" and person != "dov" and rng.random() < 0.8:
        person = table.buying.person
        role = "boxperson" if person == "bea" else "dealer"
    step = {"spread": "state-amount", "stated": "give-chips", "given": "drop-cash"}[table.buying.step]
    if rng.random() < 0.15:
        step = rng.choice(("state-amount", "give-chips", "drop-cash", "return-cash", "relieve-dealer"))
    if step == "relieve-dealer":
        return (
            (step, "dealer", rng.choice(STAFF["dealer"]), {})
            if isinstance(table, LiveRoulette)
            else dealer(table, "settle")
        )
    fields: dict[str, Any] = {"player": table.buying.player}
    if step == "state-amount":
        fields["amount"] = table.buying.amount if rng.random() < 0.9 else 500
    return (step, role, person, fields)


def people(table: LiveTable, rng: random.Random) -> Command:
    """Players come and go, and bring chips."""
    player = rng.choice(PLAYERS)
    if player not in table.seats:
        return ("sit", "player", player, {"player": player, "place": rng.choice((1, 3, 5))})
    up = any(one.player == player for one in table.up)
    rack = table.racks[player]
    kind = rng.random()
    if not rack and not up and isinstance(table, LiveRoulette) and kind < 0.5:
        color = rng.choice(("orange", "yellow", "red", "green"))
        return dealer(table, "take-color", player=player, color=color, unit=1_00)
    if rack < 20_00 or kind < 0.2:
        issuer = rng.choice(("", "", "", "T1", "R7"))
        fields = {
            "player": player,
            "amount": rng.choice((100_00, 500_00, 2_50)),
            **({"table": issuer} if issuer else {}),
        }
        if rack or kind < 0.5:
            return ("bring-chips", "player", player, fields)
    if kind < 0.3:
        return (
            "cash-out",
            "dealer",
            table.in_charge or "dee",
            {"player": player, "amount": rng.choice((5_00, rack + 1_00, 1))},
        )
    if kind < 0.45 and isinstance(table, LiveRoulette):
        color = rng.choice(("orange", "yellow", "pink", "red", "green"))
        return ("take-color", "dealer", table.in_charge or "dee", {"player": player, "color": color, "unit": 1_00})
    if not up and rack:
        return dealer(table, "cash-out", player=player, amount=rack)
    return ("leave", "player", player, {"player": player})
