"""`croupier export`: everything that a store holds, as one file; or as tables, or as a ledger."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

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
    beancount: Path | None = None,
    detail: Annotated[bool, Parameter(negative="")] = False,
    table: str | None = None,
    day: str | None = None,
) -> None:
    """Write the whole store to one new file, which can be audited and imported; or a proof, tables, or a ledger.

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
    beancount
        Write the money as a plain-text double-entry ledger for Beancount to this new file.
    detail
        In the ledger, one transaction for each event, and not for each gaming day, table and kind of event.
    table
        Only this table, in --csv, --parquet and --beancount.
    day
        Only the rows of this gaming day, such as 2026-01-31, in --csv and --parquet.
    """
    from croupier.host import export as exports
    from croupier.store import StoreError, shown
    from croupier.table.houses import HouseUnsound

    flat = csv is not None or parquet is not None
    readable = flat or beancount is not None
    wrong = _wrong(out, heads, proof, readable=readable) or _wrong_part(table, day, flat=flat, readable=readable)
    if detail and beancount is None:
        wrong = wrong or "--detail: goes with --beancount FILE"
    if wrong is not None:
        raise CannotRead(wrong)
    try:
        with exports.open(db, reading=True) as store:
            if out is not None:
                _whole(store, out, heads, proof)
            if flat:
                _tables(store, csv, parquet, table, day)
            if beancount is not None:
                _ledger(store, beancount, table, detail=detail)
    except (StoreError, HouseUnsound, ValueError, OSError) as error:
        raise CannotRead(f"cannot export {shown(db)!r}: {error}") from None


def _wrong(out: Path | None, heads: Path | None, proof: str | None, *, readable: bool) -> str | None:
    """What is wrong with the options of a whole export together."""
    if out is None and (heads is not None or proof is not None):
        return f"{'--heads' if heads is not None else '--proof'}: goes with --out FILE"
    if out is None and not readable:
        return (
            "name what to write: --out FILE for the whole store, --csv FOLDER, --parquet FOLDER or --beancount FILE"
        )
    if proof is not None and heads is not None:
        return "--heads: goes with a whole export, not with --proof"
    return None


def _wrong_part(table: str | None, day: str | None, *, flat: bool, readable: bool) -> str | None:
    """What is wrong with the options that cut out a part."""
    if table is not None and not readable:
        return "--table: goes with --csv, --parquet and --beancount; --out always has the whole store"
    if day is not None and not flat:
        return "--day: goes with --csv and --parquet; a ledger and --out have all days"
    return None


def _whole(store: Store, out: Path, heads: Path | None, proof: str | None) -> None:
    """Write everything, or one proof."""
    from croupier.host import export as exports
    from croupier.host.opening import unknown

    if proof is not None:
        exports.write_proof(store, proof, out)
        print(f"the proof of round {proof} is in {out}")
        return
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


def _ledger(store: Store, path: Path, table: str | None, *, detail: bool) -> None:
    from croupier.books.beancount import write
    from croupier.books.walk import tables_of
    from croupier.store import new_file

    if table is not None:
        known("--table", table, tables_of(store))
    with new_file(path) as file:
        found = write(store, file, table, detail=detail)
    counted = f"{found.transactions:,} transactions, {found.accounts:,} accounts, {found.assertions:,} balances"
    print(f"{counted}: in {path}; bean-check checks them")
