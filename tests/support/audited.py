"""The stream that audits look at, and the fault that an audit finds."""

from __future__ import annotations

from croupier.host.audit import audit
from croupier.store import Fault, Head, Store

STREAM = "table/B6"


def fault_of(found: Store, heads: list[Head] | None = None) -> Fault:
    """Audit a store to the end, and return the fault that there must be."""
    with found:
        fault = audit(found, heads or ()).fault
    assert fault is not None
    return fault
