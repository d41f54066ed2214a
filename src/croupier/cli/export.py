"""`croupier export`: everything that a store holds, as one file."""

from __future__ import annotations

from pathlib import Path

from croupier.cli import CannotRead


def export(*, db: str, out: Path, heads: Path | None = None) -> None:
    """Write everything that a store holds to one new file, which can be audited and imported.

    Parameters
    ----------
    db
        The store, as sqlite:///PATH or postgresql://….
    out
        The file to write; it must not be there yet.
    heads
        Write the signed heads to this file too, to be kept where nobody who can change the store can change it.
    """
    from croupier.host import export as exports
    from croupier.store import StoreError, export_heads

    try:
        with exports.open(db) as store:
            events = exports.write(store, out)
            if heads is not None:
                export_heads(heads, [head for stream in store.streams() for head in store.heads(stream)])
    except (StoreError, OSError) as error:
        raise CannotRead(f"cannot export {db!r}: {error}") from None
    print(f"{events:,} events are in {out}")
