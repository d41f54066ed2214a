"""A live table as a process that plays written cases, so that two versions can be compared.

It is run with any version of Croupier on its path, and imports nothing but the package. A question is a line of
JSON, `{"house": "colorado-craps", "change": {…}, "acts": ["sit player:ann player=ann place=1", …]}`. The answer is a
list with an entry for the opening and for each act: its events, `{"refused": name, "cite": id}`, or
`{"unknown": why}` if the version cannot read it.

Fields that a version does not know are left out, so that an act can state what only a later version asks for.
"""

from __future__ import annotations

import json
import sys
import tomllib
from typing import Any

import msgspec

import croupier
from croupier import house
from croupier.core.refusal import Refusal
from croupier.table import By, HouseText, begin, commands, decide, events, evolve

UNLICENSED = ("player", "system")


def played(question: dict[str, Any]) -> list[Any]:
    """The answer to every act of a case."""
    text = house.find(question["house"]).read_text(encoding="utf-8")
    written = HouseText(question["house"], text, None, json.dumps(question.get("change", {})))
    opening = {"do": "open-table", "by": _by("pit-supervisor:pat"), "house": written, "bank": 100_000_00}
    if tomllib.loads(text)["game"] == "roulette":
        opening["dealer"] = "dee"  # who is in charge
    state, answers = begin("T1"), list[Any]()
    for number, raw in enumerate((opening, *map(_read, question["acts"])), start=1):
        raw |= {"id": f"c{number}", "at": number * 1000}
        try:
            done = decide(commands.read(msgspec.json.encode(_known(raw))), state)
        except ValueError as error:
            answers.append({"unknown": str(error)})
            continue
        if isinstance(done, Refusal):
            answers.append({"refused": done.code.word, "cite": None if done.cite is None else str(done.cite)})
            continue
        bodies = [events.write(event) for event in done]
        for body in bodies:
            state = evolve(state, events.read(body))
        answers.append([json.loads(body) for body in bodies])
    return answers


def _by(text: str) -> By:
    role, _, person = text.partition(":")
    return By(person, role, "" if role in UNLICENSED else f"L-{person}")  # type: ignore[arg-type]


def _read(act: str) -> dict[str, Any]:
    word, by, *fields = act.split()
    return {"do": word, "by": _by(by), **dict(_field(each) for each in fields)}


def _field(text: str) -> tuple[str, Any]:
    """`key=value`: a value that is JSON is read as JSON, except results, which are text."""
    key, _, value = text.partition("=")
    try:
        return key, value if key in ("outcome", "result") else json.loads(value)
    except ValueError:
        return key, value


def _known(raw: dict[str, Any]) -> dict[str, Any]:
    """Without the fields that the command of this version does not have."""
    kind = commands.KINDS.get(raw["do"])
    return raw if kind is None else {key: raw[key] for key in raw if key == "do" or key in kind.__struct_fields__}


if __name__ == "__main__":
    print(croupier.__file__, flush=True)
    for line in sys.stdin:
        print(json.dumps(played(json.loads(line))), flush=True)
