"""Every built-in plan has a script that shows each of its branches, line by line."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier import chain, house
from croupier.chain import BUILT_IN
from tests.support.plans import Watched, acts_at_the_felt

SCRIPTS = Path(__file__).parent / "scripts"


def _script(name: str) -> list[tuple[str, str, str]]:
    """Each outcome, the dollars it won or lost and the acts after it; the first is the start of the table."""
    lines = (line.partition("#")[0].strip() for line in (SCRIPTS / f"{name}.txt").read_text("utf-8").splitlines())
    rows = [[part.strip() for part in line.split("|")] for line in lines if line]
    return [(outcome, net, acts) for outcome, net, acts in rows]


def test_every_built_in_plan_has_a_script_and_every_script_a_plan() -> None:
    assert {path.stem for path in SCRIPTS.glob("*.txt")} == set(BUILT_IN)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_script_line_by_line(name: str) -> None:
    """At the felt each line is as in the script, and the script takes every branch."""
    plan, rows = BUILT_IN[name], _script(name)
    table = house.load(plan.house)
    assert rows[0][0] == "start"
    assert len(rows) > 30
    watched = Watched(plan)
    outcomes = [outcome for outcome, _, _ in rows[1:]]
    for (outcome, *wanted), made in zip(rows, acts_at_the_felt(watched, table, outcomes), strict=True):
        assert list(made) == wanted, f"after {outcome}"
    everything = Watched(plan)
    chain.compile(table, everything)
    assert everything.taken - watched.taken == set()
