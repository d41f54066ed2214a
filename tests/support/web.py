"""The demonstration server in a process of its own, and terminals that play through real sockets."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext, suppress
from pathlib import Path
from subprocess import PIPE, Popen
from typing import Any, Self
from urllib.parse import urlencode

import httpx
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from croupier import store as stores
from croupier.floor.crew.paced import Pace
from croupier.floor.history import History, PastRound
from croupier.floor.limits import LIMITS, Limits
from croupier.floor.past_snapshots import PastSnapshots
from croupier.host import load
from croupier.host.audit import audit
from croupier.store import Signer, Store
from croupier.table import Event, events, stream_of
from croupier.table.acts.dice.throwing import DiceThrown
from croupier.table.acts.round.closing import BettingClosed
from croupier.table.acts.round.settling import BettingOpened
from croupier.table.acts.wagers.changing import WagerRaised
from croupier.table.acts.wagers.placing import WagerPlaced
from tests.support.recorded.shift import scripted_shift

#: Rounds of about two seconds.
FAST = Pace(window=2.5, spin=0.2, rest=0.4, show=0.1, offer=0.1)
#: Betting that does not close while a test looks at it.
SLOW = Pace(window=60.0, spin=0.2, rest=0.1, show=0.1, offer=60.0)
#: Limits without one on messages, for tests that send so much that what comes back piles up.
FREE = Limits(messages=1e6, messages_at_once=1e6, junk_cost=1.0)
PATIENCE = 20.0
ROUNDS = 24  # at each table of a short shift
LEFT = 1500.0  # milliseconds of betting time that a test needs, even on a busy machine

_CODE = """
import json, sys, time
from pathlib import Path
from croupier.core.clock import Clock
from croupier.device.client import Client
from croupier.floor.demonstration import houses
from croupier import store as stores
from croupier.host.audit import audit
from croupier.table import Event, events
from croupier.floor.crew.paced import Pace
from croupier.floor.limits import Limits
from croupier.web.server.serve import serve
asked = json.loads(sys.argv[1])
chosen = {table: house for table, house in houses(delay=asked["delay"]).items() if table in asked["tables"]}
wall = asked["wall"]
clock = Clock(lambda: time.time_ns() + int(open(wall).read())) if wall else None
device = asked["device"] and Client(Path(asked["device"]))
peers = {bytes.fromhex(key): name for key, name in asked["peers"].items()}
try:
    serve(asked["db"], 0, pace=Pace(**asked["pace"]), houses=chosen, places=asked["places"],
          may_mute=asked["may_mute"], host=asked["host"], peers=peers, device=device, clock=clock,
          limits=Limits(**asked["limits"]),
          ready=lambda address: print(address, flush=True))
except KeyboardInterrupt:
    sys.exit(0)
"""


def log(db: str, table: str) -> list[Event]:
    """All events of a table."""
    with stores.open(db) as store:
        return [events.read(each.body) for each in store.read(f"table/{table}")]


def past_of(store: Store, table: str, signer: Signer | None = None) -> History:
    """The history of a table, as a server with this key (or with a new key) reads it."""
    return History(store, table, PastSnapshots(store, table, signer or Signer(Ed25519PrivateKey.generate())))


def rounds_of(store: Store, table: str) -> list[PastRound]:
    """All closed rounds of a table."""
    past, (state, _) = past_of(store, table), load(store, stream_of(table))
    return [found for number in range(1, state.round + 1) if (found := past.round(number)) is not None]


def check(db: str, *tables: str) -> None:
    """Check that an audit finds no fault, and that no wager was accepted after the betting closed."""
    with stores.open(db) as store:
        assert audit(store).fault is None
    for table in tables:
        taken = True
        for event in log(db, table):
            if isinstance(event, BettingClosed | DiceThrown):
                taken = False
            elif isinstance(event, BettingOpened):
                taken = True
            assert taken or not isinstance(event, WagerPlaced | WagerRaised), f"{event} came too late"


class Server:
    """One server process. It ends with the test."""

    def __init__(
        self, db: str, *tables: str, pace: Pace = FAST, places: int | None = None, data: Path | None = None,
        may_mute: bool = True, host: str = "127.0.0.1", peers: Mapping[str, str] | None = None,
        device: Path | None = None, within: Sequence[str] = (), log: Path | None = None, wall: Path | None = None,
        delay: int = 0, limits: Limits = LIMITS, files: int | None = None,
    ) -> None:  # fmt: skip
        """`data` is the user's data folder, where the secrets of a store without a file are.

        `peers` are names by keys, `within` are the first words of the command, `log` gets what it says. `wall` is a
        file with the nanoseconds by which the machine's clock is wrong, as the server reads it. `files` is how many
        the process may have open.
        """
        self.db = db
        asked = {"db": db, "tables": tables, "pace": vars(pace), "places": places, "may_mute": may_mute, "host": host}
        asked |= {"peers": dict(peers or {}), "device": None if device is None else str(device)}
        asked |= {"delay": delay, "limits": vars(limits)}
        asked["wall"] = None if wall is None else str(wall)
        words = [*within, sys.executable, "-c", _CODE, json.dumps(asked)]
        given = os.environ | ({} if data is None else {"XDG_DATA_HOME": str(data)})
        few = None if files is None else lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
        with log.open("a") if log else nullcontext() as errors:
            self.process = Popen(words, stdout=PIPE, stderr=errors, text=True, env=given, preexec_fn=few)
        assert self.process.stdout is not None
        self.origin = self.process.stdout.readline().strip().rstrip("/")
        assert self.origin, f"no server at {db}: it ended with {self.process.wait(10)}"

    @property
    def port(self) -> int:
        """The port of the server."""
        return int(self.origin.rsplit(":", 1)[1])

    def get(self, path: str, **headers: str) -> httpx.Response:
        """Request a page or JSON without a cookie."""
        return httpx.get(f"{self.origin}{path}", headers=headers)

    def kill(self) -> None:
        """Kill the process, as in a power failure."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def end(self) -> int:
        """Ask the process to end; return its exit status."""
        self.process.send_signal(signal.SIGINT)
        return self.process.wait(20)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait(10)
        assert self.process.stdout is not None
        self.process.stdout.close()


class Visitor:
    """A person with a browser: one cookie, and any number of terminals."""

    def __init__(self, server: Server, cookie: str | None = None) -> None:
        self.server = server
        self.given = "" if cookie else server.get("/").raise_for_status().headers["set-cookie"]
        self.cookie = cookie or self.given.partition(";")[0]

    def comes_back(self, server: Server) -> Visitor:
        """The same person, with the same cookie, at another server."""
        return Visitor(server, self.cookie)

    @contextmanager
    def at(
        self,
        table: str,
        after: int | None = None,
        *,
        watching: bool = False,
        sound: str | None = "on",
        language: str | None = None,
    ) -> Iterator[Line]:
        """Open the terminal of a table, or (watching) only its socket, and say what its sound is."""
        if not watching:
            self.server.get(f"/tables/{table}", cookie=self.cookie).raise_for_status()
        asked = {"after": after, "language": language}
        query = "?" + urlencode({name: each for name, each in asked.items() if each is not None})
        url = f"ws{self.server.origin.removeprefix('http')}/api/1/tables/{table}/socket{query}"
        given: dict[str, Any] = {"origin": self.server.origin, "compression": None, "close_timeout": 0.5}
        with connect(url, additional_headers={"Cookie": self.cookie}, **given) as socket:
            line = Line(socket)
            if sound is not None:
                with suppress(ConnectionClosed):  # what is read next says so
                    line.say({"sound": sound})
            yield line

    def post(self, table: str, command: dict[str, Any], **headers: str) -> httpx.Response:
        """Give a command through the JSON API."""
        given = {"origin": self.server.origin, "cookie": self.cookie, **headers}
        return httpx.post(f"{self.server.origin}/api/1/tables/{table}/commands", json=command, headers=given)


class Line:
    """A socket, and everything that was received on it: the view made from the frames, and the player's own view."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.frames: list[dict[str, Any]] = []
        self.view: dict[str, Any] = {}
        self.you: dict[str, Any] = {}
        self.seq = 0
        self.closes: int | None = None
        self.ahead = 0.0  # milliseconds by which the server's count is ahead of ours
        self.happened: list[dict[str, Any]] = []

    def hear(self, timeout: float = PATIENCE) -> dict[str, Any]:
        """Receive the next frame and apply it."""
        heard: dict[str, Any] = json.loads(self.socket.recv(timeout=timeout))
        self.frames.append(heard)
        match heard["kind"]:
            case "table":
                self.view, self.you, self.seq = heard["table"], heard["you"], heard["seq"]
            case "delta":
                self.view = merged(self.view, heard["patch"])
                self.seq = heard["seq"]
                self.happened += heard["happened"]
            case "you" if "patch" in heard:
                self.you = merged(self.you, heard["patch"])
            case "you":
                self.you = heard["you"]
            case "clock":
                self.closes, self.ahead = heard["closes"], heard["now"] - time.monotonic() * 1000
                self.view = merged(self.view, heard["patch"])
        return heard

    def until(self, holds: Callable[[], Any], timeout: float = PATIENCE) -> Any:
        """Receive frames until a condition holds."""
        end = time.monotonic() + timeout
        while not (found := holds()):
            assert time.monotonic() < end, f"not in {timeout} s; last heard {self.frames[-3:]}"
            self.hear(timeout)
        return found

    def until_event(self, word: str, count: int = 1) -> dict[str, Any]:
        """Receive frames until an event has happened `count` times; return the last of them."""
        self.until(lambda: sum(each["event"] == word for each in self.happened) >= count)
        return [each for each in self.happened if each["event"] == word][-1]

    def until_betting(self) -> None:
        """Wait until the player has chips and betting is open for a while; then forget earlier events."""

        def taken() -> bool:
            left = LEFT if self.closes is None else self.closes - time.monotonic() * 1000 - self.ahead
            here = self.you and self.you["rack"] and self.view["phase"] == "open"
            return bool(here and self.view["device"].get("seal") and left >= LEFT)

        self.until(taken)
        self.happened.clear()

    def ask(self, word: str, own: str | None = None, **fields: Any) -> dict[str, Any]:
        """Send a command, and wait for its answer."""
        own = own or os.urandom(8).hex()
        self.say({"do": word, "id": own, **fields})
        return self.answer(own)

    def say(self, said: dict[str, Any]) -> None:
        """Send a frame."""
        self.socket.send(json.dumps(said))

    def answer(self, own: str) -> dict[str, Any]:
        """Wait for the answer to a command, and remove it from the received frames."""

        def found() -> dict[str, Any] | None:
            return next((each for each in self.frames if each["kind"] == "answer" and each["id"] == own), None)

        answered: dict[str, Any] = self.until(found)
        self.frames.remove(answered)
        return answered


def merged(target: Any, patch: Any) -> Any:
    """Apply a merge patch (RFC 7396) to a value; return the result without changing the value."""
    if not isinstance(patch, dict):
        return patch
    found = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            found.pop(name, None)
        else:
            found[name] = merged(found.get(name), value)
    return found


@contextmanager
def short_shift() -> Iterator[Store]:
    """A store with a short shift at roulette, craps and Big Six, where a device decides some rounds.

    It has corrections before payment, after it and later, an award, a bonus round and points made at craps.
    """
    with scripted_shift(ROUNDS, ("R00", "C1", "B6")) as kept:
        yield kept


def serve(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `croupier serve` until it ends, which it does at once where it refuses to begin."""
    words = [sys.executable, "-m", "croupier", "serve", "--no-browser", *arguments]
    return subprocess.run(words, capture_output=True, text=True, timeout=60, check=False)


def kill_device(folder: Path) -> None:
    """End the device of a server that was killed: it would wait some seconds for the next one."""
    for each in Path("/proc").glob("[0-9]*/cmdline"):
        with suppress(FileNotFoundError, ProcessLookupError):
            if f"croupier.device.process\0{folder}\0".encode() in each.read_bytes():
                os.kill(int(each.parent.name), signal.SIGKILL)


def masked(payload: bytes) -> bytes:
    """A text frame of a client with a mask of zeros."""
    return bytes((0x81, 0x80 | len(payload))) + bytes(4) + payload
