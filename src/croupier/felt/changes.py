"""A player's acts between outcomes. Each check has its place in the order of precedence of the refusals."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.core.citation import implements
from croupier.core.machine import ActName, At, Standing, Wager
from croupier.core.refusal import Code, Refusal, lowest, refuse
from croupier.core.table import Table
from croupier.core.topic import Topic
from croupier.felt import amounts
from croupier.felt.acts import Act, Call, Place, Raise, Reduce, TakeDown
from croupier.felt.payout import over_the_maximum, taken_up_front
from croupier.house import House
from croupier.text.facts import Money, Person, SpotId, WagerId

if TYPE_CHECKING:
    from croupier.felt.felt import Felt


def apply(felt: Felt, seat: str, act: Act) -> Felt | Refusal:
    """Apply an act, or refuse it."""
    if (nobody := not_seated(felt, seat)) is not None:
        return nobody
    wager = _wager(felt, seat, act)
    if isinstance(wager, Refusal):
        return wager
    spot = wager.read_spot(act.spot, felt.house)
    if isinstance(spot, Refusal):
        return spot
    if (closed := felt.house.game.closed(felt.table)) is not None:
        return closed
    match act:
        case Place():
            return _place(felt, seat, wager, spot, act)
        case Raise():
            return _raise(felt, seat, wager, spot, act.amount)
        case Reduce():
            return _reduce(felt, seat, wager, spot, act.amount)
        case TakeDown():
            return _take_down(felt, seat, wager, spot)
        case Call():
            return _call(felt, seat, wager, spot, act)


def not_seated(felt: Felt, name: str) -> Refusal | None:
    """Refuse a player who is not seated."""
    for seated, _ in felt.racks:
        if name == seated:
            return None
    return refuse(Code.NOT_SEATED, player=Person(name))


def _wager(felt: Felt, seat: str, act: Act) -> Wager | Refusal:
    """The wager of an act; one on the layout may be changed even if the house has withdrawn it since."""
    if not isinstance(act, Place) and any(each.wager == act.wager and each.seat == seat for each in felt.standing):
        return felt.wager(act.wager)
    return felt.house.wager(act.wager)


def _place(felt: Felt, seat: str, wager: Wager, spot: str | None, act: Place) -> Felt | Refusal:
    """Place a new wager, or add to one on the layout (reading A3)."""
    if wager.area is not None and not felt.house.options.has_area(wager.area):
        return _break_down(felt, seat, wager, act)
    if (bad := amounts.chips(felt.house, act.amount)) is not None:
        return bad
    at, standing = felt.where(seat, wager.id, spot, tip=act.tip)
    stake = act.amount + (standing.stake if standing else 0)
    refusal = (amounts.parts(felt.house, wager, stake) if wager.parts else None) or _not_now(
        felt, seat, wager, spot, standing, act.tip
    )
    if refusal is not None:
        return refusal
    return _stand(felt, seat, wager, spot, stake, (at, standing), act.tip)


def _not_now(
    felt: Felt, seat: str, wager: Wager, spot: str | None, standing: Standing | None, tip: bool
) -> Refusal | None:
    """Why nothing may be placed here now or added to the wager there, whatever the amount."""
    name: ActName = "raise" if standing else "place"
    return (
        (_of_another_house(felt, standing) if standing else _not_travelled(wager, spot))
        or wager.may(name, standing, tuple.__new__(At, (felt.table, felt.house, felt.standing, seat, tip)))
        or (_barred(felt, seat, wager, spot) if felt.barred and not tip else None)
    )


def closed(felt: Felt, seat: str, wager: Wager, spot: str | None) -> Refusal | None:
    """Why `apply` refuses every amount that this player could place on this spot now; None if it is open."""
    if (out := felt.house.game.closed(felt.table)) is not None:
        return out
    if wager.area is not None and not felt.house.options.has_area(wager.area):
        parts = (felt.house.wager(name) for name, _ in wager.breaks_into)
        found = (part if isinstance(part, Refusal) else closed(felt, seat, part, None) for part in parts)
        return next(filter(None, found), None)
    standing = felt.find(seat, wager.id, spot)
    refusal = _not_now(felt, seat, wager, spot, standing, False)
    if refusal is not None or wager.parent is None:
        return refusal
    supported = _supported(felt, wager, standing or Standing(seat, wager.id, spot, 0, None, felt.house))
    return supported if isinstance(supported, Refusal) else None


def _at(felt: Felt, seat: str, *, tip: bool = False) -> At[Table, House]:
    return At(felt.table, felt.house, felt.standing, seat, tip)


@implements("47.1-2305(3)")
def _of_another_house(felt: Felt, standing: Standing) -> Refusal | None:
    """A wager is settled under the house of its placing: more on it would be paid at terms no longer posted.

    Pass and come wagers may be raised at any time; a raise stands under the house of the wager.
    """
    if standing.rules == felt.house or standing.wager in felt.house.game.course.raised:
        return None
    return refuse(Code.NOT_NOW, "changed-rules", wager=WagerId(standing.wager))


@implements("47.1-2317.04(8)")
def _tips_not_taken(house: House, wager: Wager, stake: int) -> Refusal | None:
    """A house may take no tip wagers, limit them, or take them in whole dollars only."""
    rules, cite = house.tips, dict(wager.asides).get("tips", house.game.cites.get(Topic.TIP_WAGERS))
    if not house.tip_wagers:
        return refuse(Code.TIPS_NOT_TAKEN, "house", cite=cite)
    if rules.most is not None and stake > rules.most:
        return refuse(Code.TIPS_NOT_TAKEN, "most", cite=cite, most=Money(rules.most))
    if rules.whole_dollars and stake % 100:
        return refuse(Code.TIPS_NOT_TAKEN, "whole-dollars", cite=cite)
    return None


def _not_travelled(wager: Wager, spot: str | None) -> Refusal | None:
    """Refuse to place a come wager on a number: it moves there by itself (reading A3)."""
    if wager.group != "line" or spot is None:
        return None
    return refuse(Code.NOTHING_STANDS, "to-be-raised", cite=wager.cite, wager=WagerId(wager.id), spot=SpotId(spot))


@implements("47.1-2304(21)", "47.1-2304(20)")
def _break_down(felt: Felt, seat: str, wager: Wager, act: Place) -> Felt | Refusal:
    """Without an area for it the wager is broken down into the wagers it is made of."""
    if (bad := amounts.chips(felt.house, act.amount)) is not None:
        return bad
    if (bad := amounts.parts(felt.house, wager, act.amount)) is not None:
        return bad
    part = act.amount // len(wager.parts)
    done: Felt | Refusal = felt
    for name, parts in wager.breaks_into:
        if isinstance(done, Refusal):
            return done
        done = apply(done, seat, Place(name, part * parts, None, act.tip))
    return done


def _raise(felt: Felt, seat: str, wager: Wager, spot: str | None, amount: int) -> Felt | Refusal:
    if (bad := amounts.chips(felt.house, amount)) is not None:
        return bad
    standing = _held(felt, seat, wager, spot)
    if isinstance(standing, Refusal):
        return standing
    return _place(felt, seat, wager, spot, Place(wager.id, amount, spot))


def _reduce(felt: Felt, seat: str, wager: Wager, spot: str | None, amount: int) -> Felt | Refusal:
    if (bad := amounts.chips(felt.house, amount)) is not None:
        return bad
    standing = _held(felt, seat, wager, spot)
    if isinstance(standing, Refusal):
        return standing
    if amount == standing.stake:
        return _take_down(felt, seat, wager, spot)
    refusal = wager.may("reduce", standing, _at(felt, seat))
    if refusal is not None:
        return refusal
    if amount > standing.stake:
        return refuse(
            Code.MORE_THAN_STANDS, stands=Money(standing.stake), wager=WagerId(wager.id), amount=Money(amount)
        )
    left = standing.stake - amount
    refusal = amounts.parts(felt.house, wager, left) or _amount_stands(felt, wager, standing, left)
    if refusal is not None:
        return refusal
    reduced = _restaked(standing, left)
    changed = _exchange(felt, standing, reduced)
    return _bar(_odds_in_proportion(changed, standing, left), seat, wager, spot)


def _take_down(felt: Felt, seat: str, wager: Wager, spot: str | None) -> Felt | Refusal:
    standing = _held(felt, seat, wager, spot)
    if isinstance(standing, Refusal):
        return standing
    refusal = wager.may("take-down", standing, _at(felt, seat))
    if refusal is not None:
        return refusal
    changed = _exchange(felt, standing, None)
    return _bar(_odds_in_proportion(changed, standing, 0), seat, wager, spot)


def _call(felt: Felt, seat: str, wager: Wager, spot: str | None, act: Call) -> Felt | Refusal:
    """Call a wager on or off; the call is valid until changed (reading A1)."""
    standing = _held(felt, seat, wager, spot, tip=act.tip)
    if isinstance(standing, Refusal):
        return standing
    at = _at(felt, seat, tip=act.tip)
    name: ActName = "on" if act.on else "off"
    for each in _like(felt, standing) if act.alike else (standing,):
        if (refusal := felt.wager(each.wager).may(name, each, at)) is not None:
            return refusal
        felt = _exchange(felt, each, each.but(call=act.on))
    return felt


@implements("47.1-2305(5)")
def _like(felt: Felt, called: Standing) -> tuple[Standing, ...]:
    """The wagers of a player that one button covers: of one kind, such as all place wagers or all come odds."""

    def kind(standing: Standing) -> tuple[str, bool, str, str | None]:
        wager = felt.wager(standing.wager)
        return standing.seat, standing.tip, wager.group, wager.parent

    return tuple(each for each in felt.standing if kind(each) == kind(called) and not each.waits)


@implements("30-2299.03(3)")
def _locked(standing: Standing, wager: Wager) -> Refusal:
    """A wager in prison or locked in, or one that waits for a choice or a draw, stays until that is over."""
    cite = dict(wager.asides).get("waits") or wager.cite_of("released")
    player, on = Person(standing.seat), WagerId(wager.id)
    if standing.draw:
        return refuse(Code.LOCKED, "draw", cite=cite, player=player, wager=on, of=standing.draw)
    if standing.collected:
        return refuse(Code.LOCKED, "locked-in", cite=dict(wager.asides).get("stays"), player=player, wager=on)
    return refuse(Code.LOCKED, "prison", cite=cite, player=player, wager=on)


def _held(felt: Felt, seat: str, wager: Wager, spot: str | None, *, tip: bool = False) -> Standing | Refusal:
    """The wager on this spot, if it may be changed; else a refusal."""
    standing = felt.find(seat, wager.id, spot, tip=tip)
    if standing is not None:
        return standing
    for other in felt.standing:
        if (other.seat, other.wager, other.spot, other.tip) == (seat, wager.id, spot, tip):
            return _locked(other, wager)
    if not spot:
        return refuse(Code.NOTHING_STANDS, "wager", player=Person(seat), wager=WagerId(wager.id))
    return refuse(Code.NOTHING_STANDS, "spot", player=Person(seat), wager=WagerId(wager.id), spot=SpotId(spot))


def _stand(
    felt: Felt, seat: str, wager: Wager, spot: str | None, stake: int, where: tuple[int, Standing | None], tip: bool
) -> Felt | Refusal:
    """Set the stake of a wager, if limits, odds and rack allow it."""
    at, standing = where
    if standing is None:
        state, held = wager.open(spot, felt.table, felt.house), taken_up_front(felt.house, wager.id, stake)
        fields = (seat, wager.id, spot, stake, state, felt.house, None, held, (), None, False, tip, 0)
        new, before, worth = tuple.__new__(Standing, fields), 0, 0  # every wager comes by: half the time of a call
    else:
        new, before, worth = _restaked(standing, stake), standing.stake, standing.stake + standing.commission
    amount, total = _amount_stands(felt, wager, new, stake), _player_total(felt, seat, stake - before)
    tips = _tips_not_taken(felt.house, wager, stake) if tip else None
    if amount or total or tips:
        refusal = lowest(amount, total, tips)
        assert refusal is not None
        return refusal
    if new.stake + new.commission - worth > felt.rack(seat):
        return refuse(
            Code.NOT_ENOUGH_CHIPS,
            "for-the-wager",
            player=Person(seat),
            rack=Money(felt.rack(seat)),
            wager=WagerId(wager.id),
        )
    return felt.exchanged(at, standing, new)


def _amount_stands(felt: Felt, wager: Wager, standing: Standing, stake: int) -> Refusal | None:
    """Check the whole stake on a spot (reading A2)."""
    house = House.of(standing)
    if wager.id in house.meters:
        return amounts.fixed(house, wager, stake)
    if wager.parent is None:
        return amounts.limits(house, wager, stake) or amounts.payable(house, wager, stake)
    parent = _supported(felt, wager, standing)
    if isinstance(parent, Refusal):
        return parent
    return amounts.odds(house, wager, stake, parent.but(stake=parent.stake - over_the_maximum(parent)))


def _supported(felt: Felt, wager: Wager, rider: Standing) -> Standing | Refusal:
    """The wager that odds support, if it has a point for which they are paid."""
    assert wager.parent is not None, "only odds support a wager"
    parent = parent_of(felt, rider)
    if parent is not None and str(parent.state) in House.of(rider).pays_by_wager[wager.id]:
        return parent
    return refuse(Code.NO_PARENT, "odds", cite=wager.cite, wager=WagerId(wager.id), parent=WagerId(wager.parent))


def _player_total(felt: Felt, seat: str, more: int) -> Refusal | None:
    most = felt.house.player_most
    if most is None:
        return None
    total = sum(w.stake + w.collected for w in felt.standing if w.seat == seat) + more
    if total > most:
        return refuse(
            Code.OVER_PLAYER_MAXIMUM,
            "together",
            cite=felt.house.game.cites.get(Topic.LIMITS),
            player=Person(seat),
            total=Money(total),
            most=Money(most),
        )
    return None


def parent_of(felt: Felt, rider: Standing) -> Standing | None:
    """The wager that odds belong to."""
    wager, spot = felt.wager(rider.wager).parent_of(rider.spot)
    return felt.find(rider.seat, wager, spot, tip=rider.tip)


def working(felt: Felt, standing: Standing) -> bool:
    """The player's call, or else the rule's default; odds of a put that is off are off (reading A1)."""
    wager = felt.wager(standing.wager)
    if wager.parent is not None:
        parent = parent_of(felt, standing)
        assert parent is not None, "odds never stand alone"
        if not working(felt, parent):
            return False
    return standing.call if standing.call is not None else wager.works(standing, felt.table)


def _restaked(standing: Standing, stake: int) -> Standing:
    held = taken_up_front(House.of(standing), standing.wager, stake)
    return standing.but(stake=stake, commission=held)


def _exchange(felt: Felt, old: Standing, new: Standing | None) -> Felt:
    """Replace a free wager on the layout by another, or remove it."""
    at, found = felt.where(old.seat, old.wager, old.spot, tip=old.tip)
    assert found is old, "it stands there"
    return felt.exchanged(at, old, new)


def _odds_in_proportion(felt: Felt, parent: Standing, left: int) -> Felt:
    """Odds go down with the wager they support, in proportion and in whole units (reading A4)."""
    for rider in felt.standing:
        wager = felt.wager(rider.wager)
        if wager.parent is None or rider.seat != parent.seat or rider.tip != parent.tip:
            continue
        if wager.parent_of(rider.spot) != (parent.wager, parent.spot):
            continue
        assert isinstance(parent.state, int), "odds stand behind a wager with a point"
        unit = parent.rules.options.odds_policy(wager.side).units[parent.state]
        stake = rider.stake * left // parent.stake // unit * unit
        felt = _exchange(felt, rider, rider.but(stake=stake) if stake else None)
    return felt


def _barred(felt: Felt, seat: str, wager: Wager, spot: str | None) -> Refusal | None:
    """A don't wager once reduced or taken down is not raised or put back (reading A4)."""
    if (seat, wager.id, spot or "") not in felt.barred:
        return None
    cite = felt.house.game.cites.get(Topic.NOT_AGAIN)
    return refuse(Code.NOT_AGAIN, "reduced-before", cite=cite, player=Person(seat), wager=WagerId(wager.id))


def _bar(felt: Felt, seat: str, wager: Wager, spot: str | None) -> Felt:
    if not wager.barred_when_reduced:
        return felt
    return felt.but(barred=felt.barred | {(seat, wager.id, spot or "")})
