"""Who may do what at a table, as a table: every role against every command, denied unless it is named here."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from croupier.conduct import UnreadableCommand
from croupier.conduct.by import ROLES
from croupier.core.refusal import Code, Refusal
from croupier.table import By, commands, decide
from croupier.table.outcomes import Proof
from croupier.table.people import UNLICENSED
from tests.support.table.play import Table, by, written

# Written by hand from the paragraphs and the list of roles and powers, not from the code:
# p player, d dealer, t stickperson, b boxperson, s pit supervisor, k key manager, y security, c count team,
# e electronic device, m the system that brings a table back. Nobody else may do anything at a table.
LETTERS = {
    "p": "player",
    "d": "dealer",
    "t": "stickperson",
    "b": "boxperson",
    "s": "pit-supervisor",
    "k": "key-manager",
    "y": "security",
    "c": "count-team",
    "e": "device",
    "m": "system",
}
POWERS = """
open-table            . . . . s k . . . .
close-table           . . . . s k . . . .
change-house          . . . . . k . . . .
exclude-patron        . . . . s k y . . .
readmit-patron        . . . . s k . . . .
designate             . . . b s k . . . .
acknowledge-clock     . . . . s k . . . .
sit                   p d . b . . . . . .
take-color            p d . . . . . . . .
leave                 p d . b . . . . . .
spread-cash           . d . b . . . . . .
state-amount          . d . b . . . . . .
give-chips            . d . b . . . . . .
drop-cash             . d . b . . . . . .
return-cash           . d . b . . . . . .
bring-chips           p d . b . . . . . .
color-up              . d . b . . . . . .
cash-out              p d . b . . . . . .
tip                   p d . b . . . . . .
empty-tube            . d . b . . . . . .
receive-fill          . . . . s k . . . .
send-credit           . . . . s k . . . .
remove-box            . . . . . . . c . .
settle-claim          . . . . s k . . . .
place                 p d . b . . . . . .
place-coupon          . d . b . . . . . .
raise                 p d . b . . . . . .
reduce                p d . b . . . . . .
take-down             p d . b . . . . . .
call-wager            p d . b . . . . . .
confirm-call          . d . b . . . . . .
repeat                p d . b . . . . . .
clear                 p d . b . . . . . .
choose                p d . b . . . . . .
spin                  . d . . . . . . e .
publish-seal          . . . . . . . . e .
reveal-seed           . . . . . . . . e .
call-no-more-bets     . d . . . . . . e .
call-outcome          . d t . . . . . e .
draw                  . d . . . . . . e .
settle                . d . . . . . . . .
open-betting          . d . . . . . . . .
offer-dice            . . t . . . . . . .
accept-dice           p . t . . . . . . .
decline-dice          p . t . . . . . . .
pass-dice             p . t . . . . . . .
order-pass            . . . b . . . . . .
direct-hand           . . . b . . . . . .
take-point-off        . . . b s k . . . .
push-dice             . . t . . . . . . .
throw-dice            . . t . . . . . e .
call-void             . d t b s k y . . .
inspect-ball          . . . . s . . . . .
return-to-service     . . . . s k . . . .
raise-dispute         p d t b . . . . . .
decide-dispute        . . . b s k . . . .
void-round            . . . . . k . . . .
resume                . . . . . . . . . m
decide-resumed        . . . b s k . . . .
correct-outcome       . . . b s k . . . .
"""
TABLE = {
    row.split()[0]: {LETTERS[each] for each in row.split()[1:] if each != "."} for row in POWERS.split("\n") if row
}

#: One way to fill in every field a command may have.
FIELDS: dict[str, Any] = {
    "player": "ann",
    "person": "ann",
    "house": written("colorado-craps"),
    "bank": 1_00,
    "counted": 0,
    "place": 9,
    "color": "red",
    "unit": 1_00,
    "instrument": "cash",
    "amount": 1_00,
    "slip": "S",
    "witness": "sue",
    "box": "drop",
    "how": "cash",
    "wager": "pass",
    "coupon": "K",
    "on": True,
    "choice": "imprison",
    "outcome": "4-2",
    "of": "award",
    "result": "10",
    "dice": 5,
    "reason": "delay",
    "way": "return",
    "call": "no-roll",
    "fit": True,
    "remark": "seen",
    "about": "x",
    "against": "dee",
    "number": 1,
    "decision": "x",
    "go_on": True,
    "round": 1,
    "dealer": "dee",
    "commitment": "0" * 64,
    "proof": Proof("T1", 1, "0" * 64, "0" * 64, None, (), True, None),
}


def _fields(word: str) -> dict[str, Any]:
    names = commands.KINDS[word].__struct_fields__
    return {name: value for name, value in FIELDS.items() if name in names}


def test_every_command_is_in_the_table() -> None:
    assert set(TABLE) == set(commands.KINDS)


@pytest.mark.parametrize("word", sorted(TABLE))
def test_a_role_may_give_the_commands_of_the_table_and_no_other(word: str) -> None:
    table = Table().opened("colorado-craps")
    table.sits("ann", 1, 100_00)
    for role in ROLES:
        done = table.ask(word, by(role, "ann" if role == "player" else "pia"), **_fields(word))
        denied = isinstance(done, Refusal) and done.code is Code.NOT_YOUR_ROLE and "is not for the" in done.message
        assert denied is (role not in TABLE[word]), f"{role} {word}: {done}"


def test_a_refusal_names_the_roles_of_this_game() -> None:
    roulette, craps = Table().opened("colorado-double-zero"), Table().opened("colorado-craps")
    for word in sorted(TABLE):
        said = roulette.no(word, by("auditor", "pia"), **_fields(word)).message
        assert "boxperson" not in said, said
        assert "stickperson" not in said, said
        assert not said.endswith("for ."), said
    assert (
        "boxperson, pit-supervisor"
        in craps.no("decide-dispute", by("player", "ann"), **_fields("decide-dispute")).message
    )
    assert roulette.no("push-dice", by("dealer")).message.endswith("it is for the craps table.")


@pytest.mark.parametrize("word", sorted(TABLE))
def test_an_employee_names_a_licence(word: str) -> None:
    table = Table().opened("colorado-craps")
    for role in TABLE[word] - set(UNLICENSED):
        raw = {"do": word, "id": "x", "by": {"person": "pia", "role": role}, "at": 0, **_fields(word)}
        done = decide(commands.read(_json(raw)), table.state)
        assert isinstance(done, Refusal)
        elsewhere = role == "device" or (word, role) == (
            "call-outcome",
            "dealer",
        )  # no device here, and a stickperson
        assert done.code is (Code.NOT_YOUR_ROLE if elsewhere else Code.NOT_LICENSED)


def _json(raw: dict[str, Any]) -> bytes:
    return msgspec.json.encode(raw)


@pytest.mark.parametrize("word", sorted(word for word in TABLE if "player" in TABLE[word]))
def test_a_player_acts_for_nobody_else(word: str) -> None:
    table = Table().opened("colorado-craps")
    refusal = table.no(word, by("player", "bob"), **_fields(word))
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
def test_what_is_no_command_is_not_read(change: dict[str, Any]) -> None:
    assert commands.read(_json(GOOD)).by == By("ann", "player")
    with pytest.raises(UnreadableCommand, match="no command"):
        commands.read(_json(GOOD | change))


def test_bytes_that_are_no_json_are_not_read() -> None:
    for body in (b"", b"{", b"\xff\xfe", b"[]", b"null"):
        with pytest.raises(UnreadableCommand):
            commands.read(body)
