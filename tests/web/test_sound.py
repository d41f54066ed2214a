"""A terminal takes no bet before its player can hear the close of betting, in either printing of the rule."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from datetime import date
from pathlib import Path
from typing import Any

import pytest

from croupier.core.refusal import Code
from croupier.floor.sound import Sound, unheard
from croupier.house import load
from croupier.table import By
from croupier.table.acts.wagers.changing import Raise, TakeDown
from croupier.table.acts.wagers.placing import Place
from croupier.web.views.happened import BettingClosedTold, told
from tests.support.table.play import by
from tests.support.table.roulette import WAVED, of_2015, with_two_players
from tests.support.web import SLOW, Line, Server, Visitor

PARAGRAPH = "30-2201(7)"


@pytest.fixture(scope="module")
def enrolled(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Tables whose terminals may not be muted, as in a casino."""
    folder = tmp_path_factory.mktemp("enrolled")
    with Server(f"sqlite:///{folder / 'pit.db'}", "R00", "C1", "B6", pace=SLOW, may_mute=False) as running:
        yield running


@pytest.mark.cites("30-2201(7)", "47.1-2201(7)")
def test_every_terminal_gets_the_close_before_the_outcome(tmp_path: Path) -> None:
    """Two players and somebody who watches; that a terminal shows and plays it is tested in a real browser."""
    with Server(f"sqlite:///{tmp_path / 'pit.db'}", "R00") as server, ExitStack() as stack:
        lines = [stack.enter_context(Visitor(server).at("R00")) for _ in range(2)]
        lines.append(stack.enter_context(Visitor(server).at("R00", watching=True)))
        lines[0].until_betting()
        number = lines[0].view["round"]
        for line in lines:
            line.until(lambda here=line: any(_is(each, "outcome-called", number) for each in here.happened))  # type: ignore[misc]
            told = [each["event"] for each in line.happened if each.get("round") == number]
            assert told.index("betting-closed") < told.index("outcome-called")
            frames = [each["happened"] for each in line.frames if each["kind"] == "delta"]
            closed = next(
                n for n, each in enumerate(frames) if any(_is(one, "betting-closed", number) for one in each)
            )
            called = next(
                n for n, each in enumerate(frames) if any(_is(one, "outcome-called", number) for one in each)
            )
            assert closed < called, "in a frame of its own, sent at once"


def _is(event: dict[str, Any], word: str, number: int) -> bool:
    return event["event"] == word and event.get("round") == number


def _bets(line: Line) -> tuple[str, str | None, str]:
    """What becomes of a bet on red: "taken", or word, paragraph and sentence of its refusal."""
    line.until_betting()
    no = line.ask("place", wager="red", amount=500)["refusal"]
    return ("taken", None, "") if no is None else (no["word"], no["cite"], no["message"])


@pytest.mark.cites("30-2201(7)")
def test_no_bet_is_taken_before_the_sound_of_a_terminal_was_allowed_once(slow: Server) -> None:
    """Also not a larger one, or those of the last round; chips that lie there may be taken away."""
    ann = Visitor(slow)
    with ann.at("R00", sound=None) as line:
        assert _bets(line) == ("not-heard", PARAGRAPH, line_of("may-be-off"))
        line.say({"sound": "on"})
        assert _bets(line)[0] == "taken"
        with ann.at("R00", sound=None) as again:  # another terminal of hers
            for word in ("place", "raise"):
                assert again.ask(word, wager="red", amount=500)["refusal"]["word"] == "not-heard"
            assert again.ask("repeat")["refusal"]["word"] == "not-heard"
            assert again.ask("take-down", wager="red")["ok"]
        assert line.ask("leave")["ok"]


def line_of(why: str) -> str:
    """The sentence that a player reads."""
    first = "Turn on sound first: you must be able to hear “no more bets”."
    return f"{first} Click or press a key on this page, or turn sound off." if why == "may-be-off" else first


@pytest.mark.cites("30-2201(7)")
def test_only_a_demonstration_may_be_muted(slow: Server, enrolled: Server) -> None:
    with Visitor(slow).at("R00", sound="muted") as line:
        assert _bets(line)[0] == "taken"
        assert line.ask("clear")["ok"]
        assert line.ask("leave")["ok"]
    with Visitor(enrolled).at("R00", sound="muted") as line:
        assert _bets(line) == ("not-heard", PARAGRAPH, line_of("muted"))
        line.say({"sound": "on"})
        assert _bets(line)[0] == "taken"
        line.say({"sound": "muted"})
        assert _bets(line)[0] == "not-heard"
        assert line.ask("clear")["ok"]
        assert line.ask("leave")["ok"]


def _given(wager: str) -> dict[str, Any]:
    return {"id": "1", "by": By("ann", "player"), "at": 1, "player": "ann", "wager": wager}


PRINTINGS = [
    pytest.param(date(2016, 1, 1), "47.1-2201(7)", marks=pytest.mark.cites("47.1-2201(7)")),
    pytest.param(date(2026, 1, 1), "30-2201(7)", marks=pytest.mark.cites("30-2201(7)")),
]


@pytest.mark.parametrize(("day", "paragraph"), PRINTINGS)
def test_no_bet_without_sound_in_either_printing(day: date, paragraph: str) -> None:
    sounds: tuple[tuple[Sound | None, str], ...] = ((None, "blocked"), ("muted", "muted"))
    house, given = load("colorado-double-zero", on=day), _given("red")
    for bet in (Place(**given, amount=5_00), Raise(**given, amount=5_00)):
        for sound, why in sounds:
            no = unheard(bet, house, sound, may_mute=False)
            assert no is not None
            assert (no.code, no.variant, str(no.cite)) == (Code.NOT_HEARD, why, paragraph)
        assert unheard(bet, house, "muted", may_mute=True) is None
        no = unheard(bet, house, None, may_mute=True)
        assert no is not None
        assert no.variant == "may-be-off"
    assert unheard(TakeDown(**given), house, None, may_mute=False) is None


@pytest.mark.cites("30-2201(7)", "47.1-2201(7)")
def test_everybody_is_told_of_the_close() -> None:
    for table in (with_two_players(), of_2015()):
        table.do("spin", by("dealer"))
        (closed,) = table.do("call-no-more-bets", by("dealer"), **WAVED)
        assert told(closed, table.state) == BettingClosedTold(round=1)


def test_games_without_that_paragraph_take_bets_in_silence(enrolled: Server) -> None:
    """Rules 23 and 27 ask for no audible announcement."""
    for table, wager in (("C1", "pass"), ("B6", "one")):
        with Visitor(enrolled).at(table, sound=None) as line:
            line.until_betting()
            assert line.ask("place", wager=wager, amount=500)["ok"]
            assert line.ask("clear")["ok"]
            assert line.ask("leave")["ok"]


def test_commands_over_http_count_the_sound_of_the_players_terminals(slow: Server) -> None:
    ann, bet = Visitor(slow), {"do": "place", "wager": "red", "amount": 500}
    with ann.at("R00", sound=None) as line:
        line.until_betting()
        assert ann.post("R00", {**bet, "id": "1"}).json()["refusal"]["cite"] == PARAGRAPH
        line.say({"sound": "muted"})
        assert not line.ask("clear")["ok"]  # nothing is there; the table has heard what was said before
        assert ann.post("R00", {**bet, "id": "2"}).json()["ok"]
        assert line.ask("clear")["ok"]
        assert line.ask("leave")["ok"]


@pytest.mark.parametrize("said", [{"sound": "loud"}, {"sound": "on", "id": "1"}, {"sound": None}, {}])
def test_a_terminal_says_on_or_muted(slow: Server, said: dict[str, object]) -> None:
    with Visitor(slow).at("R00", sound=None) as line:
        line.until_betting()
        line.say(said)
        line.until(lambda: line.frames[-1]["kind"] == "error")
        assert _bets(line)[0] == "not-heard"
        assert line.ask("leave")["ok"]


def test_the_house_of_a_game_without_announcements_is_asked_nothing() -> None:
    """Neither while its sound is blocked nor while it is muted."""
    bet = Place(**_given("pass"), amount=5_00)
    assert unheard(bet, load("colorado-craps"), None, may_mute=False) is None
