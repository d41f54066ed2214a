"""If two refusals apply, the first in the order is given, for every command in every phase.

Commands that a table accepts in seeded play are made invalid in every way of `tests/support/table/faults.py`: with
one fault, which shows its refusal, and with two. Then the refusal is the one that comes first in `PRECEDENCE`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import combinations
from random import Random

import pytest

from croupier.core.citation import Citation
from croupier.core.refusal import PRECEDENCE, Code, Refusal
from croupier.core.topic import Cites, Silent, Topic
from croupier.games import game as game_named
from croupier.table import By, Command, Event, State
from croupier.table.commands import KINDS
from croupier.table.people import roles_of
from tests.support.table.faults import Fault, in_the_command, in_the_table, verdict
from tests.support.table.fields import fields_of
from tests.support.table.life import Life
from tests.support.table.watch import Watched

GAMES = ("roulette", "craps", "big-six")
LIVES, MOVES = 24, 120
EACH = 3  # commands of each kind and phase that are made invalid
#: The prefixes of each game's paragraphs, in both printings.
RULES = {"roulette": ("30-22", "47.1-22", "H-"), "craps": ("47.1-23",), "big-six": ("30-27",)}


class Taken(Watched):
    """A table that remembers the accepted commands, with the state before each."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[tuple[Command, State]] = []
        self.refused: list[tuple[Command, State, Refusal]] = []

    def send(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Give a command and remember its result."""
        done = super().send(command)
        if isinstance(done, Refusal):
            self.refused.append((command, self.state, done))
        else:
            self.taken.append((command, self.state))
        return done


@cache
def _lives(game: str) -> tuple[Taken, ...]:
    found = []
    for seed in range(LIVES):
        data, table = Random(f"precedence {game} {seed}"), Taken()
        Life(game, data, table).lives(data, MOVES)
        found.append(table)
    return tuple(found)


def _samples(game: str) -> list[tuple[Command, State]]:
    """Some commands of every kind, in every phase and house."""
    seen: Counter[tuple[object, ...]] = Counter()
    found = []
    for table in _lives(game):
        for command, state in table.taken:
            if state.play is not None and state.game != game:
                continue
            house = None if state.play is None else (state.house.electronic_device, state.house.by_procedure)
            key = (type(command), command.by.role, state.phase, house)
            seen[key] += 1
            if seen[key] <= EACH:
                found.append((command, state))
    return found


def _refused(command: Command, state: State, *faults: Fault) -> Refusal | str:
    for fault in faults:
        command, state = fault.command(command), fault.state(state)
    return verdict(command, state)


@pytest.mark.parametrize("game", GAMES)
def test_of_two_refusals_the_first_is_given(game: str, share: Callable[[str], None]) -> None:
    pairs, kinds, codes = 0, set[type[Command]](), set[Code]()
    for command, state in _samples(game):
        alone: list[tuple[Fault, Refusal]] = []
        for fault in (*in_the_command(command), *in_the_table(command, state)):
            refusal = _refused(command, state, fault)
            if isinstance(refusal, Refusal):
                alone.append((fault, refusal))
        for (one, first), (other, second) in combinations(alone, 2):
            if one.about & other.about:
                continue
            both = _refused(command, state, one, other)
            due = min(first.code, second.code, key=lambda code: code.rank)
            if due is Code.NOT_ENOUGH_CHIPS and {"coins", "tokens"} & (one.about | other.about):
                continue  # coins and tokens do not come from the rack
            if due is Code.WRONG_UNITS and isinstance(both, Refusal) and both.code is Code.TIPS_NOT_TAKEN:
                continue  # a progressive wager says itself that it takes no tips, whatever the amount
            if due is Code.NOT_NOW and "come-only" in (first.variant, second.variant):
                continue  # whether a late wager makes another roll of it is known once it could be made
            what = f"{type(command).__name__} while {state.phase}: {one.name} and {other.name}"
            assert isinstance(both, Refusal), f"{what}: {both}"
            assert both.code.rank <= due.rank, f"{what}: {both.code.word}, not {due.word}"
            pairs += 1
            kinds.add(type(command))
            codes |= {first.code, second.code}
    assert pairs > 10_000
    assert len(kinds) >= 40
    share(f"refusals of live {game} tables, by twos: {pairs:,} of {len(kinds)} commands, {len(codes)} codes")


@pytest.mark.parametrize("game", GAMES)
def test_an_act_of_another_game_is_refused_for_that_or_for_its_role(game: str) -> None:
    found = set()
    for table in _lives(game):
        for command, state, refusal in table.refused:
            if refusal.code is not Code.ACT_OF_ANOTHER_GAME:
                continue
            for fault in (*in_the_command(command), *in_the_table(command, state)):
                both = _refused(command, state, fault)
                assert isinstance(both, Refusal), fault.name
                if not fault.about & {"call", "choice"}:
                    assert both.code.rank <= Code.ACT_OF_ANOTHER_GAME.rank, f"{type(command)} {fault.name}: {both}"
                found.add(both.code)
    assert found >= {Code.NOT_YOUR_ROLE, Code.ACT_OF_ANOTHER_GAME}


def test_a_role_of_another_game_comes_before_a_licence() -> None:
    table = Watched().opened("colorado-big-six")
    assert table.no("leave", By("bea", "boxperson"), player="ann").code is Code.NOT_YOUR_ROLE
    assert table.no("leave", By("dee", "dealer"), player="ann").code is Code.NOT_LICENSED


@pytest.mark.parametrize("game", GAMES)
def test_no_game_cites_the_rule_of_another(game: str) -> None:
    cited = 0
    for command, state in _samples(game):
        for fault in (*in_the_command(command), *in_the_table(command, state)):
            refusal = _refused(command, state, fault)
            if isinstance(refusal, Refusal) and isinstance(refusal.cite, Citation):
                assert refusal.cite.id.startswith(RULES[game]), (
                    f"{type(command).__name__}: {refusal.code.word} {refusal}"
                )
                cited += 1
    for table in _lives(game):
        for _, state, refusal in table.refused:
            if state.play is not None and isinstance(refusal.cite, Citation):
                assert refusal.cite.id.startswith(RULES[state.game]), str(refusal)
                cited += 1
    assert cited > 500


@pytest.mark.parametrize("word", sorted(KINDS))
def test_a_command_has_a_paragraph_of_every_game_or_says_why_there_is_none(word: str) -> None:
    topic = vars(KINDS[word]).get("topic")
    assert isinstance(topic, Topic | Silent), f"{word} does not say"


@pytest.mark.parametrize("topic", Topic, ids=lambda topic: topic.name)
def test_every_game_declares_a_paragraph_on_a_topic_or_why_there_is_none(topic: Topic) -> None:
    for game in GAMES:
        cites = game_named(game).cites
        assert (topic in cites) is not (topic in cites.silent), f"{game} says nothing on {topic.name}"
        if topic in cites:
            assert cites[topic].startswith(RULES[game]), f"{game} cites {cites[topic]} on {topic.name}"
    assert any(topic in game_named(game).cites for game in GAMES), f"no game has a paragraph on {topic.name}"


def test_a_game_without_a_topic_fails_with_its_name() -> None:
    declared: dict[Topic, str | Silent] = dict.fromkeys(Topic, Silent.UNWRITTEN)
    del declared[Topic.CLOSE], declared[Topic.TIP]
    with pytest.raises(AssertionError, match=r"none, for TIP, CLOSE$"):
        Cites(declared)


def _silent(kind: type[Command]) -> dict[str, Silent]:
    """Why games have no paragraph on a command, by game."""
    if isinstance(kind.topic, Silent):
        return dict.fromkeys(GAMES, kind.topic)
    found = {game: game_named(game).cites.silent.get(kind.topic) for game in GAMES}
    return {game: why for game, why in found.items() if why is not None}


def test_the_commands_without_a_paragraph_are_these() -> None:
    """Taken from the rules and the list of controls, not from the code. Acts of other games are not listed."""
    found: dict[str, set[str]] = {}
    for word, kind in KINDS.items():
        for game, why in _silent(kind).items():
            if why is not Silent.NOT_PLAYED:
                found.setdefault(f"{why.name} {game}", set()).add(word)
    controls = {"close-table", "exclude-patron", "readmit-patron", "receive-fill", "send-credit", "return-kit"}
    controls |= {"return-fill", "count-inventory", "confirm-inventory"}
    cash = {"spread-cash", "state-amount", "give-chips", "return-cash", "cash-out", "leave", "color-up"}
    decided = {
        "raise-dispute",
        "decide-dispute",
        "observe-action",
        "void-round",
        "decide-resumed",
        "declare-seed-lost",
        "correct-outcome",
        "settle-claim",
    }
    program = {"acknowledge-clock", "report-clock-step", "resume", "receive-slip", "take-back-slip"}
    assert found == {
        # counts at opening and closing, fills, credits and lists of patrons are in no rule of play
        "CONTROLS roulette": controls,
        "CONTROLS craps": controls | {"open-table"},
        "CONTROLS big-six": controls | {"open-table"},
        "PROGRAM roulette": program,
        "PROGRAM craps": program,
        "PROGRAM big-six": program,
        # Rule 22 has steps for cash and chips of a table, Rules 23 and 27 have not
        "UNWRITTEN roulette": {"sit", "color-up"},
        "UNWRITTEN craps": cash,
        # Rule 27 has no paragraph on disputes and irregularities, and none on when betting opens
        "UNWRITTEN big-six": {"sit", "open-betting", "report-wheel-moved"} | cash | decided,
    }


def test_an_act_of_another_game_alone_has_no_paragraph_here() -> None:
    played = {
        word: [game for game in GAMES if kind.topic in game_named(game).cites]
        for word, kind in KINDS.items()
        if Silent.NOT_PLAYED in _silent(kind).values()
    }
    of = {game: {word for word in played if played[word] == [game]} for game in GAMES}
    assert of["roulette"] == {
        "choose",
        "draw",
        "inspect-ball",
        "load-balls",
        "lock-in",
        "relieve-dealer",
        "report-wheel-moved",
        "take-color",
    }
    assert of["big-six"] == {"return-to-service"}
    of_the_box = {word for word, kind in KINDS.items() if roles_of(kind) <= {"boxperson"}}
    assert of["craps"] == of_the_box | {word for word in KINDS if "dice" in word} | {
        "call-wager",
        "confirm-call",
        "designate",
        "empty-tube",
        "take-point-off",
    }
    assert {word for word in played if len(played[word]) > 1} == {"move-wagers"}


@pytest.mark.parametrize(
    ("game", "word", "cite"),
    [
        ("roulette", "raise", "30-2203(4)"),
        ("craps", "raise", "47.1-2305(3)"),
        ("craps", "take-down", "47.1-2305(3)"),
        ("craps", "place", "47.1-2305(1)"),
        ("big-six", "clear", "30-2703(3)"),
        ("big-six", "repeat", "30-2703(3)"),
        ("craps", "change-house", "47.1-2314"),
        ("roulette", "remove-box", "30-2202"),
        ("craps", "receive-fill", None),
    ],
)
def test_a_refused_role_is_told_the_paragraph_of_its_game(game: str, word: str, cite: str | None) -> None:
    house = {"roulette": "colorado-double-zero", "craps": "colorado-craps", "big-six": "colorado-big-six"}[game]
    refusal = Watched().opened(house).no(word, By("aud", "auditor", "L-1"), **fields_of(word, Random(0)))
    assert refusal.code is Code.NOT_YOUR_ROLE
    assert (None if refusal.cite is None else str(refusal.cite)) == cite


def test_the_precedence_has_all_codes_in_order_with_the_documented_exceptions() -> None:
    assert sorted(PRECEDENCE) == sorted(Code)
    who, game, now = (300, 301, 302), (100,), tuple(code for code in Code if 303 <= code <= 316)
    rest = [code for code in Code if code not in (*who, *game, *now, Code.WAGERS_STAND, Code.COLOR_MISSING)]
    rest.insert(rest.index(Code.CHIPS_REMAIN), Code.WAGERS_STAND)
    rest.insert(rest.index(Code.NOT_ENOUGH_CHIPS), Code.COLOR_MISSING)
    assert (*map(Code, who), *map(Code, game), *now, *rest) == PRECEDENCE
