"""One table's play without people: seats with racks, standing wagers, acts, outcomes, resolutions.

A felt is a value. Every act gives a new felt or a refusal; a refusal changes nothing.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple, TypeAlias, TypedDict, Unpack

from croupier.core.machine import Fact, Standing, Void, Wager
from croupier.core.money import cents
from croupier.core.refusal import Code, Refusal, lowest, refuse
from croupier.core.table import Table
from croupier.core.topic import Topic
from croupier.felt import changes, meter, settle
from croupier.felt.acts import Act
from croupier.felt.meter import Meter
from croupier.felt.payout import Resolution, give_back
from croupier.house import House
from croupier.text.facts import Person, WagerId


@dataclass(frozen=True, slots=True)
class Played:
    """What an outcome, a call or a choice did: the felt after it and the wagers it decided."""

    felt: Felt
    resolutions: tuple[Resolution, ...] = ()
    fact: Fact = None  # the fact of the outcome, or why it was void
    announced: tuple[str, ...] = ()  # what staff must say after it


Position: TypeAlias = tuple[Table, tuple[Standing, ...], frozenset[tuple[str, str, str]]]


class FeltChanges(TypedDict, total=False):
    """The fields of a felt that may change."""

    house: House
    table: Table
    racks: tuple[tuple[str, int], ...]
    standing: tuple[Standing, ...]
    barred: frozenset[tuple[str, str, str]]
    tip_box: int
    meters: tuple[Meter, ...]


class Felt(NamedTuple):
    """The play of one table as an immutable value. Racks are in the order of seating, wagers in canonical order."""

    house: House
    table: Table
    racks: tuple[tuple[str, int], ...] = ()
    standing: tuple[Standing, ...] = ()
    barred: frozenset[tuple[str, str, str]] = frozenset()  # don't wagers that may not be placed again
    tip_box: int = 0
    meters: tuple[Meter, ...] = ()  # of progressive wagers

    def but(self, **changes: Unpack[FeltChanges]) -> Felt:
        """A copy with some fields changed."""
        return self._replace(**changes)

    @property
    def position(self) -> Position:
        """Everything that affects further play, except the racks."""
        return (self.table, self.standing, self.barred)

    @property
    def pending(self) -> tuple[Standing, ...]:
        """The wagers that wait for a player's choice."""
        return tuple(wager for wager in self.standing if wager.choices)

    @property
    def draw_due(self) -> str | None:
        """The draw that must be made next, in the order that the game declares."""
        due = {wager.draw for wager in self.standing if wager.draw}
        return next((of for of in self.house.game.course.draws if of in due), None) if due else None

    def rack(self, seat: str) -> int:
        """The chips in front of a player, in cents."""
        for name, rack in self.racks:
            if name == seat:
                return rack
        raise KeyError(seat)

    def working(self, standing: Standing) -> bool:
        """Whether this wager works on the next outcome."""
        return changes.working(self, standing)

    def sit(self, name: str, amount: int) -> Felt | Refusal:
        """Seat a player with chips."""
        if any(name == seated for seated, _ in self.racks):
            return refuse(Code.SEAT_TAKEN, player=Person(name))
        if cents(amount) <= 0:
            return refuse(Code.NOT_POSITIVE, "rack", player=Person(name))
        if amount % self.house.lowest_chip:
            return refuse(Code.NOT_WHOLE_CHIPS, "rack", player=Person(name))
        return self.but(racks=(*self.racks, (name, amount)))

    def act(self, seat: str, act: Act) -> Felt | Refusal:
        """Place, raise, reduce, take down, or call on or off."""
        done = changes.apply(self, seat, act)
        if not isinstance(done, Refusal) or done.cite is None:
            return done
        return replace(done, cite=self.house.printed(done.cite, self.house.game.wagers.get(act.wager)))

    def outcome(self, text: str) -> Played | Refusal:
        """Play an outcome: every working wager receives its fact."""
        done = self._pending_first() or settle.outcome(self, text)
        return self._printed(done) if isinstance(done, Refusal) else done

    def void(self, call: str, reason: str) -> Played | Refusal:
        """Call a no-spin, no-roll or void: wagers stay, or all are returned if the rule says so."""
        found = self.house.game.void(call, reason, self.table)
        refusal = lowest(found if isinstance(found, Refusal) else None, self._pending_first())
        if refusal is not None or isinstance(found, Refusal):
            assert refusal is not None
            return self._printed(refusal)
        return self._voided(replace(found, cite=self.house.rulebook.printed(found.cite)))

    def _voided(self, void: Void[Table]) -> Played:
        after = self.but(table=void.table)
        if not void.returned:
            return Played(after, (), void)
        back = tuple(give_back(wager).but(cite=void.cite) for wager in self.standing)
        return Played(settle.pay(after.but(standing=()), back), back, void)

    def choose(self, seat: str, wager: str, choice: str) -> Played | Refusal:
        """A player's choice, if one is due."""
        if self.house.game.default_choice is None:
            return refuse(Code.ACT_OF_ANOTHER_GAME, "no-choice", game=self.house.game_name)
        done = settle.choose(self, seat, wager, choice)
        return self._printed(done) if isinstance(done, Refusal) else done

    def drawn(self, of: str, text: str) -> Played | Refusal:
        """Enter the result of a draw: an award, or the balls of a bonus round."""
        done = settle.drawn(self, of, text)
        return self._printed(done) if isinstance(done, Refusal) else done

    def shooter(self, name: str) -> Felt | Refusal:
        """Give the dice to a player."""
        game = self.house.game
        table = self._no_shooter() if game.shooter is None else game.shooter(self.table, name, self.standing)
        nobody = changes.not_seated(self, name)
        if isinstance(table, Refusal) or nobody is not None:
            refusal = lowest(table if isinstance(table, Refusal) else None, nobody)
            assert refusal is not None
            return self._printed(refusal)
        return self.but(table=table)

    def _no_shooter(self) -> Refusal:
        """The dealer starts the round, not a player."""
        game = self.house.game
        cite = game.cites.get(Topic.OUTCOME)
        if game.course.device == "wheel":
            return refuse(Code.ACT_OF_ANOTHER_GAME, "dealer-spins", cite=cite)
        return refuse(Code.ACT_OF_ANOTHER_GAME, "no-shooter", cite=cite, game=game.name)

    def repaired(self) -> Felt | Refusal:
        """Return the table to service."""
        table = self.house.game.repair(self.table)
        return table if isinstance(table, Refusal) else self.but(table=table)

    def under(self, house: House) -> Felt | Refusal:
        """The felt under another house; wagers on the layout keep the house they were placed under.

        Refused while a choice or a draw is due, and while there is a wager with other parameters for its draw: one
        draw is for the whole table. Meters stay as they are; a new one opens at its seed.
        """
        assert house.game_name == self.house.game_name, "a table does not change its game"
        if (waiting := self._pending_first() or self._drawn_otherwise(house)) is not None:
            return self._printed(waiting)
        known = {each.wager for each in self.meters}
        opened = tuple(each for each in meter.opened(house) if each.wager not in known)
        return self.but(house=house, meters=(*self.meters, *opened))

    def wager(self, wager_id: str) -> Wager:
        """The declaration of a wager: of this game, or of the house under which it was placed."""
        found: Wager | None = self.house.game.wagers.get(wager_id)
        if found is None:
            placed_under = (standing.rules.game.wagers for standing in self.standing)
            found = next(wagers[wager_id] for wagers in placed_under if wager_id in wagers)
        return found

    def find(self, seat: str, wager: str, spot: str | None, *, tip: bool = False) -> Standing | None:
        """The free wager of a player on a spot; one in prison or waiting for its choice is not free."""
        return self.where(seat, wager, spot, tip=tip)[1]

    def where(self, seat: str, wager: str, spot: str | None, *, tip: bool = False) -> tuple[int, Standing | None]:
        """The index of a free wager in canonical order, and the wager, if it exists."""
        order = [name for name, _ in self.racks].index
        standing, name = self.standing, spot or ""
        at = bisect_left(standing, order(seat), key=lambda each: order(each.seat))  # a player's wagers are adjacent
        for each in islice(standing, at, None):
            if each.seat != seat or each.wager > wager:
                break
            if each.wager == wager and (there := each.spot or "") >= name:
                if there > name or (free := (each.waits, each.tip)) > (False, tip):
                    break
                if free == (False, tip):
                    return at, each
            at += 1
        return at, None

    def with_standing(self, wagers: Iterable[Standing]) -> Felt:
        """The felt with these wagers, sorted by seat and key."""
        order = {rack[0]: place for place, rack in enumerate(self.racks)}
        return self.but(standing=tuple(sorted(wagers, key=lambda each: (order[each.seat], *each.key[1:]))))

    def exchanged(self, at: int, old: Standing | None, new: Standing | None) -> Felt:
        """The felt with one wager replaced; the difference moves to or from the rack."""
        either = old or new
        assert either is not None, "something is exchanged"
        value = (new.stake + new.commission if new else 0) - (old.stake + old.commission if old else 0)
        standing = self.standing[:at] + ((new,) if new else ()) + self.standing[at + (old is not None) :]
        racks = self.racks_with(either.seat, -value)
        fields = (self.house, self.table, racks, standing, self.barred, self.tip_box, self.meters)
        return tuple.__new__(Felt, fields)  # hot path: twice as fast as the constructor

    def with_rack(self, seat: str, change: int) -> Felt:
        """The same felt with more or fewer chips in a rack."""
        return self.but(racks=self.racks_with(seat, change))

    def racks_with(self, seat: str, change: int) -> tuple[tuple[str, int], ...]:
        """The racks with more or fewer chips in one of them."""
        at = [name for name, _ in self.racks].index(seat)
        rack = self.racks[at][1] + change
        assert not change or rack >= 0, "a rack never goes below zero"
        return (*self.racks[:at], (seat, rack), *self.racks[at + 1 :])

    def _pending_first(self) -> Refusal | None:
        if self.draw_due is not None:
            return settle.draw_first(self, self.draw_due)
        if not self.pending:
            return None
        due = self.pending[0]
        return refuse(
            Code.STILL_PENDING,
            "choice",
            cite=self.wager(due.wager).cite_of(due.choices[0]),
            player=Person(due.seat),
            wager=WagerId(due.wager),
            choices=tuple(due.choices),
        )

    def _drawn_otherwise(self, house: House) -> Refusal | None:
        for each in self.standing:
            wager = self.wager(each.wager)
            if wager.draws_from(each.rules) != wager.draws_from(house):
                return refuse(Code.WAGERS_STAND, "drawn-otherwise", cite=wager.cite, wager=WagerId(each.wager))
        return None

    def _printed(self, refusal: Refusal) -> Refusal:
        """The refusal with the number that its paragraph has on the gaming date."""
        if refusal.cite is None:
            return refusal
        return replace(refusal, cite=self.house.rulebook.printed(refusal.cite))


def open(house: House) -> Felt:
    """A new felt of this house, with nobody seated."""
    return Felt(house, house.game.begin(house), meters=meter.opened(house))
