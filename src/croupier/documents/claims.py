"""What the proof of an electronic round shows, to whom, under which assumption; and who could still cheat.

The command `verify-round` and the page of a round say the same sentences. They say that the house did not choose an
outcome only where that is true.
"""

from __future__ import annotations

from collections.abc import Iterator

from croupier.core.delay import BROWSER_SPEED, LEAST, PATIENCE_MS, speed_needed
from croupier.table.closing import Closing
from croupier.table.proof import Proof

_VOIDS = (
    "A house could still void rounds whose outcome it does not like. That can be seen: the seed of every voided "
    "round is revealed, and croupier audit lists what these rounds drew or would have drawn."
)


def what_it_shows(proof: Proof) -> list[str]:
    """What a valid proof proves, to whom, under which assumption; and who could still cheat."""
    closing = proof.closing
    if closing is not None:
        return [*_delayed(proof, closing), _VOIDS]
    if not proof.draws:
        return ["Nothing was drawn. This shows which seed was sealed, and nothing else."]
    return [
        "The outcome follows from a seed that was sealed before betting opened, and from the log at the close.",
        "So no player could know it before the close, and nobody could change it afterwards.",
        "It does not show that the house did not choose it. This round had no delay, so whoever ran the server could "
        "have tried other closes until one gave the outcome that they wanted.",
        _VOIDS,
    ]


def _delayed(proof: Proof, closing: Closing) -> Iterator[str]:
    terminals = f"{closing.terminals:,} terminal{'s' * (closing.terminals != 1)}"
    steps = f"{closing.iterations:,} iterations of PBKDF2"
    if proof.draws:
        yield (
            "The outcome follows from a seed that was sealed before betting opened, the log at the close and the "
            f"random numbers of {terminals}, after {steps} in a row."
        )
    else:
        yield f"Nothing was drawn. The seed, the closing with {terminals} and {steps} fix what would have been drawn."
    if not closing.terminals:
        yield (
            "No terminal took part. So it does not show that the house did not choose the outcome: it could have "
            "tried other closings for as long as it liked."
        )
        return
    if closing.iterations < LEAST:
        yield (
            f"The delay is below {LEAST:,} iterations. So it does not show that the house did not choose the "
            "outcome: it could have tried other closings while the terminals waited."
        )
        return
    needed = speed_needed(closing.iterations)
    yield (
        "It shows to every player whose terminal took part, and got this root in time, that nobody chose "
        f"{'the outcome' if proof.draws else 'what would have been drawn'}: not a player, and not the house."
    )
    yield (
        "This assumes one honest terminal, whose random number the house did not know before the close. And it "
        f"assumes that nobody computes {needed:,} iterations a second on one core: only then could the house try "
        f"even one other closing in the {PATIENCE_MS} ms that a terminal waits. The fastest browser measured does "
        f"{BROWSER_SPEED:,}."
    )
