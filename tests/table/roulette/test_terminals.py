"""Tables with electronic betting terminals: players make their own wagers there."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.core.refusal import Code
from croupier.house import Unsound, load
from croupier.table.chips import TERMINAL_COLORS
from tests.support.table.coupons import issued
from tests.support.table.play import Table, by, written
from tests.support.table.roulette import with_two_players

DEALER, SUPERVISOR = by("dealer"), by("pit-supervisor")
#: What a dealer might key for a player.
KEYED: dict[str, dict[str, Any]] = {
    "place": {"wager": "red", "amount": 5_00},
    "raise": {"wager": "red", "amount": 5_00},
    "reduce": {"wager": "red", "amount": 5_00},
    "take-down": {"wager": "red"},
    "clear": {},
    "repeat": {},
    "place-coupon": {"wager": "red", "amount": 10_00, "coupon": "K-1"},
}
APPROVED = {"reference": "D-1", "date": "2022-01-01"}


def _only_at_terminals(table: Table, cite: str) -> None:
    """A dealer keys nothing for a player, who does it all."""
    ann = by("player", "ann")
    table.do("place", ann, player="ann", wager="red", amount=20_00)
    before = table.state
    for word, fields in KEYED.items():
        no = table.no(word, DEALER, player="ann", **fields)
        assert (no.code, no.variant, str(no.cite)) == (Code.NOT_YOUR_ROLE, "at-terminals", cite), word
        assert "at their terminals" in no.message
    assert table.state == before
    table.do("raise", ann, player="ann", wager="red", amount=5_00)
    table.do("reduce", ann, player="ann", wager="red", amount=5_00)
    table.do("take-down", ann, player="ann", wager="red")
    table.do("place", ann, player="ann", wager="straight", spot="17", amount=5_00)
    table.do("clear", ann, player="ann")


@pytest.mark.cites("30-2203(1)")
def test_at_a_table_with_terminals_all_wagers_are_made_there() -> None:
    _only_at_terminals(with_two_players(device__terminals=True, coupons=[issued("K-1", face=10)]), "30-2203(1)")


@pytest.mark.cites("47.1-2203(1)")
def test_all_wagers_are_made_at_terminals_in_the_printing_of_2015() -> None:
    house = msgspec.structs.replace(written("colorado-double-zero", device__terminals=True), on="2016-01-01")
    table = Table()
    table.do("open-table", SUPERVISOR, house=house, bank=10_000_00, dealer="dee")
    table.sits("ann", 1, 200_00, "orange", 1_00)
    _only_at_terminals(table, "47.1-2203(1)")


@pytest.mark.cites("30-2203(1)")
def test_at_a_felt_table_a_dealer_keys_wagers() -> None:
    """The rule is for tables with terminals only."""
    table = with_two_players(coupons=[issued("K-1", face=10)])
    for word in ("place", "raise", "reduce", "take-down", "place-coupon"):
        table.do(word, DEALER, player="ann", **KEYED[word])


def test_terminals_have_electronic_chips() -> None:
    """Physical chips and terminals are a fault; at games whose rules have no terminals they need an approval (D1)."""
    with pytest.raises(Unsound, match=r"30-2203\(1\)"):
        load("colorado-double-zero", change={"device.terminals": True, "chips.physical": True})
    for name, cite in (("colorado-craps", r"47\.1-2310"), ("colorado-big-six", r"30-2703\(2\)")):
        with pytest.raises(Unsound, match=cite):
            load(name, change={"device.terminals": True})
        assert load(name, change={"device.terminals": True, "approvals.electronic-device": APPROVED}).terminals


def test_a_dealer_still_keys_wagers_at_craps_terminals() -> None:
    """Rules 23 and 27 do not mention terminals: nothing there keeps a dealer from keying a wager."""
    change: dict[str, Any] = {"device__terminals": True, "approvals__electronic-device": APPROVED}
    table = Table().opened("colorado-craps", **change)
    table.sits("ann", 1, 200_00)
    table.do("place", DEALER, player="ann", wager="pass", amount=5_00)


# Colors -----------------------------------------------------------------------------------------------------
VALUE_CHIPS = {"1": "orange", "5": "Turquoise"}


def _at_terminals(on: str | None = None, **change: Any) -> Table:
    """Eight players at a table with terminals, under the rules of a day."""
    house = written("colorado-double-zero", device__terminals=True, **change)
    table = Table()
    house = house if on is None else msgspec.structs.replace(house, on=on)
    table.do("open-table", SUPERVISOR, house=house, bank=10_000_00, dealer="dee")
    for place in range(1, 9):
        table.sits(f"p{place}", place)
    return table


def _each_has_an_own_color(on: str | None) -> None:
    table = _at_terminals(on, chips__colors=VALUE_CHIPS)
    colors = [seat.color for seat in table.state.seats]
    assert None not in colors
    assert len(set(colors)) == 8
    assert not {"orange", "turquoise"} & set(colors), "no value chip's"
    table.do("leave", by("player", "p3"), player="p3")
    table.sits("late", 3)
    assert table.state.seats[2].color == colors[2], "it is free again"


@pytest.mark.cites("30-2201(9)", "30-2203(3)")
def test_every_player_at_a_terminal_receives_electronic_chips_of_another_color() -> None:
    """Before any bet, and unlike the chips of others and the house's value chips."""
    _each_has_an_own_color(None)


@pytest.mark.cites("47.1-2201(9)", "47.1-2203(3)")
def test_electronic_chips_have_colors_in_the_printing_of_2015() -> None:
    _each_has_an_own_color("2016-01-01")


def _alike(table: Table) -> str | None:
    """The paragraph by which two players may not have the same color; None if they may."""
    one, two = table.state.seats[:2]
    asked: dict[str, Any] = {"player": two.player, "color": str(one.color), "unit": 1_00}
    if table.state.house.central_screen:
        no = table.no("take-color", DEALER, **asked)
        assert no.code is Code.COLOR_TAKEN
        return str(no.cite)
    table.do("take-color", DEALER, **asked)
    return None


@pytest.mark.cites("30-2203(3)")
def test_without_a_central_screen_electronic_chips_may_look_alike() -> None:
    assert _alike(_at_terminals()) == "30-2203(3)"
    alike = _at_terminals(chips__central_screen=False)
    assert len({seat.color for seat in alike.state.seats}) == 1
    assert _alike(alike) is None
    with pytest.raises(Unsound, match=r"30-2203\(3\)"):
        load("colorado-double-zero", change={"chips.central_screen": False})  # a felt table


@pytest.mark.cites("47.1-2203(3)")
def test_chips_may_look_alike_without_a_central_screen_in_the_printing_of_2015() -> None:
    assert _alike(_at_terminals("2016-01-01")) == "47.1-2203(3)"
    assert _alike(_at_terminals("2016-01-01", chips__central_screen=False)) is None


@pytest.mark.cites("30-2203(3)")
def test_no_player_sits_at_a_terminal_without_a_color() -> None:
    """Every color is a value chip's: nobody can be given one."""
    colors = {str(number): color for number, color in enumerate(TERMINAL_COLORS, 1)}
    table = Table().opened("colorado-double-zero", device__terminals=True, chips__colors=colors)
    no = table.no("sit", by("player", "ann"), player="ann", place=1)
    assert (no.code, str(no.cite)) == (Code.NO_COLOR_LEFT, "30-2203(3)")


def test_only_games_with_colored_chips_give_colors_to_terminals() -> None:
    change: dict[str, Any] = {"device__terminals": True, "approvals__electronic-device": APPROVED}
    for name in ("colorado-craps", "colorado-big-six"):
        table = Table().opened(name, **change)
        table.sits("ann", 1)
        assert table.state.seats[0].color is None
