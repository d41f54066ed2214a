"""Properties of every playthrough: chips are conserved, no payout is below the rules, a refusal changes nothing."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier import felt, house
from croupier.core.machine import Return
from croupier.core.printed_odds import Odds
from croupier.felt import Felt, Resolution, script
from croupier.games.roulette.layout import layout_of
from croupier.games.roulette.options import RouletteOptions
from croupier.house import House

HOUSES = {name: house.load(name) for name in house.presets()} | {
    "up front": house.load(
        "colorado-craps", change={"commission.buy.when": "up-front", "commission.lay.when": "up-front"}
    ),
    "no areas": house.load("colorado-craps", change={"options.areas": []}),
}
NAMES = st.sampled_from(["ann", "bob", "eve"])
AMOUNTS = st.sampled_from("1 2 3 4 5 6 10 12 20 25 30 60 100 500 501 0 -1 0.5 0.005 1000000".split())


def _spots(rules: House, wager: str) -> st.SearchStrategy[str]:
    own = rules.options
    if isinstance(own, RouletteOptions) and wager in layout_of(own).spots:
        return st.sampled_from(sorted(layout_of(own).spots[wager]))
    return st.sampled_from(["", "", "", "4", "5", "6", "8", "9", "10", "17-20", "0"])


@st.composite
def _line(draw: st.DrawFn, rules: House) -> str:
    word = draw(
        st.sampled_from(
            "wager wager wager wager outcome outcome outcome raise reduce take-down on off tip choose shooter "
            "no-roll no-spin void repaired seat".split()
        )
    )
    wager = draw(st.sampled_from(sorted(rules.game.wagers)))
    spot = draw(_spots(rules, wager))
    match word:
        case "wager" | "raise" | "reduce" | "tip":
            return f"{word} {draw(NAMES)} {draw(AMOUNTS)} {wager} {spot}"
        case "take-down" | "on" | "off":
            return f"{word} {draw(NAMES)} {wager} {spot}"
        case "choose":
            return f"choose {draw(NAMES)} {wager} {draw(st.sampled_from(['imprison', 'half-back', 'dance']))}"
        case "outcome":
            shown = draw(st.sampled_from([*rules.game.chance(rules), "banana"]))
            return f"outcome {'-'.join(map(str, shown)) if isinstance(shown, tuple) else shown}"
        case "seat":
            return f"seat {draw(NAMES)} {draw(AMOUNTS)}"
        case "shooter":
            return f"shooter {draw(NAMES)}"
        case "repaired":
            return word
    reasons = "off-table foreign-object between-sections clapper-broken rain".split()
    return f"{word} {draw(st.sampled_from(reasons))}"


@st.composite
def playthrough(draw: st.DrawFn) -> tuple[House, list[str]]:
    rules = HOUSES[draw(st.sampled_from(sorted(HOUSES)))]
    lines = draw(st.lists(_line(rules), min_size=5, max_size=60))
    return rules, ["seat ann 1000", "seat bob 200", *lines]


def _wealth(table: Felt) -> int:
    """All money on the players' side: racks, wagers, commissions held, and the tip box."""
    up = sum(wager.stake + wager.commission for wager in table.standing)
    return sum(rack for _, rack in table.racks) + up + table.tip_box


@given(playthrough())
def test_chips_are_conserved_and_refusals_change_nothing(play: tuple[House, list[str]]) -> None:
    rules, lines = play
    table = felt.open(rules)
    for number, text in enumerate(lines, start=1):
        line = script.read_line(number, text)
        assert line is not None
        told = script.do(table, line)
        if told.refusal is not None:
            assert told.felt is table
            assert told.refusal.message
            assert not told.resolutions
            continue
        seated = int(text.split()[2]) * 100 if text.startswith("seat ") else 0
        won = sum(_net(resolution) for resolution in told.resolutions)
        assert _wealth(told.felt) == _wealth(table) + seated + won, text
        assert all(rack >= 0 for _, rack in told.felt.racks)
        assert all(wager.stake > 0 and wager.stake % rules.lowest_chip == 0 for wager in told.felt.standing)
        assert len({wager.key for wager in told.felt.standing}) == len(told.felt.standing)
        hash(told.felt.position)
        for resolution in told.resolutions:
            _not_below_the_rules(rules, resolution)
        table = told.felt


def _net(resolution: Resolution) -> int:
    """The change on the players' side; of a tip wager that is the dealers' gain or loss."""
    if not resolution.tip:
        return resolution.net
    return resolution.paid - (0 if resolution.stays else resolution.stake)


def _not_below_the_rules(rules: House, resolution: Resolution) -> None:
    """The player gets at least the printed odds, never rounded down, minus a lawful commission."""
    wager = rules.game.wagers[resolution.wager]
    if wager.parts or resolution.grade == "returned":
        return
    least: Any = rules.permitted[resolution.wager].odds.get(resolution.row)
    gross = resolution.winnings + resolution.rounding
    if isinstance(least, Odds):
        assert gross >= resolution.stake * least.winnings()
        assert gross % rules.lowest_chip == 0
        assert resolution.commission * 20 <= resolution.stake * max(Fraction(1), least.winnings())
    elif isinstance(least, Return):
        assert resolution.tip or resolution.net + resolution.stake >= resolution.stake * least.share
    else:
        assert resolution.grade == "lose"


@pytest.mark.parametrize("amount", [True, 5.0, float("nan"), "5", None])
def test_money_is_an_int_and_nothing_else(amount: Any) -> None:
    with pytest.raises(TypeError, match="whole number of cents"):
        felt.Place("pass", amount)
    with pytest.raises(TypeError, match="whole number of cents"):
        felt.open(HOUSES["colorado-craps"]).sit("ann", amount)


def test_a_wager_is_settled_under_the_house_it_was_placed_under() -> None:
    old = HOUSES["colorado-double-zero"]
    new = house.load("colorado-double-zero", change={"pays.straight.win": "36 to 1"})
    table = felt.open(old).sit("ann", 100_00)
    assert isinstance(table, Felt)
    table = table.act("ann", felt.Place("straight", 1_00, "17"))
    assert isinstance(table, Felt)
    changed = table.under(new)
    assert isinstance(changed, Felt)
    played = changed.outcome("17")
    assert isinstance(played, felt.Played)
    assert [resolution.net for resolution in played.resolutions] == [35_00]
    again = played.felt.act("ann", felt.Place("straight", 1_00, "17"))
    assert isinstance(again, Felt)
    after = again.outcome("17")
    assert isinstance(after, felt.Played)
    assert [resolution.net for resolution in after.resolutions] == [36_00]
