"""The rounds of a table as its log tells them: from the opening of betting to the last payment or correction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from croupier.books.meaning import meaning
from croupier.books.shift import EXCHANGES
from croupier.books.walk import Told
from croupier.core.machine import Standing
from croupier.felt import Felt
from croupier.felt.meter import Meter
from croupier.house import House
from croupier.table.acts.corrections import OutcomeCorrected
from croupier.table.acts.dice.throwing import DiceThrown
from croupier.table.acts.irregularities.stops import RoundVoided
from croupier.table.acts.round.calling import OutcomeCalled
from croupier.table.acts.round.closing import BettingClosed
from croupier.table.acts.round.settling import Drawn, Settled
from croupier.table.rows import Row
from croupier.table.state import REMEMBERED

#: Which rows of a log count: those of a settlement, those that a correction takes back, and those that replace them.
Entry = Literal["settled", "reversed", "corrected"]


class Decided(NamedTuple):
    """A decided wager in a log, with its event and the house under which it was placed."""

    step: Told
    entry: Entry
    row: Row

    @property
    def counts(self) -> int:
        """What it counts in a sum: 1, or -1 if a correction takes it back."""
        return -1 if self.entry == "reversed" else 1

    @property
    def house(self) -> House:
        """The house under which the wager was placed."""
        state = self.step.before
        if self.row.house in ("", state.house.version):
            return state.house
        return state.house_by(self.row.house)


@dataclass(slots=True)
class RoundTold:
    """One round of a table, as far as the log has come."""

    table: str
    number: int
    steps: list[Told] = field(default_factory=list)

    @property
    def began(self) -> int:
        """The time of its first event."""
        return self.steps[0].event.at

    @property
    def decided_at(self) -> int | None:
        """When it was settled or voided for the first time; None if it was not yet."""
        kinds = (Settled, RoundVoided)
        return next((each.event.at for each in self.steps if isinstance(each.event, kinds)), None)

    @property
    def house(self) -> House:
        """The house in force when betting closed; while it is open, the newest one."""
        return self.closed.before.house if self.closed is not None else self.steps[-1].after.house

    @property
    def dealer(self) -> str | None:
        """Who closed the betting, called the outcome or settled the round, or is in charge of the table."""
        done = (BettingClosed, OutcomeCalled, Settled)
        people = [each.event.by for each in self.steps if isinstance(each.event, done)]
        found = [each.person for each in people if each.role not in ("device", "system", "player")]
        return found[-1] if found else self.steps[-1].after.dealer

    @property
    def closed(self) -> Told | None:
        """The event that closed the betting; the last one, if a roll did not count."""
        found = [each for each in self.steps if isinstance(each.event, BettingClosed | DiceThrown)]
        return found[-1] if found else None

    @property
    def settlement(self) -> Told | None:
        """The event that settled it."""
        return next((each for each in self.steps if isinstance(each.event, Settled)), None)

    @property
    def corrections(self) -> tuple[OutcomeCorrected, ...]:
        """The corrections of its outcome."""
        return tuple(each.event for each in self.steps if isinstance(each.event, OutcomeCorrected))

    @property
    def voided(self) -> str | None:
        """Why the round was voided and did not count; None if it was settled, or is under way."""
        found = (each.event.reason for each in self.steps if isinstance(each.event, RoundVoided))
        return None if self.settlement is not None else next(found, None)

    @property
    def outcome(self) -> str | None:
        """The outcome that counts: the last one that was called or corrected; None without one."""
        if self.voided is not None:
            return None
        found = None
        for each in self.steps:
            if isinstance(each.event, OutcomeCalled | Settled):
                found = each.event.outcome
            elif isinstance(each.event, OutcomeCorrected):
                found = each.event.now
        return found

    @property
    def before(self) -> Felt | None:
        """The felt on which the outcome was decided."""
        step = self.settlement or self.closed
        return None if step is None else step.before.felt

    @property
    def meaning(self) -> str | None:
        """What the outcome meant, in one line; None where it did not count."""
        if self.outcome is None or self.before is None:
            return None
        found = meaning(self.before, self.outcome)
        return None if found is None else found[1].line

    @property
    def draws(self) -> tuple[str, ...]:
        """What was drawn after the outcome."""
        found = tuple(f"{each.event.of} {each.event.result}" for each in self.steps if isinstance(each.event, Drawn))
        for each in self.corrections:
            found = tuple(f"{draw.of} {draw.result}" for draw in each.draws)
        return found

    @property
    def left(self) -> tuple[Standing, ...]:
        """The wagers on the layout before its first event, from earlier rounds."""
        play = self.steps[0].before.play
        return () if play is None else play.standing

    @property
    def undecided(self) -> tuple[Standing, ...]:
        """The wagers that its settlement left on the layout, or its correction if they were still as they were."""
        found: tuple[Standing, ...] = ()
        for each in self.steps:
            event = each.event
            corrected = isinstance(event, OutcomeCorrected) and event.stage == "after-payment"
            if isinstance(event, Settled) or corrected:
                found = each.after.felt.standing
        return found

    @property
    def decided(self) -> tuple[Decided, ...]:
        """The wagers that it decided, in the order in which they were collected, paid and corrected."""
        return tuple(each for step in self.steps for each in decided_by(step))

    @property
    def final(self) -> tuple[Decided, ...]:
        """The wagers that it decided in the end: those that a correction took back do not count."""
        found: list[Decided] = []
        for each in self.decided:
            if each.entry != "reversed":
                found.append(each)
            elif (taken := next((one for one in found if one.row == each.row), None)) is not None:
                found.remove(taken)
        return tuple(found)

    @property
    def won(self) -> int:
        """What the table won from its wagers, in cents; below zero it lost."""
        return sum(won_by(each) for each in self.steps)

    @property
    def tips(self) -> int:
        """What went into the tip box and the tip tube, in cents."""
        held = ("tips", "tube")
        return sum(amount for step in self.steps for account, amount, why in step.entries if account in held)

    @property
    def meters(self) -> tuple[tuple[Meter | None, Meter], ...]:
        """The progressive meters that changed, before the round and after it."""
        before = {each.wager: each for each in _meters(self.steps[0].before.play)}
        after = _meters(self.steps[-1].after.play)
        return tuple((before.get(each.wager), each) for each in after if before.get(each.wager) != each)


def _meters(felt: Felt | None) -> tuple[Meter, ...]:
    return () if felt is None else felt.meters


def decided_by(step: Told) -> Iterator[Decided]:
    """The decided wagers in one event."""
    event: Any = step.event
    if isinstance(event, OutcomeCorrected):
        yield from (Decided(step, "reversed", row) for row in event.reversed)
        yield from (Decided(step, "corrected", row) for row in event.rows)
    else:
        yield from (Decided(step, "settled", row) for row in getattr(event, "rows", ()))


def won_by(step: Told) -> int:
    """What the table won from wagers by one event, in cents."""
    return sum(amount for account, amount, why in step.entries if account == "bank" and why not in EXCHANGES)


def round_of(step: Told) -> int:
    """The number of the round to which an event belongs; 0 before the first one."""
    event: Any = step.event
    if hasattr(event, "round"):
        return int(event.round)
    return int(event.proof.round) if hasattr(event, "proof") else step.after.round


def rounds(table: str, steps: Iterable[Told]) -> Iterator[RoundTold]:
    """The rounds of a table in order. One is complete when its outcome can no longer be corrected.

    What happened before the first round is a round with number 0.
    """
    found: dict[int, RoundTold] = {}
    newest = 0
    for step in steps:
        number = round_of(step)
        if number not in found and number < newest:
            number = newest  # it names a round that was told before: it happened now
        newest = max(newest, number)
        found.setdefault(number, RoundTold(table, number)).steps.append(step)
        for done in [each for each in found if each < newest - REMEMBERED]:
            yield found.pop(done)
    yield from (found[number] for number in sorted(found))
