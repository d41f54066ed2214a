"""Views by audience: patches make the whole view, whoever looks; and nobody sees what is not for him."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from operator import attrgetter
from pathlib import Path
from random import Random
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec import inspect

from croupier.felt import Felt
from croupier.floor.guest_commands import Asked
from croupier.games.big_six.facts import Clapped
from croupier.games.craps.facts import CrapsTable, Hand, Rolled
from croupier.games.roulette.facts import Landed
from croupier.table import State
from croupier.table.acts.wagers.choosing import Chosen
from croupier.table.state import Dice
from croupier.web.api import openapi
from croupier.web.api.felts import SpotShown
from croupier.web.api.log_entries import Entries
from croupier.web.api.responses import ReadyShown, RoundShown, TableAndOwn, TablesShown
from croupier.web.lobby import cards
from croupier.web.server import frames
from croupier.web.server.answers import Answered
from croupier.web.views.audiences import FELT, LAYERS, SEES, STATE, Viewer, beyond
from croupier.web.views.everybody import View
from croupier.web.views.happened import TOLD, Happened, told
from croupier.web.views.patch import Patch, Shown, changes
from croupier.web.views.player import Own
from croupier.web.views.trackers import FactShown, GameTable, TrackersShown, fact_shown, trackers
from tests.support.table.fields import PLAYERS
from tests.support.table.play import PEOPLE, Table, by, written
from tests.support.views import GAMES, Seen, changed, happened, json, life, watch
from tests.support.web import merged

ROOT = Path(__file__).parents[2]
ORDER: tuple[Viewer, ...] = ("everybody", "player", "crew", "supervisor", "auditor")
#: What has to have happened in the lives that are watched.
MET = frozenset(
    "seated left house-changed settled outcome-corrected voided round-voided resumed table-closed".split()
)


# Patches ----------------------------------------------------------------------------------------------------
_SCALARS = st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "a", "0"])
_JSON = st.recursive(
    _SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
)
_OBJECTS = st.dictionaries(st.sampled_from("abcd"), _JSON, max_size=4)


@given(_OBJECTS, _OBJECTS)
def test_a_patch_makes_one_value_of_another(before: Any, after: Any) -> None:
    """Whatever they are, and nothing is in it that is the same; 1 is not true."""
    patch = changes(before, after)
    assert _text(merged(before, patch)) == _text(after)
    assert bool(patch) == (_text(before) != _text(after))


def _text(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def test_merging_is_as_the_rfc_has_it() -> None:
    """Its own examples, here as in the browser: tests/web/js/merge.test.mjs."""
    examples = msgspec.json.decode((Path(__file__).parent / "js" / "rfc7396.json").read_bytes())
    assert len(examples) == 15
    for original, patch, result in examples:
        assert merged(original, patch) == result


def test_patches_make_the_view(proof: bool, share: Callable[[str], None]) -> None:
    """In random lives of every game, for every audience, after restarts, and for whoever was away for a while."""
    lives, met, patches = 400 if proof else 16, Counter[str](), 0
    for game in GAMES:
        for seed in range(lives):
            data = Random(f"{game} {seed}")
            table = life(game, str(seed), 200)
            watcher = watch(table, data)
            for each in (*watcher.sent.values(), *watcher.ended):
                patches += len(each.patches)
                assert each.again(data.randrange(len(each.patches) + 1)) == each.now
            met += happened(table) + Counter(restarts=watcher.restarts) + changed(table)
    assert met.keys() >= MET | {"restarts"}, MET - met.keys()
    assert min(met["name"], met["limits"], met["wagers"]) > 2 * lives
    share(f"views: {3 * lives} random lives, {met.total()} events, {patches} patches")


def _watched(table: Table) -> Callable[[], Any]:
    """A view of this table; each call moves it on by patches, checks it against a fresh one, and gives its JSON."""
    view = View()
    view.look(table.state)
    seen = json(view.shown)

    def look() -> Any:
        nonlocal seen
        seen = merged(seen, json(view.look(table.state)))
        fresh = View()
        fresh.look(table.state)
        assert seen == json(fresh.shown)
        return seen

    return look


def test_a_changed_house_leaves_no_limit_behind() -> None:
    """Limits that the new house does not have are gone, also where the old ones were deeper."""
    table = Table().opened(
        "colorado-double-zero", limits__straight={"min": 1, "max": 100}, limits__player={"max": 500}
    )
    look = _watched(table)
    assert {"straight", "player"} <= look()["limits"].keys()
    table.do("change-house", by("key-manager"), house=written("colorado-double-zero"))
    assert not {"straight", "player"} & look()["limits"].keys()


def test_a_changed_house_brings_its_name() -> None:
    table = Table().opened("colorado-double-zero")
    look = _watched(table)
    assert look()["name"] == "Colorado double zero"
    table.do("change-house", by("key-manager"), house=written("colorado-double-zero", title="Another title"))
    assert look()["name"] == "Another title"


def test_a_chip_follows_the_wager_it_stands_behind() -> None:
    """Odds of a put that is called off are off too, though nobody touched them (reading A1)."""
    table = Table().opened("colorado-craps")
    table.sits("ann", 1, 500_00)
    table.places("ann", "pass", 10_00)
    table.shoots("ann")
    table.plays("2-2")
    table.places("ann", "put-6", 10_00)
    table.places("ann", "put-odds", 10_00, "6")
    look = _watched(table)
    assert "on" not in look()["chips"]["ann|put-odds|6|0"]
    for on in (False, True):
        table.do("call-wager", by("player", "ann"), player="ann", wager="put-6", on=on)
        table.do("confirm-call", by("dealer"), player="ann", wager="put-6")
        assert look()["chips"]["ann|put-odds|6|0"].get("on") is (None if on else False)


def test_a_choice_says_what_it_gives_back() -> None:
    """Half of $25 goes back in whole chips of $1: what is shown is what is paid."""
    table = Table().opened("colorado-single-zero")
    table.sits("ann", 1, 500_00)
    table.places("ann", "red", 25_00)
    table.closes()
    table.calls("0")
    table.do("settle", by("dealer"))
    own = Own(table.state).of("ann")
    assert own is not None
    (due,) = own.pending
    assert (due.stake, due.back) == (25_00, {"half-back": 13_00, "imprison": 0})
    (chosen,) = table.do("choose", by("player", "ann"), player="ann", wager="red", choice="half-back")
    assert isinstance(chosen, Chosen)
    assert [row.paid for row in chosen.rows] == [due.back["half-back"]]


def test_a_corrected_number_is_corrected_among_the_last() -> None:
    table = Table().opened("colorado-double-zero")
    view = View()
    view.look(table.state)
    for outcome in ("17", "18"):
        table.closes()
        table.calls(outcome)
        view.look(table.state, table.do("settle", by("dealer")))
        table.do("open-betting", by("dealer"))
    corrected = table.do(
        "correct-outcome", by("pit-supervisor"), round=2, outcome="20", reason="misread", dealer="dee"
    )
    assert view.look(table.state, corrected)["last"]
    assert [(each.round, each.outcome, each.color) for each in view.last] == [(1, "17", "black"), (2, "20", "black")]


def test_a_card_of_the_lobby_is_patched_too() -> None:
    """By the same function: what changed on it, and nothing else."""
    table = Table().opened("colorado-double-zero")
    before = cards.now(table.state, (), 8)
    table.sits("ann", 1)
    after = cards.now(table.state, (), 8)
    assert changes(before, after) == {"seats": "1 of 8 taken"}


# Types ------------------------------------------------------------------------------------------------------
def _types(kind: Any) -> Iterator[Any]:
    """A type, and all that it is made of."""
    yield kind
    match kind:
        case inspect.StructType():
            for each in kind.fields:
                yield from _types(each.type)
        case inspect.UnionType():
            for part in kind.types:
                yield from _types(part)
        case inspect.DictType():
            yield from _types(kind.value_type)
        case inspect.ListType() | inspect.VarTupleType():
            yield from _types(kind.item_type)


@pytest.mark.parametrize("kind", [*LAYERS.values(), cards.LiveCard], ids=lambda kind: kind.__name__)
def test_no_view_needs_a_null(kind: type[Shown]) -> None:
    """A merge patch cannot set one: what is none is left out."""
    found = list(_types(inspect.type_info(kind)))
    assert not any(isinstance(each, inspect.NoneType) for each in found)
    assert all(issubclass(each.cls, Shown) for each in found if isinstance(each, inspect.StructType))


def test_the_description_names_what_every_audience_sees() -> None:
    document = openapi.document()
    for who, names in SEES.items():
        assert list(document["x-audiences"][who]) == list(names)
        for name in names:
            schema = document["components"]["schemas"][LAYERS[name].__name__]
            assert list(schema["properties"]) == list(LAYERS[name].__struct_fields__)


#: Everything that goes over the wire: frames, what the API sends, and every layer of a view.
WIRE: tuple[Any, ...] = (
    *(frames.TerminalFrame, frames.HallFrame, Answered, *LAYERS.values(), TablesShown, TableAndOwn, RoundShown),
    *(ReadyShown, Entries, SpotShown, Asked),
)


def _annotated(kind: Any, seen: set[Any]) -> Iterator[tuple[str, Any]]:
    """Every type that a type is made of, as it is written, with where; a patch is not looked into."""
    if kind is Patch or kind in seen:
        return
    seen.add(kind)
    if isinstance(kind, type) and hasattr(kind, "__annotations__"):
        for name, each in get_type_hints(kind).items():
            yield f"{kind.__name__}.{name}", each
            yield from _annotated(each, seen)
    for each in get_args(kind):
        yield str(kind), each
        yield from _annotated(each, seen)


def test_nothing_on_the_wire_is_anything() -> None:
    """Every type is written out; only a merge patch is open, by its nature and under its own name."""
    seen: set[Any] = set()
    found = [each for kind in WIRE for each in _annotated(kind, seen)]
    assert [where for where, each in found if each in (Any, object, dict, list)] == []
    assert {where for where, each in found if each is Patch} == {
        "DeltaFrame.patch",
        "ClockFrame.patch",
        "LobbyDeltaFrame.patch",
        str(get_type_hints(frames.YouFrame)["patch"]),
    }
    assert len(seen) > 150


def test_every_frame_is_of_its_type() -> None:
    """Nothing else writes text to a terminal, and every frame can be read back as one."""
    for path in (ROOT / "src" / "croupier" / "web").rglob("*.py"):
        if path.name not in ("frames.py", "wire.py", "relay.py"):  # a relay passes on what another process wrote
            calls = [node.func for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
            assert not [each for each in calls if ast.unparse(each) in ("text", "wire.text")], path
    table = Table().opened("colorado-craps")
    view = View()
    view.look(table.state)
    whole = frames.TableFrame(seq=1, now=2, table=view.shown, you=None)
    sent = whole.encoded()[4:]
    assert msgspec.json.decode(sent, type=frames.TerminalFrame) == whole
    assert msgspec.json.decode(sent)["kind"] == "table"


def test_trackers_have_all_that_games_remember() -> None:
    """A game that remembers more, or has another fact, declares how it is sent."""
    remembered = {each.name for kind in get_args(GameTable) for each in fields(kind)}
    assert set(TrackersShown.__struct_fields__) == remembered
    facts = {kind.__struct_config__.tag: kind for kind in get_args(FactShown)}
    assert facts.keys() == {kind.__name__ for kind in (Landed, Clapped, *Rolled.__subclasses__())}
    for name, kind in facts.items():
        of = next(each for each in (Landed, Clapped, Rolled) if name == each.__name__ or each is Rolled)
        assert list(kind.__struct_fields__) == [each.name for each in fields(of)]
    rolled = CrapsTable(point=6, hand=Hand(points_made=frozenset({8, 4})), shooter="ann")
    assert json(trackers(rolled)) == {
        "point": 6,
        "hand": {"rolled": False, "pointed": False, "points_made": [4, 8], "passes": 0, "sevens_and_elevens": 0},
        "shooter": "ann",
        "deciding_come": False,
    }
    assert json(fact_shown(Landed("17", "3"))) == {"kind": "Landed", "pocket": "17", "previous": "3"}


def test_what_is_told_of_an_event_is_a_part_of_it() -> None:
    for event, kind in TOLD.items():
        assert kind.__struct_config__.tag == str(event.__struct_config__.tag).partition("/")[0]
        assert set(kind.__struct_fields__) <= set(event.__struct_fields__)
    assert {*TOLD.values()} == {*get_args(Happened)}


# Who sees what ----------------------------------------------------------------------------------------------
def test_every_part_of_a_table_has_its_audience() -> None:
    """Whoever adds a field to the state of a table says who may see it."""
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
    """The fields that are for later audiences alone; of a player's own there is more to say: `_others`."""
    return [name for name, first in of.items() if ORDER.index(first) > ORDER.index(audience)]


def _others(table: Seen, state: State, player: str) -> State:
    """The same table, with all that is not this player's own and not for everybody taken from another state."""
    mine = [each for each in state.felt.racks if each[0] == player]
    racks = (*mine, *((name, rack + 7) for name, rack in state.felt.racks if name != player))
    repeats = tuple(each for each in state.repeats if each[0] == player)
    rounds = tuple(
        replace(
            each,
            rows=tuple(row for row in each.rows if row.player == player),
            caller="somebody",
            draws=(),
            coupons=(),
            dice=Dice(),
            before=table.states[0][0].felt,
            after=table.states[0][0].felt,
        )
        for each in state.rounds
    )
    seats = tuple(replace(seat, color="pink", unit=3) for seat in state.seats)
    dice = Dice(asked=state.dice.asked, count=9, declined=("zoe",), last="zoe", place=7)
    return state.but(
        play=state.felt.but(racks=racks),
        repeats=(*repeats, ("zoe", (("red", None, 5),))),
        rounds=rounds,
        seats=seats,
        dice=dice,
    )


def _sampled(seed: str) -> Iterator[tuple[Seen, State]]:
    """States of real shifts."""
    for game in GAMES:
        for number in range(6):
            table = life(game, f"{seed} {number}", 200)
            for state, _ in Random(f"{game} {seed} {number}").sample(table.states, 10):
                yield table, state


def _unlike(table: Seen, value: Any, get: Callable[[State], Any]) -> Any:
    """What there was instead of a value at some other time; the value itself where it never changed."""
    return next((found for state, _ in table.states if (found := get(state)) != value), value)


@pytest.mark.parametrize("audience", ORDER[:-1])
def test_what_is_for_others_changes_nothing(audience: Viewer) -> None:
    """Whatever is in a hidden field, the view is the same: nothing of it can be found out."""
    state_fields, felt_fields, tried = _hidden(audience, STATE), _hidden(audience, FELT), set[str]()
    for table, state in _sampled("hidden"):
        player = state.seats[0].player if state.seats else PLAYERS[0]
        seen = _whole(audience, state, player)
        for name in state_fields:
            value = _unlike(table, getattr(state, name), attrgetter(name))
            tried |= {name} if value != getattr(state, name) else set()
            assert _whole(audience, state.but(**{name: value}), player) == seen, name
        for name in felt_fields:
            value = _unlike(table, getattr(state.felt, name), attrgetter(f"felt.{name}"))
            if name == "racks":  # of the same players: a felt orders its wagers by them
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
def test_players_are_not_told_who_the_staff_is(audience: Viewer) -> None:
    """Neither by the view nor by what happened; the crew sees who called the outcome."""
    staff, named = set(PEOPLE.values()), False
    for table, state in _sampled("staff"):
        for player in PLAYERS:
            assert not staff & set(_strings(_whole(audience, state, player)))
        named |= bool(staff & set(_strings(_whole("crew", state, PLAYERS[0]))))
        for _, event in table.states[-20:]:
            assert not staff & set(_strings(json(told(event))))
    assert named


def test_each_audience_sees_what_the_one_before_it_sees() -> None:
    """From the crew on; a player sees everybody's and his own."""
    assert set(SEES["everybody"]) < set(SEES["crew"]) < set(SEES["supervisor"]) < set(SEES["auditor"])
    assert set(SEES["player"]) == {"table", "you"}


def test_what_the_crew_the_supervisor_and_the_auditor_see() -> None:
    """What waits at the table; its money; versions and digests."""
    table = Table().opened("colorado-double-zero", bank=1_000_00)
    table.sits("ann", 1, 100_00, color="red")
    table.do("spread-cash", by("dealer"), player="ann", instrument="cash", amount=20_00)
    table.do("raise-dispute", by("dealer"), player="ann", about="x", against="dee")
    table.do("exclude-patron", by("pit-supervisor"), person="eve")
    seen = _whole("auditor", table.state, "ann")
    assert seen["crew"]["racks"] == {"ann": 100_00}
    assert (seen["crew"]["colors"], seen["crew"]["units"]) == ({"ann": "red"}, {"ann": 1_00})
    assert seen["crew"]["buying"] == {"player": "ann", "instrument": "cash", "amount": 20_00, "step": "spread"}
    assert seen["crew"]["disputes"] == [{"number": 1, "player": "ann", "against": "dee"}]
    assert (seen["supervisor"]["bank"], seen["supervisor"]["drop"]) == (900_00, 100_00)
    assert seen["supervisor"]["excluded"] == ["eve"]
    assert len(seen["auditor"]["digest"]) == 64
    assert seen["auditor"]["accounts"] == dict(table.state.balances)
    assert seen["auditor"]["house"]["version"] == table.state.house.version


def test_a_player_who_leaves_sees_nothing_of_his_own() -> None:
    table = Table().opened("colorado-double-zero")
    table.sits("ann", 1)
    assert beyond("player", table.state, 1, "ann")["you"] == beyond("player", table.state, 2, "ann")["you"]
    table.do("leave", by("player", "ann"), player="ann")
    assert not beyond("player", table.state, 1, "ann")
