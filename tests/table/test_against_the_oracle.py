"""Random lives at live tables, decided by the table and by the naive oracle of live acts (`tests/oracle/live`).

After every command both must agree: accepted or refused, racks, wagers, tips, drop box and meter, used coupons, the
phase, the shooter and the point; and the table pays a settlement in the order that the oracle expects. `make test`
plays a fixed share; `make proof` plays all of it from a new, printed seed.
"""

from __future__ import annotations

import copy
import secrets
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from croupier.core.refusal import Refusal
from croupier.games.craps.facts import CrapsTable
from croupier.table.acts.irregularities.notices import Directs
from croupier.table.acts.round.settling import Settled
from croupier.table.commands import KINDS
from tests.oracle import play, roulette, scripts
from tests.oracle.live.acts import next_command
from tests.oracle.live.craps import LiveCraps
from tests.oracle.live.roulette import LiveRoulette
from tests.oracle.live.table import LiveTable
from tests.oracle.live.who import PLAYERS, Command
from tests.oracle.table import Refused
from tests.support.changed_houses import CHANGES
from tests.support.table.coupons import issued
from tests.support.table.play import Table, by

MOVES = 400  # commands of one life
WHOLE = 160_000  # commands in `make proof`, of all houses together
SHARE = 12_000  # in `make test`
NOTICES = 12  # notifications that directed acts answer (reading A15)
#: The register of coupons, in the words of the house and of the oracle; tables play in 1970.
REGISTER = [
    issued("K1", "K2", "K3", "K4", "K5", "K6"),
    issued("T1", "T2", "T3", face=10),
    issued("OLD", to="1969-12-30"),
    issued("FAR", table="R7"),
    issued("DICE", games=["craps"]),
    issued("BALL", games=["roulette"]),
]
COUPONS = {
    serial: {
        "face_cents": entry["face"] * 100,
        "table": entry["table"],
        "games": entry["games"],
        "today": serial != "OLD",
    }
    for entry in REGISTER
    for serial in entry["serials"]
}
LIVE = {
    "value_chip_colors": ("blue", "red", "green", "black", "purple"),
    "coupon_wagers": (*roulette.EVEN_MONEY, "dozen", "column"),
    "coupons": COUPONS,
}
UP = CHANGES["other-roulette-tables"]
THREE_BALLS = {"side_bets": {**play.DOUBLE_ZERO_SIDES, "spinner-winner": {"pay_table": "SW3-U04"}}}
#: Houses: the preset, its changes, and the same changes in the oracle's words.
HOUSES: dict[str, tuple[str, dict[str, Any], dict[str, Any]]] = {
    "craps": ("colorado-craps", {}, {}),
    "tips end with the first decision": (
        "colorado-craps",
        {"tips.ends": "first-decision", "tips.then": "tube", "tips.tube": True},
        {"tips_end": "first-decision", "tips_then": "tube"},
    ),
    "physical chips": (
        "colorado-craps",
        {"chips.physical": True, "limits.default": {"min": 1, "max": 10}, "limits.side-bets": {"min": 1, "max": 5}},
        {"physical": True, "limits": {"default": (100, 1000), "side-bets": (100, 500)}},
    ),
    "craps free": ("colorado-craps-free", {}, {}),
    "double zero": ("colorado-double-zero", {}, {}),
    "in prison": ("colorado-single-zero", {}, {}),
    "three balls, the dealer presses, a primary wager": (UP[0], UP[1], UP[2]),
    "three balls, a player presses": (
        "colorado-double-zero",
        {"side_bets.spinner-winner": {"pay_table": "SW3-U04", "presses": "player"}},
        {**THREE_BALLS, "presses": "player"},
    ),
}


def _oracle(name: str) -> LiveTable:
    preset, _, other = HOUSES[name]
    setup = {**play.COMMON, **play.SETUPS[preset], **other, **LIVE}
    return LiveCraps(setup) if setup["game"] == "craps" else LiveRoulette(setup)


def _step(table: LiveTable, command: Command) -> tuple[LiveTable, Refused | None]:
    """The oracle's table after a command; a refused command leaves the table it was given."""
    word, role, person, fields = command
    trial = copy.deepcopy(table, {id(table.setup): table.setup})
    trial.resolved = []
    try:
        trial.command(word, role, person, fields)
    except Refused as no:
        return table, no
    return trial, None


class Life:
    """One table, played by both."""

    def __init__(self, name: str, data: Random) -> None:
        preset, change, _ = HOUSES[name]
        words = {key.replace(".", "__"): value for key, value in change.items()}
        self.kernel = Table().opened(preset, bank=10_000_000_00, coupons=REGISTER, **words)
        self.oracle = _oracle(name)
        moods = scripts.CRAPS_MOODS if isinstance(self.oracle, LiveCraps) else scripts.ROULETTE_MOODS
        self.data, self.mood = data, data.choice(moods)
        self.said: list[Command] = []
        self.answers: Counter[str] = Counter()
        for _ in range(NOTICES):
            self.kernel.notifies()
        self.notices = list(range(1, NOTICES + 1))
        for place, player in zip((1, 3, 5), PLAYERS, strict=True):
            self.gives(("sit", "player", player, {"player": player, "place": place}))
            amount = data.choice((200_00, 2_000_00))
            self.gives(("bring-chips", "player", player, {"player": player, "amount": amount}))

    def lives(self, moves: int) -> None:
        """Give random commands; one that needs a notification answers the next one."""
        for _ in range(moves):
            command = next_command(self.oracle, self.data, self.mood)
            if issubclass(KINDS[command[0]], Directs) and command[0] != "call-void" and not self.notices:
                continue
            self.gives(command)

    def gives(self, command: Command) -> None:
        """Give one command to both, and compare."""
        word, role, person, fields = command
        self.said.append(command)
        noticed = issubclass(KINDS[word], Directs) and word != "call-void"
        more = {"notice": self.notices[0]} if noticed else {}
        done = self.kernel.ask(word, by(role, person), **fields, **more)
        self.oracle, no = _step(self.oracle, command)
        where = f"{command}\ntable: {done}\noracle: {no}\n\n" + "\n".join(map(str, self.said))
        assert isinstance(done, Refusal) == (no is not None), where
        self.answers[f"refused {word}" if no else word] += 1
        if isinstance(done, Refusal):
            return
        if noticed:
            self.notices.pop(0)
        for event in done:
            self.kernel.happen(event)
            if isinstance(event, Settled):
                self._in_order(event, where)
        mine, theirs = self._kernels(), self._oracles()
        assert mine == theirs, f"{mine}\n{theirs}\n{where}"

    def _in_order(self, settled: Settled, where: str) -> None:
        """The rows are those of the oracle, in an order that it allows (reading C22)."""
        turns: dict[tuple[Any, ...], list[tuple[int, int]]] = {}
        for row, turn in self.oracle.payments():
            key = (row["player"], row["wager"], row["spot"], row["grade"], row.get("tip", False))
            turns.setdefault(key, []).append(turn)
        found = [(row.player, row.wager, row.spot, row.grade, row.tip) for row in settled.rows]
        order = [turns[key].pop(0) for key in found if turns.get(key)]
        assert len(order) == len(found), f"{found}\n{where}"
        assert not any(turns.values()), f"{found}\n{where}"
        assert order == sorted(order), f"{found}\n{where}"

    def _kernels(self) -> dict[str, Any]:
        state = self.kernel.state
        felt = state.felt
        standing = felt.standing
        up = [(each.seat, each.wager, each.spot or "", each.stake or each.collected, each.tip) for each in standing]
        found: dict[str, Any] = {
            "phase": state.phase,
            "racks": dict(felt.racks),
            "up": sorted(up),
            "layout": state.balance("layout"),
            "tips": state.balance("tips"),
            "tube": state.balance("tube"),
            "drop": state.balance("drop"),
            "coupons": sorted((each.number, each.player, each.wager, each.spot or "") for each in state.coupons),
            "used": sorted(state.coupons_used),
            "meter": [meter.cents for meter in felt.meters],
        }
        if state.game == "craps":
            table = CrapsTable.of(felt)
            found |= {"shooter": table.shooter, "point": table.point}
        return found

    def _oracles(self) -> dict[str, Any]:
        table = self.oracle
        lying = [one for one in table.up if one.state != "locked"]
        found: dict[str, Any] = {
            "phase": table.phase,
            "racks": dict(table.racks),
            "up": sorted((one.player, one.wager, one.spot or "", one.stake, one.tip) for one in table.up),
            "layout": sum(one.stake + one.fee for one in lying),
            "tips": table.tips,
            "tube": table.tube,
            "drop": table.drop,
            "coupons": sorted(
                (one.serial, one.wager.player, one.wager.wager, one.wager.spot or "") for one in table.coupons
            ),
            "used": sorted(table.used),
            "meter": [],
        }
        if isinstance(table, LiveCraps):
            return found | {"shooter": table.named, "point": table.point}
        assert isinstance(table, LiveRoulette)
        if "roulette-up-progressive" in table.setup["side_bets"]:
            found["meter"] = [int(table.meter)]
        return found


@pytest.mark.parametrize("name", HOUSES)
def test_random_lives(name: str, proof: bool, share: Callable[[str], None]) -> None:
    seed = secrets.token_hex(8) if proof else "croupier"
    least = (WHOLE if proof else SHARE) // len(HOUSES)
    answers: Counter[str] = Counter()
    lives = 0
    while answers.total() < least:
        life = Life(name, Random(f"{seed} {name} {lives}"))
        life.lives(MOVES)
        answers += life.answers
        lives, refused = lives + 1, sum(answers[word] for word in answers if word.startswith("refused"))
    print(answers)
    share(f"live oracle, {name}: {answers.total():,} commands in {lives} lives, {refused:,} refused, seed {seed!r}")
