"""The types of roulette's wagers, and what all ordinary wagers have in common."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from croupier.core import machine
from croupier.core.citation import implements
from croupier.core.machine import ActName, Declared, Standing, StateT
from croupier.core.refusal import Code, Refusal, refuse
from croupier.games.roulette.facts import Landed, RouletteTable
from croupier.games.roulette.options import RouletteOptions
from croupier.games.roulette.rules import Rules
from croupier.games.roulette.sequences import UP_WAGERS
from croupier.text.facts import WagerId

#: What a wager may examine when a player wants to place or change it.
At: TypeAlias = machine.At[RouletteTable, Rules]
#: The base class of a wager, with the type of its state.
RouletteWager: TypeAlias = Declared[StateT, RouletteTable, Landed, Rules]


@dataclass(frozen=True, kw_only=True)
class OrdinaryWager(Declared[StateT, RouletteTable, Landed, Rules]):
    """The base class of a wager that is not a side bet."""

    def may(self, act: ActName, standing: Standing | None, at: At) -> Refusal | None:
        """As it lies until no more bets, unless a side bet needs it."""
        if act == "take-down" and standing is not None and (stays := _primary_stays(standing, at)) is not None:
            return stays
        return Declared.may(self, act, standing, at)


@implements("30-2299.04/start(1)")
def _primary_stays(standing: Standing, at: At) -> Refusal | None:
    """The last ordinary wager beside a Roulette Up wager that requires one stays for its first spin (reading R15)."""
    if at.table.up is not None and at.table.up.active:
        return None
    mine = [each for each in at.standing if each.seat == at.seat]
    if not any(each.wager in UP_WAGERS and _primary_required(each) for each in mine):
        return None
    if any(each is not standing and each.rules.game.wagers[each.wager].group != "side-bets" for each in at.mine):
        return None
    return refuse(Code.CONTRACT, "primary", cite="30-2299.04/start(1)", wager=WagerId(standing.wager))


def _primary_required(standing: Standing) -> bool:
    options = standing.rules.options
    return isinstance(options, RouletteOptions) and options.primary_required
