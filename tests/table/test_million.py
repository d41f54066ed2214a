"""A million random commands at live tables: money and chips are conserved, replay agrees, a refusal changes nothing.

Every event is checked by `tests/support/table/watch.py`, in addition to the assertions of the table. A seed
determines a life; a failure names its seed, and its cause becomes a test below.
"""

from __future__ import annotations

import secrets
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest

from croupier.core.refusal import Code
from croupier.table import events
from croupier.table.commands import KINDS
from croupier.table.outcomes import Seal
from croupier.table.proof import prove
from tests.support.table.fields import HOUSES
from tests.support.table.life import Life
from tests.support.table.play import Table, by, written

WHOLE = (20, 50_000)  # parts, and the commands of each: every part has every kind of event
SHARE = (2, 25_000)  # in `make test`
MOVES = 300  # in one life
ORDER = [(game, house) for game in (*HOUSES, "craps", "big-six") for house in HOUSES[game]]
SEED = "croupier"
#: A table takes nothing back: no pit refuses a slip of its tables.
NEVER = {"take-back-slip"}


class OfPit(Life):
    """The life of a table that gets kits from a pit."""

    of_pit = True
    kinds = sorted(KINDS)


def _lived(seed: str, number: int) -> Life:
    """One random life of a table, starting with its opening; every house in turn. A third belong to a pit."""
    game, house = ORDER[number % len(ORDER)]
    data = Random(f"{seed} {number}")
    life = (OfPit if number % 3 == 2 else Life)(game, data, house=house)
    life.lives(data, MOVES)
    life.table.check_replay()
    return life


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "part" in metafunc.fixturenames:
        metafunc.parametrize("part", range((WHOLE if metafunc.config.getoption("--proof") else SHARE)[0]))


def test_money_is_conserved_over_random_commands(part: int, proof: bool, share: Callable[[str], None]) -> None:
    seed = f"{secrets.randbits(64)}" if proof else f"{SEED} {part}"
    happened: Counter[str] = Counter()
    answers: Counter[str] = Counter()
    lives = commands = 0
    least = (WHOLE if proof else SHARE)[1]
    while commands < least or (not _everything(happened, answers) and commands < 10 * least):
        try:
            life = _lived(seed, lives)
        except Exception as error:
            raise AssertionError(f"life {lives} of seed {seed!r}: {error}") from error
        happened += life.table.happened
        answers += life.answers
        lives, commands = lives + 1, commands + life.table.number
    taken = sum(answers[word] for word in KINDS)
    print(f"events: {happened}\nanswers: {answers}")
    assert set(happened) <= set(events.KINDS)
    assert _everything(happened, answers), "kinds of events that no command made, or commands never taken or refused"
    rarest = min(happened, key=happened.__getitem__)
    share(
        f"live tables, seed {seed}: {commands:,} random commands of all {len(KINDS)} kinds in {lives} lives,"
        f" {taken:,} taken; {sum(happened.values()):,} events of all {len(happened)} kinds (rarest:"
        f" {happened[rarest]} {rarest}); {sum(word.startswith('no ') for word in answers)} kinds of refusals"
    )


def test_a_correction_to_a_bonus_round_does_not_block_the_table() -> None:
    """A correction restored a bonus round that the present house does not have."""
    assert _lived("11270194995402043993", 139).table.number


def _everything(happened: Counter[str], answers: Counter[str]) -> bool:
    """Whether every kind of event was made, and every command was accepted and refused."""
    met = all(answers[word] and answers[f"refused {word}"] for word in KINDS if word not in NEVER)
    return met and set(happened) >= set(events.KINDS)


# Bugs that random lives have found ----------------------------------------------------------------------------------
def test_a_house_does_not_change_while_a_seal_is_closed() -> None:
    """Without the device, or with other chances, no proof would be valid and the table would be stuck."""
    table = Table().opened("colorado-double-zero", device__electronic=True)
    table.seals()
    for other in (written("colorado-double-zero"), written("colorado-single-zero", device__electronic=True)):
        assert table.no("change-house", by("key-manager"), house=other).code is Code.SEAL_DUE


def test_a_table_that_was_never_opened_has_no_seed_to_reveal() -> None:
    """This was once a crash instead of a refusal."""
    seal = Seal("T1", 1, bytes(32))
    proof = prove(seal, None, (), voided=True)
    assert Table().no("reveal-seed", by("device"), proof=proof).code is Code.SEAL_DUE
