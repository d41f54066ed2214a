"""What the coach of each game names exists: bets, groups, spots, facts, and parts of the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from pathlib import Path

import pytest

from croupier import house, web
from croupier.core.coach import Advice, When
from croupier.games import NAMES, game, preset
from croupier.host import load
from croupier.store import Store
from croupier.table import stream_of
from croupier.web.lobby import cards
from croupier.web.lobby.page import lessons
from croupier.web.terminal.coach import coach

SCRIPT = (Path(web.__file__).parent / "terminal" / "coach.js").read_text(encoding="utf-8")
FILLED = {"bet", "pays", "covers"}


def _advice(name: str) -> Iterator[Advice]:
    declared = game(name).show.pages.coach
    yield from declared.hints
    for step in declared.steps:
        yield from step.advice


@pytest.mark.parametrize("name", NAMES)
def test_everything_that_a_coach_names_exists(name: str) -> None:
    played, shown = game(name), game(name).show
    declared = shown.pages.coach
    groups = {wager.group for wager in played.wagers.values()}
    parts = set(re.findall(r"^  (\w+): \"[#.]", SCRIPT, re.MULTILINE))
    conditions = [step.over for step in declared.steps] + [each.when for each in _advice(name)]
    named = {wager for each in conditions for wager in (*each.has, *each.lacks, each.open)}
    named |= {each.bet for each in _advice(name)}
    assert named - {""} <= set(played.wagers)
    named_groups = {each.group for each in conditions} | {each.group for each in _advice(name)}
    assert named_groups - {""} <= groups
    assert {each.press for each in _advice(name)} - {""} <= parts
    assert set(declared.news) <= {kind.__name__ for kind in played.facts}
    for each in _advice(name):
        assert set(re.findall(r"{(\w+)}", each.says)) <= FILLED
        assert "{" not in each.means
        assert set(re.findall(r"{(\w+)}", each.allows)) <= {"most"}
        assert each.bet or not each.allows
        assert not each.spot or each.spot in played.wagers[each.bet].spots(
            house.load(preset(next(iter(shown.variants))))
        )


@pytest.mark.parametrize("name", NAMES)
def test_every_step_has_advice_whatever_comes(name: str) -> None:
    """While betting is open, the last advice of a step holds for every state, or says that its bet is closed."""
    for step in game(name).show.pages.coach.steps:
        last = step.advice[-1].when
        assert not any((last.open, last.dice, last.result, last.has, last.group)), step.name
        assert last.lacks in ((), step.over.has), step.name  # with that bet the step is over
        assert len(last.lacks) <= 1, step.name


def test_the_shooter_at_craps_always_has_something_to_press() -> None:
    """Nobody else rolls then; without a line bet the shooter must be asked for one, or the round stands still."""
    bets = ("pass", "pass-odds", "place-6", "place-8")
    for step in game("craps").show.pages.coach.steps:
        for point, number in product((False, True), range(2 ** len(bets))):
            has = {bet for place, bet in enumerate(bets) if number >> place & 1}
            takes = {
                "place-6",
                "place-8",
                *(() if point else ("pass",)),
                *(("pass-odds",) if {"pass"} & has and point else ()),
            }
            if _holds(step.over, has, takes, "held") or (point and "pass" not in has):
                continue  # the step is over; or a shooter who took over in mid-hand, where the line is closed
            said = next(each for each in step.advice if _holds(each.when, has, takes, "held"))
            assert said.bet or said.press, (step.name, has, point)
            assert "pass" in has or said.bet == "pass", (step.name, has, point)


def _holds(when: When, has: set[str], takes: set[str], dice: str) -> bool:
    """Whether a condition holds that is not about a result, as the script of the terminal decides it."""
    return not when.result and all(
        (
            not when.open or when.open in takes,
            set(when.has) <= has,
            not set(when.lacks) & has,
            when.dice in ("", dice),
        )
    )


def test_steps_that_a_house_does_not_offer_are_left_out() -> None:
    steps = {name: [step["name"] for step in coach(house.load(name))["steps"]] for name in house.presets()}
    assert steps["colorado-double-zero"] == ["One number", "Two numbers", "Outside", "The spin", "A side bet"]
    assert steps["ten-dollar-roulette"] == ["One number", "Two numbers", "Outside", "The spin"]
    assert steps["colorado-craps-free"] == steps["colorado-craps"]


def test_a_newcomer_is_sent_to_a_table_that_can_be_played(played: Store) -> None:
    """The first of each game, unless it is out of service or full."""
    state, _ = load(played, stream_of("R00"))
    sound, broken = cards.card(state, [], 8), cards.card(state, [], 8, "the ball is lost")
    full = cards.card(state, [], len(state.seats))
    dice = replace(sound, id="C1", game="Craps")
    assert (sound.full, full.full) == (False, True)
    for first, table in ((sound, "R0"), (broken, "R00"), (full, "R00")):
        assert lessons([replace(first, id="R0"), sound, dice]) == {"Roulette": table, "Craps": "C1"}
    assert lessons([broken]) == {"Roulette": "R00"}
