"""`croupier import`: loads an export into a store."""

from __future__ import annotations

from pathlib import Path

from croupier.cli import CannotRead


def import_(file: Path, *, db: str) -> None:
    """Import an export into a store. If the file is damaged, nothing is imported.

    Parameters
    ----------
    file
        What `croupier export` wrote.
    db
        The store, as sqlite:///PATH or postgresql://…; created if there is none.
    """
    from croupier import store as stores
    from croupier.host import export
    from croupier.store import StoreError

    try:
        with export.open(str(file)) as source:
            found = export.verified(source)
            with stores.open(db) as target:
                export.copy(source, target)
    except (StoreError, export.CannotImport, OSError) as error:
        raise CannotRead(f"cannot import {stores.shown(str(file))!r}: {error}") from None
    print(f"{found.events:,} events of {found.streams} tables, {found.commands:,} commands, {found.heads:,} heads")
