"""Checks out an earlier commit next to this checkout, in a git worktree, so that both can run on one machine."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks import ROOT

#: The commit with which this version is compared by default.
REFERENCE = "1c412e8"


class CommitMissing(LookupError):
    """The commit to compare with is not in this checkout."""


@contextmanager
def reference(commit: str = REFERENCE) -> Iterator[Path]:
    """Check out an earlier commit into a temporary folder, and remove it afterwards."""
    found = commit_id(commit)
    with TemporaryDirectory(prefix="croupier-reference-") as folder:
        path = Path(folder) / Path(folder).name  # git identifies worktrees by this name, so it must be unique
        _git("worktree", "add", "--quiet", "--detach", str(path), found)
        try:
            yield path
        finally:
            _git("worktree", "remove", "--force", str(path))


def commit_id(commit: str = REFERENCE) -> str:
    """The full id of a commit; `CommitMissing` says why it is not available."""
    try:
        return _git("rev-parse", "--verify", "--quiet", "--end-of-options", f"{commit}^{{commit}}").strip()
    except FileNotFoundError:
        raise CommitMissing(f"git is not installed, so commit {commit} cannot be checked out") from None
    except subprocess.CalledProcessError:
        why = "a shallow clone or an unpacked archive does not hold it; `git fetch --unshallow` gets it"
        raise CommitMissing(f"commit {commit} is not in this checkout: {why}") from None


def environment(tree: Path) -> dict[str, str]:
    """The environment in which this Python imports croupier and the benchmarks from a tree."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join((str(tree / "src"), str(tree)))}


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True)
    return done.stdout
