"""Every wager is played at the felt, simulated and compared with its price; a wrong one is found."""

from __future__ import annotations

import json
import secrets
from collections.abc import Callable
from dataclasses import replace

import pytest

from croupier.chain import Chain, gain
from croupier.chain.everything import Question, everything
from croupier.sim import run, validate
from croupier.sim.one_wager import OneWager, played
from croupier.sim.totals import Totals
from tests.support.command import croupier

ALL = list(everything())
EVERY = 9  # of this many rows one is simulated in `make test`, so every kind of row is covered


def _named(wager: str, pay_table: str | None = None, **options: str) -> Question:
    return next(
        each for each in ALL if (each.wager.id, each.pay_table, dict(each.options)) == (wager, pay_table, options)
    )


def test_every_row_holds(proof: bool, share: Callable[[str], None]) -> None:
    rows = ALL if proof else ALL[::EVERY]
    seed, rounds = (secrets.randbits(63), 10**8) if proof else (5, 300_000)
    found = validate.validate(rows, rounds, seed)
    share(f"validate: {len(rows)} of {len(ALL)} rows, {rounds:,} rounds each, seed {seed}")
    assert [row.named for row in found if not row.agrees] == []
    assert [(row.named, row.z, row.seldom) for row in validate.suspects(found)] == []


@pytest.mark.parametrize(
    "question",
    [
        _named("super-front-line-winner", "1"),
        _named("pass-odds"),
        _named("put-odds", number="6"),
        _named("dont-pass", odds="3-4-5x"),
        _named("buy-4", commission="always"),
        _named("spinner-winner", "SW3-U01"),
        _named("roulette-up-progressive", "PT-BJS-RU-01"),
        _named("fire-bet", "FB-2"),
        _named("red", in_prison="imprisoned"),
    ],
    ids=lambda question: question.wager.id,
)
def test_the_plan_that_plays_a_row_has_its_price(question: Question) -> None:
    chain, stake = played(question)
    assert validate._agrees(question, chain, stake, gain(chain))


def test_a_wrong_walk_is_found() -> None:
    def simulated(chain: Chain) -> Totals:
        """A field that pays 2 to 1 on 12 as on 2 is 2.8 % worse, which half a million rounds show."""
        best = max(step.net for row in chain.steps for step in row)
        steps = tuple(tuple(replace(step, net=min(step.net, best // 3 * 2)) for step in row) for row in chain.steps)
        totals = run(replace(chain, steps=steps), rounds=500_000, seed=3).totals
        assert isinstance(totals, Totals)
        return totals

    row = validate._checked(_named("field"), simulated)
    assert row.agrees
    assert validate.suspects([row]) == [row]


def test_a_chain_that_is_not_its_price_is_found() -> None:
    question = _named("field")
    chain, stake = played(question)
    other = replace(question, wager=question.house.game.wagers["any-seven"])
    assert not validate._agrees(other, chain, stake, gain(chain))


def test_rare_awards_are_counted() -> None:
    (row,) = validate.validate([_named("fire-bet", "FB-1")], 300_000, 1)
    assert row.seldom is not None
    assert row.seldom[1] == pytest.approx(300_000 * float(_chance_of_the_top()), rel=1e-6)


def _chance_of_the_top() -> float:
    chain, _ = played(_named("fire-bet", "FB-1"))
    return float(gain(chain).distribution[-1][1])


def test_suspects_follow_holms_method() -> None:
    (row,) = validate.validate([_named("field")], 10_000, 1)
    family = [replace(row, p=p) for p in (0.2, 0.002, 0.004, 0.5)]
    assert [each.p for each in validate.suspects(family)] == [0.002], "0.004 is above 0.01 / 3"
    assert validate.suspects([replace(row, p=0.9, agrees=False)]) != []


def test_poisson_on_both_sides() -> None:
    assert validate._poisson(0, 20.0) == pytest.approx(2 * 2.0611536e-9)
    assert validate._poisson(20, 20.0) == pytest.approx(1.0)
    assert validate._poisson(60, 20.0) < 1e-8


def test_a_plan_waits_for_its_moment() -> None:
    chain, _ = played(_named("come"))
    assert isinstance(chain.plan, OneWager)
    assert gain(chain).wagered > 0


def test_the_command() -> None:
    done = croupier("validate", "--wager", "field", "--rounds", "1e5", "--seed", "7", "--json")
    found = json.loads(done.stdout)
    assert (done.returncode, found["passed"], found["seed"], found["rounds"]) == (0, True, 7, 100_000)
    assert {row["variant"] for row in found["rows"]} == {"craps", "craps-free"}
    assert found["rows"][0]["chain_agrees_with_odds"] is True
    text = croupier("validate", "--wager", "field", "--rounds", "1e5", "--seed", "7").stdout
    assert "No row exceeds the limit for the whole table (1 %, Holm)." in text
    assert "seed 7" in text


def test_a_round_that_decides_nothing() -> None:
    done = croupier("validate", "--wager", "fire-bet", "--rounds", "1", "--seed", "7", "--json")
    assert done.returncode == 0
    assert {row["edge"] for row in json.loads(done.stdout)["rows"]} == {None}
    assert (
        "No row exceeds the limit"
        in croupier("validate", "--wager", "fire-bet", "--rounds", "1", "--seed", "7").stdout
    )


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--rounds", "1.5"), "--rounds"),
        (("--wager", "field", "--threads", "0"), "--threads: a whole number from 1 to 1,024"),
        (("--wager", "feild"), "did you mean 'field'"),
        (("--wager", "field", "--seed", "-1"), "--seed"),
        (("--wager", "field", "--backend", "cuda"), "croupier[cuda]"),
    ],
)
def test_bad_input(words: tuple[str, ...], says: str) -> None:
    done = croupier("validate", *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
