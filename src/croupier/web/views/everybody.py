"""A table as everybody sees it: the felt and the public displays, but no racks.

A view is made from a durable state. A state shares all unchanged objects with the state before it, and so does its
view: changes are found by identity.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from msgspec import UNSET, UnsetType

from croupier.core.citation import implements
from croupier.games import game as game_named
from croupier.store import Store
from croupier.table import Event, State, events, stream_of
from croupier.table.acts.corrections import OutcomeCorrected
from croupier.table.acts.round.settling import Settled
from croupier.table.handed_over import spins_stop
from croupier.table.state import Seat
from croupier.text.render import Audience, sentence
from croupier.web.shared.naming import person, said
from croupier.web.views.chips import ChipShown, chips_shown
from croupier.web.views.closed_spots import closed_spots
from croupier.web.views.members import MEMBERS
from croupier.web.views.patch import Patch, Shown, changes, given
from croupier.web.views.trackers import TrackersShown, trackers

#: Numbers on the board.
LAST = 20
#: How many events are searched for them when a table is opened.
SEARCHED = 2_000
#: A color for each place, distinguishable on green also with color blindness.
COLORS = (
    "#2456a6", "#e07b00", "#7a2a8c", "#00798c", "#c2185b", "#5d4037", "#3f51b5", "#8a9a00",
    "#d1495b", "#455a64", "#ad7a00", "#00695c", "#6a1b9a", "#b23a00", "#1565c0", "#9e2a2b",
)  # fmt: skip
#: How screens paint the colors of players' own chips.
PAINTS = {
    "orange": "#ffa500",
    "turquoise": "#40e0d0",
    "deeppink": "#ff1493",
    "olive": "#808000",
    "skyblue": "#87ceeb",
    "saddlebrown": "#8b4513",
    "orchid": "#da70d6",
    "gold": "#ffd700",
    "teal": "#008080",
    "salmon": "#fa8072",
    "yellowgreen": "#9acd32",
    "chocolate": "#d2691e",
    "plum": "#dda0dd",
    "khaki": "#f0e68c",
    "tomato": "#ff6347",
    "hotpink": "#ff69b4",
    "lightseagreen": "#20b2aa",
    "peru": "#cd853f",
    "violet": "#ee82ee",
    "aquamarine": "#7fffd4",
    "goldenrod": "#daa520",
    "palevioletred": "#db7093",
    "cadetblue": "#5f9ea0",
    "tan": "#d2b48c",
    "mediumorchid": "#ba55d3",
    "coral": "#ff7f50",
    "paleturquoise": "#afeeee",
    "darkkhaki": "#bdb76b",
    "lightpink": "#ffb6c1",
    "sienna": "#a0522d",
    "darkturquoise": "#00ced1",
    "wheat": "#f5deb3",
    "greenyellow": "#adff2f",
    "thistle": "#d8bfd8",
    "mediumaquamarine": "#66cdaa",
    "sandybrown": "#f4a460",
    "lightsalmon": "#ffa07a",
    "lavender": "#e6e6fa",
    "rosybrown": "#bc8f8f",
    "lightyellow": "#ffffe0",
}


# What is sent -----------------------------------------------------------------------------------------------
class LimitShown(Shown, frozen=True, kw_only=True):
    """The least and the most that may be wagered, in cents."""

    least: int
    most: int


class LastShown(Shown, frozen=True, kw_only=True):
    """The number of a round, with its color if it has one."""

    round: int
    outcome: str
    color: str | UnsetType = UNSET


class PlayerShown(Shown, frozen=True, kw_only=True):
    """A seated player, with the name that others see."""

    place: int
    color: str
    name: str


class DeviceShown(Shown, frozen=True, kw_only=True):
    """The seal of the round, whether its seed is revealed, the iterations of the delay, and the device's key."""

    seal: str | UnsetType = UNSET
    revealed: bool
    delay: int | UnsetType = UNSET
    key: str | UnsetType = UNSET


class ListedOfTable(Shown, frozen=True, kw_only=True):
    """A table in the list of tables; `paused`: its clock is being checked; `fault` is why it is out of service."""

    id: str
    name: str
    game: str
    variant: str
    phase: str
    round: int
    closes: int | UnsetType = UNSET
    limits: dict[str, LimitShown]
    last: tuple[LastShown, ...]
    outcome: str | UnsetType = UNSET
    award: str | UnsetType = UNSET
    meters: dict[str, int]
    paused: bool
    fault: str | UnsetType = UNSET


class TableShown(ListedOfTable, frozen=True, kw_only=True):
    """A table as everybody sees it."""

    held: bool
    stage: str
    device: DeviceShown
    shooter: str | UnsetType = UNSET
    offered: str | UnsetType = UNSET
    puck: int | str | UnsetType = UNSET
    direction: str | UnsetType = UNSET
    players: dict[str, PlayerShown]
    chips: dict[str, ChipShown]
    chips_worth: tuple[int, ...]
    ready: tuple[str, ...]
    closed: dict[str, str]
    trackers: TrackersShown


# The last numbers -------------------------------------------------------------------------------------------
def last_outcomes(store: Store, table: str, version: int, game: str) -> tuple[LastShown, ...]:
    """The last numbers of a table, oldest first, as far as they are among the last events of its stream."""
    found: tuple[LastShown, ...] = ()
    for envelope in store.read(stream_of(table), max(0, version - SEARCHED)):
        if envelope.kind.startswith(("settled/", "outcome-corrected/")):
            found = last_after(found, events.read(envelope.body), game)
    return found


def last_after(last: tuple[LastShown, ...], event: Event, game: str) -> tuple[LastShown, ...]:
    """The last numbers after an event: one more for a settled round, another where one was corrected."""
    if isinstance(event, Settled) and event.stage == "round":
        return (*last, _number(event.round, event.outcome, game))[-LAST:]
    if isinstance(event, OutcomeCorrected):
        right = _number(event.round, event.now, game)
        return tuple(right if each.round == event.round else each for each in last)
    return last


def _number(of_round: int, outcome: str, game: str) -> LastShown:
    return LastShown(round=of_round, outcome=outcome, color=given(color_of(outcome, game)))


def color_of(outcome: str, game: str) -> str | None:
    """Red, black or green, if the game has colors."""
    return game_named(game).show.color(outcome) or None


# The view ---------------------------------------------------------------------------------------------------
class View:
    """The view of a table for everybody. `look` and `aside` update it and return the changes."""

    def __init__(self, last: Sequence[LastShown] = ()) -> None:
        self.last = tuple(last)
        self._closes: int | UnsetType = UNSET
        self._fault: str | UnsetType = UNSET
        self._key: str | UnsetType = UNSET
        self._ready: tuple[int, tuple[str, ...]] = 0, ()  # a round, and who is ready for its outcome
        self._parts: dict[str, tuple[object, Any]] = {}
        self._shown: TableShown | None = None
        self._state: State | None = None

    @property
    def shown(self) -> TableShown:
        """The whole view."""
        assert self._shown is not None, "nobody has looked at this table"
        return self._shown

    def copy(self, state: State) -> View:
        """The same view, made again in the current language."""
        made = View(self.last)
        made._closes, made._fault, made._key, made._ready = self._closes, self._fault, self._key, self._ready
        made.look(state)
        return made

    def look(self, state: State, happened: Iterable[Event] = ()) -> Patch:
        """Update the view to this state; return the changes."""
        for event in happened:
            self.last = last_after(self.last, event, state.game)
        return self._moved(state)

    def aside(
        self,
        closes: int | None,
        fault: str | None,
        key: str | None = None,
        ready: tuple[int, tuple[str, ...]] = (0, ()),
    ) -> Patch:
        """Update what depends on no event, and return the changes: the time of the close, a fault, the device's key,
        and the players who are ready for the outcome of a round."""
        self._closes, self._fault, self._key, self._ready = given(closes), given(fault), given(key), ready
        assert self._state is not None, "nobody has looked at this table"
        return self._moved(self._state)

    def _moved(self, state: State) -> Patch:
        now = self._made(state)
        patch = changes({} if self._shown is None else self._shown, now)
        self._shown, self._state = now, state
        return patch

    def _made(self, state: State) -> TableShown:
        felt, part = state.felt, self._part
        table, house = state.shown, felt.house
        return TableShown(
            id=state.table_id,
            name=house.name,
            game=state.game,
            variant=house.variant,
            phase=state.phase,
            round=state.round,
            closes=self._closes,
            limits=part("limits", house, lambda: limits(state)),
            last=self.last,
            outcome=given(_outcome(state)),
            award=given(award(state)),
            meters=part("meters", felt.meters, lambda: {each.wager: each.cents for each in felt.meters}),
            paused=state.step is not None,
            fault=self._fault,
            held=state.held,
            stage=_stopped(state) or part("stage", table, lambda: said(house.game.stage(table), house)),
            device=self._device(state),
            players=part("players", state.seats, lambda: players(state.seats)),
            chips=self._chips(state),
            chips_worth=house.denominations,
            ready=self._ready[1] if self._ready[0] == state.round else (),
            closed=closed_spots(state),
            trackers=part("trackers", table, lambda: trackers(table)),
            **{name: MEMBERS[name](state) for name in house.game.show.pages.view if name in MEMBERS},
        )

    def _device(self, state: State) -> DeviceShown:
        delay = given(state.house.delay or None)
        return DeviceShown(seal=given(state.seal), revealed=state.revealed, delay=delay, key=self._key)

    def _chips(self, state: State) -> dict[str, ChipShown]:
        """The chips, made again only where they changed since the last look."""
        if self._shown is None or self._state is None:
            return chips_shown(state.felt)
        return chips_shown(state.felt, self._state.felt, self._shown.chips)

    def _part(self, name: str, source: object, make: Callable[[], Any]) -> Any:
        """A part of the view, computed again only if its source is another object."""
        known = self._parts.get(name)
        if known is None or known[0] is not source:
            known = self._parts[name] = source, make()
        return known[1]


def _stopped(state: State) -> str:
    """Why nothing spins at a table that waits for an inspection, as players read it; empty at all others."""
    stops = spins_stop(state, state.at) if state.phase == "open" else None
    return "" if stops is None else sentence(stops, Audience("player"))


def _outcome(state: State) -> str | None:
    """The called outcome, also after settlement."""
    if state.outcome is None and state.phase == "settled" and state.rounds and state.rounds[-1].number == state.round:
        return state.rounds[-1].outcome
    return state.outcome


@implements("30-2299.01(5)", "47.1-2215.01(5)")
def award(state: State) -> str | None:
    """The award that was drawn in this round, which everybody is shown; also after settlement."""
    draws = state.draws
    if state.phase == "settled" and state.rounds and state.rounds[-1].number == state.round:
        draws = state.rounds[-1].draws
    return next((each.result for each in draws if state.course.draws[each.of].number), None)


def players(seats: Iterable[Seat]) -> dict[str, PlayerShown]:
    """Who sits at a table, by name: place, color, and what others call them."""
    return {
        seat.player: PlayerShown(place=seat.place, color=paint_of(seat), name=person(seat.player, (seat,)))
        for seat in seats
    }


def paint_of(seat: Seat) -> str:
    """How a player's chips are painted: in the player's own color if it has a paint, else by the place."""
    return PAINTS.get(seat.color or "", COLORS[(seat.place - 1) % len(COLORS)])


def limits(state: State) -> dict[str, LimitShown]:
    """The posted limits, in cents: of the table, of groups of wagers, of wagers."""
    found = {key: LimitShown(least=each.least, most=each.most) for key, each in state.house.limits.items()}
    if state.house.player_most is not None:
        found["player"] = LimitShown(least=0, most=state.house.player_most)
    return found
