"""Warnings: odds and rounding that favor the player are allowed, and named stake by stake."""

from __future__ import annotations

from croupier import house
from croupier.house.show import show, warnings


def stakes_in(warning: str) -> set[int]:
    """The dollars a warning names."""
    return {int(word.strip("$,")) for word in warning.split() if word.startswith("$")}


def warned(name: str, **pays: str) -> set[str]:
    """The wagers for which a preset with other pays gets warnings."""
    change = {f"pays.{wager.replace('_', '-')}": {"win": odds} for wager, odds in pays.items()}
    return {warning.partition(":")[0] for warning in warnings(house.load(name, change=change))}


def test_rounding_that_favors_the_player_is_warned_of_stake_by_stake() -> None:
    # ceil(7s/6) above the true 6s/5, with a $1 chip.
    craps = house.load("colorado-craps", change={"readings.C4": "accept-all"})
    by_wager = {warning.partition(":")[0]: stakes_in(warning) for warning in warnings(craps)}
    assert by_wager["place-6"] == {1, 2, 3, 4, 7, 8, 9, 13, 14, 19}
    assert by_wager["place-8"] == by_wager["place-6"]
    assert "field" not in by_wager
    assert "any-seven" not in by_wager


def test_better_than_true_odds_are_warned_of() -> None:
    assert warned("colorado-double-zero", straight="38 to 1") == {"straight"}
    assert warned("colorado-triple-zero", split="19 to 1") == {"split"}
    assert warned("colorado-single-zero", red="20 to 18") == {"red"}


def test_true_odds_are_not_warned_of() -> None:
    assert warned("colorado-double-zero", straight="37 to 1") == set()
    assert warned("colorado-single-zero", straight="36 to 1") == set()
    assert warned("colorado-triple-zero", straight="38 to 1") == set()


def test_a_converted_wheel_is_reckoned_with_37_numbers() -> None:
    assert warned("colorado-converted-wheel", straight="36 to 1") == set()
    assert warned("colorado-converted-wheel", straight="37 to 1") == {"straight"}


def test_first_five_above_its_true_odds_is_warned_of() -> None:
    # 5 of 38: true odds are 33 to 5, so 7 to 1 is too much.
    assert warned("colorado-double-zero", first_five="7 to 1") == {"first-five"}


def test_big_six_above_its_true_odds_is_warned_of() -> None:
    # 1 of 54: 53 to 1 is fair, 54 to 1 is not.
    assert warned("colorado-big-six", joker="53 to 1") == set()
    assert warned("colorado-big-six", joker="54 to 1") == {"joker"}


def test_odds_behind_the_line_above_true_odds_are_warned_of() -> None:
    craps = house.load("colorado-craps", change={"pays.pass-odds": {"4": "3 to 1"}})
    assert "pass-odds" in {warning.partition(":")[0] for warning in warnings(craps)}


# Who can choose an electronic outcome -----------------------------------------------------------------------
ELECTRONIC = {
    "device.electronic": True,
    "device.terminals": True,
    "approvals.electronic-device": {"reference": "D-1", "date": "2022-01-31"},
}


def _delayed(**device: object) -> house.House:
    own = {f"device.{key}": value for key, value in device.items()}
    return house.load("colorado-double-zero", change={**ELECTRONIC, **own})


def test_a_house_that_could_choose_outcomes_is_told_that_the_claim_is_not_made() -> None:
    claim = "the pages do not say that the house cannot choose outcomes"
    for found, why in (
        (_delayed(), "[device] has no delay (from 10,000,000 iterations on)"),
        (_delayed(delay=0), "[device] has no delay (from 10,000,000 iterations on)"),
        (_delayed(delay=9_999_999), "a delay of 9,999,999 iterations is below 10,000,000"),
        (_delayed(delay=10_000_000, terminals=False), "no terminals take part"),
    ):
        assert f"{why}: {claim}" in warnings(found)
        assert not found.cannot_choose
    enough = _delayed(delay=10_000_000)
    assert enough.cannot_choose
    assert not any(claim in warning for warning in warnings(enough))
    assert not any(claim in warning for warning in warnings(house.load("colorado-double-zero")))


def test_the_delay_is_shown_with_its_seconds() -> None:
    after = "iterations of PBKDF2 after the close: about"
    for found, said in (
        (_delayed(), "Outcomes: by an electronic device, at once after the close."),
        (_delayed(delay=20_000_000), f"delayed by 20,000,000 {after} 5 seconds on a server."),
        (_delayed(delay=1_000), f"delayed by 1,000 {after} 1 second on a server."),
    ):
        assert said in show(found)
    assert "Outcomes:" not in show(house.load("colorado-double-zero"))
