"""What an outcome meant, in the words of its game."""

from __future__ import annotations

from croupier.books import naming
from croupier.core.machine import Void
from croupier.core.refusal import Refusal
from croupier.core.show import Call
from croupier.felt import Felt
from croupier.felt.settle import observed


def meaning(felt: Felt, outcome: str) -> tuple[str, Call] | None:
    """The name of the fact of an outcome, and how it is called; None if the outcome does not count."""
    found = observed(felt, outcome)
    if isinstance(found, Refusal) or isinstance(found[1], Void):
        return None
    fact, house = found[1].fact, felt.house
    call = house.game.call(fact, house)
    return type(fact).__name__, Call(naming.said(call.line, house), naming.said(call.spoken, house))
