"""Stores of schema 1, whose records of commands are in no chain."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from croupier.host import export
from croupier.host.audit import audit_place
from croupier.store import Appended
from tests.support.recorded.files import RECORDED
from tests.support.schema_1 import made, statements
from tests.support.tampering.columns import variants
from tests.support.tampering.evidence import said
from tests.support.tampering.kinds import Kind

OLD = next(path for path in RECORDED if path.stem == "0.2.0")
COLUMNS = tuple(name for name in Appended._fields if name not in ("number", "previous"))


def kinds(folder: Path) -> Iterator[Kind]:
    """Changes to a refusal and to a command with events; the digest of the record is computed again."""
    url = made("sqlite", folder, OLD)
    whole = Path(url.removeprefix("sqlite:///"))
    says = said(audit_place(url).row())
    with export.open(str(OLD)) as kept:
        heads = [head for stream in kept.streams() for head in kept.heads(stream)]
        rows = [row for row in kept.commands() if row.stream.startswith("table/")]
    refusal = next(row for row in rows if row.last < row.first)
    command = next(row for row in rows if row.last >= row.first)

    def kind(name: str, change: Callable[..., None]) -> Kind:
        def found(with_heads: bool) -> str | None:
            path = folder / "older.db"
            shutil.copy(whole, path)
            with statements(f"sqlite:///{path}") as run:
                change(run)
            now = said(audit_place(f"sqlite:///{path}", heads if with_heads else ()).row())
            return None if now == says else str(now)

        return Kind(f"schema-1/{name}", found)

    for what, row in {"refusal": refusal, "command": command}.items():
        yield kind(f"{what}/deleted", _exchanged(row, None))
        for column in COLUMNS:
            if column == "check":
                continue
            for variant, new in variants(value := getattr(row, column)).items():
                other = row._replace(**{column: new(value)})
                yield kind(f"{what}/{column}/{variant}", _exchanged(row, other._replace(check=other.computed())))
    invented = refusal._replace(command="never-asked")
    yield kind("refusal/invented", _exchanged(None, invented._replace(check=invented.computed())))


def _exchanged(old: Appended | None, new: Appended | None) -> Callable[..., None]:
    def change(run: Callable[..., Any]) -> None:
        if old is not None:
            run("DELETE FROM commands WHERE stream = $1 AND id = $2", old.stream, old.command)
        if new is not None:
            places = ", ".join(f"${number}" for number in range(1, len(COLUMNS) + 1))
            run(f"INSERT INTO commands VALUES ({places})", *new[: len(COLUMNS)])

    return change
