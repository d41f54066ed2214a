"""A message of a terminal becomes a command of its own guest, or nothing: nobody can act for somebody else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from croupier.conduct.by import By
from croupier.floor.guest_commands import COMMANDS, FILLED, NotACommand, own_id, read
from croupier.table.acts.wagers.placing import Place

SAID: dict[str, Any] = {"do": "place", "id": "a/7", "wager": "straight", "spot": "17", "amount": 500}


def _read(**changed: Any) -> Any:
    """The command of ann at table R0; a field that is changed to nothing is left out."""
    said = {name: value for name, value in (SAID | changed).items() if value != ""}
    return read(json.dumps(said).encode(), "ann", "R0", 7).command


def test_the_floor_fills_in_who_when_and_where() -> None:
    command = _read()
    assert isinstance(command, Place)
    assert (command.id, own_id(command.id)) == ("ann/R0/a/7", "a/7")
    assert (command.by, command.player) == (By("ann", "player"), "ann")
    assert command.at > 0
    assert (command.wager, command.spot, command.amount, command.tip) == ("straight", "17", 500, False)
    assert _read(id="x" * 64).id == f"ann/R0/{'x' * 64}"


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        *[({name: "bea"}, f"`{name}` is not for terminals") for name in sorted(FILLED)],
        *[({"id": bad}, "`id` does not have") for bad in ("", 7, None, "a b", "a\n", "é", "x" * 65)],
        *[({"do": bad}, "`do` must be one of leave,") for bad in ("", 7, None, ["place"], "open-table", "Place")],
        *[({"amount": bad}, "`$.amount`") for bad in (0, -1, 1.5, 10**13, "500", None, [5])],
        ({"amount": ""}, "missing required field `amount`"),
        ({"wager": "x" * 65}, "`$.wager`"),
        *[({"round": bad}, "`round` is not a whole number") for bad in ("7", 1.5, True)],
        ({"more": 1}, "unknown field `more`"),
    ],
)
def test_other_messages_are_no_commands(changed: dict[str, Any], why: str) -> None:
    with pytest.raises(NotACommand) as caught:
        _read(**changed)
    assert str(caught.value).startswith("This is no command of a terminal: ")
    assert why in str(caught.value)


NESTED = b'{"do":"place","wager":' + 2000 * b"[" + 2000 * b"]" + b"}"


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"7", b"\xff", b'{"do":"\xff"}', NESTED])
def test_bytes_that_are_no_object_are_no_command(body: bytes) -> None:
    with pytest.raises(NotACommand):
        read(body, "ann", "R0", 7)


def test_every_command_of_guests_has_what_the_floor_fills_in() -> None:
    for kind in COMMANDS.values():
        assert {"id", "by", "at", "player"} <= set(kind.__struct_fields__), kind
