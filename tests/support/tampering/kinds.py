"""A kind of tampering: its name, and whether an audit of what it leaves says anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from tests.support.tampering.contents import Contents, linked, signed_by, without_contradiction
from tests.support.tampering.evidence import STOLEN, Evidence


class Kind(NamedTuple):
    """A kind of tampering. `found` says what is found, if anything; its argument: with heads kept elsewhere."""

    name: str
    found: Callable[[bool], str | None]


Change = Callable[[Contents], Contents]
#: What the attacker computes again after a change.
MODES: dict[str, Change] = {
    "as-is": lambda found: found,
    "linked": linked,
    "linked-heads-removed": lambda found: without_contradiction(linked(found)),
    "linked-signed-anew": lambda found: signed_by(linked(found), STOLEN),
}
AS_IS = ("as-is",)


def in_store(evidence: Evidence, name: str, change: Change, modes: tuple[str, ...] = tuple(MODES)) -> Iterator[Kind]:
    """A change to the rows of a store, with each way of computing digests again that leaves something changed."""
    for mode in modes:

        def found(heads: bool, mode: str = mode) -> str | None:
            new = MODES[mode](change(evidence.before))
            assert not new.same(evidence.before), f"{name} changes nothing"
            with evidence.changed(store=new):
                return _differs(evidence, heads=heads)

        yield Kind(f"{name}/{mode}", found)


def in_log(evidence: Evidence, name: str, change: Change, modes: tuple[str, ...] = tuple(MODES)) -> Iterator[Kind]:
    """A change to the rows of the log of a device."""
    for mode in modes:

        def found(heads: bool, mode: str = mode) -> str | None:
            new = MODES[mode](change(evidence.log_before))
            assert not new.same(evidence.log_before), f"{name} changes nothing"
            with evidence.changed(log=new):
                return _differs(evidence, heads=heads)

        yield Kind(f"{name}/{mode}", found)


def _differs(evidence: Evidence, *, heads: bool) -> str | None:
    says = evidence.audited(evidence.heads if heads else ())
    return None if says == evidence.says else str(says)
