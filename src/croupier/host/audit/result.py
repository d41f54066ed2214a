"""The result of an audit: what was counted, the first fault, and the differences from today's decisions."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from croupier.conduct import Otherwise
from croupier.conduct.slip import Note
from croupier.store import Fault


@dataclass(frozen=True, slots=True)
class Difference:
    """A decision in the log that differs from what this version would decide, and its place."""

    stream: str
    version: int
    otherwise: Otherwise

    def __str__(self) -> str:
        return f"{self.stream} version {self.version}, {self.otherwise}"


@dataclass(slots=True)
class Audit:
    """The result of an audit: counts, the first fault if there is one, and the differences from today's decisions."""

    events: int = 0
    commands: int = 0
    refusals: int = 0
    older: int = 0  # commands whose records are older than the chain of records
    heads: int = 0
    snapshots: int = 0
    slips: int = 0  # issued
    under_way: int = 0  # slips in transit: neither received nor taken back yet
    otherwise: int = 0
    counts: dict[str, int] = field(default_factory=dict)  # further counts, from the judges of the streams
    differences: list[Difference] = field(default_factory=list)
    remarks: list[tuple[str, str]] = field(default_factory=list)  # stream and sentence; nothing is wrong
    warnings: list[tuple[str, str]] = field(default_factory=list)  # stream and sentence; something may be wrong
    anchored: int | None = None  # the time of the newest anchor or head that was given, in microseconds
    unanchored: int = 0  # events that it does not cover
    recorded: int | None = None  # the time of the newest anchor in the store itself
    notes: list[tuple[str, int, Note]] = field(default_factory=list)
    fault: Fault | None = None

    def add(self, part: Audit) -> None:
        """Add the result of another part; the first fault stays."""
        for name in ("events", "commands", "refusals", "older", "heads", "snapshots", "otherwise"):
            setattr(self, name, getattr(self, name) + getattr(part, name))
        for name, number in part.counts.items():
            self.counts[name] = self.counts.get(name, 0) + number
        self.differences += part.differences
        self.remarks += part.remarks
        self.warnings += part.warnings
        self.notes += part.notes
        self.fault = self.fault or part.fault

    def remark(self, stream: str, *says: str) -> None:
        """Add remarks about a stream."""
        self.remarks += [(stream, each) for each in says]
        self.counts["remarks"] = self.counts.get("remarks", 0) + len(says)

    def row(self) -> dict[str, Any]:
        """Return the result as a JSON object."""
        left = ("counts", "differences", "remarks", "warnings", "notes")
        found = {
            name: getattr(self, name) for name in ("tables", "rounds", "proofs", "voided", "lost", "delays", "steps")
        }
        found |= {name: value for name, value in asdict(self).items() if name not in left}
        named = [{"stream": at.stream, "version": at.version, **at.otherwise._asdict()} for at in self.differences]
        said = {"remarks": self.remarks, "warnings": self.warnings}
        listed = {name: [{"stream": stream, "says": says} for stream, says in rows] for name, rows in said.items()}
        return {"holds": self.holds, **found, "differences": named, **listed}

    @property
    def tables(self) -> int:
        """The number of tables."""
        return self.counts.get("tables", 0)

    @property
    def rounds(self) -> int:
        """The number of settled rounds."""
        return self.counts.get("rounds", 0)

    @property
    def proofs(self) -> int:
        """The number of electronic outcomes that were drawn again."""
        return self.counts.get("proofs", 0)

    @property
    def voided(self) -> int:
        """The number of voided rounds whose seed a device revealed."""
        return self.counts.get("voided", 0)

    @property
    def lost(self) -> int:
        """The number of rounds whose seed a device has lost."""
        return self.counts.get("lost", 0)

    @property
    def delays(self) -> int:
        """The number of rounds that were drawn after a delay."""
        return self.counts.get("delays", 0)

    @property
    def steps(self) -> int:
        """The number of recorded steps of the clock."""
        return self.counts.get("steps", 0)

    @property
    def holds(self) -> bool:
        """Whether there is no fault and no difference from what this version decides."""
        return self.fault is None and not self.otherwise
