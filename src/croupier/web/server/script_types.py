"""TypeScript types of everything that the server exchanges with the scripts of the pages.

They are made from the Python types and written to `shared/wire.d.ts`, for the checker of the scripts (`make js`); no
browser reads that file. `make docs` writes it, and a test keeps it current.
"""

from __future__ import annotations

import inspect
import json
from pathlib import Path
from typing import Any, TypeAlias

from msgspec import NODEFAULT
from msgspec import inspect as types

from croupier.floor.accepted_amounts import Amounts
from croupier.floor.guest_commands import FILLED, Asked
from croupier.floor.nonces import Nonce
from croupier.floor.readiness import Ready
from croupier.floor.sound import Hello
from croupier.table.witness import Seen
from croupier.web.api.felts import SpotShown
from croupier.web.api.log_entries import Entries
from croupier.web.api.responses import RoundShown
from croupier.web.server.frames import HallFrame, TerminalFrame
from croupier.web.server.heartbeat import Ping
from croupier.web.views.happened import Happened

PATH = Path(__file__).parents[1] / "shared" / "wire.d.ts"
_HEAD = """\
// What the server and the pages send each other, as types for the checker; no browser reads this.
// `make docs` writes it from the types of the server (server/script_types.py); do not edit it.

export type Json = string | number | boolean | null | Json[] | { [member: string]: Json };

/** A JSON merge patch (RFC 7396) of an object: null removes a member. */
export type Patch = Record<string, Json>;
"""
#: Unions that get a name; a union comes before those that contain it.
UNIONS: dict[str, Any] = {
    "Happened": Happened,
    "TerminalFrame": TerminalFrame,
    "HallFrame": HallFrame,
    "Asked": Asked,
}
#: What a terminal says about itself, asks its line, adds to a closing and keeps of it; and the HTTP responses read.
OTHERS = (Hello, Nonce, Ping, Ready, Amounts, Seen, RoundShown, Entries, SpotShown)
_Object: TypeAlias = types.StructType | types.TypedDictType | types.DataclassType
_PLAIN: dict[type[types.Type], str] = {
    types.StrType: "string",
    types.IntType: "number",
    types.FloatType: "number",
    types.BoolType: "boolean",
    types.NoneType: "null",
}


class _Writer:
    """Writes an interface for each object type that it finds."""

    def __init__(self) -> None:
        self._met: dict[str, type] = {}
        self._unions: dict[str, str] = {}
        self.written: list[str] = []

    def expression(self, kind: types.Type, *, sent_to_us: bool = False) -> str:
        """A type in TypeScript; with `sent_to_us`, members with a default are optional."""
        match kind:
            case types.StructType() | types.TypedDictType() | types.DataclassType():
                return self._named(kind, sent_to_us)
            case types.UnionType():
                members = " | ".join(self.expression(each, sent_to_us=sent_to_us) for each in kind.types)
                return self._unions.get(members, members)
            case types.LiteralType():
                return " | ".join(map(json.dumps, kind.values))
            case types.TupleType():
                return f"[{', '.join(map(self.expression, kind.item_types))}]"
            case types.ListType() | types.VarTupleType():
                item = self.expression(kind.item_type)
                return f"({item})[]" if " " in item else f"{item}[]"
            case types.DictType(value_type=types.AnyType()):
                return "Patch"
            case types.DictType():
                return f"Record<string, {self.expression(kind.value_type)}>"
        return _PLAIN[type(kind)]

    def union(self, name: str, kind: Any, *, sent_to_us: bool) -> None:
        """Give a union a name."""
        members = self.expression(types.type_info(kind), sent_to_us=sent_to_us)
        self._unions[members] = name
        self.written.append("\n  | ".join([f"\nexport type {name} =", *members.split(" | ")]) + ";\n")

    def _named(self, kind: _Object, sent_to_us: bool) -> str:
        name = kind.cls.__name__
        if name not in self._met:
            self._met[name] = kind.cls
            self._write(kind, sent_to_us)
        assert self._met[name] is kind.cls, f"two types are called {name}"
        return name

    def _write(self, kind: _Object, sent_to_us: bool) -> None:
        said = (inspect.getdoc(kind.cls) or "").splitlines()
        lines = [f"\n/** {said[0]} */", f"export interface {kind.cls.__name__} {{"]
        if isinstance(kind, types.StructType) and kind.tag_field is not None:
            lines.append(f"  {kind.tag_field}: {json.dumps(kind.tag)};")
        place = len(self.written)
        for field in kind.fields:
            if sent_to_us and field.name in FILLED:
                continue
            unset = field.default is NODEFAULT and field.default_factory is NODEFAULT
            optional = "?" if not field.required and (unset or sent_to_us) else ""
            lines.append(f"  {field.encode_name}{optional}: {self.expression(field.type)};")
        if sent_to_us:
            lines.append("  round?: number;")
        self.written.insert(place, "\n".join([*lines, "}\n"]))


def script_types() -> str:
    """The whole of `shared/wire.d.ts`."""
    writer = _Writer()
    for name, union in UNIONS.items():
        writer.union(name, union, sent_to_us=union is Asked)
    for other in OTHERS:
        writer.expression(types.type_info(other))
    return "".join([_HEAD, *writer.written])


if __name__ == "__main__":
    PATH.write_text(script_types(), encoding="utf-8")
