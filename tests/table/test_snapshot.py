"""The state of a table as bytes and back: the same state at every moment of every game, or a clear error."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from croupier import store
from croupier.conduct import UnreadableState, snapshot
from croupier.core.refusal import Refusal
from croupier.floor import demo
from croupier.games import NAMES, game
from croupier.games.roulette.layout import layout_of
from croupier.games.roulette.options import RouletteOptions
from croupier.house import House
from croupier.table import State, begin, digest, events, evolve
from croupier.table.closing import NOBODY, Published
from croupier.table.shapes import SHAPES, SNAPSHOTS
from tests.support.table.caged import Caged, fill
from tests.support.table.coupons import issued
from tests.support.table.kits import Kitted
from tests.support.table.play import Table, by
from tests.support.table.play import written as house_text


def _same(state: State) -> bytes:
    """Check that a state survives as bytes, and that the same state gives the same bytes."""
    body = SNAPSHOTS.write(state)
    again = SNAPSHOTS.read(body)
    assert again == state
    assert digest(again) == digest(state)
    assert SNAPSHOTS.write(again) == body
    return body


def _kinds(body: bytes) -> set[str]:
    """The kinds of value in the bytes."""
    return {kind.decode() for kind in re.findall(rb'^\[+"([A-Za-z]+)"', body, re.MULTILINE)}


@pytest.fixture(scope="module")
def states() -> list[State]:
    """Every state of a shift on one table of every kind."""
    found = []
    with store.open("memory:") as kept:
        demo.play(kept, 5, 3)
        for name in demo.TABLES:
            state = begin(name)
            for envelope in kept.read(f"table/{name}"):
                state = evolve(state, events.read(envelope.body))
                found.append(state)
    return found


def test_every_state_of_a_shift(states: list[State]) -> None:
    phases = set()
    for state in (begin("T1"), *states):
        _same(state)
        phases.add((state.game, state.phase) if state.play else ("", state.phase))
    assert phases >= {(name, phase) for name in NAMES for phase in (*game(name).course.phases, "closed")}


LAID_OUT = {  # outcomes that cause draws, choices, sequences, points and meters
    "colorado-single-zero": "17 17 0 18 19",
    "colorado-double-zero": "17 17 0 00 18",
    "colorado-triple-zero": "17 17 000 18 20",
    "colorado-converted-wheel": "17 0 18",
    "ten-dollar-roulette": "17 18",
    "colorado-craps": "4-2 5-3 3-4 5-6",
    "colorado-craps-free": "4-2 5-3 3-4 5-6",
    "colorado-big-six": "one joker",
}


def _places_all(table: Table) -> set[str]:
    """Place every wager that may be placed now, once each."""
    spots = layout_of(RouletteOptions.of(table.state.house)).spots if table.state.game == "roulette" else {}
    for wager in sorted(table.state.house.offered):
        for amount in (5_00, 6_00, 4_00, 10_00, 1_00, 25_00):
            for spot in (None, *sorted(spots.get(wager, ()))[:1], "8", "6"):
                done = table.ask("place", by("dealer"), player="ann", wager=wager, amount=amount, spot=spot)
                if not isinstance(done, Refusal):
                    for event in done:
                        table.happen(event)
                    break
    return {each.wager for each in table.state.felt.standing}


@pytest.mark.parametrize("name", LAID_OUT)
def test_every_wager_of_every_house(name: str) -> None:
    table, stood, kinds = Table(), set(), set()
    table.opened(name)
    colored = table.state.house.by_procedure
    table.sits("ann", 1, 9_000_00, "orange" if colored else None)
    if table.state.game == "craps":
        table.shoots("ann")
    for outcome in LAID_OUT[name].split():
        stood |= _places_all(table)
        if getattr(table.state.felt.table, "shooter", "ann") is None:
            table.shoots("ann")
            stood |= _places_all(table)
        kinds |= _kinds(b"".join(_round(table, outcome)))
    missing = table.state.house.offered - stood
    assert missing <= {"first-five"}, "which only one wheel has"
    if name == "colorado-double-zero":
        assert kinds >= {"UpStreak", "Track", "Meter", "DrawEntry"}


def _round(table: Table, outcome: str) -> Iterator[bytes]:
    """The states of a round, step by step."""
    yield _same(table.state)
    table.closes()
    table.calls(outcome)
    done = table.ask("draw", by("dealer"), of="award", result="20")
    for event in () if isinstance(done, Refusal) else done:
        table.happen(event)
    yield _same(table.state)
    table.settles()
    yield _same(table.state)
    if table.state.felt.draw_due == "bonus":
        table.do("load-balls", by("dealer"), balls=2)
        yield _same(table.state)
        table.do("draw", by("dealer"), of="bonus", result="1-2")
    table.do("open-betting", by("dealer"))


def test_every_kind_of_value_is_written_somewhere() -> None:
    """In the test with every wager, or here."""
    craps, wheel, six = Table(), Table(), Table()
    for table, name in ((craps, "colorado-craps"), (wheel, "colorado-double-zero"), (six, "colorado-big-six")):
        table.opened(name, coupons=[issued("K1")])
        table.sits("ann", 1, 100_00)
    craps.shoots("ann")
    craps.places("ann", "place-6", 12_00)
    craps.do("call-wager", by("player", "ann"), player="ann", wager="place-6", spot=None, on=True)
    wheel.do("place-coupon", by("dealer"), player="ann", wager="dozen", spot="1", amount=5_00, coupon="K1")
    wheel.do("raise-dispute", by("dealer"), player="ann", about="a chip", against="dee")
    six.places("ann", "one", 5_00)
    six.plays("one")
    six.do("spread-cash", by("dealer"), player="ann", instrument="cash", amount=20_00)
    met = set[str]().union(*(_kinds(_same(each.state)) for each in (craps, wheel, six)))
    met |= _kinds(_same(Kitted().gets(house_text("colorado-double-zero")).state))
    caged = Caged().opens()
    caged.do("receive-slip", by("system"), slip=fill(2))
    caged.do("count-inventory", by("dealer"), chips=())
    met |= _kinds(_same(caged.state))
    met |= _kinds(_same(craps.state.but(closing=Published("ab" * 32, NOBODY, 0, "cd" * 32, (), 1_000))))
    assert met | {"UpStreak", "Track", "Meter", "DrawEntry"} == {*SHAPES.kinds, "tuple", "set", "House"}


def test_wagers_keep_the_house_they_were_placed_under() -> None:
    table = Table()
    table.opened("colorado-big-six")
    table.sits("ann", 1, 100_00)
    table.places("ann", "one", 5_00)
    table.do(
        "change-house", by("key-manager"), house=house_text("colorado-big-six", limits__default={"min": 1, "max": 50})
    )
    table.places("ann", "two", 5_00)
    assert len({each.rules for each in table.state.felt.standing}) == 2
    body = _same(table.state)
    assert body.count(b'["House"') == 2
    assert {House.of(each).version for each in SNAPSHOTS.read(body).felt.standing} == {
        House.of(each).version for each in table.state.felt.standing
    }


def test_equal_values_are_written_once(states: list[State]) -> None:
    full = max(states, key=lambda each: len(each.rounds))
    body = SNAPSHOTS.write(full)
    lines = body.splitlines()
    assert len(set(lines)) == len(lines)


def test_any_changed_byte_is_an_error_or_another_state(states: list[State], proof: bool) -> None:
    """Reading raises `UnreadableState` or nothing; only a changed file name goes unnoticed by the digest."""
    played = [each for each in states if each.play is not None]
    state = max(played, key=lambda each: len(each.rounds) * len(each.felt.standing))
    body, data, unreadable = SNAPSHOTS.write(state), Random(7), 0
    places = range(len(body)) if proof else sorted(data.sample(range(len(body)), 400))
    for place in places:
        changed = bytes([*body[:place], body[place] ^ 1 << data.randrange(8), *body[place + 1 :]])
        try:
            again = SNAPSHOTS.read(changed)
        except UnreadableState:
            unreadable += 1
        else:
            assert digest(again) != digest(state) or again == state
    assert unreadable > len(places) // 10


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("[]", "the last line is not a state"),
        ('[["tuple",1]]', "the last line is not a state"),
        ('[["os.system","ls"]]', "'os.system' is not a kind of value in a state"),
        ('[["Refusal",1,"x",null]]', "'Refusal' is not a kind"),
        ('[["Seat",1,"ann",null]]', "a Seat has 4 parts, not 3"),
        ('[["Seat",1,"ann",null,null,null]]', "a Seat has 4 parts, not 5"),
        ('[["Seat",true,"ann",null,null]]', "place of Seat cannot be True"),
        ('[["Seat",1,[0],null,null]]', "there is no earlier line 0"),
        ('[["tuple"],["Seat",1,[0],null,null]]', r"player of Seat cannot be \(\)"),
        ('[["Seat",1.5,"ann",null,null]]', "Expected"),
        ('[["tuple",[-1]]]', "there is no earlier line -1"),
        ('[["set",1,1]]', "a part twice"),
        ('[["House","v","x",1,null,"{}"]]', "Expected `str`"),
        ('[["House","x"]]', "a house has 5 parts, not 1"),
        ('[["House",1,"x","t",null,"{}"]]', "a house has a version, not 1"),
        ('[["Buying","ann","cowries",5,"spread","dee","dealer",null]]', "instrument of Buying cannot be 'cowries'"),
        ("[[", "at line 1"),
        ("\udcff", "at line 1"),
        ("[" * 100_000, "at line 1"),
    ],
)
def test_invalid_snapshots_are_clear_errors(body: str, said: str) -> None:
    with pytest.raises(UnreadableState, match=said):
        SNAPSHOTS.read(SNAPSHOTS.first_line + body.encode(errors="surrogateescape"))


def test_bytes_of_another_shape_are_not_read() -> None:
    body = SNAPSHOTS.write(begin("T1"))
    first, rest = body.split(b"\n", 1)
    for other in (b"croupier state 0" + first[16:], first[:-1] + b"x", b""):
        with pytest.raises(UnreadableState, match="no state of this shape"):
            SNAPSHOTS.read(other + b"\n" + rest)
    assert SNAPSHOTS.read(first + b"\n" + rest) == begin("T1")


def test_every_name_of_a_kind_and_of_a_field_is_of_the_shape() -> None:
    here = {name: tuple(kind.hints) for name, kind in SHAPES.kinds.items()}
    shape = snapshot.shape(here)
    assert SNAPSHOTS.first_line == f"{snapshot.VERSION} {shape}\n".encode()
    assert snapshot.shape(dict(reversed(here.items()))) == shape
    place, player, *more = here["Seat"]
    for other in (
        {**here, "Seat": (player, place, *more)},
        {**here, "Seat": (place, player)},
        {**here, "Seat": (place, "patron", *more)},
        {**here, "Chair": here["Seat"]},
    ):
        assert snapshot.shape(other) != shape


def test_values_of_other_classes_are_not_written() -> None:
    with pytest.raises(AssertionError, match="does not hold a list"):
        SNAPSHOTS.write(replace(begin("T1"), seats=[]))  # type: ignore[arg-type]
    with pytest.raises(AssertionError, match="does not hold a Table"):
        SNAPSHOTS.write(replace(begin("T1"), seats=(Table(),)))  # type: ignore[arg-type]
