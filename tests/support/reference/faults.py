"""Cases at live tables that the reference decides wrongly, or does not know: `tests/cases/live/*.toml`.

    [[case]]
    item = "4: Four dealers share one buy-in"     # of the list in docs/appendix/mended.md
    cite = "30-2215(2)"
    house = "colorado-double-zero"
    change = { "options.in_prison" = true }       # optional: house choices, by dotted key,
    later = { coupons = […] }                     # … and those that the reference cannot read
    acts = ["seated ann 1", "…"]                  # all but the last are accepted
    refused = "cash-on-the-table"                 # what the last act gives today: a refusal by its name,
    unreadable = true                             # … a command that does not state what it has to,
    accepted = true                               # … events,
    order = ["pass", "fire-bet"]                  # … or a settlement with these wagers, in this order

Shorthands: `opened` asks only whether the table opens; `seated NAME PLACE` sits down with $500; `closed` plays up to
the outcome; `round OUTCOME` plays to the next open betting.
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

from benchmarks import ROOT
from benchmarks.trees import environment

FOLDER = ROOT / "tests" / "cases" / "live"
PROCESS = ROOT / "tests" / "support" / "reference" / "live_table.py"
BUY_IN = (
    "sit player:{0} player={0} place={1}",
    "spread-cash dealer:dee player={0} instrument=cash amount=50000",
    "state-amount dealer:dee player={0} amount=50000",
    "give-chips dealer:dee player={0}",
    "drop-cash dealer:dee player={0}",
)
CLOSE = {
    "roulette": (
        "spin dealer:dee",
        "call-no-more-bets dealer:dee waved=true before_rest=true revolutions=4",
    ),
    "craps": ("push-dice stickperson:stan", "throw-dice stickperson:stan"),
    "big-six": ("call-no-more-bets dealer:dee", "spin dealer:dee clockwise=true"),
}
CALL = {
    "roulette": "call-outcome dealer:dee outcome={0} opposite=true revolutions=4",
    "craps": "call-outcome stickperson:stan outcome={0}",
    "big-six": "call-outcome dealer:dee outcome={0} clockwise=true revolutions=3",
}
PAID = ("settle dealer:dee", "open-betting dealer:dee")


@dataclass(frozen=True)
class Fault:
    """One case."""

    data: dict[str, Any]

    @property
    def name(self) -> str:
        return f"{self.data['item']} [{self.data['cite']}]"

    @property
    def acts(self) -> list[str]:
        """Its acts, written out."""
        return [word for act in self.data["acts"] for word in self._written(act)]

    def question(self, *, later: bool) -> dict[str, Any]:
        """What the process of a version is asked; `later` for this tree."""
        change = self.data.get("change", {}) | (self.data.get("later", {}) if later else {})
        return {"house": self.data["house"], "change": change, "acts": self.acts}

    def _written(self, act: str) -> Iterator[str]:
        house = self.data["house"]
        game = "craps" if "craps" in house else "big-six" if "big-six" in house else "roulette"
        word, *rest = act.split()
        if word == "seated":
            yield from (each.format(*rest) for each in BUY_IN)
        elif word == "closed":
            yield from CLOSE[game]
        elif word == "round":
            yield from (*CLOSE[game], CALL[game].format(*rest), *PAID)
        elif word != "opened":
            yield act

    def unplayed(self, answers: list[Any], *, may_be_unknown: bool) -> str | None:
        """An act before the last one that was not accepted; an earlier version may not know some of them."""
        for act, answer in list(zip(["open-table", *self.acts], answers, strict=True))[:-1]:
            if isinstance(answer, dict) and not (may_be_unknown and "unknown" in answer):
                return f"{act}: {answer}"
        return None

    def holds(self, answer: Any) -> bool:
        """Whether the answer to the last act is that of today."""
        data = self.data
        if "refused" in data:
            return isinstance(answer, dict) and answer.get("refused") == data["refused"]
        if "unreadable" in data:
            return isinstance(answer, dict) and "unknown" in answer
        if isinstance(answer, dict):
            return False
        return "order" not in data or [row["wager"] for row in answer[0]["rows"]] == data["order"]


def faults() -> list[Fault]:
    """All cases of all files."""
    files = sorted(FOLDER.glob("*.toml"))
    return [Fault(row) for path in files for row in tomllib.loads(path.read_text(encoding="utf-8"))["case"]]


class LiveTable:
    """The process of one source tree."""

    def __init__(self, tree: Path) -> None:
        self.later = tree == ROOT
        self.process = Popen(
            [sys.executable, "-P", str(PROCESS)], cwd=tree, env=environment(tree), stdin=PIPE, stdout=PIPE, text=True
        )
        source = Path(self._line())
        assert source.is_relative_to(tree.resolve() / "src"), f"{source} is not the croupier of {tree}"

    def play(self, fault: Fault) -> list[Any]:
        """The answer to each act."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(fault.question(later=self.later)) + "\n")
        self.process.stdin.flush()
        found: list[Any] = json.loads(self._line())
        return found

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the live table ended with the traceback above"
        return line.strip()


@contextmanager
def live_table(tree: Path) -> Iterator[LiveTable]:
    """The process of a source tree, as long as this is open."""
    found = LiveTable(tree)
    try:
        yield found
    finally:
        found.process.kill()
        found.process.communicate()
