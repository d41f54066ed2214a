"""What a table posts is what it takes: limits, fixed wagers, units."""

from __future__ import annotations

import re

import pytest

from croupier import felt, house
from croupier.felt import Felt, Place
from croupier.floor.demonstration import TABLES
from croupier.web.shared import posted_rules


def _said(amounts: str) -> set[int]:
    """Amounts in words, in cents: '$1 to $4, $7'."""
    found: set[int] = set()
    for least, most in re.findall(r"\$(\d+)(?: to \$(\d+))?", amounts):
        found |= set(range(int(least) * 100, int(most or least) * 100 + 1, 100))
    return found


def _posted(table: house.House, wager: str) -> set[int]:
    """The amounts that are taken by what is posted, in cents."""
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
        if not taken:  # it waits for a state of the table
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
    """Not by the table's maximum, which does not hold for them; with their units."""
    rules = house.load(TABLES["C1"])
    (group,) = [each for each in posted_rules.groups(rules) if each.name == "Odds"]
    assert "multiple" in group.limit
    assert "$500" not in group.limit
    assert group.offers[0].note == "in units of $2 on 5 and 9, in units of $5 on 6 and 8"


def test_wagers_that_share_a_line_name_their_own_paragraphs() -> None:
    """And no paragraph between theirs: craps 3 stands between craps 2 and craps 12."""
    said = {
        offer.names: offer.cite
        for group in posted_rules.groups(house.load("colorado-craps"))
        for offer in group.offers
    }
    assert said["Pass", "Come"] == "47.1-2304(1), (3)"
    assert said["Craps 2", "Craps 12"] == "47.1-2304(14), (16)"
    assert said["Hop 2-2", "Hop 3-3", "Hop 4-4", "Hop 5-5"] == "47.1-2304(22) to (25)"
    assert said["Place 4", "Place 10"] == "47.1-2304(5)"
