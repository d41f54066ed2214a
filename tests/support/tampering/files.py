"""Files that leave the store: an export line by line, a file of heads and the proof of a round field by field."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from hashlib import sha256
from typing import Any

import msgspec

from croupier.cli.verify_round import faulty, read
from croupier.host import export
from croupier.host.audit import audit_place
from croupier.store import CannotOpen, CannotRead, Damaged, Head, Store, import_heads
from tests.support.tampering.columns import POSITIONS, variants
from tests.support.tampering.evidence import SERVED, Evidence, said
from tests.support.tampering.fields import another, changed, leaves
from tests.support.tampering.kinds import Kind

Lines = list[bytes]
WORDS = ("event", "stream", "head", "snapshot", "command")


# An export --------------------------------------------------------------------------------------------------
def in_exports(evidence: Evidence) -> Iterator[Kind]:
    """Changes to the lines of an export; its last line is left, or computed again."""
    path = evidence.folder / "whole.export"
    with Store(evidence.rows) as kept:
        export.write(kept, path)
    whole = path.read_bytes().splitlines(keepends=True)
    says = said(audit_place(str(path)).row())

    def kind(name: str, lines: Lines, *, ended: bool) -> Kind:
        def found(heads: bool) -> str | None:
            target = evidence.folder / "changed.export"
            target.write_bytes(b"".join(_ended(lines) if ended else lines))
            try:
                now = said(audit_place(str(target), evidence.heads if heads else ()).row())
            except (CannotOpen, Damaged) as error:
                return str(error)
            return None if now == says else str(now)

        return Kind(f"export/{name}/{'end-computed-again' if ended else 'as-is'}", found)

    for name, lines in _lines(whole):
        for ended in (False, True):
            yield kind(name, lines, ended=ended)
    for name, lines in _whole(whole):
        yield kind(name, lines, ended=False)


def _ended(lines: Lines) -> Lines:
    """The same lines with the last line that fits them."""
    body = lines[:-1] if lines[-1].startswith(b"end ") else lines
    end = b'end [%d,"%s"]\n' % (len(body), sha256(b"".join(body)).hexdigest().encode())
    return [*body, end]


def _lines(whole: Lines) -> Iterator[tuple[str, Lines]]:
    """One line deleted, doubled, swapped with the next, or changed in one of its members."""
    for word in WORDS:
        places = [at for at, line in enumerate(whole) if line.startswith(word.encode() + b" ")]
        for position, pick in POSITIONS.items():
            at = pick(places)
            name = f"{word}/{position}"
            yield f"{name}/deleted", [*whole[:at], *whole[at + 1 :]]
            yield f"{name}/doubled", [*whole[:at], whole[at], *whole[at:]]
            if not whole[at + 1].startswith(b"end "):
                yield f"{name}/swapped", [*whole[:at], whole[at + 1], whole[at], *whole[at + 2 :]]
            for member, line in _members(word, whole[at]):
                yield f"{name}/{member}", [*whole[:at], line, *whole[at + 1 :]]


def _members(word: str, line: bytes) -> Iterator[tuple[str, bytes]]:
    kind = export.LINES[word]
    row = msgspec.json.decode(line.partition(b" ")[2], type=kind)
    for member in kind._fields:
        for variant, new in variants(value := getattr(row, member)).items():
            other = row._replace(**{member: new(value)})
            yield f"{member}/{variant}", b"%s %s\n" % (word.encode(), msgspec.json.encode(other))


def _whole(whole: Lines) -> Iterator[tuple[str, Lines]]:
    """Changes to the file as a whole."""
    yield "first-line/other-format", [b"croupier export 1\n", *whole[1:]]
    yield "first-line/unknown-format", [b"croupier export 3\n", *whole[1:]]
    yield "first-line/deleted", whole[1:]
    yield "last-line/deleted", whole[:-1]
    yield "last-line/doubled", [*whole, whole[-1]]
    yield "last-line/other-count", [*whole[:-1], whole[-1].replace(b"end [", b"end [1")]
    yield "last-line/without-line-feed", [*whole[:-1], whole[-1][:-1]]
    yield "file/lines-after-the-last", [*whole, whole[1]]
    yield "file/empty", [b""]
    yield "file/windows-line-ends", [line.replace(b"\n", b"\r\n") for line in whole]
    yield "file/reversed", [whole[0], *reversed(whole[1:-1]), whole[-1]]
    for share in (2, 3, 10):
        yield f"file/cut-to-a-part-of-{share}", whole[: len(whole) // share]


# A file of heads --------------------------------------------------------------------------------------------
def in_heads(evidence: Evidence) -> Iterator[Kind]:
    """Changes to the file of heads that was kept elsewhere; the store is as it was."""
    rows = [_plain(head) for head in evidence.heads]
    for position, pick in POSITIONS.items():
        row = pick(rows)
        for name in row:
            for variant, new in variants(row[name]).items():
                other = [{**each, name: new(each[name])} if each is row else each for each in rows]
                yield _heads(evidence, f"{name}/{position}/{variant}", {"format": "croupier heads 1", "heads": other})
        left = [each for each in rows if each is not row]
        yield _heads(evidence, f"deleted/{position}", {"format": "croupier heads 1", "heads": left})
    yield _heads(evidence, "other-format", {"format": "croupier heads 2", "heads": rows})
    yield _heads(evidence, "no-format", {"heads": rows})
    yield _heads(evidence, "another-member", {"format": "croupier heads 1", "heads": [{**rows[0], "more": 1}]})


def _plain(head: Head) -> dict[str, Any]:
    return {name: value.hex() if isinstance(value, bytes) else value for name, value in head._asdict().items()}


def _heads(evidence: Evidence, name: str, text: dict[str, Any]) -> Kind:
    def found(_: bool) -> str | None:
        path = evidence.folder / "changed.heads"
        path.write_text(json.dumps(text), encoding="utf-8")
        try:
            now = evidence.audited(import_heads(path))
        except CannotRead as error:
            return str(error)
        return None if now == evidence.says else str(now)

    return Kind(f"heads-file/{name}", found)


# The proof of a round ---------------------------------------------------------------------------------------
def in_proofs(evidence: Evidence) -> Iterator[Kind]:
    """Every field of the proof of a round changed, as `croupier verify-round` reads it."""
    path = evidence.folder / "round.proof"
    with Store(evidence.rows) as kept:
        export.write_proof(kept, f"{SERVED}/2", path)
    proof = json.loads(path.read_text(encoding="utf-8"))
    for place, value in leaves(proof):
        yield _proof("changed", place, changed(proof, place, another(value)))
    for key in proof:
        yield _proof("deleted", (key,), {name: value for name, value in proof.items() if name != key})
    yield _proof("added", ("more",), {**proof, "more": 1})


def _proof(what: str, place: tuple[str | int, ...], proof: dict[str, Any]) -> Kind:
    def found(_: bool) -> str | None:
        try:
            return faulty(read(json.dumps(proof)), dict.fromkeys(("commitment", "log", "root")))
        except ValueError as error:
            return str(error)

    return Kind(f"proof/{'.'.join(map(str, place))}/{what}", found)


def kinds(evidence: Evidence) -> Iterator[Kind]:
    """All of them."""
    families: tuple[Callable[[Evidence], Iterator[Kind]], ...] = (in_exports, in_heads, in_proofs)
    for family in families:
        yield from family(evidence)
