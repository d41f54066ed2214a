"""The demo shift: complete at every table, the same for the same seed, and without faults in an audit."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from croupier import store
from croupier.cli import demo as command
from croupier.conduct import aggregate_of
from croupier.floor import demo
from croupier.floor.demo.preparing import STAFF
from croupier.floor.demo.table import drawn
from croupier.host import Host, export, load
from croupier.host.audit import audit
from croupier.house import load as load_house
from croupier.people.stream import STREAM as PEOPLE
from croupier.pit.stream import STREAM as PIT
from croupier.table import Event, digest, stream_of
from croupier.table import events as all_events
from croupier.table.acts.device import SeedRevealed
from tests.support.stores import url
from tests.support.table.hosted import Hosted

_BESIDES = (PEOPLE, PIT)
#: What must happen in a shift, at some table.
SHOWN = """
    table-opened house-changed table-closed seated color-taken left cash-spread amount-stated chips-given cash-dropped
    chips-brought colored-up cashed-out tipped wager-placed wager-raised wager-reduced wager-taken-down coupon-placed
    call-asked call-confirmed chosen outcome-called settled voided dispute-raised dispute-decided outcome-corrected
    dice-offered dice-accepted dice-declined dice-passed drawn patron-excluded designated box-removed
    resumed round-released round-voided ball-inspected service-returned claim-settled
    seal-published seed-revealed point-taken-off tube-emptied
""".split()

#: About ten shifts show all of that; the rarest, a claim, is missing in this many shifts once in a million times.
MOST_SHIFTS = 120


@pytest.mark.parametrize("place", ["memory", "sqlite"])
def test_a_shift_audits_clean(place: str, tmp_path: Path) -> None:
    with store.open(url(place, tmp_path)) as kept:
        played = demo.play(kept, 15, 1)
        found = audit(kept)
        assert found.fault is None
        assert found.tables == len(played) == len(demo.TABLES)
        assert found.events == sum(each.events for each in played) + sum(map(kept.version, _BESIDES))
        besides = {(stream, event.command) for stream in _BESIDES for event in _of(kept, stream)}
        received = found.slips - len(played)  # by tables; each of them has sent its kit back
        assert found.commands == sum(each.commands for each in played) + len(besides) + received
        assert found.under_way == 0
        assert found.refusals == sum(each.refusals.total() for each in played) > 0
        assert found.heads >= found.rounds >= 15 * len(played) - 15  # a voided round is not settled
        assert found.proofs >= 3 * len(played)  # a quarter of the rounds is an electronic device's
        for each in played:
            state, _ = load(kept, stream_of(each.table))
            assert state.phase == "closed"
            assert not state.seats
            assert digest(state) == each.state
            assert set(dict(state.balances)) - {"outside", "cage"} <= {"meter:roulette-up-progressive"}


def test_shifts_show_every_rare_case() -> None:
    """Rare cases happen in some shift: play shifts, each in its own store, until all cases have happened."""
    kinds: set[str] = set()
    for seed in range(MOST_SHIFTS):
        with store.open("memory:") as kept:
            demo.play(kept, 40, seed)
            kinds |= {envelope.kind for stream in _tables(kept) for envelope in kept.read(stream)}
        assert kinds <= set(all_events.KINDS)
        if not (missing := set(SHOWN) - {kind.partition("/")[0] for kind in kinds}):
            break
    assert not missing


def test_a_device_draws_at_every_table_and_a_voided_round_shows_its_seed_too() -> None:
    with store.open("memory:") as kept:
        demo.play(kept, 12, 3)
        for stream in _tables(kept):
            proofs = [read.proof for read in _events(kept, stream) if isinstance(read, SeedRevealed)]
            assert {proof.voided for proof in proofs} == {False, True}
            seeds = {proof.seed for proof in proofs}
            assert len(seeds) == len(proofs) >= 3


def _events(kept: store.Store, stream: str) -> list[Event]:
    return [all_events.read(envelope.body) for envelope in kept.read(stream)]


def _of(kept: store.Store, stream: str) -> list[Event]:
    """The events of a stream of any kind."""
    return [aggregate_of(stream).events.read(envelope.body) for envelope in kept.read(stream)]


def _tables(kept: store.Store) -> list[str]:
    return [stream for stream in kept.streams() if stream not in _BESIDES]


def test_every_table_is_opened_with_a_kit_and_gives_it_back() -> None:
    """People of the house prepare each table: nothing is missing, and nothing stays out."""
    with store.open("memory:") as kept:
        demo.play(kept, 2, 7)
        people, pit = (load(kept, stream)[0] for stream in _BESIDES)
        assert [each.name for each in people.persons] == [name for name, _ in STAFF]
        assert {each.table for each in pit.kits} == set(demo.TABLES)
        assert not [each for each in pit.kits if each.out]
        for table in demo.TABLES:
            kinds = [envelope.kind for envelope in kept.read(stream_of(table))]
            assert kinds[0] == "kit-received/1"
            assert kinds[1] == "table-opened/2"
            assert kinds[-1] == "kit-given-back/1"


def test_the_same_seed_gives_the_same_bytes(tmp_path: Path) -> None:
    written = []
    for number, seed in enumerate((7, 7, 8)):
        with store.open("memory:") as kept:
            demo.play(kept, 2, seed)
            export.write(kept, tmp_path / f"{number}")
        written.append((tmp_path / f"{number}").read_bytes())
    assert written[0] == written[1] != written[2]


class _InTurn(Random):
    """Every number below the bound, one after the other."""

    number = -1

    def randrange(self, *bounds: int) -> int:  # type: ignore[override]
        self.number += 1
        return self.number % bounds[0]


def test_outcomes_have_their_exact_chances() -> None:
    for name in demo.TABLES.values():
        house = load_house(name)
        chance, data = house.game.chance(house), _InTurn()
        counts = Counter(drawn(chance, data) for _ in range(chance.total))
        assert sorted(counts.values()) == sorted(weight for _, weight in chance.weights)


def test_another_shift_follows_on_the_same_tables() -> None:
    with store.open("memory:") as kept:
        demo.play(kept, 2, 7, ["B6"])
        with pytest.raises(demo.CannotPlay, match="seed 7"):
            demo.play(kept, 2, 7)
        demo.play(kept, 2, 8, ["B6"])
        assert audit(kept).fault is None


def test_a_shift_that_was_interrupted_is_left_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = url("sqlite", tmp_path)
    with store.open(db) as kept:
        demo.play(kept, 1, 7, ["R0"])
        host = Host(kept, stream_of("R00"))
        Hosted(host=host).opened("colorado-double-zero")
        host.close()
        before = [list(kept.read(stream)) for stream in kept.streams()]
    for seed in (7, 8):
        with pytest.raises(SystemExit) as ended:
            command.demo(db=db, rounds=1, seed=seed)
        assert ended.value.code == 2
        assert (
            "table R00 of this store is open: its shift is running, or was interrupted; give"
            in capsys.readouterr().err
        )
    with store.open(db) as kept:
        assert [list(kept.read(stream)) for stream in kept.streams()] == before


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command.demo(db=url("sqlite", tmp_path), rounds=1, seed=3)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["table", *demo.TABLES]
    for wrong in ({"db": "nowhere:", "rounds": 1}, {"db": "memory:", "rounds": 0}):
        with pytest.raises(SystemExit) as ended:
            command.demo(**wrong)  # type: ignore[arg-type]
        assert ended.value.code == 2
