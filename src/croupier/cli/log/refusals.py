"""The refusals of a stream: a log has them beside its events, with the sentence for those who read it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from croupier.store import Store


@dataclass(frozen=True, slots=True)
class RefusedAt:
    """A refusal, and the version of the stream at which it was given. A log has no time of it."""

    after: int
    code: int
    word: str
    says: str
    cite: str | None

    def row(self) -> dict[str, Any]:
        """The refusal as JSON."""
        return {
            "after_version": self.after,
            "code": self.code,
            "refusal": self.word,
            "says": self.says,
            "paragraph": self.cite,
        }


def refusals(store: Store, stream: str) -> list[RefusedAt]:
    """The refusals of a stream, in their order."""
    from croupier.host.answer import read

    found = []
    for record in sorted(store.refusals(stream), key=lambda each: (each.last, each.place)):
        refused = read(record.answer).refusal
        if refused is not None:
            says = refused.said()
            found.append(
                RefusedAt(record.last, refused.code, refused.word, says[:1].upper() + says[1:], refused.cite)
            )
    return found


def within(found: Iterable[RefusedAt], first: int, last: int) -> list[RefusedAt]:
    """Those that were given after one version of the stream, up to another."""
    return [each for each in found if first <= each.after <= last]
