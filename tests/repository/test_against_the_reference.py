"""The same output as an earlier commit: played scripts, exact odds, simulation totals.

The reference is checked out into a git worktree and runs through its own command line. `make test` compares a fixed
share; `make proof` compares all of it, with scripts from a new, printed seed. `--reference COMMIT` names another one.
"""

from __future__ import annotations

import json
import random
import secrets
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from benchmarks.trees import CommitMissing, commit_id
from croupier import house
from croupier.chain import BUILT_IN
from croupier.core.refusal import Refusal
from tests.oracle import roulette
from tests.oracle.play import SETUPS
from tests.oracle.scripts import random_script
from tests.support.reference.changed import CHANGES, Changed, Played, play
from tests.support.reference.houses import Compared, houses, preset_of
from tests.support.reference.trees import Both, both_trees

ACTS = 80
SHARE, WHOLE = 1, 150  # scripts a house in `make test` and in `make proof`
TEXT_EVERY = 4  # every fourth script is also compared as text for people
DATES = ("2014-07-01", "2016-05-01", "2022-01-01")  # before the rules that are covered, then two other editions
SEED = "20261116"
#: What the scripts of a game must have contained in `make proof`, besides every wager of the house.
TAKEN = {
    "roulette": {"seat", "wager", "raise", "reduce", "take-down", "outcome", "no-spin"},
    "craps": {"seat", "wager", "raise", "reduce", "take-down", "on", "off", "shooter", "outcome", "no-roll"},
    "big-six": {"seat", "wager", "raise", "reduce", "take-down", "outcome", "void", "repaired"},
}
QUICK_PLANS = ("flat", "martingale")
STATES = ("point=6", "made=4-9", "passes=3", "imprisoned", "previous=17", "streak=3-20", "track=5-3")


@pytest.fixture(scope="module")
def commit(request: pytest.FixtureRequest) -> str:
    """The reference; without it there is nothing to compare."""
    asked = str(request.config.getoption("--reference"))
    try:
        commit_id(asked)
    except CommitMissing as missing:
        pytest.skip(f"not compared with the reference: {missing}")
    return asked


@pytest.fixture(scope="module")
def both(commit: str) -> Iterator[Both]:
    """This tree and the reference, each in its own process."""
    with both_trees(commit) as found:
        yield found


# Scripts ----------------------------------------------------------------------------------------------------
class Seen:
    """What the scripts of a preset have done so far."""

    def __init__(self) -> None:
        self.acts = 0
        self.taken, self.refused, self.decided = Counter[str](), Counter[str](), Counter[str]()
        self.left_out = Counter[Changed]()

    def left_out_acts(self) -> str:
        """How many acts were left out for each changed reading."""
        counts = Counter[str]()
        for change, count in self.left_out.items():
            counts[change.reading] += count
        return ", ".join(f"{count} {reading}" for reading, count in sorted(counts.items())) or "none"

    def add(self, played: Played) -> None:
        """Count one script, from the output of `play --json`."""
        self.left_out += played.left_out
        for row in map(json.loads, played.output.splitlines()):
            self.acts += 1
            if row["ok"]:
                self.taken[row["act"].split()[0]] += 1
                self.taken[row["act"].split()[-1]] += 1
            else:
                self.refused[row["refusal"]["name"]] += 1
            self.decided.update(each["wager"] for each in row["resolved"])


def _offered(compared: Compared) -> set[str]:
    """The wagers of a preset that have a spot on its layout."""
    rules, setup = house.load(compared.preset), compared.setup
    offered = {wager for wager in rules.game.wagers if not isinstance(rules.wager(wager), Refusal)}
    if setup["game"] != "roulette":
        return offered
    spots = {wager: roulette.spot_names(wager, setup["wheel"], setup["converted"]) for wager in roulette.WAGERS}
    return offered - {wager for wager, names in spots.items() if not names}


def _needed(setup: dict[str, Any]) -> set[str]:
    """The acts that must have been accepted at a table of this house."""
    choices = {"choose", "imprison", "half-back"} if setup["in_prison"] else set()
    draws = {"back2back": "award", "spinner-winner": "bonus"}
    tips = {"tip"} if setup["tips"] else set()
    return TAKEN[setup["game"]] | choices | tips | {word for bet, word in draws.items() if bet in setup["side_bets"]}


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("preset", SETUPS)
def test_scripts(
    preset: str, both: Both, commit: str, proof: bool, tmp_path: Path, share: Callable[[str], None]
) -> None:
    seed, count, seen = secrets.token_hex(8) if proof else "croupier", WHOLE if proof else SHARE, Seen()
    for compared in houses(preset):
        words = ["play", compared.variant, "--house", compared.write(tmp_path, both.theirs.path), "--script", "-"]
        for number in range(count):
            text = random_script(compared.setup, random.Random(f"{seed} {compared.name} {number}"), ACTS)
            played = play(both, [*words, "--json"], text)
            if number % TEXT_EVERY == 0:
                both.same(words, played.script)
            seen.add(played)
    if proof:
        assert _offered(next(houses(preset))) <= set(seen.decided)
        assert _needed(SETUPS[preset]) <= set(seen.taken)
        assert {each.says for each in CHANGES if preset in each.at} <= {each.says for each in seen.left_out}
    share(
        f"{preset} as in {commit}: {count} of {WHOLE} scripts for each of {len(list(houses(preset)))} houses,"
        f" {seen.acts:,} acts, {len(seen.decided)} wagers, {len(seen.refused)} kinds of refusal, seed {seed!r};"
        f" left out by changed readings: {seen.left_out_acts()}"
    )


@pytest.mark.parametrize("day", DATES)
def test_scripts_under_another_edition(day: str, both: Both, proof: bool) -> None:
    for preset in SETUPS if proof else ("colorado-craps", "colorado-double-zero"):
        compared, place = next(houses(preset)), str(preset_of(both.theirs.path, preset))
        for number in range(WHOLE // 10 if proof else SHARE):
            text = random_script(compared.setup, random.Random(f"{day} {preset} {number}"), ACTS)
            play(both, ["play", compared.variant, "--house", place, "--as-of", day, "--script", "-", "--json"], text)


@pytest.mark.parametrize("path", sorted((Path(__file__).parents[1] / "scripts").glob("*.txt")), ids=lambda p: p.stem)
def test_kept_scripts(path: Path, both: Both, tmp_path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    name = text.splitlines()[0].removeprefix("# house: ")
    compared = next(each for preset in SETUPS for each in houses(preset) if each.name == name)
    words = ["play", compared.variant, "--house", compared.write(tmp_path, both.theirs.path), "--script", "-"]
    played = play(both, [*words, "--json"], text)
    assert both.same(words, played.script)


def test_a_script_that_cannot_be_read(both: Both) -> None:
    for text in ("seat ann\n", "jump\n", "seat ann x\n"):
        assert both.same(["play", "craps", "--script", "-", "--json"], text) == ""


# Odds -------------------------------------------------------------------------------------------------------
def test_every_row_of_the_odds(both: Both, commit: str, share: Callable[[str], None]) -> None:
    rows = json.loads(both.same(["odds", "--json"]))
    assert len(rows) >= 339
    share(f"odds as in {commit}: all {len(rows)} rows")


@pytest.mark.timeout(1800)
@pytest.mark.parametrize("preset", SETUPS)
def test_odds_of_houses(
    preset: str, both: Both, commit: str, proof: bool, tmp_path: Path, share: Callable[[str], None]
) -> None:
    every = list(houses(preset)) if proof else [next(houses(preset))]
    rows = 0
    for compared in every:
        words = ["odds", "--json", "--house", compared.write(tmp_path, both.theirs.path)]
        rows += len(json.loads(both.same(words)))
        for stake in ("5", "25") if proof else ():
            both.same([*words, "--stake", stake])
    for state in STATES if proof else ():
        both.same(["odds", "--json", "--house", preset, "--state", state])
    share(f"odds of {preset} as in {commit}: {len(every)} of {len(list(houses(preset)))} houses, {rows} rows")


# Simulations, plans, sessions and hands ---------------------------------------------------------------------
def test_simulation_totals(both: Both, commit: str, proof: bool, share: Callable[[str], None]) -> None:
    plans = list(BUILT_IN) if proof else list(QUICK_PLANS)
    said = json.loads(both.same(["simulate", *plans, "--rounds", "1e6", "--seed", SEED, "--json"]))
    assert [each["plan"] for each in said["plans"]] == plans
    share(f"simulation totals as in {commit}: {len(plans)} of {len(BUILT_IN)} plans, 1,000,000 rounds, seed {SEED}")


@pytest.mark.timeout(1800)
def test_sessions(both: Both, commit: str, proof: bool, share: Callable[[str], None]) -> None:
    """Sessions are solved, and in `make proof` also simulated."""
    plans = list(BUILT_IN) if proof else ["martingale"]
    terms = ["--bankroll", "500", "--goal", "750", "--max-rounds", "100" if proof else "20"]
    for plan in plans:
        both.same(["session", plan, *terms, "--json"])
    if proof:
        both.same(["simulate", *plans, "--sessions", "1e4", *terms, "--seed", SEED, "--json"])
    simulated = ", and 10,000 sessions of each simulated" if proof else ""
    share(f"sessions as in {commit}: {len(plans)} of {len(BUILT_IN)} plans solved{simulated}")


@pytest.mark.parametrize("words", [("plans",), ("hand", "craps"), ("hand", "craps-free")], ids=" ".join)
def test_exact_figures(words: tuple[str, ...], both: Both) -> None:
    assert json.loads(both.same([*words, "--json"]))
