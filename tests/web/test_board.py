"""The reader board: outcomes compared with their exact chances, and the trackers of a table."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from croupier import house
from croupier.floor import luck
from croupier.floor.history import History
from croupier.games.craps.facts import CrapsTable
from croupier.host import load
from croupier.store import Store
from croupier.table import State, stream_of
from croupier.web.board import page as board
from croupier.web.board.trackers import trackers
from croupier.web.shared.messages import words
from tests.support.table.play import Table
from tests.support.web import ROUNDS, past_of


def test_the_chance_that_counts_stay_within_bounds_is_that_of_all_sequences() -> None:
    """Three outcomes in five rounds, two of them equally likely: all sequences are enumerated."""
    weights = (Fraction(1, 4), Fraction(1, 4), Fraction(1, 2))
    for high in (0.5, 1.0, 1.6):
        exact = Fraction(0)
        for sequence in product(range(3), repeat=5):
            counts = [sequence.count(each) for each in range(3)]
            spreads = [float(5 * chance * (1 - chance)) ** 0.5 for chance in weights]
            if all(
                count - 5 * chance < high * spread - 1e-6
                for count, chance, spread in zip(counts, weights, spreads, strict=True)
            ):
                chance = Fraction(1)
                for each in sequence:
                    chance *= weights[each]
                exact += chance
        assert luck.within(5, weights, high=high) == pytest.approx(float(exact), abs=1e-9)


def test_what_came_most_and_least_stands_beside_its_exact_chance() -> None:
    rules = house.load("colorado-double-zero")
    outcomes = [*["17"] * 9, *(str(number) for number in range(1, 37) if number != 5)]
    found = luck.luck(outcomes, rules)
    assert found is not None
    assert found.rounds == 44
    assert (found.hot[0].outcome, found.hot[0].count) == ("17", 10)
    assert found.hot[0].expected == Fraction(44, 38)
    assert found.hot[0].chance == Fraction(1, 38)
    assert {each.outcome for each in found.cold} >= {"0", "00", "5"}
    assert found.even
    assert found.usual_hot < 0.001 < found.usual_cold
    assert luck.luck(outcomes[:35], rules) is None


def test_what_stands_out_is_ranked_by_its_share() -> None:
    """At Big Six $1 may be the most frequent and still come less often than expected: the board says that."""
    came = {"one": 17, "two": 15, "five": 10, "ten": 4, "joker": 3, "twenty": 1}
    found = luck.luck([each for each, count in came.items() for _ in range(count)], house.load("colorado-big-six"), 3)
    assert found is not None
    assert [each.outcome for each in found.hot] == ["joker", "five", "two"]
    assert [each.outcome for each in found.cold] == ["one", "flag", "twenty"]
    said = words()["statistics"]
    assert all("than expected" in said[key] for key in ("hot", "cold", "usual_hot", "usual_cold"))


def test_rolls_are_counted_by_their_total_and_void_pockets_not_at_all() -> None:
    assert luck.chances(house.load("colorado-craps"))["7"] == Fraction(1, 6)
    assert luck.chances(house.load("colorado-big-six"))["one"] == Fraction(23, 54)
    converted = luck.chances(house.load("colorado-converted-wheel"))
    assert "00" not in converted
    assert converted["0"] == Fraction(1, 37)


def test_the_board_of_a_table_says_what_its_state_is(played: Store) -> None:
    state, _ = load(played, stream_of("C1"))
    past = past_of(played, "C1")
    shown = board.board(state, past.last(luck.MOST))
    assert [each.round for each in shown.last] == [number for number, _ in past.last(20)]
    for number in range(1, ROUNDS + 1):
        if (found := past.round(number)) is not None:
            _follows_the_hand(state.but(play=found.before))
    assert max(past_passes(past)) > 0
    missing = luck.LEAST - len(past.last(luck.MOST))
    assert missing > 0
    assert f"{missing} to go" in shown.figures.too_few
    wheel, _ = load(played, stream_of("R00"))
    meters = board.board(wheel, []).meters
    assert [wager for wager, _, _ in meters] == ["roulette-up-progressive"]
    out = board.board(wheel, [], "the ball is lost")
    assert (out.phase, out.fault) == ("Out of service", "This table is out of service: the ball is lost")
    assert board.board(wheel, []).fault is None


@pytest.mark.cites("30-2703(7)")
def test_the_board_posts_the_limits_and_tips_of_the_wheel() -> None:
    for taken, key in ((True, "tips_taken"), (False, "tips_not_taken")):
        table = Table().opened("colorado-big-six", tips__wagers=taken, limits__default__max=75)
        shown = board.board(table.state, [])
        assert shown.tips == words()["rules"][key]
        assert [most for _, most in shown.limits] == ["$1 to $75"]


def past_passes(past: History) -> list[int]:
    """The number of points made in the hand, round by round."""
    found = (past.round(number) for number in range(1, ROUNDS + 1))
    return [CrapsTable.of(each.before).hand.passes for each in found if each is not None]


def _follows_the_hand(state: State) -> None:
    """The trackers of a craps table mark what the hand has made, and what that pays."""
    hand = CrapsTable.of(state.felt).hand
    shown = {each.name: each for each in trackers(state)}
    assert {box.text for box in shown["Fire Bet"].boxes if box.lit} == {str(each) for each in hand.points_made}
    for row, pays in state.house.pays_by_wager["fire-bet"].items():
        assert f"{row} points {pays}" in shown["Fire Bet"].says
    assert sum(box.lit for box in shown["Sharp Shooter"].boxes) == hand.passes
    assert shown["Sharp Shooter"].boxes[2].pays == str(state.house.pays("sharp-shooter", "3"))
    assert sum(box.lit for box in shown["Super Front Line Winner"].boxes) == hand.sevens_and_elevens


@pytest.mark.cites("H-equipment(5)")
def test_the_board_shows_the_numbers_of_past_spins() -> None:
    table = Table().opened("ten-dollar-roulette")
    last = [(3, "00"), (2, "17"), (1, "0")]  # the latest first
    shown = board.board(table.state, last).last
    assert [each.text for each in shown] == ["00", "17", "0"]


def test_only_what_came_more_often_is_above_its_share() -> None:
    """In 38 rounds at the Big Six wheel, in which only $2 came more often than expected."""
    came = ["one"] * 16 + ["two"] * 15 + ["five"] * 5 + ["ten"] * 2
    found = luck.luck(came, house.load("colorado-big-six"), 3)
    assert found is not None
    assert [each.outcome for each in found.hot] == ["two"]
    assert len(found.cold) == 3
    assert all(each.count < each.expected for each in found.cold)


@pytest.mark.cites("47.1-2313(2)")
def test_the_board_says_that_the_dice_are_rolled_only_for_come_bets() -> None:
    table = Table().opened("colorado-craps")
    table.sits("ann", 1, 100_00)
    table.shoots("ann")
    table.places("ann", "pass", 5_00)
    table.plays("4-2")
    table.places("ann", "come", 5_00)
    table.plays("5-3")
    assert "only to decide Come bets" not in trackers(table.state)[0].says
    table.plays("5-1")
    assert "rolling only to decide Come bets" in trackers(table.state)[0].says
