"""The inspection of a roulette table: five items before it opens, and some of them again after the wheel moved."""

from __future__ import annotations

from datetime import date

from croupier.core.citation import implements
from croupier.core.inspection import Check, Cited, Inspections
from croupier.games.roulette.rules import Rules
from croupier.rulebook import paragraphs
from croupier.rulebook.reader import in_force

#: The kinds of equipment that are inspected, as the register of equipment calls them.
WHEEL, BALL, TABLE = "roulette-wheel", "ball", "roulette-table"
#: Those that are inspected too if the wheel is used as a single-zero wheel.
LAYOUT, SIGN = "roulette-layout", "sign"


def checks(rules: Rules) -> tuple[Check, ...]:
    """The checklist of a house. The layout and the signs are on it if the wheel is used as a single-zero wheel."""
    return (_magnets(), _level(), _parts(), _ball(), *((_layout(),) if rules.options.converted else ()))


@implements("30-2212(1)(a)", "47.1-2212(1)(a)")
def _magnets() -> Check:
    says = "table and wheel have no magnet and nothing else that affects a fair spin"
    return Check("magnets", says, "30-2212(1)(a)")


@implements("30-2212(1)(b)", "47.1-2212(1)(b)")
def _level() -> Check:
    return Check("level", "the wheel is level and turns freely and evenly", "30-2212(1)(b)")


@implements("30-2212(1)(c)", "47.1-2212(1)(c)")
def _parts() -> Check:
    return Check("parts", "every part of the wheel is secure, and none moves", "30-2212(1)(c)")


@implements("30-2212(1)(d)", "47.1-2212(1)(d)")
def _ball() -> Check:
    return Check("ball", "the ball is not magnetic: it was passed over a magnet or a compass", "30-2212(1)(d)")


@implements("30-2212(1)(e)", "47.1-2212(1)(e)")
def _layout() -> Check:
    says = "layout and signs are those of a wheel that is used as a single-zero wheel"
    return Check("layout", says, "30-2212(1)(e)")


def covers(rules: Rules) -> tuple[str, ...]:
    """Everything that the checklist is about: if any of it comes or changes later, it was not inspected."""
    return (WHEEL, BALL, TABLE, *((LAYOUT, SIGN) if rules.options.converted else ()))


def daily(on: date) -> bool:
    """The printing of 2015 asks for an inspection before a table opens, and for none of an open one."""
    return in_force(paragraphs()["30-2212(1)"], on)


def after_movement(on: date) -> tuple[str, ...]:
    """A rule about a wheel that has moved exists from 2017-12-15 on."""
    return (_level().id,) if in_force(paragraphs()["30-2212(9)"], on) else ()


INSPECTIONS: Inspections[Rules] = Inspections(
    wheel=WHEEL,
    inspected=(WHEEL, BALL),
    covers=covers,
    checks=checks,
    daily=daily,
    after_movement=after_movement,
    cites=Cited(
        opening="30-2212(1)",
        adjusting="30-2212(2)",
        closed="30-2212(2)(a)",
        place="30-2212(2)(b)",
        before="30-2212(3)",
        director="30-2212(4)",
        log="30-2212(5)",
        moved="30-2212(9)",
    ),
)
