"""A table whose house states a delay: the closing is published once, before any outcome, and the proof has it too."""

from __future__ import annotations

from dataclasses import replace
from hashlib import sha256
from typing import Any

import msgspec
import pytest

from croupier.core.refusal import Code
from croupier.table import digest, outcomes
from croupier.table.acts.device import chance_of
from croupier.table.closing import NOBODY, Closing, Published, closing_digest, delayed, tree
from croupier.table.judge import TableJudge
from croupier.table.outcomes import Drawn
from croupier.table.proof import Proof, prove
from tests.support.table.delays import signed
from tests.support.table.play import Table, by

DEALER, DEVICE, ANN, MANAGER = by("dealer"), by("device"), by("player", "ann"), by("key-manager")
LOG = "ab" * 32
HOUSES = ("colorado-double-zero", "colorado-craps", "colorado-big-six")


def _table(name: str = "colorado-double-zero", delay: int = 1_000) -> Table:
    table = Table().opened(name, device__electronic=True, device__delay=delay)
    table.sits("ann", 1, 100_00)
    table.seals()
    if table.state.course.line:
        table.shoots("ann")
        table.places("ann", table.state.course.line[0], 5_00)
    return table


def _closing(table: Table, log: str = LOG, terminals: int = 2) -> Closing:
    nonces, _ = tree(sha256(b"nonce %d" % at).hexdigest()[:32] for at in range(terminals))
    own = closing_digest(table.state.table_id, table.state.round, log, nonces, terminals)
    root, paths = tree([own, "cd" * 32])
    iterations = table.state.house.delay
    return Closing(log, nonces, terminals, root, paths[own], iterations, delayed(root, iterations))


def _publishes(table: Table, closing: Closing) -> None:
    table.do("publish-closing", DEVICE, **signed(table.state, closing.published))


def _drawn(table: Table, closing: Closing) -> Drawn:
    return outcomes.draw(table.secret(), closing, 1, outcomes.OUTCOME, chance_of(table.state, outcomes.OUTCOME))


def _played(table: Table) -> Proof:
    """Play a round as the device draws it, and settle it; return its proof."""
    table.closes()
    closing = _closing(table)
    _publishes(table, closing)
    drawn = _drawn(table, closing)
    table.do("call-outcome", DEVICE, outcome=drawn.outcome)
    table.settles()
    return prove(table.secret(), closing, (drawn,))


@pytest.mark.parametrize("name", HOUSES)
def test_no_outcome_before_the_closing_and_one_closing_in_a_round(name: str) -> None:
    table = _table(name)
    open_yet = table.no("publish-closing", DEVICE, **signed(table.state, _closing(table).published))
    assert open_yet.code is Code.NOT_IN_THIS_PHASE
    table.closes()
    closing = _closing(table)
    early = table.no("call-outcome", DEVICE, outcome=_drawn(table, closing).outcome)
    assert (early.code, "has not published the closing" in early.message) == (Code.SEAL_DUE, True)
    assert table.no("publish-closing", DEALER, **signed(table.state, closing.published)).code is Code.NOT_YOUR_ROLE
    _publishes(table, closing)
    assert table.state.closing == closing.published
    again = table.no("publish-closing", DEVICE, **signed(table.state, _closing(table, "cd" * 32).published))
    assert (again.code, "published already" in again.message) == (Code.SEAL_DUE, True)
    drawn = _drawn(table, closing)
    table.do("call-outcome", DEVICE, outcome=drawn.outcome)
    assert (
        table.no("publish-closing", DEVICE, **signed(table.state, closing.published)).code is Code.NOT_IN_THIS_PHASE
    )
    table.settles()
    table.do("reveal-seed", DEVICE, proof=prove(table.secret(), closing, (drawn,)))
    table.crew.step()
    assert digest(table.replayed()) == digest(table.state)
    table.seals()
    assert table.state.closing is None


def test_a_house_without_a_delay_publishes_no_closing() -> None:
    table = _table(delay=0)
    table.closes()
    closing = _closing_of(table, 1_000)
    refusal = table.no("publish-closing", DEVICE, **signed(table.state, closing))
    assert (refusal.code, "no delay" in refusal.message) == (Code.SEAL_DUE, True)


def _closing_of(table: Table, iterations: int) -> Published:
    own = closing_digest(table.state.table_id, table.state.round, LOG, NOBODY, 0)
    root, paths = tree([own])
    return Published(LOG, NOBODY, 0, root, paths[own], iterations)


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"iterations": 999}, "has 1000 iterations, not 999"),
        ({"log": "AB" * 32}, "The log is 64"),
        ({"log": "cd" * 32}, "not under its root"),
        ({"nonces": NOBODY}, "does not fit their nonces"),
        ({"terminals": 3}, "not under its root"),
        ({"path": ()}, "not under its root"),
        ({"path": ("up",)}, "A step of a path"),
        ({"root": "cd" * 32}, "not under its root"),
    ],
)
def test_a_closing_with_a_fault_is_refused(change: dict[str, Any], says: str) -> None:
    table = _table()
    table.closes()
    refusal = table.no("publish-closing", DEVICE, **signed(table.state, replace(_closing(table).published, **change)))
    assert (refusal.code, says in refusal.message) == (Code.PROOF_FAULTY, True), refusal.message


def test_the_closing_of_another_round_or_table_is_refused() -> None:
    table = _table()
    table.closes()
    closing = _closing(table)
    for table_id, number in (("T2", 1), ("T1", 2)):
        other = replace(table.state, table_id=table_id, round=number)
        own = Table(state=other)
        assert own.no("publish-closing", DEVICE, **signed(own.state, closing.published)).code is Code.PROOF_FAULTY


def test_the_proof_has_the_published_closing() -> None:
    table = _table()
    proof = _played(table)
    assert proof.closing is not None
    drawn = proof.draws[0]
    without = prove(table.secret(), LOG, (outcomes.draw(table.secret(), LOG, 1, drawn.of, drawn.chance),))
    another = _closing(table, "cd" * 32)
    forged = prove(table.secret(), another, (_drawn(table, another),))
    for each in (without, forged):
        assert table.no("reveal-seed", DEVICE, proof=each).code is Code.PROOF_FAULTY
    table.do("reveal-seed", DEVICE, proof=proof)


def test_a_round_voided_after_its_closing_shows_what_it_would_have_drawn() -> None:
    table = _table()
    table.closes()
    closing = _closing(table)
    _publishes(table, closing)
    table.do("void-round", MANAGER, reason="the device stopped")
    hidden = prove(table.secret(), None, (), voided=True)
    refusal = table.no("reveal-seed", DEVICE, proof=hidden)
    assert "another closing than the one published" in refusal.message
    table.do("reveal-seed", DEVICE, proof=prove(table.secret(), closing, (), voided=True))


def test_a_round_voided_before_its_closing_has_none() -> None:
    table = _table()
    table.closes()
    table.do("void-round", MANAGER, reason="the device stopped")
    invented = prove(table.secret(), _closing(table), (), voided=True)
    assert table.no("reveal-seed", DEVICE, proof=invented).code is Code.PROOF_FAULTY
    table.do("reveal-seed", DEVICE, proof=prove(table.secret(), None, (), voided=True))


def test_only_the_judge_knows_whether_the_closing_is_of_the_log() -> None:
    """A decision does not see the log: the table accepts the closing, an audit does not."""
    table = _table()
    judge = TableJudge({})
    before = table.state
    closed = table.do("spin", DEALER) and table.do("call-no-more-bets", DEVICE)
    judge.see(before, closed, bytes.fromhex(LOG))
    for log, right in ((LOG, True), ("cd" * 32, False)):
        other = Table(state=table.state)
        state = other.state
        done = other.do("publish-closing", DEVICE, **signed(other.state, _closing(table, log).published))
        if right:
            assert not judge.see(state, done, b"").otherwise
        else:
            with pytest.raises(AssertionError, match="which is no digest of the log at the close"):
                judge.see(state, done, b"")


def test_an_old_proof_is_written_with_the_same_bytes() -> None:
    """A proof without a closing has no such key: logs of houses without a delay stay as they were."""
    body = msgspec.json.encode(prove(Table().opened(HOUSES[0]).secret(), None, (), voided=True))
    assert b"closing" not in body
    assert msgspec.json.decode(body, type=Proof).closing is None


def test_a_closing_that_the_device_has_not_signed_is_refused() -> None:
    """The signature covers the table, the round, its seal and every field of the closing; the key must be its own."""
    table = _table()
    table.closes()
    closing = _closing(table).published
    good = signed(table.state, closing)
    other_seal = signed(table.state.but(seal="ab" * 32), closing)
    other_round = signed(table.state.but(round=2), closing)
    for change in (
        {"signature": "00" * 64},
        {"key": "ab" * 32},
        {"signature": other_seal["signature"]},
        {"signature": other_round["signature"]},
        {"signature": signed(table.state, replace(closing, terminals=3))["signature"]},
    ):
        refusal = table.no("publish-closing", DEVICE, **{**good, **change})
        assert (refusal.code, "is not signed by the device" in refusal.message) == (Code.PROOF_FAULTY, True)
    table.do("publish-closing", DEVICE, **good)
