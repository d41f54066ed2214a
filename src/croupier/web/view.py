"""What anybody may see of a table, what changed in it, and what a player may see of his own.

A view is made from a state that is durable. What changed is found by identity: a state shares with the one before it
all that an event left alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from croupier.core.citation import implements
from croupier.core.machine import At, Standing
from croupier.felt import Felt
from croupier.games.roulette.wheel import color
from croupier.store import Store
from croupier.table import Event, State, events, stream_of
from croupier.table import events_irregularities as irregular
from croupier.table import events_play as play
from croupier.table import events_table as seats
from croupier.table.rows import Row
from croupier.table.state import Round, Seat
from croupier.web.naming import person
from croupier.web.shown import ChipShown, DueShown, LastShown, LimitShown, OwnShown, PlayerShown, RowShown, WonShown

Shown = dict[str, Any]
#: Numbers on the board.
LAST = 20
#: Events that are searched for them when a table is opened.
SEARCHED = 2_000
#: A color for each place; they are told apart on green by people who see fewer colors too.
COLORS = (
    "#2456a6", "#e07b00", "#7a2a8c", "#00798c", "#c2185b", "#5d4037", "#3f51b5", "#8a9a00",
    "#d1495b", "#455a64", "#ad7a00", "#00695c", "#6a1b9a", "#b23a00", "#1565c0", "#9e2a2b",
)  # fmt: skip
#: Parts of a view of which only what changed is told.
MEMBERWISE = frozenset({"players", "chips", "meters"})
#: What is told of an event beside its word; of one that is not here nothing is told.
TOLD: dict[type[Event], tuple[str, ...]] = {
    seats.Seated: ("player", "place"),
    seats.Left: ("player",),
    seats.HouseChanged: (),
    play.WagerPlaced: ("player", "wager", "spot", "amount", "tip"),
    play.WagerRaised: ("player", "wager", "spot", "amount"),
    play.WagerReduced: ("player", "wager", "spot", "amount"),
    play.WagerTakenDown: ("player", "wager", "spot"),
    play.CallAsked: ("player", "wager", "spot", "on"),
    play.CallConfirmed: ("player", "wager", "spot", "on"),
    play.Chosen: ("player", "wager", "choice"),
    play.BallSpun: ("round",),
    play.WheelSpun: ("round", "clockwise"),
    play.SealPublished: ("round", "commitment"),
    play.SeedRevealed: (),
    play.BettingClosed: ("round",),
    play.OutcomeCalled: ("round", "outcome"),
    play.DollyPlaced: ("number",),
    play.DollyLifted: (),
    play.Drawn: ("of", "result"),
    play.Settled: ("round", "stage", "outcome", "announced"),
    play.BettingOpened: ("round",),
    play.DiceOffered: ("player",),
    play.DiceAccepted: ("player", "hand"),
    play.DiceDeclined: ("player",),
    play.DicePassed: ("player", "reason"),
    play.HandDirected: ("way",),
    play.PointTakenOff: ("point",),
    play.DicePushed: ("round", "shooter"),
    play.DiceThrown: ("round", "shooter"),
    irregular.Voided: ("round", "call", "reason", "says", "cite"),
    irregular.RoundVoided: ("round", "reason"),
    irregular.Resumed: ("round", "phase", "held"),
    irregular.RoundReleased: ("round",),
    irregular.OutcomeCorrected: ("round", "was", "now"),
}


@implements("30-2201(7)", "47.1-2201(7)")
def told(event: Event) -> Shown | None:
    """What everybody is told of an event; nothing of what lies in a rack or was bought in."""
    names = TOLD.get(type(event))
    if names is None:
        return None
    found: Shown = {"event": word_of(event)}
    for name in names:
        found[name] = getattr(event, name)
    if isinstance(event, play.Settled):
        found["rows"] = [
            {"player": row.player, "wager": row.wager, "spot": row.spot, "step": row.step, "stake": row.stake}
            | {"paid": row.paid, "tip": row.tip}
            for row in event.rows
        ]
    return found


def word_of(event: Event) -> str:
    """The word of an event without its version."""
    return str(type(event).__struct_config__.tag).partition("/")[0]


def last_outcomes(store: Store, table: str, version: int, game: str) -> list[LastShown]:
    """The last numbers of a table, oldest first, as far as they are near the end of its stream."""
    found: list[LastShown] = []
    for envelope in store.read(stream_of(table), max(0, version - SEARCHED)):
        if envelope.kind.startswith("settled/"):
            add_outcome(found, events.read(envelope.body), game)
    return found


def add_outcome(last: list[LastShown], event: Event, game: str) -> bool:
    """Add the number of a round that was settled; whether it was one."""
    if not isinstance(event, play.Settled) or event.stage != "round":
        return False
    last.append({"round": event.round, "outcome": event.outcome, "color": color_of(event.outcome, game)})
    del last[:-LAST]
    return True


def color_of(outcome: str, game: str) -> str | None:
    """Red, black or green where the game has such."""
    return color(outcome) if game == "roulette" else None


class View:
    """A table as everybody sees it: `shown` is the whole, `look` moves it on and says what changed."""

    def __init__(self, name: str, last: list[LastShown]) -> None:
        self.name, self.last = name, last
        self.shown: Shown = {}
        self._state: State | None = None
        self._standing: tuple[Standing, ...] = ()

    def look(self, state: State, happened: Iterable[Event], closes: int | None) -> Shown:
        """The view of this state from now on; what changed as a merge patch (RFC 7386)."""
        before, felt = self._state, state.felt
        patch = _changed(self.shown, self._plain(state, closes))
        was = None if before is None else before.felt
        if before is None or before.seats is not state.seats:
            patch |= _members("players", self.shown, players(state.seats))
        if was is None or was.house is not felt.house:
            patch |= _changed(
                self.shown, {"game": state.game, "variant": felt.house.variant, "limits": limits(state)}
            )
            patch |= _changed(self.shown, {"chips_worth": list(felt.house.denominations)})
        if was is None or was.meters is not felt.meters:
            patch |= _members("meters", self.shown, {each.wager: each.cents for each in felt.meters})
        moved = was is None or was.table is not felt.table
        if moved:
            patch |= _changed(self.shown, {"trackers": plain(felt.table)})
        if (moved or was is None or was.standing is not felt.standing) and (chips := self._chips(state, again=moved)):
            patch["chips"] = chips
        if sum([add_outcome(self.last, event, state.game) for event in happened]) or before is None:
            patch["last"] = list(self.last)
        self._state = state
        merge(self.shown, patch)
        self.shown.setdefault("chips", {})
        return patch

    def _plain(self, state: State, closes: int | None) -> Shown:
        """What is a number or a word."""
        table = state.felt.table
        outcome = state.outcome
        if outcome is None and state.phase == "settled" and state.rounds and state.rounds[-1].number == state.round:
            outcome = state.rounds[-1].outcome
        craps, big_six = state.game == "craps", state.game == "big-six"
        return {
            "id": state.table_id,
            "name": self.name,
            "phase": state.phase,
            "round": state.round,
            "closes": closes,
            "held": state.held,
            "outcome": outcome,
            "device": {"seal": state.seal, "revealed": state.revealed},
            "shooter": table.shooter if craps else None,
            "offered": state.dice.asked if craps else None,
            "puck": (table.point or "off") if craps else None,
            "direction": ("clockwise" if table.clockwise else "counterclockwise") if big_six else None,
        }

    def _chips(self, state: State, *, again: bool) -> Shown:
        """The wagers that changed; all of them are looked at anew where the table itself moved on."""
        old, new = self._standing, state.felt.standing
        known, kept = {id(each) for each in old}, {id(each) for each in new}
        found: Shown = {name_of(each.key): None for each in old if id(each) not in kept}
        shown = self.shown.get("chips", {})
        for each in new:
            if not again and id(each) in known:
                continue
            name, chip = name_of(each.key), chip_shown(state.felt, each)
            if shown.get(name) == chip:
                found.pop(name, None)
            else:
                found[name] = chip
        self._standing = new
        return found


def name_of(key: tuple[Any, ...]) -> str:
    """A wager by one word: player, wager, spot, whose it is, and `held` for one in prison or waiting."""
    seat, wager, spot, waits, tip = key
    return f"{seat}|{wager}|{spot}|{int(tip)}{'|held' if waits else ''}"


def chip_shown(felt: Felt, each: Standing) -> ChipShown:
    """A wager that stands; `on` only where it was called, or is off."""
    works = felt.working(each) if felt.house.game_name == "craps" else True
    wager, at = felt.wager(each.wager), At(felt.table, each.rules, felt.standing, each.seat, each.tip)
    stays = each.locked or wager.may("reduce", each, at) is not None
    fixed = each.locked or each.wager in each.rules.meters or wager.may("raise", each, at) is not None
    on = each.call if each.call is not None else None if works else False
    return {
        "player": each.seat,
        "wager": each.wager,
        "spot": each.spot,
        "stake": each.stake,
        "tip": each.tip,
        "on": on,
        "locked": stays,
        "fixed": fixed,
        "prison": each.locked,
    }


def players(seats: Iterable[Seat]) -> dict[str, PlayerShown]:
    """Who sits at a table, by name: place, color, and what others call them."""
    return {
        seat.player: {
            "place": seat.place,
            "color": COLORS[(seat.place - 1) % len(COLORS)],
            "name": person(seat.player, (seat,)),
        }
        for seat in seats
    }


def limits(state: State) -> dict[str, LimitShown]:
    """The posted limits, in cents: of the table, of groups of wagers, of wagers."""
    found: dict[str, LimitShown] = {
        key: {"least": each.least, "most": each.most} for key, each in state.house.limits.items()
    }
    if state.house.player_most is not None:
        found["player"] = {"least": 0, "most": state.house.player_most}
    return found


def plain(value: Any) -> Any:
    """A value as JSON has it."""
    if is_dataclass(value):
        return {each.name: plain(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, frozenset):
        return sorted(map(plain, value))
    return [plain(each) for each in value] if isinstance(value, tuple) else value


def _changed(shown: Mapping[str, Any], now: Shown) -> Shown:
    return {key: value for key, value in now.items() if key not in shown or shown[key] != value}


def _members(name: str, shown: Mapping[str, Any], now: Shown) -> Shown:
    """The members of one part that changed, those that are gone as nothing."""
    before = shown.get(name)
    if before is None:
        return {name: now}
    patch = _changed(before, now) | dict.fromkeys(before.keys() - now.keys())
    return {name: patch} if patch else {}


def merge(target: Shown, patch: Mapping[str, Any]) -> None:
    """Apply what changed: of players, chips and meters member by member, of the rest whole."""
    for key, value in patch.items():
        if key not in MEMBERWISE or key not in target:
            target[key] = dict(value) if key in MEMBERWISE else value
            continue
        for name, each in value.items():
            if each is None:
                target[key].pop(name, None)
            else:
                target[key][name] = each


# A player's own ---------------------------------------------------------------------------------------------
class Own:
    """What players see of their own at one table, made once for a state; from the one before it, what is the same."""

    def __init__(self, state: State, before: Own | None = None) -> None:
        self.state = state
        self.racks = dict(state.felt.racks)
        self.places = {seat.player: seat.place for seat in state.seats}
        self.laid: dict[str, int] = {}
        self.pending: dict[str, list[DueShown]] = {}
        for each in state.felt.standing:
            self.laid[each.seat] = self.laid.get(each.seat, 0) + each.stake + each.commission
            if each.choices:
                due: DueShown = {"wager": each.wager, "spot": each.spot, "choices": list(each.choices)}
                self.pending.setdefault(each.seat, []).append(due)
        self.repeats = {player for player, wagers in state.repeats if wagers}
        self.last = state.rounds[-1] if state.rounds else None
        known = before is not None and before.last is self.last
        self.won: dict[str, WonShown] = before.won if before is not None and known else _won(self.last)

    def of(self, player: str) -> OwnShown | None:
        """What one player sees of his own; nothing where he is not seated."""
        if player not in self.places:
            return None
        return {
            "player": player,
            "rack": self.racks.get(player, 0),
            "laid": self.laid.get(player, 0),
            "place": self.places[player],
            "pending": self.pending.get(player, []),
            "repeat": player in self.repeats,
            "won": self.won.get(player),
            "dice": self._dice(player),
        }

    def _dice(self, player: str) -> str | None:
        if self.state.game != "craps":
            return None
        if self.state.dice.asked == player:
            return "offered"
        return "yours" if self.state.felt.table.shooter == player else None


def _won(last: Round | None) -> dict[str, WonShown]:
    """What players see of a settled round, each his own."""
    found: dict[str, WonShown] = {}
    if last is None:
        return found
    for row in last.rows:
        if not row.tip:
            found.setdefault(row.player, {"round": last.number, "rows": []})["rows"].append(row_shown(row))
    return found


def row_shown(row: Row) -> RowShown:
    """A decided wager as its player sees it; `net` is what he has more than before the round."""
    return {
        "wager": row.wager,
        "spot": row.spot,
        "grade": row.grade,
        "stake": row.stake,
        "paid": row.paid,
        "net": row.paid - row.coupon - row.released,
        "cite": row.cite,
    }
