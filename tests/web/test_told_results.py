"""What a round meant and what it did to a player: the line for everybody, and the sentence for one player."""

from __future__ import annotations

import re

import pytest

from croupier.house import load
from croupier.table.acts.round.calling import OutcomeCalled
from croupier.table.rows import Row
from croupier.web.views.happened import OutcomeCalledTold, told
from croupier.web.views.player import Own
from croupier.web.views.result_line import result_line
from tests.support.table.play import Table, by
from tests.support.views import GAMES, life

CRAPS = load("colorado-craps")


def _row(wager: str, stake: int, paid: int, spot: str | None = None) -> Row:
    return Row("pay" if paid else "collect", "ann", wager, spot, "win", stake, released=stake, paid=paid)


PASS = _row("pass", 10_00, 20_00)
ODDS = _row("pass-odds", 10_00, 22_00)
LOST = _row("field", 5_00, 0)


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ([PASS], "Pass pays $10"),
        ([PASS, ODDS], "Pass and odds pay $22"),
        ([ODDS, PASS], "Pass and odds pay $22"),
        ([PASS, _row("place-6", 12_00, 26_00)], "Place 6 and Pass pay $24"),
        ([PASS, _row("come-odds", 10_00, 22_00, "6")], "Odds behind Come 6 and Pass pay $22"),
        ([PASS, ODDS, _row("hard-6", 1_00, 10_00)], "Odds behind Pass and 2 more pay $31"),
        ([LOST], "You lose $5"),
        ([LOST, _row("pass", 20_00, 0)], "You lose $25"),
        ([PASS, LOST], "Pass pays $10. You win $5 in all"),
        ([_row("field", 5_00, 10_00), _row("pass", 10_00, 0)], "Field pays $5. You lose $5 in all"),
        ([PASS, _row("place-8", 10_00, 0)], "Pass pays $10. You break even"),
        ([_row("dont-pass", 10_00, 10_00)], "Don't Pass comes back"),
        ([_row("dont-pass", 10_00, 10_00), _row("dont-come", 5_00, 5_00)], "Your bets come back"),
        ([_row("dont-pass", 10_00, 10_00), LOST], "You lose $5"),
        ([_row("red", 25_00, 13_00)], "You lose $12"),  # half back is no win
        ([_row("horn", 4_00, 4_50)], "Horn pays $0.50"),
    ],
)
def test_the_sentence_for_a_player(rows: list[Row], says: str) -> None:
    assert result_line(rows, CRAPS) == says


def test_a_stake_that_was_collected_before_counts() -> None:
    """A progressive bet is collected at the close: less than that back is no win."""
    bet = Row("pay", "ann", "roulette-up-progressive", None, "3", 5_00, released=0, paid=4_00, collected=5_00)
    assert result_line([bet], load("colorado-double-zero")) == "You lose $1"


def test_every_round_says_what_it_paid() -> None:
    """In random lives of every game: the line fits the outcome, and only more than the stake is said to be paid."""
    results = 0
    for game in GAMES:
        table = life(game, "results", 400)
        for state, event in table.states:
            if isinstance(event, OutcomeCalled):
                shown = told(event, state)
                assert isinstance(shown, OutcomeCalledTold)
                assert shown.line
                assert shown.line != event.outcome or game == "roulette"
            if event.__struct_config__.tag == "settled/2":
                results += _check(state.rounds[-1].rows, Own(state))
    assert results > 50


def _check(rows: tuple[Row, ...], own: Own) -> int:
    for player, won in own.won.items():
        gains = [
            row.paid - row.coupon - row.released - row.collected
            for row in rows
            if row.player == player and not row.tip
        ]
        amounts = [_cents(each) for each in re.findall(r"\$([\d,.]*\d)", won.says)]
        assert bool(re.search(" pays? ", won.says)) == (max(gains) > 0), won
        assert ("You lose" in won.says) == (sum(gains) < 0), won
        assert amounts[-1:] == ([] if not any(gains) else [abs(sum(gains))]) or "even" in won.says, won
    return len(own.won)


def _cents(amount: str) -> int:
    whole, _, part = amount.replace(",", "").partition(".")
    return int(whole + (part or "00"))


def test_a_round_that_was_voided_after_its_call_is_still_told() -> None:
    """Its meaning is gone with its wagers: everybody is told what was called."""
    table = Table().opened("colorado-craps")
    table.sits("ann", 1, 500_00)
    table.places("ann", "pass", 10_00)
    table.shoots("ann")
    table.closes()
    (called,) = table.do("call-outcome", by("stickperson"), outcome="4-2", **table.moves("call-outcome"))
    shown = told(called, table.state)
    assert isinstance(shown, OutcomeCalledTold)
    assert (shown.line, shown.spoken) == ("Point is 6", "Easy six. Point is 6")
    table.do("void-round", by("key-manager"), reason="a test")
    shown = told(called, table.state)
    assert isinstance(shown, OutcomeCalledTold)
    assert shown.line == "4-2"
