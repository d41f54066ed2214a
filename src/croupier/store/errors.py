"""Why a store did not do what was asked; each with a sentence that says what to do."""

from __future__ import annotations

from croupier.store.base import Appended, Fault


class StoreError(Exception):
    """Any of these."""


class CannotOpen(StoreError):
    """A store that cannot be opened, or is not safe to."""


class Unreadable(CannotOpen):
    """A file that holds no store which this version reads: another schema, damage, or no database at all."""


class Conflict(StoreError):
    """The stream is not at the version that was expected; nothing was appended."""


class CommandReused(StoreError):
    """The id of a command that came before, with other contents; nothing was appended."""


class NotOwner(StoreError):
    """The stream belongs to another owner; nothing was appended."""


class Owned(StoreError):
    """The stream has an owner who lives."""


class StoreFailed(StoreError):
    """The store is dead or closed: it neither writes nor reads any more, and what was not acknowledged is unknown."""


class Damaged(StoreError):
    """What was read is not what was written."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault

    def __reduce__(self) -> tuple[type[Damaged], tuple[Fault]]:
        return Damaged, (self.fault,)


def damage(row: Appended) -> Damaged:
    """That the record of a command is not what was written."""
    return Damaged(Fault(row.stream, row.first, f"the record of command {row.command!r} was changed"))
