"""How sessions end: never, by the last round, because a plan stops; and the stake that Kelly advises."""

from __future__ import annotations

from fractions import Fraction

import pytest

from croupier import chain, house
from croupier.chain.compile import Chain, Step
from croupier.chain.session import game as session_game
from croupier.core.absorbing import NeverEnds
from croupier.felt import Place
from tests.support.sessions import made_up, on_red

WIN, LOSE = Fraction(18, 38), Fraction(20, 38)


@pytest.mark.parametrize("nodes", [0, 150])
def test_a_session_that_cannot_end(nodes: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A wager that is never decided, and no last round."""
    monkeypatch.setattr(session_game, "MOST_NODES", nodes)
    made = made_up(0)
    stuck = Chain(made.house, made.plan, ((Step(1, 0, 0, 100, 0),),), (False,), (100,))
    with pytest.raises(NeverEnds, match="for ever"):
        chain.session(stuck, 600, goal=1000)


def test_a_session_without_an_end_is_given_one_and_says_so() -> None:
    found = chain.session(on_red(), 50_00)
    assert found.max_rounds == 200
    assert found.notes[0] == "Nothing but ruin would end this session: it is stopped after 200 rounds."


def test_a_plan_that_stops_ends_the_session() -> None:
    class Once:
        name = "once"
        wagers = frozenset({"red"})

        def begin(self) -> bool:
            return False

        def moves(self, view: chain.View, memory: object) -> tuple[tuple[Place, ...], bool]:
            return (() if memory else (Place("red", 10_00),)), True

    found = chain.session(chain.compile(house.load("colorado-double-zero"), Once()), 10_00, goal=1000_00)
    assert found.ends["stopped"] == WIN
    assert found.ends["ruin"] == LOSE
    assert found.rounds == 1


@pytest.mark.parametrize(
    ("bankroll", "terms", "says"),
    [
        (0, {}, "above zero"),
        (5_00, {}, r"does not cover the \$10"),
        (50_00, {"goal": 50_00}, "not above the bankroll"),
        (50_00, {"loss_limit": 60_00}, "at most the bankroll"),
        (50_00, {"max_rounds": 0}, "at least one round"),
    ],
)
def test_terms_that_allow_no_play_are_refused(bankroll: int, terms: dict[str, int], says: str) -> None:
    with pytest.raises(chain.NoSession, match=says):
        chain.session(on_red(), bankroll, **terms)


def test_kelly_stakes() -> None:
    def price(*rows: tuple[int, Fraction]) -> chain.Price:
        return chain.Price(tuple((Fraction(net), chance) for net, chance in rows), Fraction(1))

    third = Fraction(1, 3)
    assert chain.kelly(price((-1, third), (0, third), (2, third))) == Fraction(1, 4)
    assert chain.kelly(price((-1, Fraction(1, 2)), (1, Fraction(1, 2)))) is None
    assert chain.kelly(chain.worth(house.load("colorado-craps"), "pass")) is None
    found = chain.kelly(price((-1, Fraction(1, 2)), (1, Fraction(1, 4)), (2, Fraction(1, 4))))
    assert found is not None
    # (1-f)(1+2f)/4 + (1-f)(1+f)/2 = (1+f)(1+2f)/2, which is 8f² + 5f - 1 = 0
    assert abs(float(found) - (-5 + 57**0.5) / 16) < 1e-11


def test_kelly_stakes_of_plans() -> None:
    """One wager, several decided together, and several that are not."""
    made = made_up(0)
    row = (Step(3, 0, 200, 200, 2), Step(2, 0, -200, 200, 2))
    both = chain.session(Chain(made.house, made.plan, (row,), (False,), (200,)), 600, max_rounds=2)
    assert (both.kelly, both.kelly_says) == (Fraction(1, 5), "of wealth")
    apart = chain.session(made, 600, max_rounds=2)
    assert apart.kelly is None
    assert "not defined" in apart.kelly_says
    assert chain.session(on_red(), 100_00, max_rounds=2).kelly_says == "none: the wager has no advantage"
