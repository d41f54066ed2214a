"""`croupier session`: the possible results of a plan that is played with a bankroll."""

from __future__ import annotations

import json as jsonlib
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from croupier.cli import CannotRead, arguments
from croupier.cli.arguments import cents

if TYPE_CHECKING:
    from croupier.chain import Session


def session(
    plan: str,
    *,
    bankroll: str,
    goal: str | None = None,
    loss_limit: Annotated[str | None, Parameter(name="--loss-limit")] = None,
    max_rounds: Annotated[int | None, Parameter(name="--max-rounds")] = None,
    house: str | None = None,
    json: bool = False,
) -> None:
    """Compute results, ruin, goal, length and drawdown of a session, exactly or with a proved error bound.

    Parameters
    ----------
    plan
        A built-in plan, by its name, or a file.
    bankroll
        Dollars at the start.
    goal
        Stop when the player has this many dollars, including the bankroll.
    loss_limit
        Stop when this many dollars are lost.
    max_rounds
        Stop after this many rounds; default: 200 if there is no goal.
    house
        The house to play in: a preset name or a file; default: the plan's own house.
    json
        Print one object: amounts in cents, exact chances as fractions.
    """
    from croupier import chain
    from croupier.core.absorbing import NeverEnds

    chosen = arguments.plan(plan, house)
    begins, wanted, most = cents("--bankroll", bankroll), cents("--goal", goal), cents("--loss-limit", loss_limit)
    assert begins is not None
    table = arguments.house_for(chosen, house)
    compiled = arguments.compiled(table, chosen)
    try:
        found = chain.session(compiled, begins, wanted, most, max_rounds)
    except (chain.NoSession, chain.TooLarge, NeverEnds) as error:
        raise CannotRead(str(error)) from None
    if json:
        print(jsonlib.dumps({"plan": plan, "house": table.name, **_row(found)}))
    else:
        _print(found)


def _said(value: Fraction | float | None) -> str | float | None:
    return str(value) if isinstance(value, Fraction) else value


def _row(found: Session) -> dict[str, Any]:
    from croupier.chain.session.session import SHARES

    drawdowns = found.drawdowns
    return {
        "bankroll": found.bankroll,
        "goal": found.goal,
        "loss_limit": found.loss_limit,
        "max_rounds": found.max_rounds,
        "exact": found.exact,
        "ends": {end: _said(chance) for end, chance in found.ends.items()},
        "expectation": _said(found.expectation),
        "median": found.median,
        "median_is_proved": found.median_is_proved,
        "rounds": _said(found.rounds),
        "drawdown": _said(found.drawdown),
        "drawdown_exact": found.drawdowns is not None and not found.drawdown_error,
        "drawdown_low": _said(found.drawdown_low),
        "drawdown_high": _said(found.drawdown_high),
        "stdev": found.stdev,
        "percentiles": {f"{float(share):.0%}": found.quantile(share) for share in SHARES},
        "percentiles_proved": {f"{float(share):.0%}": found.quantile_is_proved(share) for share in SHARES},
        "standing_at_end": "face",
        "kelly": _said(found.kelly),
        "kelly_says": found.kelly_says,
        "error": found.error,
        "expectation_error": found.expectation_error,
        "rounds_error": _bound(found.rounds_error),
        "stdev_error": found.stdev_error,
        "drawdown_error": found.drawdown_error,
        "results": [{"net": net, "chance": _said(chance)} for net, chance in found.results],
        "drawdowns": None
        if drawdowns is None
        else [{"cents": fall, "chance": _said(chance)} for fall, chance in drawdowns],
        "drawdown_bounds": [{"cents": fall, "low": _said(a), "high": _said(b)} for fall, a, b in found.falls],
        "notes": list(found.notes),
    }


def _bound(error: float) -> float | None:
    """None for an infinite bound: JSON has no infinity."""
    return None if error == float("inf") else error


def _print(found: Session) -> None:
    from croupier.chain.session.session import SHARES
    from croupier.text.money import dollars

    for note in found.notes:
        print(note)
    words = {"goal": "goal reached", "loss-limit": "loss limit", "stopped": "plan stopped", "rounds": "last round"}
    for end, chance in found.ends.items():
        if chance or end == "ruin":
            print(f"{words.get(end, end):<18}{float(chance):12.6%}")
    print(f"{'expected result':<18}{_dollars(found.expectation):>12}")
    print(f"{'standard deviation':<18}{_dollars(found.stdev):>12}")
    print(f"{'expected rounds':<18}{float(found.rounds):>12,.3f}")
    print(f"{'expected drawdown':<18}{_between(found.drawdown_low, found.drawdown_high):>12}")
    kelly = found.kelly_says if found.kelly is None else f"{float(found.kelly):.4%} {found.kelly_says}"
    print(f"{'Kelly stake':<18}{kelly:>12}")
    print("Results that 5% to 95% of all sessions do not exceed:")
    for share in SHARES:
        unsure = "" if found.quantile_is_proved(share) else "  (not proved)"
        print(f"  {float(share):>4.0%}  {dollars(found.quantile(share)):>12}{unsure}")
    if found.falls:
        print("Chance of a drawdown of at least:")
        for fall, low, high in _some(found.falls):
            print(f"  {dollars(fall):>9}  {_percent(float(low), float(high))}")
    apart = "" if found.drawdowns is not None and not found.drawdown_error else ", except the drawdown"
    print(f"Exact: solved in fractions{apart}." if found.exact else _errors(found))
    print("Undecided wagers at the end count as returned.")
    if found.drawdowns is None:
        print("Drawdown: proved bounds, not exact.")
    elif found.drawdown_error:
        print(f"Chances of drawdowns are off by at most {found.drawdown_error:.2g}.")


def _some(falls: tuple[tuple[int, Any, Any], ...]) -> list[tuple[int, Any, Any]]:
    """At most seven falls, spread over chances that are neither near 1 nor near 0."""
    picked: list[tuple[int, Any, Any]] = []
    for aim in (0.95, 0.75, 0.5, 0.25, 0.1, 0.05, 0.01):
        nearest = min(falls, key=lambda row: abs(float(row[1] + row[2]) / 2 - aim))
        picked += [] if nearest in picked else [nearest]
    return sorted(picked)


def _between(low: Fraction | float, high: Fraction | float) -> str:
    """The common value of both bounds in dollars and cents, or both bounds rounded outwards."""
    if _dollars(low) == _dollars(high):
        return _dollars(low)
    return f"{_dollars(floor(low))} to {_dollars(ceil(high))}"


def _percent(low: float, high: float) -> str:
    """The digits in which both bounds of a chance agree, or both bounds rounded outwards."""
    if f"{low:.4%}" == f"{high:.4%}":
        return f"{low:10.4%}"
    return f"{floor(low * 10_000) / 100:.2f}% to {ceil(high * 10_000) / 100:.2f}%"


def _errors(found: Session) -> str:
    return (
        f"Floats: chances are off by at most {found.error:.2g}, the expected result by at most "
        f"${found.expectation_error / 100:.2g}, the expected rounds by at most {found.rounds_error:.2g}."
    )


def _dollars(cents: Fraction | float) -> str:
    value = float(cents) / 100
    return f"{'-' if value < 0 else ''}${abs(value):,.2f}"
