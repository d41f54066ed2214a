"""Exact odds: known figures, every row, and that chain/ itself contains no figure.

The edges of single wagers here are computed by hand from the printed odds and the ways of two dice, or the pockets
and sections of a wheel. Figures that others publish are in tests/chain/odds/test_published_figures.py with their
sources, a shooter's hand in tests/chain/test_hand.py.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from croupier import chain, house
from croupier.chain import price
from croupier.rulebook.reader import editions
from tests.support.command import croupier
from tests.support.odds import rows_by_name

#: wager -> edge per decision, pushes counted, worked out by hand.
CRAPS = {
    "pass": "7/495", "come": "7/495", "dont-pass": "3/220", "dont-come": "3/220",
    "place-4": "1/15", "place-5": "1/25", "place-6": "1/66", "place-8": "1/66", "place-9": "1/25", "place-10": "1/15",
    "place-to-lose-4": "1/33", "place-to-lose-5": "1/40", "place-to-lose-6": "1/55", "place-to-lose-8": "1/55",
    "put-4": "1/3", "put-6": "1/11", "big-6": "1/11", "big-8": "1/11",
    "hard-4": "1/9", "hard-6": "1/11", "hard-8": "1/11", "hard-10": "1/9",
    "field": "1/18", "any-seven": "1/6", "any-craps": "1/9", "craps-2": "5/36", "craps-12": "5/36",
    "craps-3": "1/9", "eleven": "1/9", "hop-1-3": "1/9", "hop-5-5": "5/36", "c-and-e": "1/9", "horn": "1/8",
    "horn-high-2": "23/180", "horn-high-12": "23/180", "horn-high-3": "11/90", "horn-high-11": "11/90",
    "whirl": "2/15", "six-seven-eight": "1/18", "pass-odds": "0", "dont-pass-odds": "0", "come-odds": "0",
}  # fmt: skip


def _edge(variant: str, wager: str, wheel: str | None = None, table: str | None = None, **options: str) -> Fraction:
    return rows_by_name()[variant, wheel, wager, table, json.dumps(options)].price().edge


@pytest.mark.parametrize("wager", CRAPS)
def test_known_edges_of_craps(wager: str) -> None:
    assert _edge("craps", wager) == Fraction(CRAPS[wager])


@pytest.mark.parametrize(
    ("wager", "when", "edge"),
    [
        ("buy-4", "always", "1/20"),
        ("buy-4", "on-win", "1/60"),
        ("buy-6", "on-win", "1/44"),
        ("lay-4", "on-win", "1/60"),
        ("lay-4", "always", "1/40"),
        ("lay-6", "on-win", "1/44"),
    ],
)
def test_true_odds_with_commission(wager: str, when: str, edge: str) -> None:
    """Five percent of a buy wager, or of a lay wager's possible win, counted as a cost per unit wagered."""
    assert _edge("craps", wager, commission=when) == Fraction(edge)


@pytest.mark.parametrize("wheel", ["37", "38", "39"])
def test_known_edges_of_roulette(wheel: str) -> None:
    """The edge of every wager is the share of the zeros: 1/37, 2/38, 3/39; First Five 3/38 and 4/39."""
    usual = Fraction(int(wheel) - 36, int(wheel))
    first_five = {"38": Fraction(3, 38), "39": Fraction(4, 39)}
    for (variant, kind, wager, table, options), question in rows_by_name().items():
        if variant != "roulette" or kind != wheel or table is not None or question.wager.group == "side-bets":
            continue
        if "half-back" in options:
            assert question.price().edge == Fraction(1, 74)
        elif "imprisoned" in options:
            assert question.price().edge == Fraction(19, 1369)
        else:
            assert question.price().edge == (first_five[wheel] if wager == "first-five" else usual), wager


def test_known_edges_of_the_big_six() -> None:
    """23, 15, 8, 4, 2, 1 and 1 of 54 sections, with 45 to 1 on flag and joker."""
    edges = "one 4/27 two 1/6 five 1/9 ten 5/27 twenty 2/9 flag 4/27 joker 4/27".split()
    for wager, edge in zip(edges[::2], edges[1::2], strict=True):
        assert _edge("big-six", wager) == Fraction(edge)


def test_every_row_is_sound() -> None:
    """A distribution that sums to one, an edge that is its mean, at least one round, and both printings cited."""
    assert len(rows_by_name()) > 300
    for question in rows_by_name().values():
        price = question.price()
        assert sum(chance for _, chance in price.distribution) == 1
        assert price.edge == -sum(net * chance for net, chance in price.distribution) / price.action
        assert price.rounds >= 1
        assert 0 <= price.hit <= 1
        assert question.cites


def test_a_changed_cell_and_a_changed_step_change_the_edge(monkeypatch: pytest.MonkeyPatch) -> None:
    """chain/ contains no figures: only the rulebook's pays and the steps of the wager decide."""
    before = chain.worth(house.load("colorado-craps"), "field").edge
    (craps,) = (edition for edition in editions() if edition.id == "rule-23-craps-2014")
    (field,) = (row for row in craps.data["wager"] if row["id"] == "field")
    with monkeypatch.context() as patch:
        patch.setitem(field["odds"], "win on 12", "3 to 1")
        better = house.load("colorado-craps", change={"title": "a changed cell"})
        assert chain.worth(better, "field").edge == before - Fraction(1, 36)
    wager = house.load("colorado-craps").game.wagers["field"]
    rows: Callable[[Any], str] = wager.row  # type: ignore[attr-defined]
    with monkeypatch.context() as patch:
        patch.setattr(price, "_SOLVED", {})  # results of a changed step are not cached
        patch.setitem(wager.__dict__, "row", lambda fact: "lose" if fact.total == 4 else rows(fact))
        changed = chain.worth(house.load("colorado-craps"), "field").edge
        assert changed == before + Fraction(2 * 3, 36)


@pytest.mark.parametrize(
    ("preset", "wager", "state", "edge"),
    [
        ("colorado-craps", "dont-pass", "point=6", Fraction(-1, 11)),
        ("colorado-craps", "pass", "point=4", Fraction(1, 3)),
        ("colorado-craps", "come", "on=6", Fraction(1, 11)),
        ("colorado-single-zero", "red", "imprisoned", Fraction(19, 37)),
    ],
)
def test_worth_from_a_live_state(preset: str, wager: str, state: str, edge: Fraction) -> None:
    table = house.load(preset)
    assert chain.worth(table, wager, state=chain.live(table, wager, state)).edge == edge


def test_the_fire_bet_with_five_points_made_and_the_sixth_on() -> None:
    """Five ways to roll the 6 against six ways to roll 7: five points pay 250 for 1, six pay 1,000 for 1."""
    table = house.load("colorado-craps")
    price = chain.worth(table, "fire-bet", state=chain.live(table, "fire-bet", "point=6,made=4-5-8-9-10"))
    assert price.distribution == ((Fraction(249), Fraction(6, 11)), (Fraction(999), Fraction(5, 11)))


def test_a_stake_is_settled_as_the_table_pays() -> None:
    """$5 on place 6 wins $6: true odds, no edge left; $12 pays 7 to 6."""
    table = house.load("colorado-craps")
    assert chain.worth(table, "place-6", stake=500).edge == 0
    assert chain.worth(table, "place-6", stake=1200).edge == Fraction(1, 66)


def test_the_progressive_by_its_meter() -> None:
    """Its value is a line in the meter; at the break-even meter the edge is zero."""
    table = house.load("colorado-double-zero")
    low, high = (
        chain.worth(table, "roulette-up-progressive", meter_cents=cents).expectation for cents in (0, 100_00)
    )
    slope = (high - low) / 100_00
    break_even = -low / slope
    assert abs(chain.worth(table, "roulette-up-progressive", meter_cents=int(break_even)).expectation) < slope
    assert chain.worth(table, "roulette-up-progressive").expectation == low + slope * 10_000_00


def test_the_command_printsrows_by_name() -> None:
    done = croupier("odds", "--wager", "pass", "--json")
    rows = json.loads(done.stdout)
    keys = "game variant wheel wager pay_table options edge edge_basis distribution rounds hit stdev readings cites"
    further = "edge_resolved edge_per_round variance skewness"
    assert set(rows[0]) == {*keys.split(), *further.split()}
    plain = next(row for row in rows if row["variant"] == "craps" and row["options"] == {})
    assert (plain["edge"], plain["rounds"], plain["wheel"]) == ("7/495", "557/165", None)
    assert plain["distribution"] == [{"net": "-1", "chance": "251/495"}, {"net": "1", "chance": "244/495"}]
    assert plain["cites"][0] == "47.1-2304(1)"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("--wager", "fire-bett"), "did you mean 'fire-bet'"),
        (("--wager", "fire-bet", "--pay-table", "FB-9"), "FB-"),
        (("--house", "ten-dollar-roulette", "--wager", "trio"), "no wager 'trio'"),
        (("--wager", "pass", "--state", "point=7"), "point is one of 4"),
        (("--wager", "pass", "--state", "pint=6"), "a state says point, on"),
        (("--wager", "pass", "--stake", "-5"), "--stake"),
        (("--house", "no-such-house"), "no house"),
    ],
)
def test_bad_input_is_explained_and_nothing_is_printed(words: tuple[str, ...], says: str) -> None:
    done = croupier("odds", *words, "--json")
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
