"""Side bets in play: trackers, tips, meters, and acts that are refused."""

from __future__ import annotations

import pytest

from croupier import felt, house
from croupier.felt import Felt, script
from croupier.games.craps.facts import CrapsTable
from croupier.games.roulette.facts import RouletteTable
from croupier.games.roulette.sequences import Track
from tests.support.side_bets import CRAPS, CRAPS_FREE, DOUBLE, PROGRESSIVE, RISING, SINGLE, played, spins


# Trackers -------------------------------------------------------------------------------------------------
@pytest.mark.cites("47.1-2317.04(14)")
def test_the_count_of_sevens_and_elevens_is_kept_without_wagers() -> None:
    table = house.load(CRAPS)
    counts = []
    for n in range(14):
        acts = [f"outcome {'5-6' if i % 2 else '3-4'}" for i in range(n)]
        counts.append(CrapsTable.of(played(table, acts).felt).hand.sevens_and_elevens)
    assert counts == [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 11, 11]
    assert (
        CrapsTable.of(played(table, ["outcome 5-6", "outcome 2-2", "outcome 3-4"]).felt).hand.sevens_and_elevens == 0
    )


@pytest.mark.cites("47.1-2317.01(6)", "47.1-2317.02(5)")
def test_points_and_passes_are_kept_without_wagers() -> None:
    acts = ["outcome 2-2", "outcome 2-2", "outcome 1-3", "outcome 1-3", "outcome 3-3", "outcome 1-5", "outcome 4-5"]
    hand = CrapsTable.of(played(house.load(CRAPS), acts).felt).hand
    assert hand.points_made == {4, 6}
    assert hand.passes == 3


@pytest.mark.cites("30-2299.02(4)")
def test_the_number_track_holds_the_numbers_of_the_running_sequence_alone() -> None:
    table = house.load(DOUBLE)
    begun = ["outcome 9", "wager ann 1 straights-and-8s", "outcome 12"]
    assert RouletteTable.of(played(table, ["outcome 9"]).felt).track is None
    assert RouletteTable.of(played(table, begun).felt).track == Track(("12",))
    assert RouletteTable.of(played(table, [*begun, "outcome 14"]).felt).track == Track(("12", "14"))
    assert RouletteTable.of(played(table, [*begun, "outcome 14", "outcome 13"]).felt).track is None
    assert RouletteTable.of(played(table, [*begun, "outcome 15"]).felt).track is None


@pytest.mark.cites("30-2299.04/start(8)")
def test_the_up_streak_stands_at_one_after_the_first_spin_and_exists_only_for_a_wager() -> None:
    table = house.load(DOUBLE)
    assert RouletteTable.of(played(table, ["outcome 9", "outcome 10"]).felt).up is None
    for n in range(1, 8):
        up = RouletteTable.of(played(table, ["wager ann 1 roulette-up", *spins(*RISING[:n])]).felt).up
        assert up is not None
        assert up.length == n
    assert RouletteTable.of(played(table, ["wager ann 1 roulette-up", "outcome 9", "outcome 8"]).felt).up is None


# Tips -----------------------------------------------------------------------------------------------------
def test_a_tip_on_a_side_bet_wins_at_the_player_s_odds_for_the_tip_box() -> None:
    acts = ["wager ann 10 pass", "wager ann 5 super-front-line-winner", "tip ann 2 super-front-line-winner"]
    acts += ["outcome 3-4", "outcome 3-4", "outcome 3-4", "outcome 2-2", "outcome 3-4"]
    last = played(house.load(CRAPS), acts)
    assert sorted((each.tip, each.paid) for each in last.resolutions) == [(False, 2000), (True, 800)]
    assert last.felt.tip_box == 800


@pytest.mark.cites("30-2299.04/start(3)")
def test_a_tip_on_roulette_up_wins_at_the_player_s_odds_for_the_tip_box() -> None:
    acts = ["wager ann 5 roulette-up", "tip ann 1 roulette-up", *spins(1, 2, 3, 4, 5, 5)]
    last = played(house.load(DOUBLE), acts)
    assert sorted((each.tip, each.paid) for each in last.resolutions) == [(False, 15_500), (True, 3_100)]
    assert last.felt.tip_box == 3_100
    assert last.felt.rack("ann") == 100_000 - 600 + 15_500


def test_a_lost_tip_leaves_nothing_in_the_tip_box() -> None:
    last = played(house.load(DOUBLE), ["wager ann 5 roulette-up", "tip ann 1 roulette-up", *spins(9, 3)])
    assert [each.grade for each in last.resolutions] == ["lose", "lose"]
    assert last.felt.tip_box == 0


def test_a_tip_on_back2back_and_spinner_winner_waits_for_the_same_draw() -> None:
    acts = ["outcome 5", "wager ann 1 back2back", "tip ann 1 back2back", "tip ann 1 spinner-winner", "outcome 5"]
    last = played(house.load(DOUBLE), [*acts, "award 20", "bonus 1-2"])
    assert last.felt.tip_box == 2_100 + 1_100
    assert last.felt.rack("ann") == 100_000 - 300 + 2_100


# Meters ---------------------------------------------------------------------------------------------------
def shown(last: script.Told) -> int:
    (meter,) = last.felt.meters
    return meter.cents


@pytest.mark.cites("30-2299.04/start(4)")
def test_the_meter_grows_once_a_wager_when_it_is_locked_in() -> None:
    table = house.load(DOUBLE)
    placed = ["wager ann 1 roulette-up-progressive", "wager bob 1 roulette-up-progressive"]
    assert shown(played(table, placed)) == 1_000_000
    assert shown(played(table, [*placed, "no-spin other"])) == 1_000_000
    assert shown(played(table, [*placed, *spins(3)])) == 1_000_040
    assert shown(played(table, [*placed, *spins(3, 4, 5)])) == 1_000_040
    assert shown(played(table, [*placed, *spins(3, 2)])) == 1_000_040


def test_a_meter_that_was_won_starts_again_with_its_reseed() -> None:
    table = house.load(DOUBLE, change={f"{PROGRESSIVE}.reseed": 2_500})
    last = played(table, ["wager ann 1 roulette-up-progressive", *spins(*RISING)])
    assert [each.paid for each in last.resolutions] == [1_000_020]
    assert shown(last) == 250_000


def test_no_part_of_a_cent_of_a_contribution_is_dropped() -> None:
    change = {
        "chips.denominations": ["0.25", 1, 5],
        "limits.side-bets": {"min": "0.25", "max": 100},
        f"{PROGRESSIVE}.unit": "0.25",
        f"{PROGRESSIVE}.contribution_percent": 1,
    }
    table = house.load(DOUBLE, change=change)
    cents = [
        shown(played(table, ["wager ann 0.25 roulette-up-progressive", "outcome 36"] * rounds))
        for rounds in (1, 3, 4, 7, 8)
    ]
    first = cents[0]
    assert [each - first for each in cents] == [0, 0, 1, 1, 2]


def test_what_comes_out_of_a_shared_meter_is_what_was_in_it() -> None:
    table = house.load(DOUBLE, change={f"{PROGRESSIVE}.contribution_percent": 3})
    begun = ["wager bob 1 roulette-up-progressive", "outcome 36", "wager ann 1 roulette-up-progressive"]
    last = played(table, [*begun, "wager bob 1 roulette-up-progressive", *spins(*RISING)])
    assert [(each.seat, each.paid) for each in last.resolutions] == [("ann", 500_005), ("bob", 500_004)]


def test_an_aggregate_is_paid_out_to_the_last_chip() -> None:
    table = house.load(DOUBLE, change={"side_bets.roulette-up.aggregate": 101})
    acts = ["wager ann 5 roulette-up", "wager bob 5 roulette-up", *spins(1, 2, 3, 4, 5, 5)]
    assert sum(each.winnings for each in played(table, acts).resolutions) == 10_100


def test_a_refused_act_on_a_side_bet_changes_nothing() -> None:
    begun = played(house.load(DOUBLE), ["outcome 5", "wager ann 1 roulette-up", "outcome 3"]).felt
    assert isinstance(begun, Felt)
    for line in (
        "wager bob 1 roulette-up",
        "take-down ann roulette-up",
        "award 50",
        "bonus 1-2",
        "tip ann 1 roulette-up",
    ):
        read = script.read_line(1, line)
        assert read is not None
        told = script.do(begun, read)
        assert told.refusal is not None, line
        assert told.felt == begun


def test_a_table_opens_with_its_meter_at_the_seed() -> None:
    (meter,) = felt.open(house.load(DOUBLE)).meters
    assert meter.cents == 1_000_000
    assert felt.open(house.load(SINGLE)).meters == ()


@pytest.mark.cites("47.1-2317.04(6)(a)")
def test_the_first_seven_or_eleven_is_announced_as_the_close() -> None:
    """Announced once, after the roll that closes it, with or without a wager, and only if it is offered."""
    script_text = "\n".join(("seat ann 100", "outcome 5-5", "outcome 6-5", "outcome 6-5"))
    told = list(script.play(house.load(CRAPS), script_text))
    assert [each.announced for each in told] == [
        (), (), ("Super Front Line Winner is closed until this shooter sevens out.",), (),
    ]  # fmt: skip
    assert "closed until" in script.to_text(told[2])
    assert not any(each.announced for each in script.play(house.load(CRAPS_FREE), script_text))


def test_a_closed_window_comes_before_the_missing_line_wager() -> None:
    """The seven that closes the side bet also ended the pass wager: the closed window is the first fault."""
    acts = "seat ann 500\nwager ann 5 pass\noutcome 3-4\nwager ann 5 super-front-line-winner"
    refusal = list(script.play(house.load(CRAPS), acts))[-1].refusal
    assert refusal is not None
    assert (refusal.code.word, str(refusal.cite)) == ("not-now", "47.1-2317.04(6)")
