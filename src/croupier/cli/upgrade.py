"""`croupier upgrade`: a new store from one of an older Croupier."""

from __future__ import annotations

from croupier.cli import CannotRead


def upgrade(*, db: str, into: str) -> None:
    """Convert a store of an older version of Croupier to a new store; the old one is not changed.

    Parameters
    ----------
    db
        The old store, as sqlite:///PATH or postgresql://…, or the file of an export.
    into
        The new store, as sqlite:///PATH or postgresql://…: it must be empty or not exist yet.
    """
    from croupier import store as stores
    from croupier.core.clock import Clock
    from croupier.host import export
    from croupier.host.upgrade.upgrade import upgrade as run

    try:
        with export.open(db, reading=True) as source, stores.open(into) as target:
            events = run(source, target, Clock().now())
    except (stores.StoreError, ValueError, OSError) as error:
        raise CannotRead(f"cannot upgrade {stores.shown(db)!r}: {error}") from None
    print(f"{events:,} events are in {stores.shown(into)}; {stores.shown(db)} is as it was.")
    print("Its folder of secrets belongs to the new store now: copy it beside the new file (NAME.db.secrets).")
