"""Plays an outcome at the felt: every working wager receives its fact, and decided wagers are paid."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from croupier.core.citation import implements
from croupier.core.machine import LOSE, Asks, Closed, Draws, Fact, Paid, Seen, Standing, Stands, Step, Void
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.table import Table
from croupier.felt.changes import parent_of, working
from croupier.felt.meter import award, contribute, lock_in_due
from croupier.felt.payout import (
    Resolution,
    give_back,
    over_the_maximum,
    resolve,
    resolve_parts,
    taken_up_front,
    whole,
    within_aggregates,
)
from croupier.house import House
from croupier.text.facts import Person, WagerId

if TYPE_CHECKING:
    from croupier.felt.felt import Felt, Played

Outcome = tuple[Standing | None, Resolution | None]  # the wager if it stays, its resolution if it was decided


def outcome(felt: Felt, text: str) -> Played | Refusal:
    """Read the outcome, compute its fact, settle every wager, and update which don't wagers are barred."""
    from croupier.felt.felt import Played

    game = felt.house.game
    found = observed(felt, text)
    if isinstance(found, Refusal):
        return found
    table, seen = found
    if isinstance(seen, Void):
        return Played(felt.but(table=seen.table), (), replace(seen, cite=felt.house.rulebook.printed(seen.cite)))
    if due := lock_in_due(felt):  # in a script; a live table has locked them in before the number was known
        felt = contribute(felt, due)
    results = [_result(felt, wager, seen.fact) for wager in felt.standing]
    decided = tuple(resolution for _, resolution in results if resolution is not None)
    after = felt.but(table=seen.table, barred=_still_barred(felt, seen.fact))
    after = after.with_standing(standing for standing, _ in results if standing is not None)
    after, decided = award(after, within_aggregates(decided))
    return Played(pay(after, decided), decided, seen.fact, game.announce(table, seen.table, felt.house))


def observed(felt: Felt, text: str) -> tuple[Table, Seen[Table, Fact] | Void[Table]] | Refusal:
    """The table with which an outcome is decided, and what the outcome means."""
    game = felt.house.game
    if (closed := game.closed(felt.table)) is not None:
        return closed
    read = game.read(text, felt.house)
    if isinstance(read, Refusal):
        return read
    table = game.ready(felt.table, felt.standing, felt.house)
    return table if isinstance(table, Refusal) else (table, game.observe(table, read, felt.house))


def _still_barred(felt: Felt, fact: object) -> frozenset[tuple[str, str, str]]:
    return frozenset(key for key in felt.barred if not felt.wager(key[1]).lifts_bar(fact))


def _result(felt: Felt, standing: Standing, fact: object) -> Outcome:
    """What the fact does to one wager."""
    if standing.collected:
        after, resolution = _decide(felt, whole(standing), fact)
        return after and after.but(stake=0), resolution
    if not standing.rules.physical_chips:  # electronic chips cannot exceed the maximum
        return _decide(felt, standing, fact)
    return _within_the_maximum(standing, lambda wager: _decide(felt, wager, fact))


def _within_the_maximum(standing: Standing, decide: Callable[[Standing], Outcome]) -> Outcome:
    """Settle the allowed part of a stake; if the wager is decided, the excess above the maximum is returned."""
    overage = over_the_maximum(standing)
    if not overage:
        return decide(standing)
    stake = standing.stake - overage
    held = taken_up_front(House.of(standing), standing.wager, stake)
    after, resolution = decide(standing.but(stake=stake, commission=held))
    if resolution is None:
        full = after and after.but(stake=standing.stake, commission=standing.commission)
        return full, None
    back = overage + standing.commission - held
    return after, resolution.but(overage=overage, paid=resolution.paid + back)


def _decide(felt: Felt, standing: Standing, fact: object) -> Outcome:
    """Apply the fact to one wager, unless it is off."""
    wager = felt.wager(standing.wager)
    if wager.parent is not None:
        return _odds_result(felt, standing, fact)
    if not (wager.works(standing, felt.table) if standing.call is None else standing.call):
        return standing, None
    if wager.parts:
        rows = [(part, _row(felt.wager(part).step(None, fact))) for part in wager.parts]
        return None, resolve_parts(standing, rows)
    return _apply(standing, wager.step(standing.state, fact))


def _row(step: Step) -> str:
    assert isinstance(step, Closed), "a part is decided by one roll"
    return step.row


def _apply(standing: Standing, step: Step) -> Outcome:
    match step:
        case Closed(row):
            return None, resolve(standing, row)
        case Paid(row, _) if standing.tip and _concludes(House.of(standing)):
            return None, resolve(standing, row)
        case Paid(row, state):
            return standing.but(state=state), resolve(standing, row, stays=True)
        case Asks(state, choices):
            return standing.but(state=state, choices=choices), None
        case Draws(state, of):
            return standing.but(state=state, draw=of), None
        case Stands(state, spot):
            moved = standing.spot if spot is None else spot
            return standing.but(state=state, spot=moved), None


@implements("47.1-2318")
def _concludes(house: House) -> bool:
    """Whether a won tip wager comes down, as the submitted house rules say, or plays on until it is lost."""
    return house.tips.ends == "first-decision"


@implements("47.1-2308(2)", "47.1-2308(4)", "47.1-2304(42)")
def _odds_result(felt: Felt, odds: Standing, fact: object) -> Outcome:
    """Odds are decided with the wager they support, at its point; if they are off they go back (reading C2)."""
    parent = parent_of(felt, odds)
    assert parent is not None, "odds never stand alone"
    if not working(felt, parent):
        return odds, None
    step = felt.wager(parent.wager).step(parent.state, fact)
    if not isinstance(step, Closed):
        return odds, None
    if not working(felt, odds):
        return None, give_back(odds)
    return None, resolve(odds, LOSE if step.row == LOSE else str(parent.state))


def choose(felt: Felt, seat: str, wager_id: str, choice: str) -> Played | Refusal:
    """Enter the player's answer: half the wager back, or the wager in prison for another spin."""
    from croupier.felt.felt import Played

    if all(seat != seated for seated, _ in felt.racks):
        return refuse(Code.NOT_SEATED, player=Person(seat))
    if isinstance(wager := felt.house.wager(wager_id), Refusal):
        return wager
    if felt.draw_due is not None:
        return draw_first(felt, felt.draw_due)
    asked = next((w for w in felt.pending if (w.seat, w.wager) == (seat, wager_id)), None)
    if asked is None:
        return refuse(Code.NOTHING_PENDING, "choice", player=Person(seat), wager=WagerId(wager_id))
    if choice not in asked.choices:
        return refuse(
            Code.UNKNOWN_CHOICE,
            cite=wager.cite_of(asked.choices[0]),
            choice=choice,
            wager=WagerId(wager_id),
            choices=tuple(asked.choices),
        )
    step = wager.choose(asked.state, choice)
    stands, resolution = _within_the_maximum(asked.but(choices=()), lambda standing: _apply(standing, step))
    wagers = [other for other in felt.standing if other is not asked]
    if stands is not None:
        wagers.append(stands.but(locked=True))
    decided = () if resolution is None else (resolution,)
    return Played(pay(felt.with_standing(wagers), decided), decided)


def draw_first(felt: Felt, of: str) -> Refusal:
    """The refusal of an outcome, call or choice while a draw is pending."""
    return refuse(Code.STILL_PENDING, "draw", cite=felt.house.game.course.draws[of].waits, of=of)


def drawn(felt: Felt, of: str, text: str) -> Played | Refusal:
    """Settle one draw for the whole table, after everything else: it decides every wager that waits for it.

    The house under which those wagers were placed sets the parameters of the draw; a correction may bring back such
    wagers. Wagers of another house with other parameters wait for a draw of their own.
    """
    from croupier.felt.felt import Played

    terms = next(((each.wager, each.rules) for each in felt.standing if each.draw == of), None)
    read = felt.house.game.draw(of, text, felt.house if terms is None else terms[1])
    if isinstance(read, Refusal) and read.code is Code.ACT_OF_ANOTHER_GAME:
        return read
    if felt.draw_due is None:
        return refuse(Code.NOTHING_PENDING, "draw", of=of)
    if felt.draw_due != of:
        return draw_first(felt, felt.draw_due)
    if isinstance(read, Refusal):
        return read
    assert terms is not None, "a wager waits for it"
    drawn_for = felt.wager(terms[0]).draws_from(terms[1])
    results = [
        _after_the_draw(felt, each, read)
        if each.draw == of and felt.wager(each.wager).draws_from(each.rules) == drawn_for
        else (each, None)
        for each in felt.standing
    ]
    decided = tuple(resolution for _, resolution in results if resolution is not None)
    after = felt.with_standing(standing for standing, _ in results if standing is not None)
    return Played(pay(after, decided), decided)


def _after_the_draw(felt: Felt, standing: Standing, result: Hashable) -> Outcome:
    step = felt.wager(standing.wager).drawn(standing.state, result)
    return _within_the_maximum(standing.but(draw=None), lambda wager: _apply(wager, step))


def pay(felt: Felt, resolutions: Iterable[Resolution]) -> Felt:
    """Pay resolutions: to the racks, and for decided tip wagers to the tip box."""
    gains: dict[str, int] = {}
    tips = 0
    for resolution in resolutions:
        if resolution.tip and resolution.to_the_dealers:
            tips += resolution.paid
        else:
            gains[resolution.seat] = gains.get(resolution.seat, 0) + resolution.paid
    racks = tuple((seat, rack + gains.get(seat, 0)) for seat, rack in felt.racks)
    return felt.but(racks=racks, tip_box=felt.tip_box + tips)
