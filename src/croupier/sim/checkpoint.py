"""Checkpoints: files with the progress of a run. A run that resumes from one ends with exactly the same totals."""

from __future__ import annotations

import hashlib
import json
import os
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from croupier.core import json_once
from croupier.sim.terms import CannotRun, Rounds, Terms
from croupier.sim.totals import SessionTotals, Totals

FORMAT = "croupier simulation checkpoint 1"


@dataclass(frozen=True, slots=True)
class Checkpoint:
    """What is simulated, and the totals of the first `streams` random streams."""

    tables: str  # the digest of the tables
    terms: Terms
    seed: int
    streams: int
    totals: Totals | SessionTotals

    def with_part(self, last: int, part: Any) -> Checkpoint:
        """Return the checkpoint with one more part, the streams up to `last`, added."""
        assert part.streams == last - self.streams, "a backend plays all streams of its range"
        return replace(self, streams=last, totals=self.totals + part)


def save(path: Path, checkpoint: Checkpoint) -> None:
    """Write a checkpoint atomically: after a crash, the file is either the old one or the new one."""
    plain = _plain(checkpoint)
    new = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        new.write_text(json.dumps({**plain, "check": _check(plain)}, indent=1) + "\n", encoding="utf-8")
        os.replace(new, path)
    except OSError as error:
        raise CannotRun(f"the checkpoint {str(path)!r} cannot be written: {error.strerror}") from error
    finally:
        new.unlink(missing_ok=True)


def load(path: Path, start: Checkpoint) -> Checkpoint:
    """Read a checkpoint; `CannotRun` if it is damaged or belongs to another run than `start`."""
    try:
        plain = json_once.load(path.read_bytes(), dict)
        if plain.pop("format") != FORMAT or plain.pop("check") != _check({"format": FORMAT, **plain}):
            raise ValueError("its contents do not fit its check")
        fresh = _plain(start)
        for name, what in (("tables", "plan or house"), ("terms", "number of rounds or terms"), ("seed", "seed")):
            if plain[name] != fresh[name]:
                raise CannotRun(f"the checkpoint {str(path)!r} is of another {what}: it cannot be resumed")
        found = replace(start, streams=plain["streams"], totals=type(start.totals).read(plain["totals"]))
        if found.totals.streams != found.streams or not 0 <= found.streams <= start.terms.streams:
            raise ValueError("its streams do not add up")
        if isinstance(start.terms, Rounds) and found.totals.rounds != start.terms.before(found.streams):
            raise ValueError("its rounds are not those of its streams")
        return found
    except CannotRun:
        raise
    except OSError as error:
        raise CannotRun(f"the checkpoint {str(path)!r} cannot be read: {error.strerror}") from error
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise CannotRun(f"{str(path)!r} is no checkpoint, or it is damaged: {error}") from error


def _plain(checkpoint: Checkpoint) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "tables": checkpoint.tables,
        "terms": {
            "kind": "rounds" if isinstance(checkpoint.terms, Rounds) else "sessions",
            **asdict(checkpoint.terms),
        },
        "seed": checkpoint.seed,
        "streams": checkpoint.streams,
        "totals": checkpoint.totals.plain(),
    }


def _check(plain: dict[str, Any]) -> str:
    return hashlib.sha256(json.dumps(plain, sort_keys=True).encode()).hexdigest()
