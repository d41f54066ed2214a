"""Who may do what at a table, as a table: every role with every command, refused unless it is named here."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.conduct import UnreadableCommand
from croupier.conduct.by import ROLES, UNLICENSED
from croupier.conduct.powers import POWERS
from croupier.core.refusal import Code, Refusal
from croupier.table import By, commands, decide
from tests.support.table.golden import COMMANDS
from tests.support.table.play import Table, by

#: The roles by command, from the declaration of powers. No other role may give the command.
TABLE = {word: set(power.roles) for word, power in POWERS.commands["table"].items()}


def test_every_command_is_in_the_table() -> None:
    assert set(TABLE) == set(commands.KINDS)


@pytest.mark.parametrize("word", sorted(TABLE))
def test_a_role_may_give_the_commands_of_the_table_and_no_other(word: str) -> None:
    table = Table().opened("colorado-craps")
    table.sits("ann", 1, 100_00)
    for role in ROLES:
        done = table.ask(word, by(role, "ann" if role == "player" else "pia"), **COMMANDS[word])
        denied = isinstance(done, Refusal) and done.code is Code.NOT_YOUR_ROLE and "is not for the" in done.message
        assert denied is (role not in TABLE[word]), f"{role} {word}: {done}"


def test_a_refusal_names_the_roles_of_this_game() -> None:
    roulette, craps = Table().opened("colorado-double-zero"), Table().opened("colorado-craps")
    for word in sorted(TABLE):
        said = roulette.no(word, by("auditor", "pia"), **COMMANDS[word]).message
        assert "boxperson" not in said, said
        assert "stickperson" not in said, said
        assert not said.endswith("for ."), said
    assert (
        "boxperson, pit-supervisor"
        in craps.no("decide-dispute", by("player", "ann"), **COMMANDS["decide-dispute"]).message
    )
    assert roulette.no("push-dice", by("dealer")).message.endswith("it is for the craps table.")


#: No device here, no kit that gives security a key, and a stickperson, who keys a wager only while the dice are in
#: the air.
ELSEWHERE = {
    ("call-outcome", "dealer"),
    ("remove-box", "security"),
    *((word, "stickperson") for word in ("place", "raise", "place-coupon")),
}


@pytest.mark.parametrize("word", sorted(TABLE))
def test_an_employee_names_a_licence(word: str) -> None:
    table = Table().opened("colorado-craps")
    for role in TABLE[word] - set(UNLICENSED):
        raw = {"do": word, "id": "x", "by": {"person": "pia", "role": role}, "at": 0, **COMMANDS[word]}
        done = decide(commands.read(_json(raw)), table.state)
        assert isinstance(done, Refusal)
        elsewhere = role == "device" or (word, role) in ELSEWHERE
        assert done.code is (Code.NOT_YOUR_ROLE if elsewhere else Code.NOT_LICENSED)


def _json(raw: dict[str, Any]) -> bytes:
    return msgspec.json.encode(raw)


@pytest.mark.parametrize("word", sorted(word for word in TABLE if "player" in TABLE[word]))
def test_a_player_acts_for_nobody_else(word: str) -> None:
    table = Table().opened("colorado-craps")
    refusal = table.no(word, by("player", "bob"), **COMMANDS[word])
    assert refusal.code is Code.NOT_YOUR_SEAT


ANN = {"person": "ann", "role": "player"}
GOOD: dict[str, Any] = {"do": "sit", "id": "1", "by": ANN, "at": 0, "player": "ann", "place": 1}


@pytest.mark.parametrize(
    "change",
    [
        {"place": "1"},
        {"place": 1.0},
        {"place": True},
        {"place": 0},
        {"player": ""},
        {"player": "a:b"},
        {"player": "ann "},
        {"player": "ann\n"},
        {"player": " ann"},
        {"at": -1},
        {"id": ""},
        {"do": "fly"},
        {"extra": 1},
        {"by": {"person": "ann", "role": "king"}},
        {"by": {"person": "ann", "role": "player", "crown": True}},
    ],
    ids=str,
)
def test_invalid_commands_are_not_read(change: dict[str, Any]) -> None:
    assert commands.read(_json(GOOD)).by == By("ann", "player")
    with pytest.raises(UnreadableCommand, match="no command"):
        commands.read(_json(GOOD | change))


def test_bytes_that_are_no_json_are_not_read() -> None:
    for body in (b"", b"{", b"\xff\xfe", b"[]", b"null"):
        with pytest.raises(UnreadableCommand):
            commands.read(body)
