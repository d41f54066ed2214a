"""What a script cannot show of Rule 23: what a craps house may not choose, and which paragraph is given."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from croupier import felt, house
from croupier.core.machine import Void
from croupier.core.refusal import Refusal
from croupier.felt import script
from croupier.games import NAMES, game
from croupier.games.craps.facts import CrapsTable
from croupier.rulebook import colorado

LOSERS = [f"place-to-lose-{number}" for number in (4, 5, 6, 8, 9, 10)]


def faults(change: dict[str, Any], name: str = "colorado-craps") -> list[str]:
    """The paragraphs of the faults that a change of the house causes."""
    try:
        house.load(name, change=change)
    except house.Unsound as unsound:
        return [str(fault.cite) for fault in unsound.faults]
    return []


def cites(name: str, *acts: str) -> list[str]:
    """The paragraphs given for what the last act decided."""
    table = house.load(name)
    told = list(script.play(table, "\n".join(("seat ann 1000", *acts))))
    assert all(each.refusal is None for each in told)
    return sorted(str(resolution.cite) for resolution in told[-1].resolutions)


@pytest.mark.cites("47.1-2304")
def test_the_list_of_wagers_is_closed() -> None:
    table = felt.open(house.load("colorado-craps"))
    found = {str(row.cite) for row in table.house.permitted.values()}
    numbers = {cite for cite in found if cite.startswith("47.1-2304(")}
    assert numbers == {f"47.1-2304({number})" for number in range(1, 43)}
    elsewhere = {cite.partition("(")[0] for cite in found - numbers}  # true odds, odds, and the variations' own
    assert elsewhere == {"47.1-2307", "47.1-2308", "47.1-2317.01", "47.1-2317.02", "47.1-2317.04"}
    for wager in {wager for name in NAMES if name != "craps" for wager in game(name).wagers}:
        assert isinstance(table.house.wager(wager), Refusal)
    for wager in game("craps").wagers:
        answer = table.house.wager(wager)
        assert (answer is game("craps").wagers[wager]) == (wager in table.house.offered)
    answer = table.house.wager("place-7")
    assert isinstance(answer, Refusal)
    assert "place-" in answer.message.partition("?")[0]


@pytest.mark.cites("47.1-2304")
@pytest.mark.parametrize(
    ("typed", "nearest"),
    [
        ("pas", "pass"),
        ("dontpass", "dont-pass"),
        ("feild", "field"),
        ("hardway-8", "hard-8"),
        ("anyseven", "any-seven"),
    ],
)
def test_an_unknown_wager_names_the_nearest(typed: str, nearest: str) -> None:
    answer = house.load("colorado-craps").wager(typed)
    assert isinstance(answer, Refusal)
    assert f"'{nearest}'" in answer.message


@pytest.mark.cites("47.1-2306(1)")
@pytest.mark.parametrize(
    ("wager", "row", "pays"),
    [
        ("pass", "win", "6 to 5"),
        ("place-4", "win", "9 to 5"),
        ("hard-6", "win", "10 to 1"),
        ("any-seven", "win", "5 to 1"),
    ],
)
def test_odds_as_printed_or_better_are_sound(wager: str, row: str, pays: str) -> None:
    assert faults({f"pays.{wager}": {row: pays}}) == []


@pytest.mark.cites("47.1-2306(1)")
@pytest.mark.parametrize(
    ("wager", "row", "pays"),
    [
        ("pass", "win", "5 to 6"),
        ("place-6", "win", "8 to 7"),
        ("place-to-lose-4", "win", "4 to 9"),
        ("hard-6", "win", "9 for 1"),
        ("craps-12", "win", "30 for 1"),
        ("field", "win on 12", "1 to 1"),
        ("six-seven-eight", "win the hardway", "1 to 1"),
    ],
)
def test_odds_below_the_printed_are_a_fault(wager: str, row: str, pays: str) -> None:
    assert faults({f"pays.{wager}": {row: pays}}) == ["47.1-2306(1)"]


@pytest.mark.cites("47.1-2307(1)")
def test_a_buy_commission_above_five_percent_is_a_fault() -> None:
    assert faults({"commission.buy.percent": 5}) == []
    assert faults({"commission.buy.percent": 6}) == ["47.1-2307(1)"]


@pytest.mark.cites("47.1-2307(1)")
def test_buying_never_replaces_placing() -> None:
    assert faults({"wagers.except": ["place-4"]}) == ["47.1-2307(1)"]


@pytest.mark.cites("47.1-2307(2)")
def test_a_lay_commission_above_five_percent_is_a_fault() -> None:
    assert faults({"commission.lay.percent": 6}) == ["47.1-2307(2)"]


@pytest.mark.cites("47.1-2307(2)")
def test_laying_may_replace_placing_to_lose() -> None:
    assert faults({"wagers.except": LOSERS}) == []


@pytest.mark.cites("47.1-2307(3)")
@pytest.mark.parametrize("group", ["pass", "place", "odds", "put", "field"])
def test_no_other_wager_is_charged(group: str) -> None:
    assert faults({f"commission.{group}": {"percent": 1, "when": "on-win"}}) == ["47.1-2307(3)"]


@pytest.mark.cites("47.1-2308(1)")
def test_odds_behind_pass_are_a_right() -> None:
    assert faults({"wagers.except": ["pass-odds"]}) == ["47.1-2308(1)"]


@pytest.mark.cites("47.1-2308(2)")
def test_odds_behind_dont_pass_are_a_right() -> None:
    assert faults({"wagers.except": ["dont-pass-odds"]}) == ["47.1-2308(2)"]


@pytest.mark.cites("47.1-2308(3)")
def test_odds_behind_come_are_a_right() -> None:
    assert faults({"wagers.except": ["come-odds"]}) == ["47.1-2308(3)"]


@pytest.mark.cites("47.1-2308(4)")
def test_odds_behind_dont_come_are_a_right() -> None:
    assert faults({"wagers.except": ["dont-come-odds"]}) == ["47.1-2308(4)"]


@pytest.mark.cites("47.1-2310")
def test_dice_thrown_by_a_device_need_an_approval() -> None:
    assert faults({"device.electronic": True}) == ["47.1-2310"]
    approval = {"reference": "DEMO", "date": date(2022, 1, 31)}
    assert faults({"device.electronic": True, "approvals.electronic-device": approval}) == []


@pytest.mark.cites("47.1-2312(2)")
def test_a_die_that_rests_on_two_sides_is_a_reason_of_its_own() -> None:
    said = {}
    for reason in ("cocked", "stacked"):
        done = felt.open(house.load("colorado-craps")).void("no-roll", reason)
        assert isinstance(done, felt.Played)
        assert isinstance(done.fact, Void)
        said[reason] = (str(done.fact.cite), "more than one side" in done.fact.says)
    assert said == {"cocked": ("47.1-2312(2)", True), "stacked": ("47.1-2311(1)", False)}


NO_ROLL = {
    "off-table": "47.1-2311(1)",
    "stacked": "47.1-2311(1)",
    "cocked": "47.1-2312(2)",
    "hands": "47.1-2311(2)(a)",
    "end-wall": "47.1-2311(2)(b)",
    "bank": "47.1-2311(2)(c)",
    "cup-or-rail": "47.1-2311(2)(d)",
    "cheating": "47.1-2311(2)(e)",
    "other": "47.1-2311(2)(f)",
}


@pytest.mark.cites("47.1-2311(2)")
@pytest.mark.parametrize(
    ("reason", "paragraph"),
    [pytest.param(reason, cite, marks=pytest.mark.cites(cite), id=reason) for reason, cite in NO_ROLL.items()],
)
def test_a_no_roll_is_called_by_its_name_with_the_paragraph_of_its_reason(reason: str, paragraph: str) -> None:
    before = felt.open(house.load("colorado-craps"))
    done = before.void("no-roll", reason)
    assert isinstance(done, felt.Played)
    assert isinstance(done.fact, Void)
    assert str(done.fact.cite) == paragraph
    assert done.fact.says.startswith("No roll")
    assert done.felt == before
    others = {before.void("no-roll", other).fact.says for other in NO_ROLL if other != reason}  # type: ignore[union-attr]
    assert done.fact.says not in others


@pytest.mark.cites("47.1-2317.03/buy(1)")
def test_free_craps_caps_the_buy_commission() -> None:
    assert faults({"commission.buy.percent": 6}, "colorado-craps-free") == ["47.1-2317.03/buy(1)"]


@pytest.mark.cites("47.1-2317.03/buy(3)")
def test_free_craps_charges_nothing_else() -> None:
    charge = {"percent": 1, "when": "on-win"}
    assert faults({"commission.place": charge}, "colorado-craps-free") == ["47.1-2317.03/buy(3)"]


@pytest.mark.cites("47.1-2317.03/buy(2)")
def test_free_craps_has_no_lay_to_charge_for() -> None:
    assert faults({"commission.lay": {"percent": 5, "when": "on-win"}}, "colorado-craps-free")


@pytest.mark.cites("47.1-2317.03/wagers(2)")
def test_free_craps_cannot_offer_dont_pass() -> None:
    assert faults({"wagers.offered": ["pass", "pass-odds", "dont-pass"]}, "colorado-craps-free") == [
        "47.1-2317.03/wagers(2)"
    ]


@pytest.mark.cites("47.1-2317.03/wagers")
def test_free_craps_keeps_every_wager_that_it_does_not_except() -> None:
    usual, free = (house.load(name) for name in ("colorado-craps", "colorado-craps-free"))
    kept = {wager for wager, row in free.permitted.items() if not row.withdrawn}
    printed = {wager for wager, row in usual.permitted.items() if not row.side_bet}
    excepted = {wager for wager in printed if wager.startswith(("dont-", "place-to-lose-", "lay-"))}
    assert len(excepted) == 4 + 6 + 6  # both don't wagers with their odds
    assert kept == printed - excepted | {f"{kind}-{n}" for kind in ("place", "buy") for n in (2, 3, 11, 12)}
    for wager in printed:
        assert isinstance(free.wager(wager), Refusal) == (wager in excepted)


@pytest.mark.cites("47.1-2317.03/odds")
def test_free_craps_pays_no_less_than_its_own_list() -> None:
    assert faults({"pays.place-12": {"win": "5 to 1"}}, "colorado-craps-free") == ["47.1-2317.03/odds"]


@pytest.mark.cites("47.1-2317.03/wagers(1)(a)")
def test_free_pass_gives_its_own_paragraph_for_a_win() -> None:
    free = "47.1-2317.03/wagers(1)(a)"
    assert cites("colorado-craps-free", "wager ann 10 pass", "outcome 5-6", "outcome 5-6") == [free]
    assert cites("colorado-craps", "wager ann 10 pass", "outcome 5-6") == ["47.1-2304(1)(a)"]


@pytest.mark.cites("47.1-2317.03/wagers(3)(b)")
def test_free_come_gives_its_own_paragraph_for_a_loss() -> None:
    acts = ("outcome 2-2", "wager ann 10 come", "outcome 6-6", "outcome 3-4")
    assert cites("colorado-craps-free", *acts) == ["47.1-2317.03/wagers(3)(b)"]


@pytest.mark.cites("47.1-2302")
def test_the_definitions_are_those_of_every_game_of_craps() -> None:
    """Come-out roll, point and decision are the same words at both variants; only the numbers of a point differ."""
    for name, points in (("colorado-craps", {4, 5, 6, 8, 9, 10}), ("colorado-craps-free", {*range(2, 13)} - {7})):
        found = set()
        for total in range(2, 13):
            one = max(1, total - 6)
            done = felt.open(house.load(name)).outcome(f"{one}-{total - one}")
            assert isinstance(done, felt.Played)
            assert CrapsTable.of(felt.open(house.load(name))).come_out
            if (point := CrapsTable.of(done.felt).point) is not None:
                assert point == total
                found.add(point)
        assert found == points


@pytest.mark.cites("47.1-2301")
def test_a_craps_house_has_a_rulebook_that_covers_its_date() -> None:
    with pytest.raises(house.Unsound, match="2014-07-15"):
        house.load("colorado-craps", on=date(2014, 7, 14))
    assert colorado(on=date(2014, 7, 15)).edition("craps")
