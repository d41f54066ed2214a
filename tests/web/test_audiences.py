"""Audiences: nobody sees hidden data, and each sees what the one before it sees."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from operator import attrgetter
from random import Random
from typing import Any

import pytest

from croupier.felt import Felt
from croupier.table import State
from croupier.table.state import Counted, Dice, OfCage
from croupier.web.views.audiences import FELT, LAYERS, SEES, STATE, Viewer, beyond
from croupier.web.views.everybody import View
from croupier.web.views.happened import told
from tests.support.table.fields import PLAYERS
from tests.support.table.play import PEOPLE, Table, by
from tests.support.views import GAMES, Seen, json, life

ORDER: tuple[Viewer, ...] = ("everybody", "player", "crew", "supervisor", "auditor")


def test_every_part_of_a_table_has_its_audience() -> None:
    """Every field of a table's state declares who may see it."""
    assert STATE.keys() == {each.name for each in fields(State)}
    assert FELT.keys() == set(Felt._fields)
    assert {*STATE.values(), *FELT.values()} <= set(ORDER) == set(SEES)
    assert {layer for names in SEES.values() for layer in names} == set(LAYERS)


def _whole(audience: Viewer, state: State, player: str) -> Any:
    """All that an audience sees."""
    view = View()
    view.look(state)
    return json({"table": view.shown, **beyond(audience, state, 1, player)})


def _hidden(audience: Viewer, of: dict[str, Viewer]) -> list[str]:
    """The fields that only later audiences see; `_others` handles a player's own."""
    return [name for name, first in of.items() if ORDER.index(first) > ORDER.index(audience)]


def _others(table: Seen, state: State, player: str) -> State:
    """The same table, with everything that is neither public nor this player's own taken from another state."""
    mine = [each for each in state.felt.racks if each[0] == player]
    racks = (*mine, *((name, rack + 7) for name, rack in state.felt.racks if name != player))
    barred = {each for each in state.felt.barred if each[0] == player}
    repeats = tuple(each for each in state.repeats if each[0] == player)
    rounds = tuple(
        replace(
            each,
            rows=tuple(row for row in each.rows if row.player == player),
            caller="somebody",
            coupons=(),
            dice=Dice(),
            before=table.states[0][0].felt,
            after=table.states[0][0].felt,
        )
        for each in state.rounds
    )
    seats = tuple(replace(seat, unit=3) for seat in state.seats)
    dice = Dice(asked=state.dice.asked, count=9, declined=("zoe",), last="zoe", place=7)
    return state.but(
        play=state.felt.but(racks=racks, barred=frozenset({*barred, ("zoe", "dont-pass", "")})),
        repeats=(*repeats, ("zoe", (("red", None, 5),))),
        rounds=rounds,
        seats=seats,
        dice=dice,
    )


def _sampled(seed: str) -> Iterator[tuple[Seen, State]]:
    """States of real shifts."""
    for game in GAMES:
        for number in range(30):
            table = life(game, f"{seed} {number}", 200)
            for state, _ in Random(f"{game} {seed} {number}").sample(table.states, 10):
                yield table, state


def _unlike(table: Seen, value: Any, get: Callable[[State], Any]) -> Any:
    """Another value that the field had at some time; the value itself if it never changed."""
    return next((found for state, _ in table.states if (found := get(state)) != value), value)


@pytest.mark.parametrize("audience", ORDER[:-1])
def test_hidden_fields_do_not_affect_a_view(audience: Viewer) -> None:
    """The view is the same with any value of a hidden field, so it reveals nothing of it."""
    state_fields, felt_fields, tried = _hidden(audience, STATE), _hidden(audience, FELT), set[str]()
    for table, state in _sampled("hidden"):
        player = state.seats[0].player if state.seats else PLAYERS[0]
        seen = _whole(audience, state, player)
        for name in state_fields:
            value = _unlike(table, getattr(state, name), attrgetter(name))
            if name == "of_cage":  # these tables have none
                value = OfCage("cage/main", counted=Counted(((100, 5),), "pat"))
            tried |= {name} if value != getattr(state, name) else set()
            assert _whole(audience, state.but(**{name: value}), player) == seen, name
        for name in felt_fields:
            value = _unlike(table, getattr(state.felt, name), attrgetter(f"felt.{name}"))
            if name == "racks":  # of the same players, since a felt orders its wagers by player
                value = tuple((each, rack + 7) for each, rack in state.felt.racks)
            tried |= {name} if value != getattr(state.felt, name) else set()
            assert _whole(audience, state.but(play=state.felt.but(**{name: value})), player) == seen, name
        if audience in ("everybody", "player"):
            assert _whole(audience, _others(table, state, player), player) == seen
    assert tried == {*state_fields, *felt_fields}


def _strings(value: Any) -> Iterator[str]:
    """Every word in a JSON value."""
    if isinstance(value, dict):
        for name, each in value.items():
            yield from (name, *_strings(each))
    elif isinstance(value, list):
        for each in value:
            yield from _strings(each)
    elif isinstance(value, str):
        yield from (value, *value.split())


@pytest.mark.parametrize("audience", ["everybody", "player"])
def test_players_do_not_see_the_names_of_staff(audience: Viewer) -> None:
    """Neither in the view nor in events; the crew sees who called the outcome."""
    staff, named = set(PEOPLE.values()), False
    for table, state in _sampled("staff"):
        for player in PLAYERS:
            assert not staff & set(_strings(_whole(audience, state, player)))
        named |= bool(staff & set(_strings(_whole("crew", state, PLAYERS[0]))))
        for then, event in table.states[-20:]:
            assert not staff & set(_strings(json(told(event, then))))
    assert named


def test_each_audience_sees_what_the_one_before_it_sees() -> None:
    """From the crew on; a player sees the public view and the player's own."""
    assert set(SEES["everybody"]) < set(SEES["crew"]) < set(SEES["supervisor"]) < set(SEES["auditor"])
    assert set(SEES["player"]) == {"table", "you"}


def test_what_the_crew_the_supervisor_and_the_auditor_see() -> None:
    """Pending acts, money, versions and digests."""
    table = Table().opened("colorado-double-zero", bank=1_000_00)
    table.sits("ann", 1, 100_00, color="orange")
    table.do("spread-cash", by("dealer"), player="ann", instrument="cash", amount=20_00)
    table.do("raise-dispute", by("dealer"), player="ann", about="x", against="dee")
    table.do("exclude-patron", by("pit-supervisor"), person="eve")
    seen = _whole("auditor", table.state, "ann")
    assert seen["crew"]["racks"] == {"ann": 100_00}
    assert (seen["crew"]["colors"], seen["crew"]["units"]) == ({"ann": "orange"}, {"ann": 1_00})
    assert seen["crew"]["buying"] == {"player": "ann", "instrument": "cash", "amount": 20_00, "step": "spread"}
    assert seen["crew"]["disputes"] == [{"number": 1, "player": "ann", "against": "dee", "dealer": "dee"}]
    assert (seen["supervisor"]["bank"], seen["supervisor"]["drop"]) == (900_00, 100_00)
    assert seen["supervisor"]["excluded"] == ["eve"]
    assert len(seen["auditor"]["digest"]) == 64
    assert seen["auditor"]["accounts"] == dict(table.state.balances)
    assert seen["auditor"]["house"]["version"] == table.state.house.version


def test_a_player_who_left_has_no_own_view() -> None:
    table = Table().opened("colorado-double-zero")
    table.sits("ann", 1)
    assert beyond("player", table.state, 1, "ann")["you"] == beyond("player", table.state, 2, "ann")["you"]
    table.do("leave", by("player", "ann"), player="ann")
    assert not beyond("player", table.state, 1, "ann")
