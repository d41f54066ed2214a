"""What an event changes by the rules of this version: asked once when it is decided, and again by an audit.

An event is first made with what was asked; `completed` adds what follows from it. Replay never comes here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from croupier import felt as felts
from croupier.conduct.event import Event
from croupier.core.refusal import Refusal
from croupier.felt import Felt
from croupier.house import House
from croupier.table import events_table as happened
from croupier.table.effects_irregularities import IRREGULARITIES
from croupier.table.effects_play import PLAY
from croupier.table.evolve import evolve
from croupier.table.felt_change import NOTHING, changed
from croupier.table.houses import house_of, same_play
from croupier.table.state import State
from croupier.table.taken import Effects, NotTaken, taken


def effects_of(state: State, event: Event) -> Effects:
    """The fields of an event that follow from the others; `NotTaken` where the rules of this version refuse it."""
    work_out = KINDS.get(type(event))
    found: Effects = {} if work_out is None else work_out(state, event)
    return found


def completed(state: State, event: Event) -> Event:
    """The event with all that follows from it; `NotTaken` where the rules of this version refuse it."""
    found = effects_of(state, event)
    return msgspec.structs.replace(event, **found) if found else event


def carried_out(state: State, event: Event) -> tuple[Event, State]:
    """An event that was decided, complete, and the table after it."""
    if getattr(event, "felt", None) is NOTHING:  # who decided has not found out what changed
        event = completed(state, event)
    return event, evolve(state, event)


def _house(event: happened.TableOpened | happened.HouseChanged) -> House:
    house = house_of(event.house)
    if isinstance(house, Refusal):
        raise NotTaken(house)
    return house


def _opened(state: State, event: happened.TableOpened) -> Effects:
    house = _house(event)
    fresh = felts.open(house)
    before = Felt(house, None, meters=state.play.meters if state.play is not None else ())
    if state.play is not None:
        kept = {meter.wager for meter in state.play.meters}
        fresh = fresh.but(meters=(*before.meters, *(each for each in fresh.meters if each.wager not in kept)))
        if house.game_name == "big-six":
            fresh = fresh.but(table=state.play.table)  # the direction goes on alternating (reading B3)
    return {"felt": changed(before, fresh), "house_version": house.version, "rulebook": house.day}


def _house_changed(state: State, event: happened.HouseChanged) -> Effects:
    house = _house(event)
    under = taken(state.felt.under(house), Felt)
    if not same_play(state.house, house):
        assert not state.felt.standing, "another wheel or variant under wagers"
        if state.game == "roulette":
            under = under.but(table=house.game.begin(house))  # another wheel has no number before
    change = changed(state.felt.but(house=house), under)
    return {"felt": change, "house_version": house.version, "rulebook": house.day}


def _left(state: State, event: happened.Left) -> Effects:
    felt = state.felt
    if getattr(felt.table, "shooter", None) != event.player:
        return {"felt": NOTHING}
    return {"felt": changed(felt, felt.but(table=replace(felt.table, shooter=None)))}


KINDS: dict[type[Event], Any] = {
    happened.TableOpened: _opened,
    happened.HouseChanged: _house_changed,
    happened.Left: _left,
    **PLAY,
    **IRREGULARITIES,
}
