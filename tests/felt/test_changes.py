"""What may go wrong at the felt after a change: another house, the maximum, a void spin, two faults at once."""

from __future__ import annotations

from typing import Any

import pytest

from croupier import felt, house
from croupier.core.machine import Void
from croupier.core.refusal import Refusal
from croupier.felt import Felt, Place, Played, Reduce, TakeDown, script
from croupier.games.roulette.facts import RouletteTable

CRAPS, DOUBLE = "colorado-craps", "colorado-double-zero"
WEIGHTS = {"10": 500, "20": 150, "30": 180, "50": 120, "100": 40, "500": 8, "1000": 2}


def _played(name: str, acts: str, change: dict[str, Any] | None = None) -> list[script.Told]:
    text = "\n".join(["seat ann 2000", *(act.strip() for act in acts.split(";"))])
    return list(script.play(house.load(name, change=change), text))


def _stands(table: Felt | Refusal) -> Felt:
    assert isinstance(table, Felt), str(table)
    return table


def _out(table: Played | Refusal) -> Played:
    assert isinstance(table, Played), str(table)
    return table


def _opened(name: str, change: dict[str, Any] | None = None) -> Felt:
    return _stands(felt.open(house.load(name, change=change)).sit("ann", 2000_00))


# Over the maximum -----------------------------------------------------------------------------------------
def test_an_up_front_commission_is_computed_on_the_allowed_stake() -> None:
    """$200 of physical chips on buy 4 with a maximum of $100: $5 is charged, and the other $5 are returned."""
    change = {"chips.physical": True, "limits.buy": {"min": 1, "max": 100}, "commission.buy.when": "up-front"}
    told = _played(CRAPS, "wager ann 200 buy-4; on ann buy-4; outcome 2-2", change)
    (row,) = told[-1].resolutions
    assert (row.net, row.commission, row.overage) == (195_00, 5_00, 100_00)
    (stays,) = told[-1].felt.standing
    assert (stays.stake, stays.commission) == (100_00, 5_00)
    assert told[-1].felt.rack("ann") == 2000_00 - 105_00 + 195_00


def test_odds_are_a_multiple_of_the_allowed_stake() -> None:
    change = {"chips.physical": True, "limits.line": {"min": 1, "max": 100}}
    told = _played(CRAPS, "wager ann 200 pass; outcome 2-2; wager ann 301 pass-odds", change)
    assert told[-1].refusal is not None
    assert told[-1].refusal.code.word == "over-multiple"


# A void spin ----------------------------------------------------------------------------------------------
def test_a_void_spin_begins_no_sequence() -> None:
    change: dict[str, Any] = {"side_bets": {"straights-and-8s": {}}}
    acts = "wager ann 5 straights-and-8s; outcome 00; take-down ann straights-and-8s; outcome 17"
    told = _played("colorado-converted-wheel", f"{acts}; wager ann 5 straights-and-8s", change)
    assert [each.refusal for each in told] == [None] * len(told)
    assert RouletteTable.of(told[-1].felt).track is None


def test_a_void_is_cited_under_the_number_of_its_date() -> None:
    from datetime import date

    told = list(script.play(house.load(DOUBLE, on=date(2016, 5, 1)), "seat ann 5\nno-spin revolutions"))
    void = told[-1].fact
    assert isinstance(void, Void)
    assert str(void.cite) == "47.1-2206(2)"


# Another house --------------------------------------------------------------------------------------------
def test_a_house_does_not_change_while_a_choice_is_due() -> None:
    table = _stands(_opened("colorado-single-zero").act("ann", Place("red", 10_00)))
    waiting = _out(table.outcome("0")).felt
    refusal = waiting.under(house.load("colorado-single-zero", change={"options.in_prison": False}))
    assert isinstance(refusal, Refusal)
    assert refusal.code.word == "still-pending"


@pytest.mark.parametrize(
    ("wager", "change"),
    [
        ("spinner-winner", {"side_bets": {}}),
        ("back2back", {"side_bets": {}}),
        (
            "back2back",
            {
                "side_bets.back2back.weights": {
                    "10": 500,
                    "20": 150,
                    "30": 180,
                    "50": 120,
                    "100": 40,
                    "500": 8,
                    "1000": 2,
                }
            },
        ),
    ],
)
def test_a_house_with_other_draws_waits_until_no_wager_needs_the_old_draw(wager: str, change: Any) -> None:
    """Otherwise a bonus round without balls would be due, and nothing could be drawn."""
    table = _out(_opened(DOUBLE).outcome("17")).felt
    other = house.load(DOUBLE, change=change)
    assert isinstance(table.under(other), Felt)
    stands = _stands(table.act("ann", Place(wager, 5_00)))
    refusal = stands.under(other)
    assert isinstance(refusal, Refusal)
    assert refusal.code.word == "wagers-stand"
    assert refusal.message.startswith(f"{wager} wagers stand")
    assert isinstance(stands.under(house.load(DOUBLE, change={"limits.default": {"min": 2, "max": 400}})), Felt)
    assert isinstance(_out(stands.outcome("3")).felt.under(other), Felt)


def test_a_wager_withdrawn_since_may_be_reduced_but_not_raised() -> None:
    table = _stands(_opened(CRAPS).act("ann", Place("hard-6", 10_00)))
    without = _stands(table.under(house.load(CRAPS, change={"wagers.except": ["hard-6"]})))
    assert isinstance(without.act("ann", Place("hard-6", 5_00)), Refusal)
    assert _stands(without.act("ann", Reduce("hard-6", 5_00))).standing[0].stake == 5_00
    assert _stands(without.act("ann", TakeDown("hard-6"))).standing == ()


def test_a_wager_is_not_raised_at_terms_no_longer_posted() -> None:
    generous = _opened(CRAPS, {"pays.hard-6.win": "20 to 1"})
    table = _stands(generous.act("ann", Place("hard-6", 5_00)))
    changed = _stands(table.under(house.load(CRAPS)))
    refusal = changed.act("ann", Place("hard-6", 95_00))
    assert isinstance(refusal, Refusal)
    assert "after they changed" in refusal.message


def test_a_progressive_placed_before_the_change_keeps_its_meter() -> None:
    table = _stands(_opened(DOUBLE).act("ann", Place("roulette-up-progressive", 1_00)))
    plain = house.load(DOUBLE, change={"side_bets": {}})
    table = _stands(table.under(plain))
    for number in range(1, 10):
        played = _out(table.outcome(str(number)))
        table = played.felt
    assert [row.net for row in played.resolutions] == [10_000_20 - 1_00]
    assert _stands(_opened(DOUBLE, {"side_bets": {}}).under(house.load(DOUBLE))).meters[0].cents == 10_000_00


# Two faults at once: the lower number is given ------------------------------------------------------------
@pytest.mark.parametrize(
    ("name", "change", "acts", "word"),
    [
        (CRAPS, {"tips.wagers": False}, "tip ann 0 pass", "not-positive"),
        (CRAPS, {"limits.player": {"max": 10}}, "wager ann 13 place-6", "over-player-maximum"),
        ("colorado-single-zero", {}, "wager ann 1 red; outcome 0; no-spin rain", "still-pending"),
        (DOUBLE, {}, "shooter zed", "act-of-another-game"),
        ("colorado-big-six", {}, "void clapper-broken; outcome moon", "out-of-service"),
        ("colorado-big-six", {}, "void clapper-broken; void rain", "out-of-service"),
        (CRAPS, {}, "off ann pass", "nothing-stands"),
        (CRAPS, {}, "wager bob 0.125 pass", "not-seated"),
        (CRAPS, {}, "seat bob 5 dollars", "spot-needless"),
        (CRAPS, {}, "wager ann 99999999999999999999999999 pass", "over-maximum"),
    ],
)
def test_of_two_refusals_the_first_is_given(name: str, change: dict[str, Any], acts: str, word: str) -> None:
    refusal = _played(name, acts, change)[-1].refusal
    assert refusal is not None
    assert refusal.code.word == word


@pytest.mark.parametrize(
    ("said", "meant"),
    [("PASS", "pass"), ("hop-3-1", "hop-1-3"), ("field-bet", "field"), ("zzzzqqq", ""), ("plce-6", "place-6")],
)
def test_an_unknown_wager_always_names_the_nearest(said: str, meant: str) -> None:
    refusal = _played(CRAPS, f"wager ann 5 {said}")[-1].refusal
    assert refusal is not None
    assert f"Did you mean '{meant}" in refusal.message


def test_a_script_may_begin_with_a_byte_order_mark_and_end_its_lines_as_it_likes() -> None:
    told = list(script.play(house.load(CRAPS), "\ufeffseat ann 5\r\nwager ann 5 pass # a\u2028b\r\n"))
    assert [(each.line.number, each.refusal) for each in told] == [(1, None), (2, None)]
