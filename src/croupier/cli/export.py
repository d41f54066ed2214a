"""`croupier export`: everything that a store holds, as one file; or as tables, or as a ledger."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from croupier.cli import CannotRead
from croupier.cli.arguments import gaming_day, known

if TYPE_CHECKING:
    from croupier.store import Store


def export(
    *,
    db: str,
    out: Path | None = None,
    heads: Path | None = None,
    proof: str | None = None,
    csv: Path | None = None,
    parquet: Path | None = None,
    table: str | None = None,
    day: str | None = None,
) -> None:
    """Write the whole store to one new file, which can be audited and imported; or a proof; or tables to read.

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
    csv
        Write rounds, wagers, money, inspections, people and equipment to this new folder, one CSV file each.
    parquet
        The same as Parquet files.
    table
        Only the rows of this table, in --csv and --parquet.
    day
        Only the rows of this gaming day, such as 2026-01-31, in --csv and --parquet.
    """
    from croupier.host import export as exports
    from croupier.store import StoreError, shown
    from croupier.table.houses import HouseUnsound

    flat = csv is not None or parquet is not None
    if (wrong := _wrong(out, heads, proof, flat=flat, part=table or day)) is not None:
        raise CannotRead(wrong)
    try:
        with exports.open(db, reading=True) as store:
            if proof is not None and out is not None:
                exports.write_proof(store, proof, out)
                print(f"the proof of round {proof} is in {out}")
            elif out is not None:
                _whole(store, out, heads)
            if flat:
                _tables(store, csv, parquet, table, day)
    except (StoreError, HouseUnsound, ValueError, OSError) as error:
        raise CannotRead(f"cannot export {shown(db)!r}: {error}") from None


def _wrong(out: Path | None, heads: Path | None, proof: str | None, *, flat: bool, part: str | None) -> str | None:
    """What is wrong with the options together."""
    if out is None and not flat:
        return "name what to write: --out FILE for the whole store, or --csv FOLDER, or --parquet FOLDER"
    if out is None and (heads is not None or proof is not None):
        return f"{'--heads' if heads is not None else '--proof'}: goes with --out FILE"
    if proof is not None and heads is not None:
        return "--heads: goes with a whole export, not with --proof"
    if part is not None and not flat:
        return "--table and --day: go with --csv and --parquet; --out always has the whole store"
    return None


def _whole(store: Store, out: Path, heads: Path | None) -> None:
    from croupier.host import export as exports
    from croupier.host.opening import unknown

    print(f"{exports.write(store, out, heads):,} events are in {out}")
    for stream in unknown(store):
        print(f"stream {stream!r} is of an unknown kind: an audit of this version cannot judge it")


def _tables(store: Store, csv: Path | None, parquet: Path | None, table: str | None, day: str | None) -> None:
    from croupier.books.flat_files import export
    from croupier.books.tables import Wanted, rows
    from croupier.books.walk import tables_of

    if table is not None:
        known("--table", table, tables_of(store))
    count = export(rows(store, Wanted(table, gaming_day(day))), csv=csv, parquet=parquet)
    said = ", ".join(f"{number:,} {name}" for name, number in count.items())
    print(f"{said}: in {' and '.join(str(each) for each in (csv, parquet) if each is not None)}")
