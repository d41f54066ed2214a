"""An anchor as one line of text, complete for files and servers, or short for paper.

A complete line begins with `anchor/1` and has a JSON array. A short one has the number, the time and the digest.
"""

from __future__ import annotations

import re
from datetime import UTC, datetime

import msgspec

from croupier.host.anchors.record import KIND, STREAM, ends_of
from croupier.store import Envelope, Head, Tip, genuine
from croupier.store.base import check_name, check_number

WORD = f"{KIND} ".encode()
_SHORT = re.compile(r"croupier anchor (\d{1,18}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ) ((?:[0-9a-f]{4} ){15}[0-9a-f]{4})")
_LAST = 253_402_300_799  # the last second of the year 9999
_TIME = "%Y-%m-%dT%H:%M:%SZ"


class Anchor(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """An anchor: the fields of its entry in the stream `anchors`, and of the head that signs it.

    The last four are empty if it was not signed itself; then a later one that follows it vouches for it.
    """

    number: int
    at: int
    command: str
    previous: str
    digest: str
    ends: msgspec.Raw
    key: str = ""
    signature: str = ""
    commands: int = 0
    record: str = ""

    @classmethod
    def of(cls, envelope: Envelope, head: Head | None) -> Anchor:
        """Write an entry of the stream, with its head if it is signed."""
        fields = envelope.command, envelope.previous.hex(), envelope.digest.hex(), msgspec.Raw(envelope.body)
        anchor = cls(envelope.version, envelope.at, *fields)
        if head is None:
            return anchor
        signed = {"key": head.key.hex(), "signature": head.signature.hex(), "record": head.record.hex()}
        return msgspec.structs.replace(anchor, commands=head.commands, **signed)

    @property
    def tip(self) -> Tip:
        """The end of the stream `anchors` after it."""
        return Tip(self.number, bytes.fromhex(self.digest))

    def named(self) -> list[tuple[str, Tip]]:
        """The ends of streams that it names."""
        return ends_of(bytes(self.ends))

    def signed(self) -> bool:
        """Whether it has a valid signature of the key that it names."""
        digest, key, signature, record = map(bytes.fromhex, (self.digest, self.key, self.signature, self.record))
        return genuine(Head(STREAM, self.number, digest, self.at, key, signature, self.commands, record), [key])

    def follows(self, before: Anchor) -> bool:
        """Whether it comes directly after another one."""
        return self.number == before.number + 1 and self.previous == before.digest

    def line(self) -> bytes:
        """The complete line."""
        return WORD + msgspec.json.encode(self) + b"\n"


_decoder = msgspec.json.Decoder(Anchor)


def read(line: bytes) -> Anchor:
    """Read a complete line; ValueError if no server can have written it."""
    if not line.startswith(WORD):
        raise ValueError(f"it does not begin with {WORD.decode()!r}")
    found = _decoder.decode(line[len(WORD) :])
    for what, number in (("number", found.number), ("time", found.at), ("number of records", found.commands)):
        check_number(f"its {what}", number)
    check_name("its command", found.command)
    for text in (found.previous, found.digest, found.key, found.signature, found.record):
        if bytes.fromhex(text).hex() != text:
            raise ValueError(f"{text[:64]!r} is not written as digits from 0 to f")
    plain, body = bytes.fromhex, bytes(found.ends)
    fields = STREAM, found.number, KIND, body, found.command, found.at, plain(found.previous), plain(found.digest)
    if Envelope(*fields).computed() != fields[-1]:
        raise ValueError(f"the digest of anchor {found.number} does not match: it was changed")
    found.named()
    return found


def shown(at: int) -> str:
    """A time in microseconds as people read it."""
    return f"{datetime.fromtimestamp(min(at // 1_000_000, _LAST), UTC):{_TIME}}"


def short(number: int, at: int, digest: bytes) -> str:
    """The line that is printed.

    >>> print(short(17, 1_767_290_400_000_000, bytes(range(32)))[:59])
    croupier anchor 17 2026-01-01T18:00:00Z 0001 0203 0405 0607
    """
    text = digest.hex()
    return f"croupier anchor {number} {shown(at)} {' '.join(text[at : at + 4] for at in range(0, len(text), 4))}"


def read_short(line: str) -> tuple[int, int, bytes]:
    """Read the number, the time and the digest of a printed line; ValueError if it is not valid.

    >>> read_short(short(17, 1_767_290_400_000_000, bytes(32)))[:2]
    (17, 1767290400000000)
    """
    found = _SHORT.fullmatch(" ".join(line.split()))
    if found is None:
        raise ValueError(f"this is not a printed anchor: {line[:80]!r}")
    number, time, digest = found.groups()
    at = datetime.strptime(time, _TIME).replace(tzinfo=UTC)
    return int(number), int(at.timestamp()) * 1_000_000, bytes.fromhex(digest)
