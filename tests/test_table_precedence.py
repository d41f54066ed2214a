"""Of two refusals that apply the one that comes first is given, whatever the command and wherever the round is.

Commands that a table takes in seeded play are spoilt in every way of `table_faults`: one at a time, which says what
each fault is refused with, and by twos. Then the refusal is the one of the two that comes first in `PRECEDENCE`.
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
from croupier.table import By, Command, Event, State
from croupier.table.commands import KINDS
from tests.table_faults import Fault, in_the_command, in_the_table, verdict
from tests.table_life import Life
from tests.table_watch import Watched

GAMES = ("roulette", "craps", "big-six")
LIVES, MOVES = 24, 120
EACH = 3  # commands of a kind in a phase that are spoilt
#: The rules of each game, by how their paragraphs begin, in both printings.
RULES = {"roulette": ("30-22", "47.1-22", "H-"), "craps": ("47.1-23",), "big-six": ("30-27",)}


class Taken(Watched):
    """A table that remembers what it took, and in which state."""

    def __init__(self) -> None:
        super().__init__()
        self.taken: list[tuple[Command, State]] = []
        self.refused: list[tuple[Command, State, Refusal]] = []

    def send(self, command: Command) -> tuple[Event, ...] | Refusal:
        """What comes of a command; remembered."""
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
    """Some commands of every kind in every phase and under every kind of house."""
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
            if due is Code.NOT_ENOUGH_CHIPS and "coins" in one.about | other.about:
                continue  # coins do not come from the rack
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
def test_an_act_that_the_game_has_not_is_refused_for_that_or_for_who_asks(game: str) -> None:
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
def test_a_command_declares_paragraphs_of_its_games(word: str) -> None:
    for game, cite in KINDS[word].cites.items():
        assert cite.startswith(RULES[game]), f"{word} cites {cite} at {game}"


def test_the_order_is_of_all_codes_and_keeps_theirs_but_for_what_is_said() -> None:
    assert sorted(PRECEDENCE) == sorted(Code)
    who, game, now = (300, 301, 302), (100,), tuple(code for code in Code if 303 <= code <= 316)
    rest = [code for code in Code if code not in (*who, *game, *now, Code.WAGERS_STAND, Code.COLOR_MISSING)]
    rest.insert(rest.index(Code.CHIPS_REMAIN), Code.WAGERS_STAND)
    rest.insert(rest.index(Code.NOT_ENOUGH_CHIPS), Code.COLOR_MISSING)
    assert (*map(Code, who), *map(Code, game), *now, *rest) == PRECEDENCE
