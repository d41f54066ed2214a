"""Signed heads and snapshots. They prove what a stream contained, so that nobody without the key can change its past.

Heads can be exported and kept elsewhere. `verify` reads a whole store and reports the first fault and its place.
"""

from __future__ import annotations

import json
import stat
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from pathlib import Path

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from croupier.core import json_once
from croupier.store.base import SIGNED, Appended, Envelope, Fault, Head, Snapshot, check_number
from croupier.store.errors import Damaged, StoreFailed, damage
from croupier.store.files import new_file
from croupier.store.store import Store

FORMAT = "croupier heads 1"
_PAGE = 1000
See = Callable[[list[Envelope], Iterable[Appended]], None]


class CannotRead(ValueError):
    """A file with a key or with heads cannot be read."""


class Signer:
    """Signs heads and snapshots with an Ed25519 key."""

    def __init__(self, key: Ed25519PrivateKey) -> None:
        self._key = key
        self.public = key.public_key().public_bytes_raw()

    @classmethod
    def open(cls, path: Path) -> Signer:
        """Read the key from a file that only its owner may read; create the file if there is none."""
        if not path.exists():
            _make_key(path)
        if stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise CannotRead(f"others may read the key {str(path)!r}: make a new one, and give it mode 600")
        try:
            return cls(Ed25519PrivateKey.from_private_bytes(bytes.fromhex(path.read_text(encoding="ascii"))))
        except ValueError as error:
            raise CannotRead(f"{str(path)!r} holds no private key: 64 hexadecimal digits are needed") from error

    def seal(self, stream: str, version: int, digest: bytes, at: int, after: Head | None = None) -> Head:
        """Sign that the stream has this digest at this version, and that `after` is the previous head."""
        before = b"" if after is None else after.named()
        bare = Head(stream, version, digest, at, self.public, bytes(SIGNED) + before)
        return bare._replace(signature=self._key.sign(bare.signed()) + before)

    def snapshot(self, stream: str, version: int, digest: bytes, state: bytes, body: bytes) -> Snapshot:
        """Sign the state after a version: `digest` is the envelope's, `state` the state's, `body` its bytes."""
        unchecked = Snapshot(stream, version, state, body, b"", self.public, b"")
        unsigned = unchecked._replace(check=unchecked.computed(digest))
        return unsigned._replace(signature=self._key.sign(unsigned.signed()))


def _make_key(path: Path) -> None:
    with new_file(path) as file:
        file.write(f"{Ed25519PrivateKey.generate().private_bytes_raw().hex()}\n".encode())


def genuine(sealed: Head | Snapshot, keys: Collection[bytes]) -> bool:
    """Whether the head or snapshot is signed with one of these public keys, and unchanged."""
    if sealed.key not in keys:
        return False
    try:
        Ed25519PublicKey.from_public_bytes(sealed.key).verify(sealed.proof, sealed.signed())
    except (InvalidSignature, ValueError):
        return False
    return True


def genuine_heads(heads: Iterable[Head], keys: Collection[bytes]) -> set[Head]:
    """Return those heads of one stream that are signed with one of these keys, and unchanged.

    If a genuine later head of the same key names a head, the signature of that head need not be checked: the key has
    signed its digest. This takes a fiftieth of the time.
    """
    found: set[Head] = set()
    named: set[tuple[bytes, bytes]] = set()  # pairs of a key and the digest of a head that it vouches for
    for head in sorted(heads, key=lambda each: each.version, reverse=True):
        if (head.key, head.named()) in named or genuine(head, keys):
            found.add(head)
            named.add((head.key, head.before))
    return found


def export_heads(path: Path, heads: Iterable[Head]) -> None:
    """Write heads to a new file as JSON. Keep the file where nobody who can change the store can change it."""
    rows = [{name: _text(value) for name, value in head._asdict().items()} for head in heads]
    text = json.dumps({"format": FORMAT, "heads": rows}, indent=1, ensure_ascii=False)
    with new_file(path) as file:
        file.write(f"{text}\n".encode())


def import_heads(path: Path) -> list[Head]:
    """Read a file that `export_heads` wrote."""
    try:
        plain = json_once.load(path.read_bytes(), dict)
        if plain["format"] != FORMAT:
            raise ValueError(f"its format is {plain['format']!r}, not {FORMAT!r}")
        return [_head(**row) for row in plain["heads"]]
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CannotRead(f"{str(path)!r} is no file of heads: {error}") from error


def _text(value: str | int | bytes) -> str | int:
    return value.hex() if isinstance(value, bytes) else value


def _head(stream: str, version: int, digest: str, at: int, key: str, signature: str) -> Head:
    if not (isinstance(stream, str) and type(version) is type(at) is int):
        raise ValueError("a head needs a stream, a version and a time")
    check_number("its version", version)
    check_number("its time", at)
    return Head(stream, version, bytes.fromhex(digest), at, bytes.fromhex(key), bytes.fromhex(signature))


@dataclass(frozen=True, slots=True)
class Verified:
    """How much was read and verified."""

    streams: int
    events: int
    commands: int
    heads: int
    snapshots: int


def verify(store: Store, *, keys: Collection[bytes], heads: Iterable[Head] = ()) -> Verified | Fault:
    """Verify a whole store: every digest, link, end, command, snapshot and head, its own heads and the given ones."""
    given = list(heads)
    name = ""
    events = commands = seen = snapshots = 0
    try:
        names = store.streams()
        for name in sorted({*names, *(head.stream for head in given)}):
            found = verify_stream(store, name, keys=keys, heads=given)
            events += found.events
            commands += found.commands
            seen += found.heads
            snapshots += found.snapshots
        name = ""
        if faults := store.faults():
            return faults[0]
        commands += sum(1 for _ in verify_refusals(store))
        return Verified(len(names), events, commands, seen, snapshots)
    except Damaged as damaged:
        return damaged.fault
    except (StoreFailed, ValueError) as error:  # or a name that no stream can have
        return Fault(name, 0, f"cannot be read: {error}")


def verify_stream(
    store: Store,
    stream: str,
    *,
    keys: Collection[bytes],
    heads: Iterable[Head] = (),
    see: See | None = None,
) -> Verified:
    """Verify one stream; raise `Damaged` at the first fault.

    `see` is called with its envelopes, page by page, and with the records of their commands. Commands without events
    are not counted here: they are for `verify_refusals`.
    """
    anchored = {head for head in heads if head.stream == stream}
    due = sorted({*store.heads(stream), *anchored}, key=lambda head: head.version)
    events, commands = _check_stream(store, stream, due, genuine_heads(due, keys), see)
    _check_commands(store, stream, commands, events)
    snapshots = _check_snapshot(store, stream, keys)
    return Verified(1, events, commands, len(due), int(snapshots))


def _check_stream(
    store: Store,
    stream: str,
    heads: list[Head],
    signed: Collection[Head],
    see: See | None,
) -> tuple[int, int]:
    """Check a stream against its heads and the records of its commands; count its envelopes and commands.

    `signed` are the genuine ones among the heads.
    """
    commands = 0
    version, last = 0, 0  # the last version that was read, and the version of the last head
    under: Appended | None = None  # a command of which not all events were read yet
    due = list(reversed(heads))
    for page in _pages(store.read(stream)):
        known = store.unchecked_answers(stream, {envelope.command for envelope in page})
        for envelope in page:
            version = envelope.version
            row = known.get(envelope.command)
            fits = row is not None and row.stream == stream and row.last >= version
            if row is None or not fits or (row.first != version if under is None else row != under):
                raise Damaged(Fault(stream, version, f"its command {envelope.command!r} has no matching record"))
            if under is None:
                commands += 1
                if not row.intact():
                    raise damage(row)
            if version < row.last:
                under = row
            elif row.digest == envelope.digest:
                under = None
            else:
                raise Damaged(Fault(stream, version, f"command {envelope.command!r} ended with another digest"))
            while due and due[-1].version <= version:
                _check_head(due.pop(), envelope, last, signed)
                last = version
        if see is not None:
            see(page, known.values())
    if under is not None:
        raise Damaged(
            Fault(stream, version + 1, f"is missing: command {under.command!r} went to version {under.last}")
        )
    if due:
        what = f"is missing: the stream ends at version {version}, and a head of version {due[-1].version} is kept"
        raise Damaged(Fault(stream, version + 1, what))
    return version, commands


def verify_refusals(store: Store) -> Iterator[Appended]:
    """Return the records of all commands without events; raise `Damaged` if one was changed."""
    ends: dict[str, int] = {}
    for row in store.commands(refused=True):
        if row.first < 1 or row.last < row.first - 1:
            raise Damaged(Fault(row.stream, row.first, f"command {row.command!r} has impossible versions"))
        if row.last > ends.get(row.stream, 0):
            ends[row.stream] = store.version(row.stream)
            _check_end(row, ends[row.stream])
        yield row


def _check_end(row: Appended, end: int) -> None:
    if row.last > end:
        what = f"command {row.command!r} goes to version {row.last}, and the stream ends at {end}"
        raise Damaged(Fault(row.stream, row.first, what))


def _check_commands(store: Store, stream: str, commands: int, end: int) -> None:
    """Check that no other commands claim events than the `commands` that the events of the stream name."""
    here, later = store.commands_up_to(stream, end)
    if here != commands:
        raise Damaged(_false_command(store, stream))
    if not later:
        return
    for row in store.commands():
        if row.stream == stream and row.first <= row.last:
            _check_end(row, end if row.first <= end else store.version(stream))  # it may have been added meanwhile


def _false_command(store: Store, stream: str) -> Fault:
    """Find two commands that claim the same version; report the one that the event there does not name."""
    claims = sorted((row.first, row.last, row.command) for row in store.commands() if row.stream == stream)
    with_events = [claim for claim in claims if claim[0] <= claim[1]]
    for (_, last, one), (version, _, other) in pairwise(with_events):
        if version <= last:
            true = next(store.read(stream, version - 1)).command
            false = one if true == other else other
            return Fault(stream, version, f"command {false!r} is recorded for it, but it belongs to {true!r}")
    return Fault(stream, 0, "its commands do not match its versions")


def _check_snapshot(store: Store, stream: str, keys: Collection[bytes]) -> bool:
    """Check the signature of the stream's snapshot; return whether there is a snapshot."""
    found = store.snapshot(stream)
    if found is not None and not genuine(found, keys):
        what = "its snapshot was changed, or signed by a key that is not known"
        raise Damaged(Fault(stream, found.version, what))
    return found is not None


def _check_head(head: Head, envelope: Envelope, last: int, signed: Collection[Head]) -> None:
    if head not in signed or head.version != envelope.version:
        raise Damaged(Fault(head.stream, head.version, "its head was changed, or signed by a key that is not known"))
    if head.digest != envelope.digest:
        what = f"is not what its head signed: the past was changed after version {last}"
        raise Damaged(Fault(head.stream, head.version, what))


def _pages(envelopes: Iterator[Envelope]) -> Iterator[list[Envelope]]:
    while page := list(islice(envelopes, _PAGE)):
        yield page
