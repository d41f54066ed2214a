"""Views and their patches: patches give the whole view for every audience."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from croupier.table.acts.wagers.choosing import Chosen
from croupier.text.language import speaking
from croupier.web.lobby import cards
from croupier.web.views.everybody import View
from croupier.web.views.patch import changes
from croupier.web.views.player import Own
from tests.support.table.kits import DAY, TODAY, Kitted
from tests.support.table.play import Table, by, written
from tests.support.views import GAMES, changed, happened, json, life, watch
from tests.support.web import merged

#: What must have happened in the random lives.
MET = frozenset(
    "seated left house-changed settled outcome-corrected voided round-voided resumed table-closed".split()
)

_SCALARS = st.booleans() | st.integers(-2, 2) | st.sampled_from(["", "a", "0"])

_JSON = st.recursive(
    _SCALARS, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
)

_OBJECTS = st.dictionaries(st.sampled_from("abcd"), _JSON, max_size=4)


@given(_OBJECTS, _OBJECTS)
def test_a_patch_makes_one_value_of_another(before: Any, after: Any) -> None:
    """For any two values; the patch has no unchanged member, and 1 is not true."""
    patch = changes(before, after)
    assert _text(merged(before, patch)) == _text(after)
    assert bool(patch) == (_text(before) != _text(after))


def _text(value: Any) -> bytes:
    return msgspec.json.encode(value, order="deterministic")


def test_merging_is_as_the_rfc_has_it() -> None:
    """The examples of the RFC, in Python as in the browser: tests/web/js/merge.test.mjs."""
    examples = msgspec.json.decode((Path(__file__).parent / "js" / "rfc7396.json").read_bytes())
    assert len(examples) == 15
    for original, patch, result in examples:
        assert merged(original, patch) == result


def test_patches_make_the_view(proof: bool, share: Callable[[str], None]) -> None:
    """In random lives of every game, for every audience, after restarts and after reconnections."""
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
    """A view of this table; each call updates it by patches, compares it with a new one, and returns its JSON."""
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
    """Limits that the new house does not have are removed, also nested ones."""
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
    """Odds of a put that is called off are off too, although nobody changed them (reading A1)."""
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
    """Half of $25 is returned in whole chips of $1: the shown amount is the paid one."""
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


def test_players_read_why_nothing_spins() -> None:
    """A table of a pit that waits for an inspection says so in place of its stage, until it was inspected."""
    table = Kitted().opens()
    look = _watched(table)
    assert look()["stage"] == ""
    table.inspected(TODAY, act=1, stops=True)
    assert look()["stage"] == "No spin until this table was inspected. You may take your bets back."
    table.inspected(TODAY, act=2)
    assert look()["stage"] == ""
    table.do("report-wheel-moved", by("dealer"), what="a chair hit the table")
    assert look()["stage"] == "The wheel was moved: no spin until it was inspected. You may take your bets back."
    with speaking("es"):
        view = View()
        view.look(table.state)
        assert (
            view.shown.stage
            == "La rueda se movió: no se gira hasta que la inspeccionen. Puedes retirar tus apuestas."
        )
    table.inspected(TODAY, act=3, moves=1)
    assert look()["stage"] == ""
    table.start += 3 * DAY
    table.do("exclude-patron", by("pit-supervisor"), person="eve")
    assert look()["stage"] == "No spin until this table was inspected. You may take your bets back."
    table.inspected("2022-11-02", act=4)
    table.do("spin", by("dealer"))
    table.do("report-wheel-moved", by("dealer"), what="while the ball runs")
    assert look()["stage"] == "", "this ball is played to its end"


def test_a_card_of_the_lobby_is_patched_too() -> None:
    """By the same function: only the changes."""
    table = Table().opened("colorado-double-zero")
    before = cards.now(table.state, (), 8)
    table.sits("ann", 1)
    after = cards.now(table.state, (), 8)
    assert changes(before, after) == {"seats": "1 of 8 taken"}
