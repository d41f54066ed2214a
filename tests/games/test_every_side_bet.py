"""Exhaustive: every side bet and pay table, every tracker state, every outcome, against the naive settlement."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations, product

import pytest

from croupier import house
from croupier.core.machine import Closed, Draws, Seen, Standing, Stands
from croupier.felt import Felt, Place, Played
from croupier.felt.meter import opened
from croupier.felt.payout import resolve
from croupier.games.craps.dice import POINTS, ROLLS
from croupier.games.craps.facts import CrapsTable, Hand
from croupier.games.roulette.facts import Landed, RouletteTable
from croupier.games.roulette.options import RouletteOptions
from croupier.games.roulette.sequences import Track, UpStreak
from croupier.games.roulette.wheel import WheelName, pockets
from croupier.house import House
from tests.oracle import side_bets as naive
from tests.oracle import side_tables

STAKE = 5_00


def _settled(rules: House, wager: str, row: str, stake: int = STAKE) -> tuple[str, int]:
    """How the engine pays a wager that ends at a row."""
    resolution = resolve(Standing("ann", wager, None, stake, None, rules), row)
    return resolution.grade, resolution.net


# The shooter's hand ---------------------------------------------------------------------------------------
TABLES = {
    "fire-bet": tuple(side_tables.FIRE),
    "sharp-shooter": tuple(side_tables.SHARP),
    "super-front-line-winner": tuple(side_tables.FRONT_LINE),
}
HANDS = {
    "fire-bet": [Hand(True, True, frozenset(made)) for n in range(6) for made in combinations(POINTS, n)],
    "sharp-shooter": [Hand(True, True, passes=passes) for passes in range(10)],
    "super-front-line-winner": [Hand(True, True, sevens_and_elevens=count) for count in range(12)],
}


@pytest.mark.parametrize("wager", TABLES)
def test_every_hand_every_point_every_roll(wager: str, share: Callable[[str], None]) -> None:
    compared = 0
    for pay_table in TABLES[wager]:
        rules = house.load("colorado-craps", change={f"side_bets.{wager}.pay_table": pay_table})
        for hand, point, roll in product(HANDS[wager], (None, *POINTS), ROLLS):
            standing = Standing("ann", wager, None, STAKE, None, rules)
            table = Felt(rules, CrapsTable(point, hand), (("ann", 0),), (standing,))
            played = table.outcome(f"{roll[0]}-{roll[1]}")
            assert isinstance(played, Played)
            got = [(each.grade, each.net) for each in played.resolutions]
            assert got == _expected(wager, pay_table, hand, point, sum(roll)), (pay_table, hand, point, roll)
            compared += 1
    share(f"{compared} hand-point-roll triples of {wager}, {len(TABLES[wager])} pay tables")


def _expected(wager: str, pay_table: str, hand: Hand, point: int | None, total: int) -> list[tuple[str, int]]:
    """By the text of the rule: what the roll adds to the hand, whether it ends the wager, and what that pays."""
    after = naive.Hand(True, True, set(hand.points_made), hand.passes, hand.sevens_and_elevens)
    after.sevens += total in (7, 11)
    made = point is not None and total == point
    if made:
        after.points.add(total)
        after.passes += 1
    ends = point is not None and total == 7
    ends |= made and wager == "fire-bet" and len(after.points) == 6
    ends |= made and wager == "sharp-shooter" and after.passes == 10
    return [naive.settle_hand_long(wager, STAKE, pay_table, after)] if ends else []


# The Up Streak --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("reading", ["36-counts", "36-does-not-count"])
@pytest.mark.parametrize("wheel", ["single-zero", "double-zero"])
def test_every_streak_every_pocket(wheel: WheelName, reading: str, share: Callable[[str], None]) -> None:
    compared = 0
    for longest, length, last, pocket in product((8, 9), range(9), (None, *pockets(wheel)), pockets(wheel)):
        if (length == 0) != (last is None) or length >= longest:
            continue
        streak = UpStreak(longest, length, last).spun(pocket, last_counts=reading == "36-counts")
        assert (streak.length, streak.ended) == naive.streak_after(length, last, pocket, longest, reading)
        compared += 1
    share(f"{compared} streak-pocket pairs of {wheel}, {reading}")


@pytest.mark.parametrize("pay_table", side_tables.UP_BONUS)
def test_every_length_of_every_bonus_table(pay_table: str) -> None:
    rules = house.load("colorado-double-zero", change={"side_bets.roulette-up.pay_table": pay_table})
    wager = rules.game.wagers["roulette-up"]
    state = wager.open(None, RouletteTable(), rules)
    for length in range(1, 10):
        ended = wager.step(state, Landed("1", up=UpStreak(9, length, "1", ended=True)))
        assert isinstance(ended, Closed)
        assert _settled(rules, "roulette-up", ended.row) == naive.settle_up_bonus(STAKE, length, pay_table)


@pytest.mark.parametrize("pay_table", side_tables.UP_PROGRESSIVE)
def test_every_length_of_every_progressive_table(pay_table: str) -> None:
    """Dollar rows are "for 1"; the 100 % row takes the meter: seed $10,000 and 20 cents of this wager."""
    change = {"side_bets.roulette-up-progressive.pay_table": pay_table}
    rules = house.load("colorado-double-zero", change=change)
    longest = naive.longest("roulette-up-progressive", pay_table)
    for length in range(1, longest + 1):
        numbers = [str(number) for number in range(1, length + 1)] + (["1"] if length < longest else [])
        told = Felt(rules, RouletteTable(), (("ann", 5_00),), meters=opened(rules))
        placed = told.act("ann", Place("roulette-up-progressive", 1_00))
        assert isinstance(placed, Felt)
        rows = []
        for number in numbers:
            played = placed.outcome(number)
            assert isinstance(played, Played)
            rows += [(each.grade, each.net) for each in played.resolutions]
            placed = played.felt
        row, says = naive.progressive_row(length, pay_table)
        paid = 0 if says is None else 10_000_20 if says == side_tables.METER else int(says) * 100
        assert rows == [(row if paid else "lose", paid - 100)], length
        assert placed.meters[0].cents == (10_000_00 if says == side_tables.METER else 10_000_20)


# Straights and 8's ----------------------------------------------------------------------------------------
@pytest.mark.parametrize("wheel", ["single-zero", "double-zero", "triple-zero"])
def test_every_track_of_up_to_three_numbers(wheel: WheelName, share: Callable[[str], None]) -> None:
    preset = "colorado-triple-zero" if wheel == "triple-zero" else "colorado-double-zero"
    rules = house.load(preset)
    wager = rules.game.wagers["straights-and-8s"]
    compared = 0
    tracks = [Track()]
    while tracks:
        track = tracks.pop()
        for pocket in pockets(wheel):
            seen = rules.game.observe(RouletteTable(track=track), pocket, rules)
            assert isinstance(seen, Seen)
            step = wager.step(None, seen.fact)
            expected = naive.settle_straights(STAKE, (*track.numbers, pocket))
            if expected is None:
                assert isinstance(step, Stands)
                after = RouletteTable.of(seen).track
                assert after is not None
                tracks.append(after)
            else:
                assert isinstance(step, Closed)
                assert RouletteTable.of(seen).track is None
                assert _settled(rules, "straights-and-8s", step.row) == expected
            compared += 1
    share(f"{compared} track-pocket pairs of straights-and-8s, {wheel}")


# Repeats: Spinner Winner and Back2Back --------------------------------------------------------------------
@pytest.mark.parametrize("pay_table", side_tables.SPINNER)
def test_every_bonus_round(pay_table: str, proof: bool, share: Callable[[str], None]) -> None:
    wheel: WheelName = "single-zero" if side_tables.SPINNER[pay_table][0] == "single-zero" else "double-zero"
    rules = house.load(f"colorado-{wheel}", change={"side_bets.spinner-winner.pay_table": pay_table})
    wager = rules.game.wagers["spinner-winner"]
    mains = pockets(wheel) if proof or naive.ball_count(pay_table) == 2 else ("0", "17")
    compared = 0
    for main in mains:
        step = wager.step(wager.open(None, RouletteTable(main), rules), Landed(main, main))
        assert isinstance(step, Draws)
        for balls in rules.game.draw_chance("bonus", rules):
            ended = wager.drawn(step.state, balls)
            assert isinstance(ended, Closed)
            assert isinstance(balls, tuple)
            expected = naive.settle_spinner(STAKE, balls, main, pay_table)
            assert _settled_row(rules, ended.row) == expected, (main, balls)
            compared += 1
    share(f"{compared} bonus rounds of {pay_table}, {len(mains)} of {len(pockets(wheel))} main numbers")


_settled_rows: dict[tuple[House, str], tuple[str, int]] = {}


def _settled_row(rules: House, row: str) -> tuple[str, int]:
    if (rules, row) not in _settled_rows:
        _settled_rows[rules, row] = _settled(rules, "spinner-winner", row)
    return _settled_rows[rules, row]


@pytest.mark.parametrize("wager_id", ["back2back", "spinner-winner"])
def test_only_the_previous_number_wins(wager_id: str) -> None:
    rules = house.load("colorado-double-zero")
    wager = rules.game.wagers[wager_id]
    for previous, pocket in product(pockets("double-zero"), repeat=2):
        step = wager.step(wager.open(None, RouletteTable(previous), rules), Landed(pocket, previous))
        assert isinstance(step, Draws) == (pocket == previous)


def test_every_award_is_what_the_wager_wins() -> None:
    rules = house.load("colorado-double-zero")
    for award in RouletteOptions.of(rules).award_weights:
        assert _settled(rules, "back2back", str(award)) == (str(award), STAKE * award)
