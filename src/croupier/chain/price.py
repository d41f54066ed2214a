"""What a wager is worth, exactly: its distribution, edge, volatility and length, from any live state.

This module contains no figures: chances come from the wager's state machine, payments from the house.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil, sqrt
from typing import TypedDict

from croupier.core.absorbing import endings, visits
from croupier.core.machine import Closed, MeterShare, Return, Seen, Standing, Wager
from croupier.core.printed_odds import Odds
from croupier.core.refusal import Code, Refusal, lowest, refuse
from croupier.core.topic import Topic
from croupier.felt import amounts
from croupier.felt.payout import over_the_maximum, resolve, resolve_parts, taken_up_front
from croupier.house import House
from croupier.house.alone import Decision, Place, alone, opening
from croupier.house.commission import commission_base
from croupier.house.house import MeterPolicy
from croupier.text.facts import Money

Net = Callable[[Decision], Fraction]


class NotTaken(ValueError):
    """The table would not accept this amount on the wager; `refusal` comes from the felt."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(str(refusal))
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Price:
    """A wager's exact figures per unit of its flat stake."""

    distribution: tuple[tuple[Fraction, Fraction], ...]  # net and chance, lowest net first
    rounds: Fraction  # expected until the decision
    action: Fraction = Fraction(1)  # expected amount wagered, odds behind it included
    rows: tuple[tuple[str, Fraction], ...] = ()  # chance of every row at which it may end; empty for a combination

    @property
    def expectation(self) -> Fraction:
        """The player's expected net."""
        return sum((net * chance for net, chance in self.distribution), Fraction(0))

    @property
    def edge(self) -> Fraction:
        """The house's share of every unit wagered, including pushes."""
        return -self.expectation / self.action

    @property
    def edge_resolved(self) -> Fraction:
        """The house's share of every unit that is won or lost."""
        push = sum((chance for net, chance in self.distribution if net == 0), Fraction(0))
        return self.edge / (1 - push) if push < 1 else Fraction(0)

    @property
    def edge_per_round(self) -> Fraction:
        """The house's share per round in which the wager is on the layout."""
        return self.edge / self.rounds

    @property
    def hit(self) -> Fraction:
        """The chance to win something."""
        return sum((chance for net, chance in self.distribution if net > 0), Fraction(0))

    @property
    def rarest_award(self) -> Fraction | None:
        """The chance of the rarest award; None if nothing can be won."""
        return min((chance for net, chance in self.distribution if net > 0), default=None)

    def moment(self, order: int) -> Fraction:
        """A central moment of the net."""
        mean = self.expectation
        return sum((chance * (net - mean) ** order for net, chance in self.distribution), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of the net of one decision."""
        return self.moment(2)

    @property
    def stdev(self) -> float:
        """The standard deviation of the net of one decision."""
        return sqrt(self.variance)

    @property
    def skewness(self) -> float:
        """The skewness of the net of one decision."""
        return float(self.moment(3)) / sqrt(self.variance) ** 3 if self.variance else 0.0


class Terms(TypedDict, total=False):
    """Further arguments of `worth`, which distinguish the rows of one wager."""

    choice: str | None
    multiples: Mapping[int, Fraction | int]
    spot: str | None


def worth(
    house: House,
    wager_id: str,
    *,
    state: Place | None = None,
    choice: str | None = None,
    multiples: Mapping[int, Fraction | int] | None = None,
    spot: str | None = None,
    meter_cents: int | None = None,
    stake: int | None = None,
) -> Price:
    """The price of a wager that is on for every outcome, from its opening or from a live state.

    With `multiples`, odds of that many times the flat wager are behind it at every point. With `stake`, it is settled
    in whole cents with rounding, as the table would pay, or `NotTaken` is raised; otherwise per unit, at printed odds
    and unrounded commission. A progressive is priced at its seed, or at `meter_cents`. `spot` is the number of put
    odds; other odds are priced over all points as they come, or on the point of the state.
    """
    wager = house.game.wagers[wager_id]
    if multiples is not None and (stake is not None or wager.group != "line"):
        raise ValueError("multiples price a line wager with odds behind it, per unit of its flat stake")
    if stake is not None:
        on = None if wager.parent is None else _points(house, wager, state, spot)
        if (refusal := not_taken(house, wager_id, stake, on)) is not None:
            raise NotTaken(refusal)
        stake -= over_the_maximum(Standing("", wager_id, None, stake, None, house))  # excess goes back, win or lose
    if wager.parts:
        return _combination(house, wager, stake)
    if wager.parent is not None:
        return _odds_alone(house, wager, state, spot)
    decided, rounds = _decided(house, wager_id, state or opening(house, wager_id), choice)
    net = _in_cents(house, wager, stake, meter_cents) if stake is not None else _per_unit(house, wager, meter_cents)
    if multiples is None:
        return _priced(decided, rounds, net)
    return _with_odds(house, wager, decided, rounds, multiples)


def not_taken(house: House, wager_id: str, stake: int, points: Iterable[int] | None = None) -> Refusal | None:
    """Why this house never accepts the amount on the wager; None if it does.

    Refusals that depend on the moment are ignored. Odds are checked on the given points, or on all points, behind the
    largest wager that may be there.
    """
    wager = house.wager(wager_id)
    if isinstance(wager, Refusal):
        return wager
    found = amounts.chips(house, stake) or amounts.parts(house, wager, stake)
    if found is None and wager.area is not None and not house.options.has_area(wager.area):
        part = stake // len(wager.parts)
        broken = (not_taken(house, name, part * parts) for name, parts in wager.breaks_into)
        return next(filter(None, broken), None)
    found = found or lowest(_not_standing(house, wager, stake, points), _over_the_players_most(house, stake))
    if found is None or found.cite is None:
        return found
    return replace(found, cite=house.printed(found.cite, wager))


def _not_standing(house: House, wager: Wager, stake: int, points: Iterable[int] | None) -> Refusal | None:
    """Check a stake against limits, odds and posted units."""
    if wager.id in house.meters:
        return amounts.fixed(house, wager, stake)
    if wager.parent is None:
        return amounts.limits(house, wager, stake) or amounts.payable(house, wager, stake)
    for point in sorted(map(int, house.rows(wager.id))) if points is None else points:
        parent, _ = wager.parent_of(str(point))
        most = house.limit(house.game.wagers[parent]).most
        found = amounts.odds(house, wager, stake, Standing("", parent, None, most, point, house))
        if found is not None:
            return found
    return None


def _over_the_players_most(house: House, stake: int) -> Refusal | None:
    if house.player_most is None or stake <= house.player_most:
        return None
    return refuse(
        Code.OVER_PLAYER_MAXIMUM,
        "alone",
        cite=house.game.cites.get(Topic.LIMITS),
        stake=Money(stake),
        most=Money(house.player_most),
    )


@dataclass(frozen=True, slots=True)
class ByMeter:
    """The value of a progressive as a function of its meter; amounts in cents."""

    seed: int
    break_even: int | None  # the first whole cent at which the player's expectation is not below zero
    per_dollar: Fraction  # dollars of expectation a wager gains for every further dollar on the meter


def by_meter(at: Callable[[int], Price], policy: MeterPolicy, stake: int | None = None) -> ByMeter:
    """The value is linear in the meter, except for rounding a share down to cents."""
    empty = at(0).expectation
    slope = (at(100).expectation - empty) / 100  # shares of 100 cents need no rounding
    per_dollar = slope * (policy.unit if stake is None else stake)
    if slope == 0 and empty < 0:
        return ByMeter(policy.seed, None, per_dollar)
    meter = max(0, ceil(-empty / slope)) if slope else 0
    while at(meter).expectation < 0:
        meter += 1
    return ByMeter(policy.seed, meter, per_dollar)


def _decided(
    house: House, wager_id: str, start: Place, choice: str | None
) -> tuple[dict[Decision, Fraction], Fraction]:
    """The chance of every decision, and the rounds it takes; the same for all houses with the same mechanism."""
    key = (house.mechanism(wager_id), wager_id, start, choice)
    if key not in _SOLVED:
        machine = alone(house, wager_id, start, choice).machine
        visited = visits(machine)
        spins = sum((often for place, often in visited.items() if place.draw is None), Fraction(0))
        _SOLVED[key] = (endings(machine, visited), spins)
    return _SOLVED[key]


_SOLVED: dict[Hashable, tuple[dict[Decision, Fraction], Fraction]] = {}


def _priced(
    decided: Mapping[Decision, Fraction], rounds: Fraction, net: Net, action: Fraction = Fraction(1)
) -> Price:
    nets: dict[Fraction, Fraction] = {}
    rows: dict[str, Fraction] = {}
    for decision, chance in decided.items():
        won = net(decision)
        nets[won] = nets.get(won, Fraction(0)) + chance
        rows[decision.row] = rows.get(decision.row, Fraction(0)) + chance
    return Price(tuple(sorted(nets.items())), rounds, action, tuple(rows.items()))


def _per_unit(house: House, wager: Wager, meter_cents: int | None) -> Net:
    """Net of a unit at printed odds, with an unrounded commission."""
    commission = _commission(house, wager)

    def net(decision: Decision) -> Fraction:
        pays = house.pays(wager.id, decision.row)
        match pays:
            case None:
                return -1 - commission.lost
            case Return(share):
                return share - 1
            case MeterShare(percent):
                policy = house.meters[wager.id]
                meter = policy.seed if meter_cents is None else meter_cents
                return Fraction(meter * percent, 100 * policy.unit) - 1
            case Odds():
                return pays.winnings() - commission.won
        raise AssertionError(pays)

    return net


@dataclass(frozen=True, slots=True)
class _Charge:
    won: Fraction = Fraction(0)
    lost: Fraction = Fraction(0)


def _commission(house: House, wager: Wager) -> _Charge:
    if wager.commission is None:
        return _Charge()
    policy = house.options.commission_on(wager.group)
    charge = Fraction(policy.percent, 100) * Fraction(*commission_base(house, wager, 1))
    return _Charge(charge, charge if policy.when == "up-front" else Fraction(0))


def _in_cents(house: House, wager: Wager, stake: int, meter_cents: int | None) -> Net:
    """Net per unit of a stake that is settled in whole cents, as the table would pay it."""
    held = taken_up_front(house, wager.id, stake)
    standing = Standing("", wager.id, None, stake, None, house, commission=held)

    def net(decision: Decision) -> Fraction:
        if isinstance(pays := house.pays(wager.id, decision.row), MeterShare):
            meter = house.meters[wager.id].seed if meter_cents is None else meter_cents
            return Fraction(meter * pays.percent // 100 - stake, stake)
        return Fraction(resolve(standing, decision.row).net, stake)

    return net


def _with_odds(
    house: House,
    wager: Wager,
    decided: Mapping[Decision, Fraction],
    rounds: Fraction,
    multiples: Mapping[int, Fraction | int],
) -> Price:
    """Line and odds together, per unit of all action: odds are laid to win the multiple, taken to stake it."""
    rider = f"{wager.id}-odds"
    flat = _per_unit(house, wager, None)
    laid = house.game.wagers[rider].side == "lay"

    def stake(decision: Decision) -> Fraction:
        pays = house.pays(rider, str(decision.state))
        if not isinstance(pays, Odds):
            return Fraction(0)
        assert isinstance(decision.state, int), "odds are decided at a point"
        times = Fraction(multiples[decision.state])
        return times / pays.winnings() if laid else times

    def net(decision: Decision) -> Fraction:
        pays = house.pays(rider, str(decision.state))
        won = pays.winnings() if isinstance(pays, Odds) else Fraction(0)
        odds = stake(decision)
        return flat(decision) + (odds * won if house.pays(wager.id, decision.row) else -odds)

    action = 1 + sum((chance * stake(decision) for decision, chance in decided.items()), Fraction(0))
    return _priced(decided, rounds, net, action)


def _behind(house: House, odds: Wager, state: Place | None, spot: str | None) -> tuple[str, Place]:
    """The wager behind which the odds are placed, with its state: on a point, or waiting for one."""
    parent_id, _ = odds.parent_of(spot or odds.spots(house)[0])
    return parent_id, state or opening(house, parent_id)


def _points(house: House, odds: Wager, state: Place | None, spot: str | None) -> tuple[int, ...] | None:
    """The point on which odds are priced; None for all points."""
    _, place = _behind(house, odds, state, spot)
    return (place.state,) if isinstance(place.state, int) else None


def _odds_alone(house: House, odds: Wager, state: Place | None, spot: str | None) -> Price:
    """Odds by themselves, behind a wager on its point: on that point, or averaged over all points."""
    parent_id, place = _behind(house, odds, state, spot)
    if place.state is not None:
        decided, rounds = _decided(house, parent_id, place, None)
    else:
        decided, rounds = _behind_a_point(house, parent_id, odds)

    def net(decision: Decision) -> Fraction:
        pays = house.pays(odds.id, str(decision.state))
        assert isinstance(pays, Odds)
        return pays.winnings() if house.pays(parent_id, decision.row) else Fraction(-1)

    return _priced(decided, rounds, net)


def _behind_a_point(house: House, parent_id: str, odds: Wager) -> tuple[dict[Decision, Fraction], Fraction]:
    """The decisions of a wager, given that its first roll set a point."""
    machine = alone(house, parent_id).machine
    points = {
        place: chance
        for place, chance in machine.moves[machine.start].items()
        if isinstance(place, Place) and str(place.state) in house.pays_by_wager[odds.id]
    }
    total = sum(points.values())
    found: dict[Decision, Fraction] = {}
    rounds = Fraction(0)
    for place, chance in points.items():
        decided, length = _decided(house, parent_id, place, None)
        rounds += length * chance / total
        for decision, part in decided.items():
            found[decision] = found.get(decision, Fraction(0)) + part * chance / total
    return found, rounds


def _combination(house: House, wager: Wager, stake: int | None) -> Price:
    """A combination wager: all parts are decided by the same roll."""
    device = house.game.chance(house)
    table = house.game.begin(house)
    nets: dict[Fraction, Fraction] = {}
    for outcome, weight in device.weights:
        seen = house.game.observe(table, outcome, house)
        assert isinstance(seen, Seen), "the outcome is valid"
        steps = ((part, house.game.wagers[part].step(None, seen.fact)) for part in wager.parts)
        rows = [(part, step.row) for part, step in steps if isinstance(step, Closed)]
        assert len(rows) == len(wager.parts), "one outcome decides every part"
        net = _parts_net(house, wager, rows, stake)
        nets[net] = nets.get(net, Fraction(0)) + Fraction(weight, device.total)
    return Price(tuple(sorted(nets.items())), Fraction(1))


def _parts_net(house: House, wager: Wager, rows: list[tuple[str, str]], stake: int | None) -> Fraction:
    if stake is not None:
        return Fraction(resolve_parts(Standing("", wager.id, None, stake, None, house), rows).net, stake)
    total = Fraction(0)
    for part, row in rows:
        pays = house.pays(part, row)
        total += pays.winnings() if isinstance(pays, Odds) else -1
    return total / len(rows)
