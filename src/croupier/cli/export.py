"""`croupier export`: everything that a store holds, as one file."""

from __future__ import annotations

from pathlib import Path

from croupier.cli import CannotRead


def export(*, db: str, out: Path, heads: Path | None = None, proof: str | None = None) -> None:
    """Write the whole store to one new file, which can be audited and imported; or a proof.

    Parameters
    ----------
    db
        The store, as sqlite:///PATH or postgresql://…, or the file of an export.
    out
        The file to write; it must not exist yet.
    heads
        Also write the signed heads to this new file. Keep it where nobody who can change the store can change it.
    proof
        Write only the proof of one round that an electronic device drew, given as TABLE/ROUND, for verify-round.
    """
    from croupier.host import export as exports
    from croupier.host.opening import unknown
    from croupier.store import StoreError, shown

    if proof is not None and heads is not None:
        raise CannotRead("--heads: goes with a whole export, not with --proof")
    try:
        with exports.open(db, reading=True) as store:
            if proof is not None:
                exports.write_proof(store, proof, out)
                print(f"the proof of round {proof} is in {out}")
            else:
                print(f"{exports.write(store, out, heads):,} events are in {out}")
                for stream in unknown(store):
                    print(f"stream {stream!r} is of an unknown kind: an audit of this version cannot judge it")
    except (StoreError, ValueError, OSError) as error:
        raise CannotRead(f"cannot export {shown(db)!r}: {error}") from None
