"""All other refusals of a live table, as a table: the situation, the command, the code."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier.core.refusal import Code
from croupier.house.reader import read_text
from croupier.table import By, HouseText
from tests.support.table.lines import read_command
from tests.support.table.play import Table, by, written

DEALER, STICK, BOX = by("dealer"), by("stickperson"), by("boxperson")
SUPERVISOR, MANAGER, COUNT = by("pit-supervisor"), by("key-manager"), by("count-team")
ANN, BOB = by("player", "ann"), by("player", "bob")


def _roulette(name: str = "colorado-single-zero", **change: Any) -> Table:
    table = Table().opened(name, 1_000_00, **change)
    table.sits("ann", 1, 200_00, "orange", 5_00)
    table.sits("bob", 2, 200_00)
    return table


def _craps() -> Table:
    table = Table().opened("colorado-craps")
    table.sits("ann", 1, 500_00)
    table.shoots("ann")
    table.places("ann", "pass", 10_00)
    return table


def _spread() -> Table:
    table = _roulette()
    table.do("spread-cash", DEALER, player="bob", instrument="cash", amount=20_00)
    return table


def _spread_with_nothing() -> Table:
    table = _roulette()
    table.sits("eve", 3)
    table.do("spread-cash", DEALER, player="eve", instrument="cash", amount=20_00)
    return table


def _with(table: Table, word: str, who: By, **fields: Any) -> Table:
    table.do(word, who, **fields)
    return table


def _stated() -> Table:
    """State an amount above the bank's chips."""
    table = _roulette()
    table.do("spread-cash", DEALER, player="bob", instrument="cash", amount=5_000_00)
    table.do("state-amount", DEALER, player="bob", amount=5_000_00)
    return table


def _pending_choice() -> Table:
    table = _roulette()
    table.places("bob", "red", 10_00)
    table.plays("0")
    return table


def _called() -> Table:
    table = _roulette()
    table.closes()
    table.calls("17")
    return table


def _closed() -> Table:
    table = Table().opened("colorado-big-six")
    table.do("close-table", SUPERVISOR, counted=0)
    return table


def _disputed() -> Table:
    table = Table().opened("colorado-big-six")
    table.do("raise-dispute", DEALER, player="ann", about="x", against="dee")
    return table


def _claimed() -> Table:
    table = _disputed()
    table.do("decide-dispute", SUPERVISOR, number=1, decision="owes", amount=-5_00)
    table.sits("ann", 1)
    return table


def _called_on() -> Table:
    """Bob's call waits, and its wager has been taken down."""
    table = _craps()
    table.places("ann", "place-6", 12_00)
    table.do("call-wager", ANN, player="ann", wager="place-6", on=True)
    table.do("take-down", ANN, player="ann", wager="place-6")
    return table


def _without_line_wager() -> Table:
    table = _craps()
    table.do("push-dice", STICK)
    table.do("take-down", ANN, player="ann", wager="pass")
    return table


def _repeat_too_dear() -> Table:
    table = _roulette()
    table.places("bob", "red", 150_00)
    table.plays("2")
    return table


#: The situations, by name.
BEFORE: dict[str, Callable[[], Table]] = {
    "roulette": _roulette,
    "craps": _craps,
    "big-six": lambda: Table().opened("colorado-big-six"),
    "spread": _spread,
    "spread-with-nothing": _spread_with_nothing,
    "stated": _stated,
    "called": _called,
    "settled": lambda: _with(_called(), "settle", DEALER),
    "spun": lambda: _with(_roulette(), "spin", DEALER),
    "on-red": lambda: _with(_roulette(), "place", BOB, player="bob", wager="red", amount=10_00),
    "on-a-dozen": lambda: _with(_roulette(), "place", BOB, player="bob", wager="dozen", spot="1", amount=5_00),
    "disputed": _disputed,
    "claimed": _claimed,
    "called-on": _called_on,
    "repeat-too-dear": _repeat_too_dear,
    "in-the-air": lambda: _with(_with(_craps(), "push-dice", STICK), "throw-dice", STICK),
    "dice-passed": lambda: _with(_craps(), "pass-dice", ANN, player="ann"),
    "without-line-wager": _without_line_wager,
}
ROWS = """
spread-with-nothing: player eve: leave player=eve -> cash-on-the-table
roulette: dealer dee: spread-cash player=bob instrument=cash amount=$0.50 -> not-whole-chips
roulette: dealer dee: spread-cash player=ann instrument=cash amount=$6 -> not-whole-chips
stated: dealer dee: give-chips player=bob -> bank-too-low
roulette: player bob: bring-chips player=bob amount=$5 table=T1 -> color-missing
roulette: dealer dee: tip player=eve amount=$5 -> not-seated
roulette: player bob: tip player=bob amount=$500 -> not-enough-chips
spun: player bob: tip player=bob amount=$5 -> money-stands-still
roulette: pit-supervisor pat: settle-claim person=bob how=rack -> claim-unknown
spun: pit-supervisor pat: settle-claim person=bob how=rack -> money-stands-still
roulette: player bob: tip player=bob amount=$5 tube=yes -> no-tip-tube
roulette: player bob: place player=bob wager=red amount=$5 coins=yes -> coins-not-taken
roulette: pit-supervisor pat: take-point-off -> act-of-another-game
in-the-air: pit-supervisor pat: take-point-off -> not-in-this-phase
roulette: pit-supervisor pat: send-credit amount=$1 slip=C witness=pat -> same-person
roulette: pit-supervisor pat: send-credit amount=$9999 slip=C witness=sue -> bank-too-low
spread: count-team cal: remove-box box=drop -> cash-on-the-table
claimed: pit-supervisor pat: settle-claim person=ann how=rack -> not-enough-chips
spread: dealer dee: spin -> cash-on-the-table
settled: dealer dee: draw of=bonus result=1-2 -> nothing-pending
called: pit-supervisor pat: close-table counted=$0 -> not-in-this-phase
on-red: pit-supervisor pat: close-table counted=$0 -> wagers-stand
disputed: pit-supervisor pat: close-table counted=$0 -> dispute-open
roulette: dealer dee: take-color player=eve color=green unit=$1 -> not-seated
craps: dealer dee: take-color player=ann color=green unit=$1 -> act-of-another-game
roulette: dealer dee: leave player=eve -> not-seated
spun: player bob: leave player=bob -> money-stands-still
on-red: player bob: leave player=bob -> wagers-stand
roulette: dealer dee: place player=eve wager=red amount=$5 -> not-seated
roulette: player bob: place player=bob wager=pass amount=$5 -> unknown-wager
called: player bob: take-down player=bob wager=red -> not-in-this-phase
called: player bob: call-wager player=bob wager=red on=yes -> not-in-this-phase
on-red: player bob: call-wager player=bob wager=red on=yes -> no-call
called: dealer dee: confirm-call player=bob wager=red -> not-in-this-phase
called-on: dealer dee: confirm-call player=ann wager=place-6 -> nothing-stands
repeat-too-dear: player bob: repeat player=bob -> not-enough-chips
called: player bob: repeat player=bob -> not-in-this-phase
called: player bob: clear player=bob -> not-in-this-phase
called: player bob: choose player=bob wager=red choice=half-back -> not-in-this-phase
called: dealer dee: place-coupon player=bob coupon=K wager=red amount=$5 -> not-in-this-phase
roulette: dealer dee: place-coupon player=bob coupon=K wager=pass amount=$5 -> unknown-wager
roulette: dealer dee: place-coupon player=bob coupon=K wager=dozen amount=$5 -> spot-missing
on-a-dozen: dealer dee: place-coupon player=bob coupon=K wager=dozen spot=1 amount=$5 -> coupon-not-taken
roulette: dealer dee: place-coupon player=bob coupon=K wager=dozen spot=1 amount=$600 -> over-maximum
roulette: dealer dee: place-coupon player=bob coupon=K wager=dozen spot=1 amount=$0.50 -> not-whole-chips
roulette: stickperson stan: push-dice -> not-your-role
roulette: player ann: accept-dice player=ann -> act-of-another-game
roulette: player ann: pass-dice player=ann -> act-of-another-game
in-the-air: stickperson stan: offer-dice player=ann dice=5 -> not-in-this-phase
dice-passed: stickperson stan: offer-dice player=eve dice=5 -> not-seated
dice-passed: boxperson bea: order-pass reason=delay -> no-shooter
without-line-wager: stickperson stan: throw-dice -> no-shooter
craps: dealer dee: spin -> act-of-another-game
craps: dealer dee: call-no-more-bets -> act-of-another-game
spun: security sue: call-void call=no-spin reason=ball-out before_rest=yes -> not-your-role
spun: dealer dee: call-void call=no-roll reason=hands before_rest=yes -> act-of-another-game
roulette: dealer dee: call-void call=no-spin reason=ball-out before_rest=yes -> not-in-this-phase
disputed: pit-supervisor pat: decide-dispute number=1 decision=x amount=$0.50 -> not-whole-chips
roulette: key-manager kim: void-round reason=x -> nothing-stands
roulette: pit-supervisor pat: decide-resumed go_on=yes reason=x -> nothing-pending
big-six: pit-supervisor pat: return-to-service -> nothing-to-repair
called: pit-supervisor pat: correct-outcome round=1 outcome=17 reason=x dealer=dee -> same-outcome
called: pit-supervisor pat: correct-outcome round=1 outcome=99 reason=x dealer=dee -> impossible-outcome
"""


@pytest.mark.parametrize("row", ROWS.strip().split("\n"))
def test_it_is_refused_and_changes_nothing(row: str) -> None:
    before, _, rest = row.partition(": ")
    command, _, code = rest.partition(" -> ")
    word, who, fields = read_command(command)
    assert BEFORE[before]().no(word, who, **fields).code.word == code


GOOD = written("colorado-single-zero")


@pytest.mark.parametrize(
    ("before", "word", "house", "code"),
    [
        (_closed, "open-table", {"name": "x", "text": "="}, Code.HOUSE_UNSOUND),
        (_closed, "open-table", written("colorado-craps"), Code.HOUSE_UNSOUND),
        (_roulette, "open-table", GOOD, Code.TABLE_OPEN),
        (_roulette, "change-house", {"name": "x", "text": "", "on": "never"}, Code.HOUSE_UNSOUND),
        (_roulette, "change-house", {"name": "x", "text": "[[variations]]\npath = 'x.py'"}, Code.HOUSE_UNSOUND),
        (_roulette, "change-house", {"name": "x", "text": "", "change": "[1]"}, Code.HOUSE_UNSOUND),
        (_called, "change-house", GOOD, Code.NOT_IN_THIS_PHASE),
        (_pending_choice, "change-house", GOOD, Code.STILL_PENDING),
    ],
)
def test_an_unsuitable_house_is_refused(before: Callable[[], Table], word: str, house: Any, code: Code) -> None:
    fields = {"house": house} | ({"bank": 1_00} if word == "open-table" else {})
    assert before().no(word, MANAGER, **fields).code is code


ECHO = {
    "path": "echo.py",
    "application": {"reference": "EXAMPLE-0", "date": "2022-06-01"},
    "rule": "permanent",
    "reference": "EXAMPLE-1",
    "date": "2022-08-01",
}


@pytest.mark.parametrize("change", [{}, {"variations": [ECHO]}], ids=["in the text", "in the change"])
def test_a_house_with_variations_is_not_opened_unless_the_operator_names_it(change: dict[str, Any]) -> None:
    file = Path(__file__).parents[2] / "examples" / "variation" / "house.toml"
    text = file.read_text(encoding="utf-8")
    said, _, _ = text.partition("[[variations]]")
    house = HouseText(str(file), said if change else text, None, msgspec.json.encode(change).decode())
    assert read_text(file, house.text, None, change)[0] is not None  # it is a sound house
    refusal = Table().no("open-table", MANAGER, house=house, bank=1_00)
    assert refusal.code is Code.HOUSE_UNSOUND
    assert "the operator has not named that file" in refusal.message


def test_dice_that_everybody_has_declined_are_offered_again() -> None:
    table = Table().opened("colorado-craps")
    table.sits("ann", 1, 500_00)
    table.sits("bob", 2)
    table.do("offer-dice", STICK, player="ann", dice=5)
    table.do("decline-dice", ANN, player="ann")
    table.do("leave", BOB, player="bob")
    table.do("offer-dice", STICK, player="ann", dice=5)


def test_a_wager_is_raised_and_reduced_and_what_may_not_come_down_stays() -> None:
    table = _craps()
    table.plays("4-2")
    table.places("ann", "field", 5_00)
    (raised,) = table.do("raise", ANN, player="ann", wager="field", amount=5_00)
    (reduced,) = table.do("reduce", ANN, player="ann", wager="field", amount=2_00)
    assert (raised.moved, reduced.moved) == (5_00, -2_00)  # type: ignore[attr-defined]
    assert len(table.do("clear", ANN, player="ann")) == 1  # the pass wager is a contract
    refusal = table.no("clear", ANN, player="ann")
    assert (refusal.code, str(refusal.cite)) == (Code.CONTRACT, "47.1-2305(3)")


def test_no_money_moves_by_a_claim_or_a_dispute_while_the_ball_runs() -> None:
    table = _claimed()
    table.do("raise-dispute", DEALER, player="ann", about="x", against="dee")
    table.closes()
    claim = {"person": "ann", "how": "waived"}
    assert table.no("settle-claim", SUPERVISOR, **claim).code is Code.MONEY_STANDS_STILL
    dispute = {"number": 2, "decision": "paid", "amount": 5_00}
    assert table.no("decide-dispute", SUPERVISOR, **dispute).code is Code.MONEY_STANDS_STILL
    table.do("decide-dispute", SUPERVISOR, number=2, decision="as it was")
    table.do("void-round", MANAGER, reason="smoke")
    table.do("settle-claim", SUPERVISOR, **claim)


def test_a_correction_before_payment_to_a_void_number_is_refused() -> None:
    table = Table().opened("colorado-converted-wheel")
    table.closes()
    table.calls("17")
    wrong = {"round": 1, "outcome": "00", "reason": "x", "dealer": "dee"}
    assert table.no("correct-outcome", SUPERVISOR, **wrong).code is Code.IMPOSSIBLE_OUTCOME


def test_a_refusal_cites_the_rule_of_its_own_game() -> None:
    craps, wheel = _craps(), Table().opened("colorado-big-six")
    decide = {"number": 1, "decision": "x"}
    assert str(craps.no("decide-dispute", DEALER, **decide).cite) == "47.1-2319"
    assert wheel.no("decide-dispute", DEALER, **decide).cite is None
    assert str(wheel.no("settle", DEALER).cite) == "30-2703(6)"
    assert wheel.no("confirm-call", BOB, player="bob", wager="one").cite is None
    assert craps.no("spread-cash", ANN, player="ann", instrument="cash", amount=5_00).cite is None
