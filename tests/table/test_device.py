"""A table whose outcomes an electronic device draws: sealed before wagers, proved before the next round."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import msgspec

from croupier.core.refusal import Code
from croupier.table import digest, outcomes
from croupier.table.acts.device import chance_of
from croupier.table.outcomes import Drawn
from croupier.table.proof import Proof, prove
from tests.support.table.play import Table, by, written

DEALER, DEVICE, ANN, MANAGER = by("dealer"), by("device"), by("player", "ann"), by("key-manager")
LOG = "ab" * 32


def _table(name: str = "colorado-double-zero") -> Table:
    table = Table().opened(name, device__electronic=True)
    table.sits("ann", 1, 100_00)
    return table


def _drawn(table: Table, attempt: int = 1, of: str = outcomes.OUTCOME) -> Drawn:
    return outcomes.draw(table.secret(), LOG, attempt, of, chance_of(table.state, of))


def _played(table: Table) -> Proof:
    """Play a round as the device draws it, and settle it; return its proof."""
    table.closes()
    drawn = _drawn(table)
    table.do("call-outcome", DEVICE, outcome=drawn.outcome)
    table.settles()
    return prove(table.secret(), LOG, (drawn,))


def test_no_wager_before_the_seal_and_no_round_before_the_proof() -> None:
    table = _table()
    wager: dict[str, Any] = {"player": "ann", "wager": "red", "amount": 5_00}
    assert table.no("place", ANN, **wager).code is Code.SEAL_DUE
    assert table.no("spin", DEALER).code is Code.SEAL_DUE
    assert table.no("publish-seal", DEALER, commitment=LOG).code is Code.NOT_YOUR_ROLE
    table.seals()
    assert table.no("publish-seal", DEVICE, commitment=LOG).code is Code.SEAL_DUE
    table.do("place", ANN, **wager)
    proof = _played(table)
    assert table.no("open-betting", DEALER).code is Code.SEAL_DUE
    table.do("reveal-seed", DEVICE, proof=proof)
    assert table.no("reveal-seed", DEVICE, proof=proof).code is Code.SEAL_DUE
    table.do("open-betting", DEALER)
    assert table.no("place", ANN, **wager).code is Code.SEAL_DUE
    assert digest(table.replayed()) == digest(table.state)


def test_a_proof_that_does_not_hold_or_is_of_something_else_is_refused() -> None:
    table = _table()
    proof = _played(table)
    other = Table().opened("colorado-double-zero", device__electronic=True)
    other.state = replace(other.state, table_id="T2")
    elsewhere = prove(other.secret(), LOG, (_drawn(other),))
    seed = msgspec.structs.replace(proof, seed="00" * 32)
    drawn = proof.draws[0]
    sealed = outcomes.Seal("T1", 1, b"x" * 32)
    forged = prove(sealed, LOG, (outcomes.draw(sealed, LOG, 1, drawn.of, drawn.chance),))
    rigged = outcomes.draw(table.secret(), LOG, 1, drawn.of, "17:1 18:1")
    voided = prove(table.secret(), LOG, (drawn,), voided=True)
    log = next(log for log in (f"{n:064x}" for n in range(99)) if _at(table, log) != drawn.outcome)
    another = prove(table.secret(), log, (outcomes.draw(table.secret(), log, 1, drawn.of, drawn.chance),))
    wrong = [elsewhere, seed, forged, prove(table.secret(), LOG, (rigged,)), voided, another]
    for each in wrong:
        assert table.no("reveal-seed", DEVICE, proof=each).code is Code.PROOF_FAULTY
    table.do("reveal-seed", DEVICE, proof=proof)


def _at(table: Table, log: str) -> str:
    return outcomes.draw(table.secret(), log, 1, outcomes.OUTCOME, chance_of(table.state, outcomes.OUTCOME)).outcome


def test_the_seed_stays_closed_while_the_round_runs_and_a_voided_round_is_proved_too() -> None:
    table = _table()
    table.seals()
    table.places("ann", "red", 5_00)
    nothing = prove(table.secret(), None, (), voided=True)
    assert table.no("reveal-seed", DEVICE, proof=nothing).code is Code.WAGERS_STAND
    table.closes()
    assert table.no("reveal-seed", DEVICE, proof=nothing).code is Code.NOT_IN_THIS_PHASE
    table.do("void-round", by("key-manager"), reason="the device stopped")
    assert table.no("open-betting", DEALER).code is Code.SEAL_DUE
    table.do("reveal-seed", DEVICE, proof=nothing)
    table.do("open-betting", DEALER)
    assert table.rack("ann") == 100_00


def test_an_unused_seal_is_revealed_after_closing() -> None:
    table = _table()
    table.seals()
    table.do("cash-out", ANN, player="ann", amount=100_00)
    table.do("leave", ANN, player="ann")
    table.do("close-table", by("pit-supervisor"), counted=0)
    table.do("reveal-seed", DEVICE, proof=prove(table.secret(), None, (), voided=True))


def test_a_void_number_is_drawn_again_without_new_wagers() -> None:
    table = _table("colorado-converted-wheel")
    for _ in range(60):
        table.closes()
        draws = [_drawn(table)]
        while outcomes.is_void(draws[-1]):
            table.do("call-outcome", DEVICE, outcome=draws[-1].outcome)
            assert table.state.phase == "no-more-bets"
            draws.append(_drawn(table, len(draws) + 1))
        table.do("call-outcome", DEVICE, outcome=draws[-1].outcome)
        table.settles()
        table.do("reveal-seed", DEVICE, proof=prove(table.secret(), LOG, tuple(draws)))
        if len(draws) > 1:
            return
        table.do("open-betting", DEALER)
    raise AssertionError("no void number in sixty rounds")


def test_a_devices_outcome_is_not_corrected() -> None:
    table = _table()
    proof = _played(table)
    wrong = {"round": 1, "outcome": "17", "reason": "misread", "dealer": "dee"}
    assert table.no("correct-outcome", by("pit-supervisor"), **wrong).code is Code.PROOF_FAULTY
    table.do("reveal-seed", DEVICE, proof=proof)
    table.do("change-house", MANAGER, house=written("colorado-double-zero"))
    assert table.no("correct-outcome", by("pit-supervisor"), **wrong).code is Code.PROOF_FAULTY


def test_what_a_person_entered_before_there_was_a_device_is_corrected() -> None:
    table = Table().opened("colorado-double-zero")
    table.plays("17")
    table.do("change-house", MANAGER, house=written("colorado-double-zero", device__electronic=True))
    table.do("correct-outcome", by("pit-supervisor"), round=1, outcome="1", reason="misread", dealer="dee")


APPROVED: dict[str, Any] = {
    "device__electronic": True,
    "approvals__electronic-device": {"reference": "TEST", "date": "2022-01-01"},
}


def test_from_the_close_on_nothing_is_called_off_and_no_late_wager_is_taken() -> None:
    table = _table()
    table.seals()
    table.places("ann", "red", 5_00)
    table.do("spin", DEALER)
    table.do("call-void", DEALER, call="no-spin", reason="revolutions", before_rest=True)  # nothing was closed yet
    table.closes()
    refusal = table.no("call-void", DEALER, call="no-spin", reason="revolutions", before_rest=True)
    assert (refusal.code, str(refusal.cite)) == (Code.NOT_IN_THIS_PHASE, "30-2205(1)")
    wheel = Table().opened("colorado-big-six", **APPROVED)
    wheel.closes()
    refusal = wheel.no("call-void", DEALER, call="void", reason="revolutions", before_rest=True)
    assert refusal.code is Code.NOT_IN_THIS_PHASE
    craps = Table().opened("colorado-craps", **APPROVED)
    craps.sits("ann", 1, 100_00)
    craps.seals()
    craps.shoots("ann")
    craps.places("ann", "pass", 5_00)
    craps.closes()
    refusal = craps.no("call-void", by("boxperson"), call="no-roll", reason="hands", before_rest=True)
    assert refusal.code is Code.NOT_IN_THIS_PHASE
    for who in (ANN, DEALER):
        refusal = craps.no("place", who, player="ann", wager="field", amount=5_00)
        assert (refusal.code, str(refusal.cite)) == (Code.NOT_IN_THIS_PHASE, "47.1-2305(2)")
        assert refusal.message == "No more bets: the betting of this round is closed."
    assert craps.no("take-down", ANN, player="ann", wager="pass").message == refusal.message
    craps.do("void-round", MANAGER, reason="the device stopped")


def test_a_device_does_not_come_over_wagers_of_a_round_that_has_begun() -> None:
    table = Table().opened("colorado-double-zero")
    table.sits("ann", 1, 100_00)
    table.places("ann", "red", 5_00)
    device = written("colorado-double-zero", device__electronic=True)
    refusal = table.no("change-house", MANAGER, house=device)
    assert (refusal.code, str(refusal.cite)) == (Code.WAGERS_STAND, "30-2205(1)")
    table.do("take-down", ANN, player="ann", wager="red")
    table.do("change-house", MANAGER, house=device)


def test_the_house_stays_and_the_table_stays_closed_until_the_seed_is_shown() -> None:
    table = Table().opened("colorado-double-zero", device__electronic=True)
    table.seals()
    other = written("colorado-double-zero")
    assert table.no("change-house", MANAGER, house=other).code is Code.SEAL_DUE
    table.do("close-table", by("pit-supervisor"), counted=0)
    assert table.no("open-table", by("pit-supervisor"), house=other, bank=1_00, dealer="dee").code is Code.SEAL_DUE
    table.do("reveal-seed", DEVICE, proof=prove(table.secret(), None, (), voided=True))
    table.do("open-table", by("pit-supervisor"), house=other, bank=1_00, dealer="dee")
