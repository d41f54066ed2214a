"""The same command in two source trees: this one and the reference, which must give the same output.

Each tree has one process that answers all commands (`command_line.py`); both work at the same time.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import zip_longest
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any

from benchmarks import ROOT
from benchmarks.trees import environment, reference

#: Not compared, since it depends on the speed of the machine: durations and progress.
TIMES = re.compile(r'"(seconds|rounds_per_second)": [^,}]+')
#: Not compared, since the reference does not print it yet: the mean that is expected of a run.
ADDED = re.compile(r'"expected": [^,}]+, ')
PROGRESS = re.compile(r"^.+ of [\d,]+ (rounds|sessions), .*\n", re.MULTILINE)
SHOWN = 2000  # characters of a differing line that are shown


class Tree:
    """The command line of one source tree."""

    def __init__(self, path: Path) -> None:
        self.path = path
        words = [sys.executable, "-P", str(ROOT / "tests" / "support" / "reference" / "command_line.py")]
        self.process = Popen(words, cwd=path, env=environment(path), stdin=PIPE, stdout=PIPE, text=True)
        source = Path(self._line())
        assert source.is_relative_to(path.resolve() / "src"), f"{source} is not the croupier of {path}"

    def send(self, words: list[str], text: str) -> None:
        """Send a command without waiting for its answer."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"words": words, "input": text}) + "\n")
        self.process.stdin.flush()

    def receive(self) -> dict[str, Any]:
        """The answer to the command that was sent."""
        found: dict[str, Any] = json.loads(self._line())
        return found

    def close(self) -> None:
        """End the process, even in the middle of a command."""
        self.process.kill()
        self.process.communicate()

    def _line(self) -> str:
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert line, "the command line ended with the traceback above"
        return line.strip()


class Both:
    """This tree and the reference."""

    def __init__(self, theirs: Tree, ours: Tree) -> None:
        self.theirs, self.ours = theirs, ours

    def ask(self, words: list[str], text: str = "") -> tuple[dict[str, Any], dict[str, Any]]:
        """Their answer to a command, and ours; both have the same exit status."""
        for tree in (self.theirs, self.ours):
            tree.send(words, text)
        before, now = self.theirs.receive(), self.ours.receive()
        assert before["status"] == now["status"], f"croupier {' '.join(words)}\n{before}\n{now}"
        return before, now

    def same(self, words: list[str], text: str = "") -> str:
        """What a command prints in both trees; an assertion shows the first difference."""
        asked = f"croupier {' '.join(words)}"
        before, now = self.ask(words, text)
        for name, varies in (("output", TIMES), ("errors", PROGRESS)):
            one, other = (ADDED.sub("", varies.sub("", found[name])) for found in (before, now))
            assert one == other, f"{asked}\n{difference(one, other)}\n\n{text}"
        return str(now["output"])


def difference(before: str, now: str) -> str:
    """The first line in which two texts differ, starting shortly before the difference."""
    pairs = zip_longest(before.splitlines(), now.splitlines(), fillvalue="(nothing)")
    number, (one, other) = next((n, pair) for n, pair in enumerate(pairs, start=1) if pair[0] != pair[1])
    same = next((n for n, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    begin = max(0, same - 200)
    shown = (f"{who}: {line[begin : begin + SHOWN]}" for who, line in (("reference", one), ("this tree", other)))
    return "\n".join((f"line {number} differs at column {same + 1}:", *shown))


@contextmanager
def both_trees(commit: str) -> Iterator[Both]:
    """A process in each tree, as long as this is open."""
    with reference(commit) as path:
        trees: list[Tree] = []
        try:
            trees += [Tree(each) for each in (path, ROOT)]
            yield Both(*trees)
        finally:
            for tree in trees:
                tree.close()
