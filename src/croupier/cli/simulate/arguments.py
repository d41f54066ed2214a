"""The arguments of `croupier simulate`: counts such as 1e9, seeds and checkpoints."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal, InvalidOperation
from pathlib import Path

from croupier.cli import CannotRead
from croupier.cli.arguments import cents
from croupier.core import json_once

MOST = 2**62
MOST_SESSIONS = 2**40  # also the most rounds in a session
MOST_THREADS = 1024


def count(name: str, text: str | None, most: int = MOST) -> int | None:
    """A whole number above zero, such as 1e9 or 1_000_000, or none where it was left out."""
    if text is None:
        return None
    try:
        number = Decimal(text)
    except InvalidOperation:
        number = Decimal("nan")
    if not (text.isascii() and number.is_finite() and 1 <= number <= most and number == number.to_integral_value()):
        such = ", such as 1e9 or 1_000_000" if most == MOST else ""
        raise CannotRead(f"{name}: a whole number from 1 to {most:,}{such}, not {text!r}")
    return int(number)


def read_terms(
    rounds: str | None = None,
    sessions: str | None = None,
    bankroll: str | None = None,
    goal: str | None = None,
    loss_limit: str | None = None,
    max_rounds: str | None = None,
) -> dict[str, int | None]:
    """The arguments for `croupier.sim.run`."""
    return {
        "rounds": count("--rounds", rounds),
        "sessions": count("--sessions", sessions, MOST_SESSIONS),
        "bankroll": cents("--bankroll", bankroll),
        "goal": cents("--goal", goal),
        "loss_limit": cents("--loss-limit", loss_limit),
        "max_rounds": count("--max-rounds", max_rounds, MOST_SESSIONS),
    }


def seeded(text: str | None) -> int | None:
    """A seed, or none where it was left out."""
    if text is not None and not (text.isascii() and text.isdigit() and len(text) <= 20 and int(text) < 2**64):
        raise CannotRead(f"--seed: a whole number from 0 to {2**64 - 1:,}, written in digits, not {text!r}")
    return None if text is None else int(text)


@dataclass(frozen=True, slots=True)
class Kept:
    """The arguments stored in a checkpoint, and how many rounds or sessions it contains."""

    terms: dict[str, int | None]
    seed: int
    before: int


def checkpointed(path: Path) -> Kept:
    """The arguments to resume a checkpoint; the simulation checks them again."""
    try:
        plain = json_once.load(path.read_bytes(), dict)
        terms = dict(plain["terms"])
        rounds = terms.pop("kind") == "rounds"
        before = plain["totals"]["rounds" if rounds else "streams"]
        if not set(terms) <= set(read_terms()) or type(before) is not int:
            raise ValueError("other terms")
        return Kept(terms, plain["seed"], before)
    except OSError as error:
        raise CannotRead(f"--resume: {str(path)!r} cannot be read: {error.strerror}") from None
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise CannotRead(f"--resume: {str(path)!r} is no checkpoint of a simulation, or damaged") from None
