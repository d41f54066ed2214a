"""Where anchors go: a file, a receiver that speaks HTTP, or paper."""

from __future__ import annotations

import fcntl
import http.client
import os
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from croupier.host.anchors.line import Anchor, read, short
from croupier.host.anchors.record import AnchorLog
from croupier.store import CannotOpen, Head
from croupier.store.files import PRIVATE, sync_folder
from croupier.text.visible import visible

#: In seconds: how long a receiver may take for one step of its answer.
LIMIT = 5.0
#: Anchors that are sent at once to a receiver that has missed some.
AT_ONCE = 500
_BLOCK = 1 << 16
_MOST_ANSWER = 1 << 16
_MOST_SAID = 400  # characters of a receiver's sentence that the log shows


class CannotAnchor(Exception):
    """A target does not take an anchor. The message says why."""


class Last(msgspec.Struct, frozen=True):
    """The last anchor that a target has."""

    number: int
    digest: str


class NotNext(Exception):
    """Anchors do not follow the last one that a file has."""

    def __init__(self, last: Last) -> None:
        super().__init__(f"anchor {last.number} is the last one here, and the next must follow it")
        self.last = last


class Target(ABC):
    """Where anchors go."""

    name: str  # as the log and /readyz call it

    @abstractmethod
    def send(self, log: AnchorLog, head: Head) -> None:
        """Bring the target up to a signed anchor; raise `CannotAnchor` or OSError if that fails."""


def target(text: str) -> Target:
    """The target that an operator names: a file, `print`, or the address of a receiver."""
    if text == "print":
        return Paper()
    if text.startswith(("http://", "https://")):
        return Receiver(text)
    return File(Path(text))


class Paper(Target):
    """Prints a short line for each anchor."""

    name = "print"

    def __init__(self) -> None:
        self._number = 0

    def send(self, log: AnchorLog, head: Head) -> None:
        """Print the newest anchor, once."""
        if head.version != self._number:
            print(short(head.version, head.at, head.digest), flush=True)
            self._number = head.version


class File(Target):
    """A file of complete lines to which anchors are only added; each is synced."""

    def __init__(self, path: Path) -> None:
        if not path.parent.is_dir():
            raise CannotOpen(f"no anchors can be written to {str(path)!r}: there is no folder {str(path.parent)!r}")
        self.path, self.name = path, f"file {path.name}"

    def send(self, log: AnchorLog, head: Head) -> None:
        """Add the anchors that the file does not have."""
        with _locked(self.path) as file:
            found = _last(file)
            missing = following(log, head, None if found is None else _named(found))
            if missing:
                _write(file, missing)

    def add(self, anchors: list[Anchor]) -> None:
        """Add anchors that must follow the last one of the file; `NotNext` if they do not."""
        with _locked(self.path) as file:
            last = _last(file)
            if last is not None and not anchors[0].follows(last):
                raise NotNext(_named(last))
            _write(file, anchors)

    def last(self) -> Anchor | None:
        """The last anchor of the file."""
        with _locked(self.path) as file:
            return _last(file)


class Receiver(Target):
    """A program elsewhere that takes complete lines in POST requests, such as `croupier keep-anchors`."""

    def __init__(self, url: str) -> None:
        found = urlsplit(url)
        try:
            port = found.port
        except ValueError:
            port = -1
        if not found.hostname or port == -1 or found.username or found.password:
            raise CannotOpen("--anchor: write the address of a receiver as http://HOST:PORT/ or https://HOST/PATH")
        self._secure, self._host, self._port = found.scheme == "https", found.hostname, port
        self._path = found._replace(scheme="", netloc="", fragment="").geturl() or "/"
        self.name = f"receiver {found.hostname}"
        self._last: Last | None = None

    def send(self, log: AnchorLog, head: Head) -> None:
        """Send the anchors that the receiver does not have; it says which is its last if they do not fit."""
        if self._last is not None and self._last.number == head.version:
            return
        for _ in range(2):
            missing = following(log, head, self._last)
            if self._all_kept(missing):
                return
        raise CannotAnchor("the receiver refuses the anchors that follow its last one")

    def _all_kept(self, anchors: list[Anchor]) -> bool:
        while anchors:
            size = next((n for n in range(AT_ONCE, len(anchors)) if anchors[n - 1].key), len(anchors))
            kept = self._post(b"".join(anchor.line() for anchor in anchors[:size]))
            if kept is not None:
                self._last = kept
                return False
            self._last = _named(anchors[size - 1])
            anchors = anchors[size:]
        return True

    def _post(self, lines: bytes) -> Last | None:
        """Send lines; return None if they were kept, or the last anchor of the receiver if they do not follow it."""
        kind = http.client.HTTPSConnection if self._secure else http.client.HTTPConnection
        connection = kind(self._host, self._port, timeout=LIMIT)
        try:
            connection.request("POST", self._path, lines, {"content-type": "text/plain"})
            answer = connection.getresponse()
            said = answer.read(_MOST_ANSWER)
        except http.client.HTTPException as error:
            raise CannotAnchor(f"the answer is no HTTP: {type(error).__name__}") from error
        finally:
            connection.close()
        if 200 <= answer.status < 300:
            return None
        if answer.status == http.client.CONFLICT:
            try:
                return msgspec.json.decode(said, type=Last)
            except msgspec.DecodeError as error:
                raise CannotAnchor("the receiver answers 409, but not which anchor is its last") from error
        why = visible(said.decode(errors="replace").strip(), _MOST_SAID)  # a stranger may answer there
        raise CannotAnchor(f"the receiver answers {answer.status}: {why}")


def following(log: AnchorLog, head: Head, last: Last | None) -> list[Anchor]:
    """The anchors after the last one of a target. It gets the first of this process first, if it has none."""
    if last is not None and not log.has(last.number, bytes.fromhex(last.digest)):
        what = f"it has anchor {last.number}, which this store does not have: the store was set back, or is another"
        raise CannotAnchor(f"{what}. Audit the store with these anchors")
    after = log.first - 1 if last is None else last.number
    return [Anchor.of(envelope, signed) for envelope, signed in log.between(after, head)]


def _named(anchor: Anchor) -> Last:
    return Last(anchor.number, anchor.digest)


# The file ---------------------------------------------------------------------------------------------------
@contextmanager
def _locked(path: Path) -> Iterator[int]:
    """Open the file for adding, made if there is none; no other process adds meanwhile."""
    new = not path.exists()
    file = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT, PRIVATE)
    try:
        if new:
            sync_folder(path)
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file
    finally:
        os.close(file)


def _last(file: int) -> Anchor | None:
    """The last anchor; None if the file is empty. What a power failure has cut short is passed over."""
    end, tail = os.fstat(file).st_size, b""
    while end > 0:
        start = max(0, end - _BLOCK)
        tail = os.pread(file, end - start, start) + tail
        end = start
        for line in reversed(tail.split(b"\n")[1 if start else 0 : -1]):
            with suppress(ValueError):
                return read(line)
    if tail.strip(b"\n"):
        raise CannotAnchor("the file holds something else than anchors")
    return None


def _write(file: int, anchors: list[Anchor]) -> None:
    """Add lines and sync them. A line that a power failure has cut short is ended first."""
    size = os.fstat(file).st_size
    torn = size > 0 and os.pread(file, 1, size - 1) != b"\n"
    lines = b"\n" * torn + b"".join(anchor.line() for anchor in anchors)
    while lines:
        lines = lines[os.write(file, lines) :]
    os.fsync(file)
