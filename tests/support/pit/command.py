"""`croupier pit` as people run it, in this process: what it prints, and how it ends."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from croupier.cli import app

ROOT = Path(__file__).parents[3]
OPENING = ROOT / "examples" / "pit" / "opening.txt"
SECRETS = ROOT / "examples" / "pit" / "secrets.toml.example"
ADA, KIM, PAT, DEE = "Ada Lund", "Kim Okafor", "Pat Reyes", "Dee Novak"


@dataclass(frozen=True)
class Ended:
    """What a command printed, and its exit status."""

    status: int
    out: str
    err: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """What it printed as JSON."""
        found = json.loads(self.out)
        assert isinstance(found, list)
        return found


def pit(*words: str | Path) -> Ended:
    """Run `croupier pit WORDS` to its end. Nobody can be asked anything."""
    out, err, status = io.StringIO(), io.StringIO(), 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            app(["pit", *map(str, words)], result_action="return_value")
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
    return Ended(status, out.getvalue(), err.getvalue())


def secret_file(folder: Path, more: str = "") -> Path:
    """The secrets of the example in a file that nobody else may read."""
    path = folder / "secrets.toml"
    path.write_text(SECRETS.read_text() + more)
    path.chmod(0o600)
    return path


@dataclass(frozen=True)
class Shop:
    """A house after the opening script, and how its people give commands."""

    db: str
    secrets: Path

    def __call__(self, *words: str | Path, as_: str | None = None) -> Ended:
        """Run a command of `croupier pit` for this house, by a person."""
        who = () if as_ is None else ("--as", as_)
        return pit(*words, "--db", self.db, "--secrets", self.secrets, *who)

    def done(self, *words: str | Path, as_: str | None = None) -> str:
        """Run a command that is accepted; what it printed."""
        ended = self(*words, as_=as_)
        assert (ended.status, ended.err) == (0, ""), ended
        return ended.out

    def no(self, *words: str | Path, as_: str | None = None, status: int = 1) -> str:
        """Run a command that is refused, or cannot be read (2); what it says."""
        ended = self(*words, as_=as_)
        assert ended.status == status, ended
        assert "Traceback" not in ended.err
        return ended.err.strip()

    def rows(self, *words: str) -> list[dict[str, Any]]:
        """What a command lists."""
        return self(*words, "--json").rows


def opened(folder: Path, db: str | None = None, *, until: str = "\0") -> Shop:
    """Run the opening script on a new store, as far as this text."""
    shop = Shop(db or f"sqlite:///{folder}/house.db", secret_file(folder))
    script = folder / "opening.txt"
    script.write_text(OPENING.read_text().partition(until)[0])
    shop.done("run", script)
    return shop


def copied(shop: Shop, folder: Path) -> Shop:
    """The same house in another folder."""
    shutil.copytree(shop.secrets.parent, folder, dirs_exist_ok=True)
    return Shop(f"sqlite:///{folder}/house.db", folder / "secrets.toml")
