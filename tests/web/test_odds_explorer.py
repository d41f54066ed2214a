"""The odds explorer: its rows, choices, sessions, plots and addresses."""

from __future__ import annotations

import asyncio
import os
import re
from fractions import Fraction

import pytest

from croupier import chain, house
from croupier.chain.everything import Question, of_house
from croupier.web.odds import choices, figures, plots
from croupier.web.odds import page as odds
from croupier.web.odds.solver import Solver
from croupier.web.shared.messages import words


def test_the_explorer_has_every_row_of_every_house() -> None:
    for name in ("colorado-single-zero", "colorado-big-six", "colorado-craps"):
        rules = house.load(name)
        found = figures.lines(name, ())
        assert [(each.wager, each.edge) for each in found] == [
            (each.wager.id, each.price().edge) for each in of_house(rules)
        ]


def test_what_if_compares_with_what_is_posted() -> None:
    changes = choices.read("colorado-craps", {"pays.field.win on 12": "3 to 1", "commission.buy.percent": "5"})
    assert changes == (("pays.field.win on 12", "3 to 1"),)  # the other is as posted
    found = {each.wager: each for each in figures.lines("colorado-craps", changes)}
    assert (found["field"].edge, found["field"].posted) == (Fraction(1, 36), (Fraction(1, 18),))
    assert (found["place-6"].edge,) == found["place-6"].posted


#: Changed choices that change the terms of a row; it is still the same row.
_TERMS = ("odds", "commission", "R15")


def _key(row: Question, prison: bool) -> tuple[object, ...]:
    """The key of a row: the wager, with or without odds, its number, and the choice In Prison."""
    kept = {name: word for name, word in row.options.items() if prison or name != "in_prison"}
    return row.wager.id, tuple((name, "" if name in _TERMS else word) for name, word in kept.items())


@pytest.mark.parametrize("name", house.presets())
def test_every_row_stands_beside_itself_as_posted(name: str) -> None:
    """For every choice, with the edge of the unchanged house computed again."""
    unchanged = list(of_house(house.load(name)))
    for choice in choices.choices(name):
        for word in dict(choice.options):
            changes = choices.read(name, {choice.key: word})
            prison = choice.key != "options.in_prison"
            rows = list(of_house(choices.house_of(name, changes)))
            found = figures.lines(name, changes)
            assert len(rows) == len(found)
            for row, line in zip(rows, found, strict=True):
                key = _key(row, prison or not changes)
                same = tuple(each.price().edge for each in unchanged if _key(each, prison or not changes) == key)
                assert line.posted == (same if changes else ()), (choice.key, word, line.name, line.terms)
                assert len(same) == 1 or not prison


def test_odds_behind_a_line_wager_are_named_as_the_house_posts_them() -> None:
    """Odds taken at 3-4-5 times and laid at 6 times: each follows its own choice."""

    def behind(**choice: str) -> dict[tuple[str, str], tuple[Fraction, tuple[Fraction, ...]]]:
        changes = choices.read("colorado-craps", {f"odds.{side}": word for side, word in choice.items()})
        rows = figures.lines("colorado-craps", changes)
        return {(each.name, each.terms): (each.edge, each.posted) for each in rows if each.group == "Pass and Come"}

    assert behind()["Pass", "with 3-4-5x odds"] == (Fraction(7, 1870), ())
    assert behind()["Don't Pass", "laying 6x odds"] == (Fraction(3, 1100), ())
    assert behind(take="10x")["Pass", "with 10x odds"] == (Fraction(7, 3795), (Fraction(7, 1870),))
    assert behind(take="10x")["Come", "with 10x odds"] == (Fraction(7, 3795), (Fraction(7, 1870),))
    assert behind(take="10x")["Don't Pass", "laying 6x odds"] == (Fraction(3, 1100), (Fraction(3, 1100),))
    assert behind(lay="2x")["Don't Pass", "laying 2x odds"] == (Fraction(9, 1540), (Fraction(3, 1100),))


def test_in_prison_may_be_chosen_where_a_zero_has_it() -> None:
    """One row becomes two, or two become one; a wheel used as single zero has no such choice."""
    offered = figures.lines("colorado-double-zero", (("options.in_prison", "true"),))
    red = {each.terms: (each.edge, each.posted) for each in offered if each.wager == "red"}
    whole = (Fraction(1, 19),)
    assert red == {
        "half back on 0": (Fraction(3, 76), whole),
        "imprisoned on 0": (Fraction(29, 722), whole),
    }
    (alone,) = (
        each
        for each in figures.lines("colorado-single-zero", (("options.in_prison", "false"),))
        if each.wager == "red"
    )
    assert alone.posted == (Fraction(1, 74), Fraction(19, 1369))
    assert odds.either(alone.posted) == "1.351 % or 1.388 %"
    assert "options.in_prison" not in {each.key for each in choices.choices("colorado-converted-wheel")}


@pytest.mark.parametrize(
    ("name", "wager", "row", "said"),
    [
        ("colorado-craps", "field", 0, "1 to 1, 2 to 1 on 2 and 12"),
        ("colorado-craps", "six-seven-eight", 0, "1 to 1, 2 to 1 on the hardway"),
        ("colorado-craps", "c-and-e", 0, "7 to 1 on any craps, 15 to 1 on eleven"),
        ("colorado-craps", "put-odds", 0, "2 to 1"),
        ("colorado-craps", "put-odds", 2, "6 to 5"),
        ("colorado-craps", "fire-bet", 0, "25 for 1 … 1,000 for 1"),
        ("colorado-double-zero", "straight", 0, "35 to 1"),
    ],
)
def test_what_a_row_of_the_explorer_pays(name: str, wager: str, row: int, said: str) -> None:
    found = {(each.wager, each.row): each.pays for each in figures.lines(name, ())}
    assert found[wager, row] == said
    assert all(found.values())


def test_wagers_with_the_same_edge_are_counted() -> None:
    wheel = figures.lines("colorado-double-zero", ())
    straight = next(each for each in wheel if each.wager == "straight")
    same = sum(each.edge == Fraction(1, 19) for each in wheel)
    assert odds.tied(wheel, straight) == f"Straight and {same - 1} more"
    five = next(each for each in wheel if each.wager == "first-five")
    assert odds.tied(wheel, five) == "First Five"


def test_what_a_row_pays_follows_the_choice() -> None:
    found = figures.lines("colorado-craps", (("pays.field.win on 12", "3 to 1"),))
    assert "1 to 1, 2 to 1 on 2, 3 to 1 on 12" in {each.pays for each in found if each.wager == "field"}


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("colorado-craps", {"nothing": "1"}),
        ("colorado-craps", {"commission.buy.percent": "50"}),
        ("no-such-house", {}),
        ("../../etc/passwd", {}),
    ],
)
def test_unknown_choices_are_refused(name: str, given: dict[str, str]) -> None:
    with pytest.raises(choices.Unknown):
        choices.read(name, given)


@pytest.mark.parametrize("name", house.presets())
def test_every_choice_of_every_house_makes_a_sound_house(name: str) -> None:
    for choice in choices.choices(name):
        assert choice.posted in dict(choice.options)
        for word, _ in choice.options:
            choices.house_of(name, choices.read(name, {choice.key: word}))


def test_an_evening_is_the_session_of_a_flat_plan() -> None:
    found = figures.evening("colorado-double-zero", (), "red", 50_00, 25)
    assert found.stake == 5_00
    assert sum(chance for _, chance in found.results) == pytest.approx(1)
    assert found.exact
    assert found.mean < 0 < found.ahead < 0.5
    with pytest.raises(figures.NoEvening):
        figures.evening("colorado-craps", (), "pass-odds", 50_00, 25)
    with pytest.raises(figures.NoEvening, match="pass or don't pass"):
        figures.evening("colorado-craps", (), "super-front-line-winner", 50_00, 25)


def test_an_evening_says_what_a_round_is_and_what_still_stands() -> None:
    def said(name: str, wager: str) -> str:
        return " ".join(odds.sentences(figures.evening(name, (), wager, 50_00, 25)))

    standing = words()["odds"]["session_standing"]
    assert "25 rolls of the dice" in said("colorado-craps", "pass")
    assert standing in said("colorado-craps", "pass")
    assert "25 rolls" in said("colorado-craps", "field")
    assert standing not in said("colorado-craps", "field")
    assert "25 rounds" in said("colorado-double-zero", "red")
    assert standing not in said("colorado-double-zero", "red")
    plain = words()["odds"]["session_plain"]
    assert plain in said("colorado-craps", "pass")
    assert plain in said("colorado-single-zero", "red")
    assert plain not in said("colorado-craps", "field")


def test_an_evening_has_a_stake_that_is_paid_without_rounding() -> None:
    """So that its average matches the edge beside it."""
    for wager, stake in (("place-6", 6_00), ("buy-4", 20_00), ("field", 5_00)):
        found = figures.evening("colorado-craps", (), wager, 100_00, 5)
        assert found.stake == stake
        assert found.mean < 0


def test_plots_have_a_bar_for_everything_and_no_style() -> None:
    price = chain.worth(house.load("colorado-craps"), "fire-bet")
    plot = plots.payouts(price.distribution, "nets")
    assert plot.count("<rect") == len(price.distribution)
    assert "style=" not in plot
    found = figures.evening("colorado-double-zero", (), "red", 50_00, 25)
    drawn = plots.evening(found.results, found.mean, plots.Evenings("evenings", "share", "result", "mean"))
    assert re.findall('class="(?:axis-title|mean-name)">([^<]*)', drawn) == ["share", "result", "mean"]
    assert re.findall('class="share">([^<]*)', drawn)[:2] == ["0 %", "5 %"]
    assert 'class="bar lost"' in drawn
    assert 'class="bar won"' in drawn


def test_a_solver_answers_from_its_own_process_once() -> None:
    async def twice() -> None:
        solver = Solver()
        try:
            first = await solver.ask(os.getpid)
            assert first == await solver.ask(os.getpid) != os.getpid()
            with pytest.raises(choices.Unknown, match="no-such-house"):
                await solver.ask(choices.choices, "no-such-house")
        finally:
            solver.close()

    asyncio.run(twice())


def test_an_address_is_a_view() -> None:
    address = odds.address("colorado-craps", (("pays.field.win on 12", "3 to 1"),), wager="field", row=0)
    assert address == "/odds?house=colorado-craps&pays.field.win+on+12=3+to+1&wager=field&row=0"
