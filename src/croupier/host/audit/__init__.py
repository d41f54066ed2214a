"""The audit of a store."""

from croupier.host.audit.replay import Replay
from croupier.host.audit.result import Audit, Difference
from croupier.host.audit.run import CannotAudit, audit, audit_place

__all__ = ["Audit", "CannotAudit", "Difference", "Replay", "audit", "audit_place"]
