"""`croupier session`: a plan played with a bankroll, and what may come of it."""

from __future__ import annotations

import json as jsonlib
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import Parameter

from croupier.cli import CannotRead
from croupier.cli.arguments import cents

if TYPE_CHECKING:
    from croupier.chain import Session
    from croupier.chain.plan import BuiltIn
    from croupier.house import House


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
    """Show what a session comes to: its results, ruin, goal, length and drawdown, exact or with a bound of error.

    Parameters
    ----------
    plan
        A built-in plan, by its name.
    bankroll
        Dollars to begin with.
    goal
        Stop with so many dollars, the bankroll included.
    loss_limit
        Stop when so many dollars are lost.
    max_rounds
        Stop after so many rounds; 200 where there is no goal either.
    house
        Where it is played: a preset name or a file; the plan's own preset if left out.
    json
        One object; amounts in cents, chances as fractions where they are exact.
    """
    from croupier import chain
    from croupier.core.absorbing import NeverEnds

    chosen = _plan(plan)
    begins, wanted, most = cents("--bankroll", bankroll), cents("--goal", goal), cents("--loss-limit", loss_limit)
    assert begins is not None
    table = _house(house, chosen)
    try:
        found = chain.session(chain.compile(table, chosen), begins, wanted, most, max_rounds)
    except (chain.NoSession, chain.PlanRefused, chain.TooLarge, NeverEnds) as error:
        raise CannotRead(str(error)) from None
    if json:
        print(jsonlib.dumps({"plan": plan, "house": table.name, **_row(found)}))
    else:
        _print(found)


def _plan(name: str) -> BuiltIn:
    from croupier.cli.arguments import plan

    return plan(name)


def _house(named: str | None, plan: BuiltIn) -> House:
    """The house named, or the plan's own preset."""
    from croupier.house import Unreadable, Unsound, load

    try:
        found = load(named or plan.house)
    except (Unreadable, Unsound) as error:
        raise CannotRead(str(error)) from None
    if missing := sorted(plan.wagers - found.offered):
        raise CannotRead(f"{named} does not offer {', '.join(missing)}, which {plan.name} plays")
    return found


def _said(value: Fraction | float | None) -> str | float | None:
    return str(value) if isinstance(value, Fraction) else value


def _row(found: Session) -> dict[str, Any]:
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
        "kelly": _said(found.kelly),
        "error": found.error,
        "expectation_error": found.expectation_error,
        "rounds_error": _bound(found.rounds_error),
        "drawdown_error": found.drawdown_error,
        "results": [{"net": net, "chance": _said(chance)} for net, chance in found.results],
        "drawdowns": None
        if drawdowns is None
        else [{"cents": fall, "chance": _said(chance)} for fall, chance in drawdowns],
        "notes": list(found.notes),
    }


def _bound(error: float) -> float | None:
    """None where nothing bounds it: JSON has no infinity."""
    return None if error == float("inf") else error


def _print(found: Session) -> None:
    from croupier.core.money import dollars

    for note in found.notes:
        print(note)
    words = {"goal": "goal reached", "loss-limit": "loss limit", "stopped": "plan stopped", "rounds": "last round"}
    for end, chance in found.ends.items():
        if chance or end == "ruin":
            print(f"{words.get(end, end):<18}{float(chance):12.6%}")
    print(f"{'expected result':<18}{_dollars(found.expectation):>12}")
    print(f"{'median result':<18}{dollars(found.median):>12}{'' if found.median_is_proved else '  (not proved)'}")
    print(f"{'expected rounds':<18}{float(found.rounds):>12,.3f}")
    if found.drawdown is not None:
        print(f"{'expected drawdown':<18}{_dollars(found.drawdown):>12}")
    kelly = (
        "none: no single wager with an advantage" if found.kelly is None else f"{float(found.kelly):.4%} of wealth"
    )
    print(f"{'Kelly stake':<18}{kelly:>12}")
    print("Chance of a result at most:")
    for share in (0.05, 0.25, 0.5, 0.75, 0.95):
        print(f"  {share:>4.0%}  {dollars(_quantile(found, share)):>12}")
    print("Exact: solved in fractions." if found.exact else _errors(found))
    print("What still stands at the end counts at face.")
    if found.drawdowns is not None and found.drawdown_error:
        print(f"Chances of drawdowns are off by at most {found.drawdown_error:.2g}.")


def _errors(found: Session) -> str:
    return (
        f"Floats: chances are off by at most {found.error:.2g}, the expected result by at most "
        f"${found.expectation_error / 100:.2g}, the expected rounds by at most {found.rounds_error:.2g}."
    )


def _quantile(found: Session, share: float) -> int:
    so_far = 0.0
    for net, chance in found.results:
        so_far += float(chance)
        if so_far >= share:
            return net
    return found.results[-1][0]


def _dollars(cents: Fraction | float) -> str:
    value = float(cents) / 100
    return f"{'-' if value < 0 else ''}${abs(value):,.2f}"
