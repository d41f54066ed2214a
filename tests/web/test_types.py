"""The types of everything that is sent: no null in a view, no open types, every frame of its type."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, get_args, get_type_hints

import msgspec
import pytest
from msgspec import inspect

from croupier.floor.guest_commands import Asked
from croupier.games import NAMES, game
from croupier.games.big_six.facts import Clapped
from croupier.games.craps.facts import CrapsTable, Hand, Rolled
from croupier.games.roulette.facts import Landed
from croupier.table import Event
from croupier.table.acts.round.calling import OutcomeCalled
from croupier.web.api import openapi
from croupier.web.api.felts import SpotShown
from croupier.web.api.log_entries import Entries
from croupier.web.api.responses import ReadyShown, RoundShown, TableAndOwn, TablesShown
from croupier.web.lobby import cards
from croupier.web.server import frames
from croupier.web.server.answers import Answered
from croupier.web.views.audiences import LAYERS, SEES
from croupier.web.views.everybody import View
from croupier.web.views.happened import TOLD, Happened
from croupier.web.views.patch import Patch, Shown
from croupier.web.views.trackers import FactShown, TrackersShown, fact_shown, trackers
from tests.support.table.play import Table
from tests.support.views import json

ROOT = Path(__file__).parents[2]


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
    """A merge patch cannot set null: members without a value are left out."""
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


#: Everything that is sent: frames, the types of the API, and every layer of a view.
WIRE: tuple[Any, ...] = (
    *(frames.TerminalFrame, frames.HallFrame, Answered, *LAYERS.values(), TablesShown, TableAndOwn, RoundShown),
    *(ReadyShown, Entries, SpotShown, Asked),
)


def _annotated(kind: Any, seen: set[Any]) -> Iterator[tuple[str, Any]]:
    """Every annotation inside a type, with its place; patches are skipped."""
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


def test_no_type_on_the_wire_is_any() -> None:
    """Every type is explicit; only a merge patch is open, under its own name."""
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
    """No other module writes text to a terminal, and every frame can be read back."""
    for path in (ROOT / "src" / "croupier" / "web").rglob("*.py"):
        if path.name not in ("frames.py", "wire.py", "relay.py"):  # a relay forwards frames of another process
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
    """Their types are made from those of the games; the members of another game are left out."""
    remembered = [member for name in NAMES for member in get_type_hints(game(name).table)]
    assert [*TrackersShown.__struct_fields__] == remembered
    assert set(TrackersShown.__struct_defaults__) == {msgspec.UNSET}
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
        "released": False,
    }
    assert json(fact_shown(Landed("17", "3"))) == {"kind": "Landed", "pocket": "17", "previous": "3"}


def test_the_public_part_of_an_event_is_a_part_of_it() -> None:
    """Only the call of an outcome has more: what it meant follows from the state."""
    more: dict[type[Event], set[str]] = {OutcomeCalled: {"fact", "line", "spoken"}}
    for event, kind in TOLD.items():
        assert kind.__struct_config__.tag == str(event.__struct_config__.tag).partition("/")[0]
        assert set(kind.__struct_fields__) - set(event.__struct_fields__) == more.get(event, set())
    assert {*TOLD.values()} == {*get_args(Happened)}
