"""A person in each role in turn: the table waits for that person, and for nobody else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from random import Random
from typing import Any

import pytest

from croupier.conduct.by import Role
from croupier.floor.crew.act import Act, Waiting
from croupier.floor.crew.driver import Driver
from croupier.floor.crew.due import AUTOMATIC, Crew, due
from croupier.table import By
from tests.support.crew import PEOPLE
from tests.support.table.fields import _device
from tests.support.table.life import Life
from tests.support.table.play import by, written

PRESETS = {"roulette": "colorado-single-zero", "craps": "colorado-craps", "big-six": "colorado-big-six"}


class Played:
    """A table with two players and a crew with people in some roles; counts what they and the machine did."""

    def __init__(self, game: str, crew: Crew, seed: int) -> None:
        self.data, self.crew = Random(f"{game} {seed}"), crew
        self.life = Life(game, self.data, house=written(PRESETS[game]) if seed % 2 else _device(PRESETS[game]))
        self.machine: Counter[Role] = Counter()
        self.people: Counter[Role] = Counter()

    def step(self) -> None:
        """Perform what is due: the machine does it, or the table waits until the person does."""
        life, table = self.life, self.life.table
        turn = due(table.state, self.crew, told=True)
        if isinstance(turn, Waiting) and turn.act is None:
            life._comes_to_the_line(self.data)
            return
        act = turn if isinstance(turn, Act) else turn.act
        assert act is not None
        if isinstance(turn, Act):
            assert act.role in self.crew.automatic
            self.machine[act.role] += 1
        else:
            assert turn.role == act.role
            assert act.role not in self.crew.automatic
            self._stands_still(turn)
            self.people[act.role] += 1
        who = by("player", act.fields["player"]) if act.role == "player" else by(act.role)
        table.do(act.word, who, **act.fields, **life._missing(act, self.data))

    def _stands_still(self, turn: Waiting) -> None:
        """A driver with this crew does nothing, however often it is called, and returns the same."""
        table = self.life.table

        def give(word: str, who: By, fields: Mapping[str, Any]) -> str:
            raise AssertionError(f"{word} is due to a person")

        driver = Driver(lambda: table.state, give, self.life.table.crew.source, self.crew)
        assert driver.step() == driver.run() == turn

    def disturb(self) -> None:
        """Cause something for the rarer roles: a stop, a void, wagers, a player who leaves the line."""
        if self.life.table.state.held or self.life.table.state.buying is not None:
            return
        own = [self.life._shooters] if self.life.game == "craps" and self.life.table.state.phase == "open" else []
        self.data.choice([self.life.wagers, self.life.wagers, self.life.irregular, *own])(self.data)


#: The roles that have acts in a round of each game.
STAFFED: dict[str, tuple[Role, ...]] = {
    "roulette": ("dealer", "device", "pit-supervisor"),
    "big-six": ("dealer", "device", "pit-supervisor"),
    "craps": ("dealer", "device", "pit-supervisor", "boxperson", "stickperson", "player"),
}


@pytest.mark.parametrize(("game", "role"), [(game, role) for game, roles in STAFFED.items() for role in roles])
def test_the_table_waits_for_the_person_in_a_role_and_for_nobody_else(game: str, role: Role) -> None:
    machine: Counter[Role] = Counter()
    people: Counter[Role] = Counter()
    for seed in range(200):
        if seed >= 20 and people[role] >= 5 and set(machine) >= set(STAFFED[game]) - {role}:
            break
        played = Played(game, AUTOMATIC.without(role), seed)
        for _ in range(150):
            if played.data.randrange(4) == 0:
                played.disturb()
            elif played.life.table.state.phase != "closed":
                played.step()
        machine += played.machine
        people += played.people
    assert set(people) == {role}
    assert people[role] >= 5
    assert set(machine) >= set(STAFFED[game]) - {role}
    assert machine[role] == 0


@pytest.mark.parametrize("game", PRESETS)
def test_at_a_table_of_people_nothing_happens_by_itself(game: str) -> None:
    played = Played(game, PEOPLE, 1)
    for _ in range(200):
        played.step()
    assert not played.machine
    assert sum(played.people.values()) > 100
