"""What was kept elsewhere: files of anchors, printed anchors that somebody typed in, and files of heads."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import zip_longest
from pathlib import Path

from croupier.host.anchors.line import WORD, Anchor, read, read_short
from croupier.host.anchors.record import STREAM
from croupier.store import CannotRead, Damaged, Fault, Head, Tip, import_heads

_PRINTED = b"croupier anchor "


@dataclass(slots=True)
class Elsewhere:
    """What was kept elsewhere: signed heads, and ends that streams once had. Only its keys are trusted, if any."""

    heads: list[Head] = field(default_factory=list)
    ends: dict[str, list[Tip]] = field(default_factory=dict)
    keys: set[bytes] = field(default_factory=set)
    number: int = 0  # of the newest anchor; 0 if there is none
    at: int | None = None  # the time of the newest anchor or head

    def add(self, *files: Path) -> Elsewhere:
        """Add what files hold. `CannotRead` if one cannot be read, `Damaged` if its anchors contradict each other."""
        for file in files:
            before, found = len(self.heads) + len(self.ends.get(STREAM, ())), _lines(file)
            if found.startswith(WORD):
                self._anchors(file, anchors_of(file, found))
            elif found.startswith(_PRINTED):
                self._printed(file, found)
            else:
                self.add_heads(import_heads(file))
            if before == len(self.heads) + len(self.ends.get(STREAM, ())):
                raise CannotRead(f"{str(file)!r} holds no anchor and no head")
        return self

    def add_heads(self, heads: list[Head]) -> Elsewhere:
        """Add signed heads."""
        self.heads += heads
        self.keys |= {head.key for head in heads}
        for head in heads:
            self._seen(head.at)
        return self

    def _anchors(self, file: Path, anchors: list[Anchor]) -> None:
        check_chain(file.name, anchors)
        for anchor in anchors:
            self._anchored(anchor.tip, anchor.at)
            if anchor.key:
                self.keys.add(bytes.fromhex(anchor.key))
            for stream, tip in anchor.named():
                self.ends.setdefault(stream, []).append(tip)

    def _printed(self, file: Path, found: bytes) -> None:
        try:
            for line in filter(str.strip, found.decode().splitlines()):
                number, at, digest = read_short(line)
                self._anchored(Tip(number, digest), at)
        except ValueError as error:
            raise CannotRead(f"{str(file)!r}: {error}") from error

    def _anchored(self, tip: Tip, at: int) -> None:
        self.ends.setdefault(STREAM, []).append(tip)
        self.number = max(self.number, tip.version)
        self._seen(at)

    def _seen(self, at: int) -> None:
        self.at = max(self.at or 0, at)


def _lines(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise CannotRead(f"{str(file)!r} cannot be read: {error.strerror}") from error


def anchors_of(file: Path, text: bytes) -> list[Anchor]:
    """Read lines of anchors. Where a power failure has cut one short, the same line follows in full, or none."""
    found: list[Anchor] = []
    full = b""
    lines = text.split(b"\n")[:-1]
    for number, line in reversed(list(enumerate(lines, start=1))):
        if full != line and full.startswith(line):
            continue
        try:
            found.append(read(line))
        except ValueError as error:
            raise CannotRead(f"{str(file)!r}, line {number}: {error}") from error
        full = line
    return found[::-1]


def check_chain(name: str, anchors: list[Anchor]) -> None:
    """Check that each anchor is signed, or followed by one that vouches for it, and that there is one history."""
    for anchor, after in zip_longest(anchors, anchors[1:]):
        linked = after is not None and after.follows(anchor)
        if not linked and after is not None and after.number <= anchor.number + 1 and after != anchor:
            says = f"{name!r} has two histories from anchor {after.number} on: the store was set back, or copied"
            raise Damaged(Fault(STREAM, after.number, says))
        if not (anchor.signed() if anchor.key else linked):
            raise Damaged(Fault(STREAM, anchor.number, f"its anchor in {name!r} is not signed, or was changed"))
