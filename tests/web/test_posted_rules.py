"""A table accepts and pays what it posts: limits, fixed wagers, units, and every wager in words."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest

from croupier import felt, house
from croupier.felt import Felt, Place
from croupier.floor.demonstration import TABLES
from croupier.web.api import felts
from croupier.web.shared import house_choices, naming, posted_rules
from croupier.web.shared.messages import words


def _said(amounts: str) -> set[int]:
    """Amounts in words, in cents: '$1 to $4, $7'."""
    found: set[int] = set()
    for least, most in re.findall(r"\$(\d+)(?: to \$(\d+))?", amounts):
        found |= set(range(int(least) * 100, int(most or least) * 100 + 1, 100))
    return found


def _posted(table: house.House, wager: str) -> set[int]:
    """The amounts that the posted rules allow, in cents."""
    limit, note = posted_rules.between(table, wager), posted_rules.amounts(table, wager)
    taken = _said(limit)
    if unit := re.fullmatch(r"in units of \$(\d+)", note):
        taken = {each for each in taken if each % (int(unit[1]) * 100) == 0}
    elif note:
        assert note.startswith("not $"), note
        taken -= _said(note)
    return taken


@pytest.mark.parametrize("name", TABLES.values())
def test_the_table_takes_what_is_posted(name: str) -> None:
    """Every wager that can be placed at once, at every amount around its limits and up to $40."""
    rules = house.load(name)
    table = felt.open(rules).sit("ann", 5_000_00)
    assert isinstance(table, Felt)
    primary = table.act("ann", Place("red", 1_00)) if rules.game_name == "roulette" else table
    assert isinstance(primary, Felt)
    seen = 0
    for wager in posted_rules.offered(rules):
        one = rules.game.wagers[wager]
        if one.group == "odds" or wager == "red":
            continue
        spot = next(iter(one.spots(rules)))
        said = _posted(rules, wager)
        tried = {*range(1_00, 41_00, 1_00), *(each * 100 for each in (99, 100, 101, 498, 499, 500, 501))}
        taken = {each for each in tried if isinstance(primary.act("ann", Place(wager, each, spot)), Felt)}
        if not taken:  # it needs another state of the table
            continue
        assert taken == said & tried, wager
        seen += 1
    assert seen >= (40 if name == "colorado-craps" else 7), seen


def test_a_fixed_wager_is_posted_as_one() -> None:
    """The progressive of the demonstration is $1 exactly, in the list of limits and in its schedule."""
    rules = house.load(TABLES["R00"])
    assert ("Roulette Up Progressive", "$1 exactly") in posted_rules.limits(rules)
    assert {bet.name: bet.limit for bet in posted_rules.side_bets(rules)}["Roulette Up Progressive"] == "$1 exactly"


def test_odds_are_posted_by_what_limits_them() -> None:
    """Not with the table's maximum, which does not apply to them; with their units."""
    rules = house.load(TABLES["C1"])
    (group,) = [each for each in posted_rules.groups(rules) if each.name == "Odds"]
    assert "multiple" in group.limit
    assert "$500" not in group.limit
    assert group.offers[0].note == "in units of $2 on 5 and 9, in units of $5 on 6 and 8"


def test_wagers_that_share_a_line_name_their_own_paragraphs() -> None:
    """And no paragraph between them: craps 3 is between craps 2 and craps 12."""
    said = {
        offer.names: offer.cite
        for group in posted_rules.groups(house.load("colorado-craps"))
        for offer in group.offers
    }
    assert said["Pass", "Come"] == "47.1-2304(1), (3)"
    assert said["Craps 2", "Craps 12"] == "47.1-2304(14), (16)"
    assert said["Hop 2-2", "Hop 3-3", "Hop 4-4", "Hop 5-5"] == "47.1-2304(22) to (25)"
    assert said["Place 4", "Place 10"] == "47.1-2304(5)"


#: The paragraph by which the rules of a game are posted.
POSTED = {"roulette": "30-2208", "craps": "47.1-2314", "big-six": "30-2701"}
BY_GAME = [
    *(
        pytest.param(name, None, marks=pytest.mark.cites(POSTED[house.load(name).game_name]), id=name)
        for name in house.presets()
    ),
    pytest.param("colorado-double-zero", date(2016, 1, 1), marks=pytest.mark.cites("47.1-2208"), id="in 2016"),
]


@pytest.mark.parametrize(("name", "on"), BY_GAME)
def test_every_wager_of_a_house_is_posted_once_with_what_it_pays(name: str, on: date | None) -> None:
    rules = house.load(name, on=on)
    offered = [each for group in posted_rules.groups(rules) for offer in group.offers for each in offer.names]
    offered += [each.name for each in posted_rules.side_bets(rules)]
    taken = [each for each in rules.offered if rules.game.wagers[each].spots(rules)]
    assert sorted(offered) == sorted(naming.wager(each, rules) for each in taken)
    for group in posted_rules.groups(rules):
        assert all(offer.pays for offer in group.offers)


@pytest.mark.parametrize("name", house.presets())
def test_every_spot_says_in_words_what_it_pays(name: str) -> None:
    """No row has its internal name, nothing occurs twice, and everything that a wager pays is there."""
    rules = house.load(name)
    for spot in felts.spots(rules):
        assert spot.says, spot.wager
        assert not re.search(r"[a-z]-[a-z]|: |\bpush\b|pays .*pays", f"{spot.title} ; {spot.says}"), spot.title
        for row, figure in spot.pays.items():
            if figure != "push" and not figure.endswith(("back", "%")) and spot.wager != "back2back":
                assert figure in spot.says, (spot.wager, row)


@pytest.mark.parametrize(
    ("name", "wager", "at", "said"),
    [
        ("colorado-craps", "dont-come", "", "Don't Come, pays 1 to 1, stake back on a first roll of 12"),
        ("colorado-craps", "dont-come", "4", "Don't Come 4, pays 1 to 1"),
        ("colorado-craps", "come-odds", "5", "Odds behind Come 5, pays 3 to 2"),
        ("colorado-craps", "field", "", "Field, pays 1 to 1, 2 to 1 on 2 and 12"),
        ("colorado-craps", "place-to-lose-4", "", "Place 4 to lose, pays 5 to 11"),
        ("colorado-craps", "buy-4", "", "Buy 4, pays 2 to 1, commission 5 % of the stake, taken from a win"),
        ("colorado-single-zero", "red", "", "Red, pays 1 to 1, on zero half back or in prison, as you choose"),
        ("colorado-double-zero", "red", "", "Red, pays 1 to 1"),
    ],
)
def test_what_is_said_of_a_spot(name: str, wager: str, at: str, said: str) -> None:
    found = {(each.wager, each.spot): each.title for each in felts.spots(house.load(name)) if not each.at}
    assert found[wager, at or None] == said


def test_the_rules_post_when_a_stake_goes_back() -> None:
    """Don't Pass has its own line, since 12 pushes; even-money wagers say what zero does."""

    def posted_with(name: str) -> dict[str, str]:
        groups = posted_rules.groups(house.load(name))
        return {each: offer.note for group in groups for offer in group.offers for each in offer.names}

    craps = posted_with("colorado-craps")
    assert craps["Don't Pass"] == craps["Don't Come"] == words()["pays"]["push"]
    assert not craps["Pass"]
    assert words()["pays"]["half-back"] in posted_with("colorado-single-zero")["Red"]
    assert not posted_with("colorado-double-zero")["Red"]


def test_a_progressive_is_posted_with_the_one_amount_that_is_taken() -> None:
    table = house.load("colorado-double-zero")
    assert posted_rules.between(table, "roulette-up-progressive") == "$1 exactly"
    assert ("Roulette Up Progressive", "$1 exactly") in posted_rules.limits(table)
    assert posted_rules.between(table, "roulette-up") == "$1 to $100"


@pytest.mark.parametrize(("required", "key"), [(True, "primary"), (False, "primary_none")])
def test_the_rules_say_whether_a_streak_needs_another_wager(required: bool, key: str) -> None:
    rules = house.load("colorado-double-zero", change={"side_bets.roulette-up.primary_required": required})
    notes = {each.name: each.notes for each in posted_rules.side_bets(rules)}
    assert words()["rules"][key] in notes["Roulette Up"]
    assert words()["rules"][key] in notes["Roulette Up Progressive"]
    assert words()["rules"][key] not in notes["Back2Back"]


@pytest.mark.parametrize(
    ("preset", "shown"),
    [
        ("colorado-single-zero", {"R5", "R15"}),
        ("colorado-double-zero", {"R15"}),  # without In Prison
        ("colorado-triple-zero", set()),  # and without Roulette Up
        ("colorado-craps", {"C4", "C6"}),
    ],
)
def test_only_readings_about_what_the_house_offers_are_choices(preset: str, shown: set[str]) -> None:
    assert {each.id for each in posted_rules.answers(house.load(preset)) if each.choice} == shown


def test_dealers_take_no_bets_only_where_the_rules_say_so() -> None:
    device: dict[str, Any] = {
        "device.terminals": True,
        "approvals.electronic-device": {"reference": "A", "date": "2022-01-01"},
    }
    for preset, only in (("colorado-double-zero", True), ("colorado-craps", False), ("colorado-big-six", False)):
        said = dict(house_choices.choices(house.load(preset, change=device)))
        assert ("dealers take none" in said["Bets"]) is only


def test_the_rules_say_what_the_house_chose() -> None:
    rules = house.load("colorado-craps", change={"commission.buy.when": "up-front", "readings.C6": "of-the-stake"})
    buy = next(group for group in posted_rules.groups(rules) if group.name == "Buy")
    assert "taken when it is placed" in buy.offers[0].note
    chosen = [each.id for each in posted_rules.answers(rules) if each.chosen]
    assert chosen == ["C6"]
    assert posted_rules.answers(rules)[0].id == "C6"
    assert posted_rules.signs(house.load("colorado-converted-wheel"))
    assert not posted_rules.signs(rules)


@pytest.mark.parametrize(
    ("delay", "delayed", "claimed"), [(0, False, False), (9_999_999, True, False), (10_000_000, True, True)]
)
def test_the_rules_say_that_the_house_cannot_choose_only_where_it_cannot(
    delay: int, delayed: bool, claimed: bool
) -> None:
    approval = {"reference": "D-1", "date": "2022-01-31"}
    for terminals in (False, True):
        device = {"electronic": True, "terminals": terminals, "delay": delay}
        change = {"device": device, "approvals.electronic-device": approval}
        table = house.load("colorado-double-zero", change=change)
        said = dict(house_choices.choices(table))[words()["rules"]["device"]]
        assert ("not even the house can choose it" in said) is (claimed and terminals)
        assert (f"{delay:,} steps" in said) is delayed
