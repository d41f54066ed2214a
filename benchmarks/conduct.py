"""One table: commands per second up to the stored answer, and the time of a settlement."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from gc import collect
from itertools import count, cycle
from pathlib import Path
from queue import SimpleQueue
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from benchmarks import Figure, cores
from benchmarks.store import bare
from croupier import house
from croupier import store as stores
from croupier.floor.crew.driver import Driver
from croupier.floor.crew.source import Told
from croupier.games.roulette.layout import layout
from croupier.host import Answer, Host
from croupier.store import StoreError
from croupier.table import By, Command, HouseText, State, begin, commands, conduct, stream_of
from croupier.table.acts.round.settling import Settle
from croupier.table.acts.wagers.placing import Place

NAME = "conduct"
PLAYERS, EACH, ROUNDS = 8, 6, 60  # the busy table: players, wagers of each player per round, rounds
CLIENTS, LOT = 100, 100  # durable commands: clients, and commands that each client sends, one by one
TABLES = 10
BIG_PLAYERS, BIG_EACH = 20, 40  # the settlement: players, and wagers of each
BEST_OF = 5

DEALER, PIT = By("dee", "dealer", "L1"), By("pat", "pit-supervisor", "L2")


def measure() -> list[Figure]:
    """Take all figures. The store is in the temporary folder, so its disk matters."""
    return [*_in_memory(), *_durable(), *_settlement()]


class Script:
    """Plays a roulette table with many players, and records its commands in `asked`."""

    def __init__(self, table: str, players: int) -> None:
        self.state, self.asked = begin(table), list[Command]()
        source = Told(lambda state, of: str(1 + len(self.asked) % 36))
        self.crew = Driver(lambda: self.state, self._give, source, staff=lambda role: By("dee", role, "L1"))
        self.players = [f"p{number}" for number in range(1, players + 1)]
        spots = layout("double-zero").spots
        kinds = ("straight", "split", "street", "corner", "line", "dozen", "column")
        self.places = cycle([(kind, spot) for kind in kinds for spot in list(spots[kind])[::2]])
        self._opened()

    def do(self, word: str, by: By, **fields: Any) -> None:
        """Give one command, which must be accepted."""
        number = len(self.asked) + 1
        command = commands.KINDS[word](id=f"c{number}", by=by, at=number * 1000, **fields)
        done = conduct(command, self.state)
        assert isinstance(done, tuple), done
        self.state = done.state
        self.asked.append(command)

    def _give(self, word: str, who: By, fields: Mapping[str, Any]) -> str:
        self.do(word, who, **fields)
        return f"c{len(self.asked)}"

    def _opened(self) -> None:
        text = HouseText("table", house.find("colorado-double-zero").read_text(encoding="utf-8"))
        charge = {"dealer": "dee"} if "dealer" in commands.KINDS["open-table"].__struct_fields__ else {}
        self.do("open-table", PIT, house=text, bank=1_000_000_000_00, **charge)
        for place, player in enumerate(self.players, start=1):
            self.do("sit", By(player, "player"), player=player, place=place)
            self.do("bring-chips", DEALER, player=player, amount=10_000_000_00)

    def wagers(self, each: int) -> None:
        """Make wagers for all players, one player after the other."""
        for player in self.players:
            for _ in range(each):
                wager, spot = next(self.places)
                self.do("place", By(player, "player"), player=player, wager=wager, spot=spot, amount=10_00)

    def called(self) -> None:
        """Play the round up to the called outcome."""
        self.crew.run(commands.KINDS["settle"])

    def rounds(self, count: int, each: int) -> None:
        """Play complete rounds."""
        for _ in range(count):
            self.wagers(each)
            self.called()
            self.crew.run(commands.KINDS["open-betting"])
            self.crew.step()


def _in_memory() -> Iterator[Figure]:
    script = Script("T1", PLAYERS)
    script.rounds(ROUNDS, EACH)
    with cores(1):
        whole = max(_hosted(script.asked) for _ in range(BEST_OF))
        alone = max(_conducted(script.asked) for _ in range(BEST_OF))
    detail = (
        f"roulette, {PLAYERS} players, {EACH} wagers each in a round, rounds settled: {len(script.asked):,} commands;"
        f" decided and evolved alone {alone:,.0f} a second; best of {BEST_OF}"
    )
    yield Figure.at_least("commands through the host, in memory, one core", whole, "commands/s", 20_000, detail)


def _hosted(asked: list[Command]) -> float:
    with stores.open("memory:") as store:
        host, answers = Host(store, stream_of("T1")), list[object]()
        collect()
        began = perf_counter()
        for command in asked:
            host.ask(command, answers.append)
        host.close()
        taken = perf_counter() - began
    assert len(answers) == len(asked)
    return len(asked) / taken


def _conducted(asked: list[Command]) -> float:
    state: State = begin("T1")
    began = perf_counter()
    for command in asked:
        done = conduct(command, state)
        assert isinstance(done, tuple), done
        state = done.state
    return len(asked) / (perf_counter() - began)


def _durable() -> Iterator[Figure]:
    with TemporaryDirectory(prefix="croupier-") as name:
        folder = Path(name)
        ours, theirs = [], []
        for number in range(3):  # alternating, so that both have the same disk conditions
            ours.append(_clients(f"sqlite:///{folder / f'{number}.db'}"))
            theirs.append(bare(folder / f"bare-{number}.db"))
    rate, plain = max(ours), max(theirs)
    detail = f"{CLIENTS} clients at {TABLES} tables, each waiting for its answer; best of 3"
    yield Figure.at_least("durable commands through hosts, SQLite", rate, "commands/s", 5_000, detail)
    detail = f"{rate:,.0f} and {plain:,.0f} a second; the bare one in groups of {CLIENTS}, FULL, in one thread"
    yield Figure.at_least("beside bare SQLite with as many bytes", rate / plain, "", 0.02, detail)


def _clients(url: str) -> float:
    """Commands per second of many clients at several tables."""
    scripts = [Script(f"T{number}", CLIENTS // TABLES) for number in range(TABLES)]
    with stores.open(url) as store:
        hosts = [Host(store, stream_of(script.state.table_id)) for script in scripts]
        for host, script in zip(hosts, scripts, strict=True):
            for command in script.asked:
                host.handle(command)

        answers: SimpleQueue[tuple[int, Answer | StoreError]] = SimpleQueue()
        wagers = [_wagers(number) for number in range(CLIENTS)]

        def ask(number: int) -> None:
            hosts[number % TABLES].ask(next(wagers[number]), lambda found: answers.put((number, found)))

        began = perf_counter()
        for number in range(CLIENTS):
            ask(number)
        for n in range(CLIENTS * LOT):
            number, answer = answers.get()
            assert isinstance(answer, Answer), answer
            assert answer.refusal is None, answer.refusal
            if n < CLIENTS * (LOT - 1):
                ask(number)
        taken = perf_counter() - began
        for host in hosts:
            host.close()
    return CLIENTS * LOT / taken


def _wagers(number: int) -> Iterator[Command]:
    """The commands of one client: wagers on six numbers in turn."""
    player = f"p{1 + number // TABLES}"
    by = By(player, "player")
    for n in count():
        yield Place(player, "straight", 1_00, str(1 + n % 6), id=f"{number}-{n}", by=by, at=10_000_000)


def _settlement() -> Iterator[Figure]:
    script = Script("T1", BIG_PLAYERS)
    script.wagers(BIG_EACH)
    script.called()
    settle = Settle(id="s", by=DEALER, at=10_000_000_000)
    standing = len(script.state.felt.standing)
    best = min(_timed(lambda state: conduct(settle, state), script.state) for _ in range(20))
    detail = f"{BIG_PLAYERS} players, {standing} wagers: decided, put in order, posted and evolved; best of 20"
    yield Figure.at_most("settlement of a full table", best * 1000, "ms", 10, detail)


def _timed(act: Callable[[State], object], state: State) -> float:
    """The time of an act on a new felt object, for which nothing is cached yet."""
    fresh = state.but(play=state.felt.but(tip_box=state.felt.tip_box))
    collect()
    began = perf_counter()
    act(fresh)
    return perf_counter() - began


if __name__ == "__main__":
    from benchmarks.run import show

    show([(NAME, figure) for figure in measure()])
