"""What differs in the tables of a PostgreSQL store from those that Croupier makes: read from the system catalogue."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from croupier.store.schema import TABLES, columns

if TYPE_CHECKING:
    from croupier.store.postgres import Postgres

_OURS = ("croupier_store", *TABLES)
_HERE = "current_schema()::regnamespace"
_NAMES = ", ".join(f"'{name}'" for name in _OURS)
_SET = f"IN (SELECT oid FROM pg_class WHERE relnamespace = {_HERE} AND relname IN ({_NAMES}))"
_TYPES = {"text": ("text", "C"), "number": ("bigint", ""), "bytes": ("bytea", "")}  # with their collation
#: What acts on our tables, or changes what is read from them; each row is a table and a name.
_ACTING = {
    "trigger": "SELECT tgrelid::regclass::text, tgname::text FROM pg_trigger WHERE tgrelid {ours}",
    "rule": "SELECT ev_class::regclass::text, rulename::text FROM pg_rewrite WHERE ev_class {ours}",
    "row security": "SELECT relname::text, relname::text FROM pg_class WHERE oid {ours}"
    " AND (relrowsecurity OR relforcerowsecurity)",
    "policy": "SELECT polrelid::regclass::text, polname::text FROM pg_policy WHERE polrelid {ours}",
    "inherited table": "SELECT inhparent::regclass::text, inhrelid::regclass::text FROM pg_inherits"
    " WHERE inhparent {ours} OR inhrelid {ours}",
    "constraint": "SELECT conrelid::regclass::text, conname::text FROM pg_constraint"
    " WHERE (conrelid {ours} OR confrelid {ours}) AND contype NOT IN ('p', 'n')",
    "index": "SELECT indrelid::regclass::text, indexrelid::regclass::text FROM pg_index"
    " WHERE indrelid {ours} AND (NOT indisprimary OR NOT indisvalid OR indexprs IS NOT NULL)",
}
#: What else is in the schema: the kind of a relation or function, and its name.
_RELATIONS = (
    "SELECT relkind::text, relname::text FROM pg_class"
    f" WHERE relnamespace = {_HERE} AND relkind NOT IN ('i', 't', 'c') AND relname <> ALL($1)"
    f" UNION SELECT 'function', proname::text FROM pg_proc WHERE pronamespace = {_HERE} ORDER BY 1, 2"
)
_KINDS = {"r": "table", "v": "view", "m": "view", "S": "sequence", "f": "foreign table", "p": "table"}
_COLUMNS = (
    "SELECT relname::text, attname::text, format_type(atttypid, atttypmod), coalesce(collname::text, ''), attnotnull,"
    " atthasdef OR attgenerated <> '' OR attidentity <> '' FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid"
    " LEFT JOIN pg_collation ON pg_collation.oid = attcollation"
    " WHERE attrelid {ours} AND attnum > 0 AND NOT attisdropped ORDER BY relname, attnum"
)
_KEYS = (
    "SELECT relname::text, (SELECT string_agg(attname, ', ' ORDER BY place)"
    " FROM unnest(conkey) WITH ORDINALITY AS k (n, place) JOIN pg_attribute ON attnum = n AND attrelid = conrelid)"
    " FROM pg_constraint"
    " JOIN pg_class ON pg_class.oid = conrelid WHERE conrelid {ours} AND contype = 'p'"
)


def acting(rows: Postgres) -> Iterator[str]:
    """What acts on the tables of the store although Croupier did not make it, and columns that are not as made."""
    for kind, query in _ACTING.items():
        for table, name in rows.run(query.format(ours=_SET)):
            yield f"Croupier did not make the {kind} {name!r} of table {table!r}"
    found = Counter(rows.run(_COLUMNS.format(ours=_SET)))
    expected = Counter(_columns(older=not rows.chained))
    for table, column, *_ in (*(found - expected), *(expected - found)):
        yield f"column {column!r} of table {table!r} is not as Croupier made it"
    keys = dict(rows.run(_KEYS.format(ours=_SET)))
    for table in TABLES:
        if keys.get(table) != _key(columns(table, older=not rows.chained)):
            yield f"table {table!r} has another primary key than Croupier gave it"


def strange(rows: Postgres) -> Iterator[str]:
    """Views, functions and other tables in the schema of the store."""
    for kind, name in rows.run(_RELATIONS, list(_OURS)):
        yield f"Croupier did not make the {_KINDS.get(kind, kind)} {name!r} in the schema of the store"


#: An SQL condition: nothing acts on the tables that a command is written to.
UNTOUCHED = "NOT EXISTS ({})".format(
    " UNION ALL ".join(
        f"SELECT 1 FROM {catalogue} WHERE {column} IN ('streams'::regclass, 'events'::regclass, 'commands'::regclass)"
        for catalogue, column in {
            "pg_trigger": "tgrelid",
            "pg_rewrite": "ev_class",
            "pg_policy": "polrelid",
            "pg_inherits": "inhparent",
        }.items()
    )
)


def _columns(*, older: bool) -> Iterator[tuple[Any, ...]]:
    yield ("croupier_store", "schema", "bigint", "", True, False)
    for table in TABLES:
        for each in columns(table, older=older).partition(", PRIMARY KEY")[0].split(", "):
            name, kind = each.split(" ")[:2]
            yield (table, name, *_TYPES[kind.strip("{}")], True, False)


def _key(text: str) -> str:
    """The columns of the primary key.

    >>> _key("a {text}, b {number}, PRIMARY KEY (a, b)"), _key("a {text} PRIMARY KEY, b {number}")
    ('a, b', 'a')
    """
    first, _, named = text.partition("PRIMARY KEY")
    return named.strip(" ()") if named.startswith(" (") else first.split(" ")[0]
