"""Lobby, board, round page, odds explorer and posted rules: their values, and the pages as they are served."""

from __future__ import annotations

import asyncio
import os
import re
from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from pathlib import Path

import httpx
import pytest

from croupier import chain, house, web
from croupier.chain.everything import Question, of_house
from croupier.floor import luck
from croupier.floor.history import History
from croupier.games.craps.facts import CrapsTable
from croupier.host import load
from croupier.store import Store
from croupier.table import State, stream_of
from croupier.web.api import felts
from croupier.web.board import page as board
from croupier.web.board.trackers import trackers
from croupier.web.lobby import cards, emblems
from croupier.web.odds import choices, figures, plots
from croupier.web.odds import page as odds
from croupier.web.odds.solver import Solver
from croupier.web.shared import naming, posted_rules
from croupier.web.shared.messages import words
from croupier.web.views.everybody import LastShown
from tests.support.web import ROUNDS, Server, past_of, short_shift

WEB = Path(web.__file__).parent


@pytest.fixture(scope="module")
def played() -> Iterator[Store]:
    """The same for all tests here."""
    with short_shift() as kept:
        yield kept


# The board --------------------------------------------------------------------------------------------------
def test_the_chance_that_counts_stay_within_bounds_is_that_of_all_sequences() -> None:
    """Three outcomes in five rounds, two of them alike: every sequence counted."""
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
    """At Big Six $1 may come more often than anything and be below its share all the same: the board says that."""
    came = {"one": 17, "two": 15, "five": 10, "ten": 4, "joker": 3, "twenty": 1}
    found = luck.luck([each for each, count in came.items() for _ in range(count)], house.load("colorado-big-six"), 3)
    assert found is not None
    assert [each.outcome for each in found.hot] == ["joker", "five", "two"]
    assert [each.outcome for each in found.cold] == ["one", "flag", "twenty"]
    said = words()["board"]
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
    assert shown.missing == luck.LEAST - len(past.last(luck.MOST)) > 0
    wheel, _ = load(played, stream_of("R00"))
    meters = board.board(wheel, []).meters
    assert [wager for wager, _, _ in meters] == ["roulette-up-progressive"]
    out = board.board(wheel, [], "the ball is lost")
    assert (out.phase, out.fault) == ("Out of service", "This table is out of service: the ball is lost")
    assert board.board(wheel, []).fault is None


def past_passes(past: History) -> list[int]:
    """How many points the hands of a table had made, round by round."""
    found = (past.round(number) for number in range(1, ROUNDS + 1))
    return [CrapsTable.of(each.before).hand.passes for each in found if each is not None]


def _follows_the_hand(state: State) -> None:
    """The trackers of a craps table light what the hand has made, and say what that pays."""
    hand = CrapsTable.of(state.felt).hand
    shown = {each.name: each for each in trackers(state)}
    assert {box.text for box in shown["Fire Bet"].boxes if box.lit} == {str(each) for each in hand.points_made}
    for row, pays in state.house.pays_by_wager["fire-bet"].items():
        assert f"{row} points {pays}" in shown["Fire Bet"].says
    assert sum(box.lit for box in shown["Sharp Shooter"].boxes) == hand.passes
    assert shown["Sharp Shooter"].boxes[2].pays == str(state.house.pays("sharp-shooter", "3"))
    assert sum(box.lit for box in shown["Super Front Line Winner"].boxes) == hand.sevens_and_elevens


# The lobby --------------------------------------------------------------------------------------------------
def test_a_card_of_the_lobby(played: Store) -> None:
    state, _ = load(played, stream_of("R00"))
    last = [LastShown(round=number, outcome=str(number)) for number in range(1, 21)]
    card = cards.card(state, last, 8)
    assert card.limits == "$1 to $500" or state.house.limits["default"].most != 500_00
    assert [each.text for each in card.now.last] == [str(number) for number in range(20, 13, -1)]
    assert card.now.last[0].color == "black"
    assert "Back2Back" in card.side_bets
    assert card.now.seats == f"{len(state.seats)} of 8 taken"
    out = cards.card(state.but(phase="open"), last, 8, "the ball is lost").now
    assert (out.phase, out.open) == ("Out of service", False)
    assert out.fault == "This table is out of service: the ball is lost"


def test_a_picture_has_every_pocket_of_its_wheel() -> None:
    for name in ("single-zero", "double-zero", "triple-zero"):
        picture = emblems.wheel(name)
        assert picture.count("<g ") == {"single-zero": 37, "double-zero": 38, "triple-zero": 39}[name]  # a word each
    assert emblems.faces("4-3").count("<circle") == 7


# The posted rules -------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", house.presets())
def test_every_wager_of_a_house_is_posted_once_with_what_it_pays(name: str) -> None:
    rules = house.load(name)
    offered = [each for group in posted_rules.groups(rules) for offer in group.offers for each in offer.names]
    offered += [each.name for each in posted_rules.side_bets(rules)]
    assert sorted(offered) == sorted(map(naming.wager, posted_rules.offered(rules)))
    for group in posted_rules.groups(rules):
        assert all(offer.pays for offer in group.offers)


@pytest.mark.parametrize("name", house.presets())
def test_every_spot_says_in_words_what_it_pays(name: str) -> None:
    """No row by the name it has in a file, nothing twice, and all that a wager pays."""
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
    """Don't Pass is not in one line with Pass, as 12 pushes; even money says what zero does."""

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


def test_the_rules_say_what_the_house_chose() -> None:
    rules = house.load("colorado-craps", change={"commission.buy.when": "up-front", "readings.C6": "of-the-stake"})
    buy = next(group for group in posted_rules.groups(rules) if group.name == "Buy")
    assert "taken when it is placed" in buy.offers[0].note
    chosen = [each.id for each in posted_rules.answers(rules) if each.chosen]
    assert chosen == ["C6"]
    assert posted_rules.answers(rules)[0].id == "C6"
    assert posted_rules.signs(house.load("colorado-converted-wheel"))
    assert not posted_rules.signs(rules)


# The odds explorer ------------------------------------------------------------------------------------------
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


#: What is chosen otherwise: what sets a row apart changes with it, and it is the same row all the same.
_TERMS = ("odds", "commission", "R15")


def _key(row: Question, prison: bool) -> tuple[object, ...]:
    """A row as a player knows it: the wager, with odds or without, the number it is on, his choice in prison."""
    kept = {name: word for name, word in row.options.items() if prison or name != "in_prison"}
    return row.wager.id, tuple((name, "" if name in _TERMS else word) for name, word in kept.items())


@pytest.mark.parametrize("name", house.presets())
def test_every_row_stands_beside_itself_as_posted(name: str) -> None:
    """Under every choice there is, with its edge solved again from the unchanged house."""
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
    """Taken 3-4-5 times and laid 6 times: each follows its own choice."""

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
    """One row becomes two, and two become one; on a wheel used as single zero there is none to choose."""
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


def test_who_shares_an_edge_is_counted() -> None:
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
def test_what_cannot_be_chosen_is_refused(name: str, given: dict[str, str]) -> None:
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
    """So that its average is of the edge beside it."""
    for wager, stake in (("place-6", 6_00), ("buy-4", 20_00), ("field", 5_00)):
        found = figures.evening("colorado-craps", (), wager, 100_00, 5)
        assert found.stake == stake
        assert found.mean < 0


def test_only_what_came_more_often_is_above_its_share() -> None:
    """Of 38 rounds at the Big Six wheel, where $2 alone came more often than is to be expected."""
    came = ["one"] * 16 + ["two"] * 15 + ["five"] * 5 + ["ten"] * 2
    found = luck.luck(came, house.load("colorado-big-six"), 3)
    assert found is not None
    assert [each.outcome for each in found.hot] == ["two"]
    assert len(found.cold) == 3
    assert all(each.count < each.expected for each in found.cold)


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


# As they are served -----------------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Four tables with short rounds."""
    folder = tmp_path_factory.mktemp("pages")
    with Server(f"sqlite:///{folder / 'pit.db'}", "R0", "R00", "C1", "B6") as running:
        yield running
        assert running.end() == 0  # with processes of its own that solve


def _get(server: Server, path: str) -> httpx.Response:
    """A page; figures take their time when the machine is busy."""
    return httpx.get(f"{server.origin}{path}", timeout=60)


def test_every_page_is_served_whole(server: Server) -> None:
    for path in (
        "/",
        "/tables/R00/board",
        "/tables/C1/board",
        "/tables/B6/board",
        "/tables/R0/rules",
        "/tables/C1/rules",
    ):
        answer = _get(server, path)
        assert answer.status_code == 200, path
        assert words()["common"]["demonstration"] in answer.text
        assert ' style="' not in answer.text
        assert "<script>" not in answer.text
    assert _get(server, "/tables/R00/picture.svg").headers["content-type"].startswith("image/svg+xml")
    for path in (
        "/tables/X/board",
        "/tables/X/rules",
        "/tables/R00/rounds/9999",
        "/tables/R00/rounds/9999/proof.json",
    ):
        assert _get(server, path).status_code == 404


@pytest.mark.parametrize("number", ["0", "999999", "-1", "zzz", ""])
def test_marks_of_a_round_that_was_not_are_not_there(server: Server, number: str) -> None:
    table = next(iter(each["id"] for each in _get(server, "/api/1/tables").json()["tables"]))
    assert _get(server, f"/tables/{table}/marks.svg").status_code == 200
    assert _get(server, f"/tables/{table}/marks.svg?round={number}").status_code == 404


def test_the_odds_are_served_and_shared_by_address(server: Server) -> None:
    page = _get(server, "/odds?house=colorado-big-six&wager=joker&pays.joker.win=50+to+1")
    assert page.status_code == 200
    exact = chain.worth(house.load("colorado-big-six", change={"pays.joker.win": "50 to 1"}), "joker").edge
    assert f"exactly {exact}" in page.text
    assert "<title>Joker · " in page.text
    assert _get(server, "/odds").status_code == 200
    wrong = _get(server, "/odds?house=colorado-big-six&pays.joker.win=99+to+1")
    assert wrong.status_code == 400
    assert "99 to 1" in wrong.text
    for asked, said in (
        ("rounds=7", "No such number of rounds: rounds cannot be"),
        ("bankroll=-5", "No such bankroll: bankroll cannot be"),
        ("wager=zzz", "No such wager: colorado-double-zero has no wager"),
        ("house=zzz", "No such house: "),
        ("zzz=1", "No such choice: "),
    ):
        wrong = _get(server, f"/odds?{asked}")
        assert (wrong.status_code, said in wrong.text) == (400, True), asked
    evening = _get(server, "/odds/session?house=colorado-big-six&wager=one&bankroll=5000&rounds=25")
    assert "<svg" in evening.text
    none = _get(server, "/odds/session?house=colorado-craps&wager=pass-odds")
    assert none.status_code == 200
    assert words()["odds"]["session_alone"] in none.text


def test_the_words_of_these_pages_are_all_used() -> None:
    """A word that no page says is dead; one that is missing fails where it is said."""
    source = "".join(
        path.read_text(encoding="utf-8") for path in WEB.rglob("*") if path.suffix in (".py", ".html", ".js")
    )
    for section in ("lobby", "board", "round", "odds", "rules", "wrong"):
        for key in words()[section]:
            stem = key.split("_")[0] if key.startswith(("phase_", "options_")) or key[-3:].isdigit() else key
            built = stem in ("phase", "options", "heading", "says", "advice") or _built(key)
            assert f'"{key}"' in source or f".{key}" in source or built, f"{section}.{key}"


def _built(key: str) -> bool:
    """Words whose keys are put together from what a game or a house says."""
    kinds = ("Natural", "Craps", "PointSet", "PointMade", "SevenOut", "NoLineDecision", "ComeOnly")
    return key in kinds or key in ("on-win", "up-front")
