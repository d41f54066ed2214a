"""`croupier felt`: the picture of a house's table, and what the command refuses."""

from __future__ import annotations

import pytest

from croupier.fonts.outlines import outlined
from croupier.games.roulette.layout import Layout
from croupier.games.roulette.svg import felt as roulette
from tests.support.command import croupier
from tests.support.felts import at_house


def test_the_command_draws_the_table_of_a_house() -> None:
    done = croupier("felt", "roulette", "--house", "colorado-triple-zero")
    assert (done.returncode, done.stdout) == (0, outlined(at_house("colorado-triple-zero")) + "\n")
    assert (
        croupier("felt", "roulette", "--wheel", "triple-zero").stdout
        == outlined(roulette.draw(Layout("triple-zero"))) + "\n"
    )
    assert "used as a single zero wheel" in croupier("felt", "roulette", "--house", "colorado-converted-wheel").stdout


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("craps", "--house", "colorado-double-zero"), "colorado-double-zero is for roulette, not for craps"),
        (("craps-free", "--house", "colorado-craps"), "colorado-craps is for craps, not for craps-free"),
        (("craps", "--wheel", "double-zero"), "--wheel is for roulette"),
        (("roulette", "--house", "colorado-double-zero", "--wheel", "single-zero"), "has a double-zero wheel"),
        (("roulette", "--house", "no-such-house"), "no-such-house"),
    ],
)
def test_the_command_says_what_is_wrong_and_exits_2(words: tuple[str, ...], says: str) -> None:
    done = croupier("felt", *words)
    assert done.returncode == 2
    assert says in done.stderr
    assert done.stdout == ""
