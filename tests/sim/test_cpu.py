"""The simulation on the processor: every total equals that of a plain walk of the same streams."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from math import sqrt
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from croupier import chain, sim
from croupier.sim import philox
from croupier.sim.backends import cpu
from croupier.sim.packed import pack, pack_session
from croupier.sim.tables import MOST_NET, limits, squares, tables
from croupier.sim.terms import Rounds, Sessions
from tests.support.naive.streams import NAMES, chain_named, end_of, made_of, sat, tables_of, walked

SEED = 20_26


@pytest.mark.parametrize("name", NAMES)
def test_rounds_are_those_of_a_plain_walk(name: str) -> None:
    """For every kernel that can play them; 66 streams are more than one kernel plays side by side."""
    of, arrays = chain_named(name), tables_of(name)
    terms = Rounds(66 * 2**12 + 67 if name in ("pass-odds-place-6-8", "many rejected") else 9_999)
    wanted = walked(of, terms.rounds, SEED)
    for together, apart in ((2, False), (2, True), (1, False), (1, True), (0, False)):
        assert cpu.rounds(arrays, terms, SEED, 0, terms.streams, together, apart) == wanted
    assert sim.run(of, rounds=terms.rounds, seed=SEED).totals == wanted


@pytest.mark.parametrize("rounds", [1, 15, 16, 17, 4095, 8191])
def test_few_rounds_are_one_stream(rounds: int) -> None:
    for name in ("pass-odds-place-6-8", "back2back", "many rejected"):
        assert sim.run(chain_named(name), rounds=rounds, seed=2**64 - 1).totals == walked(
            chain_named(name), rounds, 2**64 - 1
        )


def test_which_chains_are_packed() -> None:
    """The kernels above were all used: two rounds per cell, one, and none; squares in the cell, and separate."""
    for name in NAMES:
        arrays = tables_of(name)
        for together in (2, 1):
            packed, apart = pack(arrays, together), pack(arrays, together, apart=True)
            if name in ("back2back", "spinner-winner", "three digits"):
                assert packed is None
                continue
            assert packed is not None
            assert apart is not None
            assert packed.rounds == apart.rounds == together
            assert len(apart.squares) == len(apart.cells)
            assert bool(len(packed.squares)) == (name == "wide")
    assert tables_of("back2back").is_draw.any()
    assert tables_of("three digits").digits == 3


def test_a_table_too_large_for_pairs_has_one_round_a_cell() -> None:
    """Many states, each with its own outcomes: a table of pairs would not fit in the cache."""
    many = 61
    of = made_of(
        [[(1, (s * s + d) % many, 100 * (d - 18), 100 * d, 1) for d in range(36)] for s in range(many)], [1] * many
    )
    packed = pack(tables(of))
    assert packed is not None
    assert packed.rounds == 1
    assert sim.run(of, rounds=9_000, seed=SEED).totals == walked(of, 9_000, SEED)


TERMS = (
    Sessions(150, 100_00, 150_00, None, 60),
    Sessions(150, 99_99, None, 50_00, 40),
    Sessions(80, 60_00, 90_01, 40_01, None),
    Sessions(70, 60_00, None, None, 1),
    Sessions(130, 2**50, None, None, 100),
)


@pytest.mark.parametrize("name", [name for name in NAMES if name != "james-bond"])
@pytest.mark.parametrize("terms", TERMS, ids=range(len(TERMS)))
def test_sessions_are_those_of_a_plain_walk(name: str, terms: Sessions) -> None:
    of, arrays = chain_named(name), tables_of(name)
    if of.standing[0] > terms.bankroll:
        terms = replace(terms, bankroll=terms.bankroll * 10, goal=terms.goal and terms.goal * 10)
    wanted = sat(of, terms, SEED)
    for together in (1, 0):
        assert cpu.sessions(arrays, terms, SEED, 0, terms.sessions, together) == wanted


def test_every_end_was_seen() -> None:
    seen = set()
    for name in ("stops", "martingale", "pass-odds-place-6-8"):
        for terms in TERMS:
            ends = cpu.sessions(tables_of(name), terms, SEED, 0, terms.sessions).ends
            seen |= {end for end, many in ends.items() if many}
    assert seen == set(sim.SessionTotals().ends)


def test_sessions_are_those_that_were_solved() -> None:
    """The share of every end, and the mean of rounds, within four standard errors of the exact session."""
    of, many = chain_named("pass-odds-place-6-8"), 40_000
    exact = chain.session(of, 300_00, 400_00, 250_00, 100)
    found = sim.run(
        of, sessions=many, bankroll=300_00, goal=400_00, loss_limit=250_00, max_rounds=100, seed=SEED
    ).totals
    assert isinstance(found, sim.SessionTotals)
    for end, chance in exact.ends.items():
        p = float(chance)
        assert abs(found.ends[end] - many * p) <= 4 * sqrt(many * p * (1 - p)) + 1e-9, end
    spread = sqrt(found.rounds_squares / many - (found.rounds / many) ** 2)
    assert abs(found.rounds / many - float(exact.rounds)) < 4 * spread / sqrt(many)


def test_the_same_seed_gives_the_same_totals() -> None:
    """The same seed gives the same totals with any number of threads and any division; another seed gives others."""
    of, arrays = chain_named("pass-odds-place-6-8"), tables_of("pass-odds-place-6-8")
    for how in ({"rounds": 3_000_017}, {"sessions": 4_001, "bankroll": 200_00, "goal": 300_00, "max_rounds": 80}):
        found = [sim.run(of, **how, seed=SEED, threads=threads) for threads in (1, 2, 3, None)]  # type: ignore[arg-type]
        assert len({str(each.totals) for each in found}) == 1
        assert sim.run(of, **how, seed=SEED + 1).totals != found[0].totals  # type: ignore[arg-type]
        terms = found[0].terms
        for cuts in ((0, 1, 2, 64, 200, terms.streams), (0, 129, terms.streams - 1, terms.streams)):
            parts: list[Any] = [cpu.play(arrays, terms, SEED, *cut, 2) for cut in pairwise(cuts)]
            assert sum(parts[1:], parts[0]) == found[0].totals
        assert found[0].complete
        assert found[0].played == terms.streams
        assert "thread" in found[0].device


@pytest.mark.parametrize("name", ["pass-odds-place-6-8", "back2back"])
@pytest.mark.parametrize(
    "how",
    [{"rounds": 2_000_000}, {"sessions": 300, "bankroll": 100_00, "max_rounds": 50}],
    ids=["rounds", "sessions"],
)
def test_a_stopped_run_resumes_to_the_same_total(name: str, how: dict[str, Any], tmp_path: Path) -> None:
    """Stopped after its first range, it returns what was done; resumed from the checkpoint, the total is the same."""
    of, file = chain_named(name), tmp_path / "run.json"
    whole = sim.run(of, **how, seed=SEED)
    told: list[tuple[int, int]] = []

    def stop(done: int, of_all: int) -> None:
        told.append((done, of_all))
        raise KeyboardInterrupt

    part = sim.run(of, **how, seed=SEED, progress=stop, checkpoint=file)
    assert not part.complete
    assert part.played == part.totals.streams == cpu.MIN_STREAMS
    ((done, of_all),) = told
    assert done == (part.totals.rounds if "rounds" in how else part.totals.streams)
    assert of_all == how.get("rounds", how.get("sessions"))
    assert list(tmp_path.iterdir()) == [file]
    rest = sim.run(of, **how, seed=SEED, resume=file, checkpoint=file)
    assert rest.totals == whole.totals
    assert rest.complete
    assert rest.played + part.played == whole.played
    over = sim.run(of, **how, seed=SEED, resume=file)
    assert (over.totals, over.played) == (whole.totals, 0)


def test_a_fault_of_the_caller_is_not_swallowed() -> None:
    def progress(done: int, of_all: int) -> None:
        raise RuntimeError("no room on the screen")

    with pytest.raises(RuntimeError, match="no room"):
        sim.run(chain_named("flat-red"), rounds=10, progress=progress)


def _spoilt(file: Path) -> Iterator[tuple[str, str]]:
    text = file.read_text(encoding="utf-8")
    yield "", "damaged"
    yield "[]", "damaged"
    yield "{}", "damaged"
    yield "7", "damaged"
    yield text[: len(text) // 2], "damaged"
    yield text.replace('"net": -', '"net": -1'), "damaged"
    plain = json.loads(text)
    yield json.dumps(plain | {"streams": plain["streams"] + 1}), "damaged"
    yield json.dumps(plain | {"format": "something else"}), "damaged"


def test_a_damaged_or_foreign_checkpoint_is_refused(tmp_path: Path) -> None:
    of, file, bad = chain_named("pass-odds-place-6-8"), tmp_path / "run.json", tmp_path / "bad.json"
    sim.run(of, rounds=500_000, seed=SEED, checkpoint=file)
    for text, why in _spoilt(file):
        bad.write_text(text, encoding="utf-8")
        with pytest.raises(sim.CannotRun, match=why):
            sim.run(of, rounds=500_000, seed=SEED, resume=bad)
    bad.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(sim.CannotRun, match="damaged"):
        sim.run(of, rounds=500_000, seed=SEED, resume=bad)
    with pytest.raises(sim.CannotRun, match="another seed"):
        sim.run(of, rounds=500_000, seed=SEED + 1, resume=file)
    with pytest.raises(sim.CannotRun, match="another number of rounds"):
        sim.run(of, rounds=500_001, seed=SEED, resume=file)
    with pytest.raises(sim.CannotRun, match="another number of rounds"):
        sim.run(of, sessions=100, bankroll=100_00, seed=SEED, resume=file)
    with pytest.raises(sim.CannotRun, match="another plan"):
        sim.run(chain_named("flat-red"), rounds=500_000, seed=SEED, resume=file)
    with pytest.raises(sim.CannotRun, match="cannot be read"):
        sim.run(of, rounds=500_000, seed=SEED, resume=tmp_path / "none.json")
    with pytest.raises(sim.CannotRun, match="cannot be written"):
        sim.run(of, rounds=500_000, seed=SEED, checkpoint=tmp_path / "none" / "run.json")


def test_squares_beyond_64_bits_stay_exact() -> None:
    """With the largest nets, squares need 62 bits each, and the total is still exact."""
    most = MOST_NET
    of = made_of([[(18, 1, most, 1, 1), (18, 0, -most, most, 1)], [(36, 0, -most + 1, most, 1)]], [most, most])
    for rounds in (40, 300_000):
        found = sim.run(of, rounds=rounds, seed=SEED).totals
        assert found == walked(of, rounds, SEED)
        assert isinstance(found, sim.Totals)
        assert found.squares > 2**64
    with pytest.raises(sim.CannotRun, match="may move"):
        sim.run(made_of([[(36, 0, most + 1, 1, 1)]], [1]), rounds=1)
    for rounds in (2**44, 2**52, 2**62):
        assert sim.Rounds(rounds).of(0) * most < 2**62, "no stream can overflow, however many rounds there are"
    with pytest.raises(sim.CannotRun, match="overflow"):
        sim.run(of, sessions=1, bankroll=most, max_rounds=2**40)
    numbers = np.array([2**62, -(2**62), 2**63 - 1, -5, 0, 2**42 + 1], dtype=np.int64)
    assert squares(numbers) == sum(number**2 for number in numbers.tolist())


def test_a_round_with_a_draw_is_one_round() -> None:
    """Its net is the sum of its steps, and so is the largest amount that it may move."""
    of = made_of(
        [[(35, 0, -100, 100, 1), (1, 1, 200, 100, 1)], [(1, 0, 300, 0, 0), (1, 0, 0, 0, 0)]], [100, 100], (1,)
    )
    assert tables(of).most_net == 5
    assert sim.run(of, rounds=50_000, seed=SEED).totals == walked(of, 50_000, SEED)
    endless = made_of([[(36, 1, 0, 0, 0)], [(36, 1, 100, 100, 1)]], [100, 100], (1,))
    with pytest.raises(sim.CannotRun, match="without end"):
        sim.run(endless, rounds=1)


def test_a_session_without_end_is_refused() -> None:
    """A wager that is never decided."""
    stands = made_of([[(18, 0, 100, 100, 1), (17, 0, -100, 100, 1), (1, 1, 0, 0, 0)], [(36, 1, 0, 0, 0)]], [100, 100])
    with pytest.raises(sim.CannotRun, match="for ever"):
        sim.run(stands, sessions=10, bankroll=1000, goal=2000)
    for how in ({"goal": 2000, "max_rounds": 90}, {}):
        assert sim.run(stands, sessions=10, bankroll=1000, **how).totals.streams == 10  # type: ignore[arg-type]
    assert sim.run(chain_named("stops"), sessions=10, bankroll=1000, goal=2000).totals.streams == 10


def test_the_mean_is_within_four_standard_errors() -> None:
    """Two million rounds are within four standard errors of the exact mean."""
    of = chain_named("flat-red")
    totals = sim.run(of, rounds=2_000_000, seed=SEED).totals
    assert abs(totals.net - 2_000_000 * float(chain.gain(of).net)) < 4 * 1000 * sqrt(2_000_000)


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({}, "either rounds or sessions"),
        ({"rounds": 5, "sessions": 5, "bankroll": 1000}, "either rounds or sessions"),
        ({"rounds": 0}, "rounds: a whole number"),
        ({"rounds": -1}, "not -1"),
        ({"rounds": 1.0}, "not 1.0"),
        ({"rounds": True}, "not True"),
        ({"rounds": "5"}, "not '5'"),
        ({"rounds": 5, "bankroll": 1000}, "for sessions"),
        ({"rounds": 5, "max_rounds": 5}, "for sessions"),
        ({"rounds": 5, "seed": -1}, "seed"),
        ({"rounds": 5, "seed": 2**64}, "seed"),
        ({"rounds": 5, "seed": 1.5}, "seed"),
        ({"rounds": 5, "threads": 0}, "threads"),
        ({"rounds": 5, "backend": "abacus"}, "no backend 'abacus'"),
        ({"rounds": 5, "backend": "run"}, "no backend"),
        ({"rounds": 5, "cluster": "tcp://127.0.0.1:1"}, "for the backend dask"),
        ({"sessions": 5}, "needs a bankroll"),
        ({"sessions": 0, "bankroll": 1000}, "sessions"),
        ({"sessions": 5, "bankroll": 0}, "bankroll"),
        ({"sessions": 5, "bankroll": 1000.5}, "bankroll"),
        ({"sessions": 5, "bankroll": 999}, r"does not cover the \$10"),
        ({"sessions": 5, "bankroll": 1000, "goal": 1000}, "not above the bankroll"),
        ({"sessions": 5, "bankroll": 1000, "loss_limit": 0}, "loss limit"),
        ({"sessions": 5, "bankroll": 1000, "loss_limit": 1001}, "above the bankroll"),
        ({"sessions": 5, "bankroll": 1000, "max_rounds": 0}, "max rounds"),
    ],
)
def test_bad_input(how: dict[str, Any], why: str) -> None:
    with pytest.raises(sim.CannotRun, match=why):
        sim.run(chain_named("flat-red"), **how)


def test_limits_are_those_of_the_session() -> None:
    """Every amount near a limit ends the session as it should, even if a unit is many cents."""
    of, arrays = chain_named("pass-odds-place-6-8"), tables_of("pass-odds-place-6-8")
    for bankroll, goal, limit in ((100_01, 117_77, 33_33), (100_00, 120_00, 40_00)):
        terms = Sessions(1, bankroll, goal, limit, 10)
        ends = limits(arrays, terms)
        for state in range(of.size):
            for won in range(-bankroll // arrays.unit, 200):
                wealth = bankroll + won * arrays.unit
                over = won >= ends.goal or won < ends.low[state]
                assert over == (end_of(of, terms, state, wealth, 1) is not None)
    assert pack_session(arrays, ends) is not None


def test_drawing_only_makes_the_same_draws() -> None:
    """The draws with which benchmarks compare a walk: the same draws, added up."""
    assert cpu.draw_only(36, 3, pairs=False, seed=SEED) > 0
    words = [philox.block((turn, 0, lane, 0), (SEED, 0)) for turn in range(3) for lane in range(64)]
    digits = [philox.split(word, 36, 4) or (36,) * 4 for block in words for word in block]
    assert cpu.draw_only(36, 3, pairs=False, seed=SEED) == sum(map(sum, digits))
    assert cpu.draw_only(36, 3, pairs=True, seed=SEED) == sum(36 * (a + c) + b + d for a, b, c, d in digits)
