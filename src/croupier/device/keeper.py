"""The device itself: it keeps seeds, takes closings, draws, and tells a seed when its round is over.

Every answer is recorded in the device's log before it is given, and a question that is asked again has the same
answer. So a table may ask again after any stop, and cannot get another draw for the same round.
"""

from __future__ import annotations

import logging
import os
import sys
import time
from collections.abc import Callable, Iterable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import Lock

from croupier.core.delay import SERVER_SPEED
from croupier.device.log import Log, ResultDrawn, RoundClosed, SeedSealed, SeedTold
from croupier.device.messages import (
    Answer,
    Close,
    Closed,
    Done,
    Draw,
    Forget,
    Identify,
    Identity,
    Known,
    Later,
    Opened,
    Question,
    Reopen,
    Result,
    Reveal,
    Sealed,
    SealRound,
    Shown,
    Shut,
)
from croupier.store import new_file
from croupier.store.errors import check_assertions
from croupier.store.private_folder import private_folder
from croupier.table import outcomes
from croupier.table.closing import Closing, Published, closing_digest, delayed, signed_bytes, tree
from croupier.table.outcomes import DeviceFailed, Drawn, Fixed, Generator, Seal, SeedGone
from croupier.table.proof import order

#: In seconds: how soon to ask again while a delay runs.
SOON = 0.25
_log = logging.getLogger("croupier")
#: Delays give way to the servers on the same machine; answers do not, because terminals wait for closings.
_NICE = 5


@dataclass(frozen=True, slots=True)
class Round:
    """A round whose seed the device keeps. `told` means that it is over."""

    seal: Seal
    shut: Shut | None = None
    draws: tuple[Drawn, ...] = ()
    told: bool = False


class Keeper:
    """A device with its folder. `source` gives random bytes.

    Whoever knows the `key` of the device gives it: then a folder that has lost it is refused.
    """

    def __init__(self, folder: Path, source: Callable[[int], bytes] = os.urandom, key: str | None = None) -> None:
        check_assertions()
        self.folder = private_folder(folder)
        self._log = Log(folder, key)
        self._signer, self.key = self._log.signer, self._log.key
        self.generator = Generator(source)
        self._turn = Lock()
        self.rounds: dict[str, Round] = {}  # by commitment
        self._latest: dict[tuple[str, int], str] = {}  # the last commitment for a table and round
        self._delays: dict[tuple[str, int], tuple[Future[str], float]] = {}  # with the time of their start
        self._workers = ThreadPoolExecutor(os.cpu_count(), "delay", _give_way)
        for path in sorted(folder.glob("*.seed")):
            self._load(path.stem)

    def ask(self, question: Question) -> Answer:
        """Answer a question; raise `DeviceFailed` if it must be refused."""
        with self._turn:
            match question:
                case SealRound():
                    return self._seal(question.table, question.round)
                case Reopen():
                    return self._reopen(question)
                case Close():
                    return self._close(question)
                case Draw():
                    return self._draw(question)
                case Reveal():
                    return self._reveal(question.commitment)
                case Forget():
                    return self._forget(question.commitment)
                case Identify():
                    return Identity(self._log.key)

    def close(self) -> None:
        """Close the log. Delays that run are dropped, and begin again when a draw is asked for."""
        self._workers.shutdown(wait=False, cancel_futures=True)
        self._log.close()

    # Seeds --------------------------------------------------------------------------------------------------
    def _seal(self, table: str, number: int) -> Answer:
        """Commit to a seed, stored before anybody hears of it. One that was never used is given again."""
        last = self._latest.get((table, number))
        if last is not None and not self.rounds[last].told and self.rounds[last].shut is None:
            return Sealed(last, self.key)
        seal = self.generator.seal(table, number)
        with new_file(self._path(seal.commitment)) as file:
            file.write(seal.seed)
        self._log.add(SeedSealed(seal.commitment, table, number))
        self._know(Round(seal))
        return Sealed(seal.commitment, self.key)

    def _reopen(self, asked: Reopen) -> Answer:
        """What is known about a round; a seed that an earlier version kept is taken over."""
        if asked.commitment not in self.rounds:
            path = self._path(asked.commitment)
            seed = path.read_bytes() if path.exists() else b""
            seal = outcomes.reopened(asked.table, asked.round, seed, asked.commitment)
            self._log.add(SeedSealed(seal.commitment, seal.table, seal.round))
            self._know(Round(seal))
        found = self.rounds[asked.commitment]
        if (found.seal.table, found.seal.round) != (asked.table, asked.round):
            raise DeviceFailed(f"The seal {asked.commitment} is not of round {asked.round} of table {asked.table}.")
        return Known(found.shut, found.draws, self.key)

    def _load(self, commitment: str) -> None:
        """Restore a round from its seed and the log."""
        sealed = self._log.find(SeedSealed, commitment)
        if sealed is None:  # the process ended before the commitment was told to anybody, or an older version kept it
            return
        seed = self._path(commitment).read_bytes()
        try:
            seal = outcomes.reopened(sealed.table, sealed.round, seed, commitment)
        except SeedGone as gone:  # its table stays out of service; the others play on
            _log.error("%s", gone)
            return
        closed = self._log.find(RoundClosed, commitment)
        draws: list[Drawn] = []
        while (drawn := self._log.find(ResultDrawn, commitment, f" {len(draws) + 1}")) is not None:
            draws.append(drawn.drawn)
        told = self._log.find(SeedTold, commitment) is not None
        self._know(Round(seal, None if closed is None else closed.shut, tuple(draws), told))

    def _know(self, found: Round) -> None:
        self.rounds[found.seal.commitment] = found
        self._latest[found.seal.table, found.seal.round] = found.seal.commitment

    def _round(self, commitment: str) -> Round:
        """The round with this commitment."""
        if commitment not in self.rounds:
            raise SeedGone(f"The device has no seed for the seal {commitment}. Run: croupier recover --db DB")
        return self.rounds[commitment]

    def _path(self, commitment: str) -> Path:
        return self.folder / f"{commitment}.seed"

    # The close ----------------------------------------------------------------------------------------------
    def _close(self, asked: Close) -> Answer:
        """Take the first closing of each round. Those that are new share one tree and one delay."""
        first: dict[str, Shown] = {}
        for shown in asked.closings:
            first.setdefault(shown.commitment, shown)
        new = [shown for shown in first.values() if self._open(shown.commitment).shut is None]
        records = [RoundClosed(shown.commitment, shut) for shown, shut in self._shut(new, asked.iterations)]
        if records:
            self._log.add(*records)
        for record in records:
            self._know(replace(self.rounds[record.commitment], shut=record.shut))
        for shown in asked.closings:
            self._fixed(self.rounds[shown.commitment])  # its delay begins now
        found = (self.rounds[shown.commitment].shut for shown in asked.closings)
        return Closed(tuple(shut for shut in found if shut is not None))

    def _open(self, commitment: str) -> Round:
        """A round that is not over."""
        found = self._round(commitment)
        if found.told:
            raise DeviceFailed(f"Round {found.seal.round} of table {found.seal.table} is over: its seed was told.")
        return found

    def _shut(self, shown: Iterable[Shown], iterations: int) -> list[tuple[Shown, Shut]]:
        """The closings of one tick; without a delay outcomes are drawn from the log alone."""
        if not iterations:
            return [(each, Shut(each.log)) for each in shown]
        digests = {each: self._digest(each) for each in shown}
        root, paths = tree(digests.values())
        found = {
            each: Published(each.log, each.nonces, each.terminals, root, paths[digest], iterations)
            for each, digest in digests.items()
        }
        return [(each, Shut(each.log, closing, self._signed(each, closing))) for each, closing in found.items()]

    def _signed(self, shown: Shown, closing: Published) -> str:
        """The device's signature, with which everybody can prove later which closing they were shown."""
        seal = self.rounds[shown.commitment].seal
        return self._signer.sign(signed_bytes(seal.table, seal.round, seal.commitment, closing)).hex()

    def _digest(self, shown: Shown) -> str:
        seal = self.rounds[shown.commitment].seal
        return closing_digest(seal.table, seal.round, shown.log, shown.nonces, shown.terminals)

    def _fixed(self, found: Round) -> Fixed | Later:
        """What a round is drawn from: the log, or the closing once its delay is over."""
        if found.shut is None:
            raise DeviceFailed("The close of the betting is not in the log: nothing may be drawn.")
        closing = found.shut.closing
        if closing is None:
            return found.shut.log
        key = closing.root, closing.iterations
        if key not in self._delays:
            self._delays[key] = self._workers.submit(delayed, *key), time.monotonic()
        work, began = self._delays[key]
        if not work.done():
            left = closing.iterations / SERVER_SPEED - (time.monotonic() - began)
            return Later(min(max(left, 0.01), SOON))
        return Closing(**asdict(closing), delayed=work.result())

    # Draws --------------------------------------------------------------------------------------------------
    def _draw(self, asked: Draw) -> Answer:
        """Draw the next result, or give an earlier one again, also when the round is over."""
        found = self._round(asked.commitment)
        if found.told and asked.attempt <= len(found.draws):  # the table was stopped before it had the seed
            return Result(_again(found, asked))
        fixed = self._fixed(self._open(asked.commitment))
        if isinstance(fixed, Later):
            return fixed
        if asked.attempt <= len(found.draws):
            return Result(_again(found, asked))
        if asked.attempt != len(found.draws) + 1:
            raise DeviceFailed(f"Draw {len(found.draws) + 1} comes before draw {asked.attempt}.")
        drawn = outcomes.draw(found.seal, fixed, asked.attempt, asked.of, asked.chance)
        if (wrong := order((*found.draws, drawn))) is not None:
            raise DeviceFailed(wrong.message)
        self._log.add(ResultDrawn(asked.commitment, drawn))
        self._know(replace(found, draws=(*found.draws, drawn)))
        return Result(drawn)

    # The end ------------------------------------------------------------------------------------------------
    def _reveal(self, commitment: str) -> Answer:
        """Tell the seed; from now on nothing is drawn from it. A delay that has begun must be over."""
        found = self._round(commitment)
        fixed = None if found.shut is None else self._fixed(found)
        if isinstance(fixed, Later):
            return fixed
        if not found.told:
            self._log.add(SeedTold(commitment))
            found = replace(found, told=True)
            self._know(found)
        closing, log = (fixed, fixed.log) if isinstance(fixed, Closing) else (None, fixed)
        return Opened(found.seal.seed.hex(), log, closing, found.draws)

    def _forget(self, commitment: str) -> Answer:
        """Delete the seed of a round that is over, and what was computed for it."""
        found = self.rounds.get(commitment)
        if found is None:
            return Done()
        if not found.told:
            raise DeviceFailed("The seed of a round that is not over is not deleted.")
        self._path(commitment).unlink(missing_ok=True)
        del self.rounds[commitment]
        if self._latest.get((found.seal.table, found.seal.round)) == commitment:
            del self._latest[found.seal.table, found.seal.round]
        self._drop_delays()
        return Done()

    def _drop_delays(self) -> None:
        """Forget delays that no round needs any more."""
        shut = [each.shut.closing for each in self.rounds.values() if each.shut is not None]
        needed = {(each.root, each.iterations) for each in shut if each is not None}
        self._delays = {key: delay for key, delay in self._delays.items() if key in needed}


def _give_way() -> None:
    """Lower the priority of this thread; elsewhere than on Linux it would be that of the whole process."""
    if sys.platform == "linux":
        os.nice(_NICE)


def _again(found: Round, asked: Draw) -> Drawn:
    """A draw that was made already."""
    drawn = found.draws[asked.attempt - 1]
    if (drawn.of, drawn.chance) != (asked.of, asked.chance):
        raise DeviceFailed(f"Draw {asked.attempt} of this round was made already, of {drawn.of}: it is made once.")
    return drawn
