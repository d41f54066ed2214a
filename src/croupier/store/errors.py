"""The errors of a store. Their messages say what to do."""

from __future__ import annotations

from croupier.core.assertions import LEFT_OUT
from croupier.store.base import Appended, Envelope, Fault


class StoreError(Exception):
    """The base of all errors of a store."""


class CannotOpen(StoreError):
    """The store cannot be opened, or it would not be safe to use."""


class NoStore(CannotOpen):
    """There is no store at this place yet."""


class UnreadableStore(CannotOpen):
    """The file is not a store that this version reads: it has another schema, is damaged, or is not a database."""


class Conflict(StoreError):
    """The stream is not at the expected version. Nothing was appended."""


class CommandReused(StoreError):
    """The id was used before for a command with other contents. Nothing was appended."""


class NotOwner(StoreError):
    """The stream has another owner. Nothing was appended."""


class Owned(StoreError):
    """The stream already has an owner that is still running."""


class StoreFailed(StoreError):
    """The store has failed or is closed. Commands without an acknowledgement may or may not be stored."""


class Damaged(StoreError):
    """The store contains something else than was written."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(str(fault))
        self.fault = fault

    def __reduce__(self) -> tuple[type[Damaged], tuple[Fault]]:
        return Damaged, (self.fault,)


def check_assertions() -> None:
    """Refuse every store, even for reading, where Python leaves out the assertions that check what is in it."""
    if LEFT_OUT is not None:
        raise CannotOpen(LEFT_OUT)


def damage(row: Appended) -> Damaged:
    """The error for a changed record of a command."""
    return Damaged(Fault(row.stream, row.first, f"the record of command {row.command!r} was changed"))


def misfit(envelope: Envelope, version: int) -> str:
    """Say why an envelope is not the expected next one."""
    if envelope.version != version:
        return f"is missing: version {envelope.version} comes next"
    if envelope.computed() != envelope.digest:
        return "was changed: its digest does not match"
    return "does not follow the version before it"
