"""The robot players of the demo: they wager, change wagers, tip and answer. Some requests are unlawful on purpose."""

from __future__ import annotations

from typing import Any

from croupier.core.machine import Standing
from croupier.felt import Felt, Place
from croupier.floor.demo.table import DemoTable, player
from croupier.games import NAMES
from croupier.table.acts.wagers.placing import tip_position

PLAYERS = ("Ann", "Ben", "Cho", "Dov")
COLORS = {"Ann": ("orange", 1_00), "Ben": ("yellow", 5_00), "Cho": ("pink", 1_00)}  # Dov has value chips
_TRIES = 4


def coupons_of(table: str) -> list[dict[str, Any]]:
    """The register of a table in the demo: coupons of $5, at every game."""
    serials = [f"{table}-K-{number}" for number in range(1, 501)]
    days = {"from": "2020-01-01", "to": "2099-12-31"}
    return [{"serials": serials, "face": 5, "games": list(NAMES), "table": table, **days}]


class Robots:
    """The players of one table."""

    def __init__(self, table: DemoTable) -> None:
        self.table, self.data = table, table.data

    def sit_down(self) -> None:
        """Everybody takes a seat and buys in, except one player who is excluded."""
        table = self.table
        table.do("exclude-patron", table.by("security"), person="Zed")
        table.ask("sit", player("Zed"), player="Zed", place=9)
        for place, name in enumerate(PLAYERS, start=1):
            table.do("sit", player(name), player=name, place=place)
            if table.state.course.colors and name in COLORS:
                color, unit = COLORS[name]
                table.do("take-color", player(name), player=name, color=color, unit=unit)
            table.buys_in(name)
        table.do("bring-chips", player("Dov"), player="Dov", amount=100_00)

    def wager(self) -> None:
        """A few wagers for everybody, mostly lawful ones; a player without chips buys in."""
        for name in PLAYERS:
            if self.table.state.felt.rack(name) < 2 * self._unit(name):
                self.table.buys_in(name)
            if self.table.one_in(6) and self.table.ask("repeat", player(name), player=name):
                continue
            for _ in range(self.data.randrange(4)):
                self.place(name)
        if self.table.one_in(3):
            self._change()

    def place(self, name: str, *, late: bool = False) -> None:
        """One wager: a lawful one if a few tries find it, else the last one tried."""
        state, data, unit = self.table.state, self.data, self._unit(name)
        spots = {each: state.house.game.wagers[each].spots(state.house) for each in sorted(state.house.offered)}
        offered = [each for each in spots if spots[each]]
        for _ in range(_TRIES):
            wager = data.choice(offered)
            spot = data.choice(spots[wager])
            place = Place(wager, unit * data.choice((1, 1, 2, 5, 6)), spot, self.table.one_in(12))
            if self.table.one_in(25) or isinstance(state.felt.act(name, place), Felt):
                break
        who = self.table.by("dealer") if late or self.table.one_in(5) else player(name)
        fields = {"player": name, "wager": place.wager, "amount": place.amount, "spot": place.spot}
        if self.table.one_in(30):
            self._coupon(fields)
        else:
            stated = place.tip and tip_position(state, state.house.game.wagers[place.wager]) is not None
            self.table.ask("place", who, **fields, tip=place.tip, tip_at="top-of-area" if stated else None)

    def _coupon(self, fields: dict[str, Any]) -> None:
        """Play the next coupon that was not used yet; a match play coupon beside chips of the same amount."""
        state = self.table.state
        gone = state.coupons_used | {each.number for each in state.coupons}
        serial = next((each for each in state.house.coupons if each not in gone), None)
        if serial is None:
            return
        fields |= {"amount": state.house.coupons[serial].face}
        if state.house.game.match_play(state.house.rulebook.on):
            self.table.ask("place", player(fields["player"]), **fields)
        self.table.ask("place-coupon", self.table.by("dealer"), **fields, coupon=serial)

    def on_the_line(self, name: str) -> bool:
        """Whether a player has a line wager; once a point is on, no new line wager is possible."""
        standing, line = self.table.state.felt.standing, self.table.state.course.line
        return any(each.seat == name and each.wager in line and not each.tip for each in standing)

    def line_wager(self, shooter: str) -> None:
        """Give the shooter a line wager."""
        if self.on_the_line(shooter):
            return
        if self.table.state.felt.rack(shooter) < 5_00:
            self.table.buys_in(shooter)
        fields = {"player": shooter, "amount": 5_00, "coins": self.table.one_in(8)}
        usual, *others = (each for each in self.table.state.course.line if each in self.table.state.house.offered)
        rather = others and self.table.one_in(3)
        if not (rather and self.table.ask("place", player(shooter), wager=others[0], **fields)):
            self.table.do("place", player(shooter), wager=usual, **fields)

    def _unit(self, name: str) -> int:
        seat = self.table.state.seat(name)
        return (seat.unit if seat else None) or 5_00

    def _change(self) -> None:
        """Raise, reduce, take down or call one wager."""
        kept = self.table.state.course.line[:1]  # a shooter keeps the usual line wager
        standing = [each for each in self.table.state.felt.standing if each.wager not in kept]
        if not standing:
            return
        each: Standing = self.data.choice(standing)
        where = {"player": each.seat, "wager": each.wager, "spot": each.spot}
        match self.data.choice("raise reduce take-down call-wager clear".split()):
            case "raise" | "reduce" as word:
                self.table.ask(word, player(each.seat), **where, amount=self._unit(each.seat))
            case "call-wager":
                if self.table.ask("call-wager", player(each.seat), **where, on=self.table.one_in(2)):
                    self.table.do("confirm-call", self.table.by("dealer"), **where)
            case "take-down":
                self.table.ask("take-down", player(each.seat), **where)
            case "clear":
                self.clear(each.seat)

    def choose(self) -> None:
        """Answer a choice of half back or prison; some leave it to the close of betting."""
        for each in self.table.state.felt.pending:
            if not self.table.one_in(4):
                choice = self.data.choice(each.choices)
                self.table.ask("choose", player(each.seat), player=each.seat, wager=each.wager, choice=choice)

    def tip(self) -> None:
        """Somebody gives the dealers a chip."""
        name = self.data.choice(PLAYERS)
        tube = self.table.state.house.tip_tube and self.table.one_in(2)
        self.table.ask("tip", player(name), player=name, amount=self._unit(name), tube=tube)

    def clear(self, name: str) -> None:
        """Take down all wagers of a player that may come down."""
        if any(each.seat == name for each in self.table.state.felt.standing):
            self.table.ask("clear", player(name), player=name)
