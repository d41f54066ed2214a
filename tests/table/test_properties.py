"""Random lives of a table, made by Hypothesis: money is conserved, replay agrees, a refusal changes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import ClassVar

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule, run_state_machine_as_test

from croupier.table import begin, digest, evolve
from croupier.table import events as all_events
from tests.support.table.life import Life

SEEDS = st.integers(0, 2**32)
SEEN: Counter[str] = Counter()


class _Machine(RuleBasedStateMachine):
    """The life of one table, a few moves per step, with a replay beside it."""

    game: ClassVar[str]

    def __init__(self) -> None:
        super().__init__()
        self.shadow, self.replayed = begin("T1"), 0

    @initialize(seed=SEEDS)
    def opens(self, seed: int) -> None:
        self.life = Life(self.game, Random(seed))

    @rule(seed=SEEDS)
    def lives(self, seed: int) -> None:
        """Make a few moves; replaying the log gives the same table."""
        table = self.life.table
        data = Random(f"{seed} {table.number}")
        self.life.lives(data, data.randrange(1, 8))
        for body in table.log[self.replayed :]:
            self.shadow = evolve(self.shadow, all_events.read(body))
        self.replayed = len(table.log)
        assert digest(self.shadow) == digest(table.state)

    def teardown(self) -> None:
        if hasattr(self, "life"):
            SEEN["commands"] += self.life.table.number
            SEEN["events"] += len(self.life.table.log)


class _Roulette(_Machine):
    game = "roulette"


class _Craps(_Machine):
    game = "craps"


class _BigSix(_Machine):
    game = "big-six"


@pytest.mark.parametrize("machine", [_Roulette, _Craps, _BigSix], ids=["roulette", "craps", "big-six"])
def test_a_random_life_of_a_table(machine: type[_Machine], proof: bool, share: Callable[[str], None]) -> None:
    SEEN.clear()
    lives, steps = (1000, 30) if proof else (25, 15)
    run_state_machine_as_test(machine, settings=settings(max_examples=lives, stateful_step_count=steps))
    assert SEEN["events"] > lives * 10
    share(f"live {machine.game} tables: {lives} random lives, {SEEN['commands']} commands, {SEEN['events']} events")
