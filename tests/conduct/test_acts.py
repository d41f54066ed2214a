"""A kind of stream made of modules: who is refused first, how events are applied, and what an audit judges."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.conduct import By, Command, Conducted, Event, powers
from croupier.conduct.acts import Act, Decided, Happening, made, made_of
from croupier.conduct.powers import POWERS, Power, roles_of
from croupier.conduct.shapes import Shapes
from croupier.core.refusal import Code, Refusal, refuse

BOSS, CLERK = By("bea", "key-manager", "L1"), By("carl", "accounting", "L2")


class Ring(Command, frozen=True):
    """Ring the bell."""

    times: int


class Rung(Event, frozen=True):
    """The bell rang."""

    times: int


class Echoed(Event, frozen=True):
    """It was heard again."""

    heard: int


@dataclass(frozen=True)
class Bell:
    """How often the bell rang."""

    at: int = 0
    rung: int = 0

    def but(self, **changes: Any) -> Bell:
        """The same bell with these changes."""
        return replace(self, **changes)


def ring(command: Ring, state: Bell) -> Decided:
    """Ring it; an echo comes with many."""
    if command.times > 5:
        return refuse(Code.OVER_MAXIMUM, "coupon")
    rung = made(Rung, command, state, times=command.times)
    return (rung,) if command.times < 3 else (rung, made(Echoed, command, state, heard=state.rung))


BELLS = SimpleNamespace(
    ACTS=(Act(Ring, ring, makes=(Rung, Echoed)),),
    HAPPENINGS=(Happening(Rung, lambda state, event: state.but(rung=state.rung + event.times)), Happening(Echoed)),
)
BELL = made_of("bell/", lambda rest: Bell(), [BELLS], Shapes(Bell))


@pytest.fixture(autouse=True)
def _declared(monkeypatch: pytest.MonkeyPatch) -> Any:
    ringing = Power(roles=("key-manager",), note="the boss rings", cites=("30-2201(4)",))
    declared = replace_commands({"bell": {"ring": ringing}})
    monkeypatch.setattr(powers, "POWERS", declared)
    roles_of.cache_clear()
    yield
    roles_of.cache_clear()


def replace_commands(commands: dict[str, dict[str, Power]]) -> Any:
    return powers.Powers(commands=commands, reads=POWERS.reads, incompatible=POWERS.incompatible)


def _ring(times: int, by: By = BOSS, at: int = 7) -> Ring:
    return Ring(id=f"ring-{times}", by=by, at=at, times=times)


def _done(command: Command, state: Bell) -> Conducted[Bell, Event]:
    done = BELL.conduct(command, state)
    assert not isinstance(done, Refusal), done
    return done


def test_events_are_applied_in_order_and_time_never_goes_back() -> None:
    first = _done(_ring(2), Bell())
    assert (first.state, len(first.events)) == (Bell(at=7, rung=2), 1)
    second = _done(_ring(4, at=3), first.state)
    assert second.state == Bell(at=7, rung=6)
    assert [type(event) for event in second.events] == [Rung, Echoed]
    with pytest.raises(AssertionError, match="before that of the event before it"):
        BELL.evolve(Bell(at=8), first.events[0])


def test_a_role_is_refused_before_the_act_is_looked_at() -> None:
    no = BELL.conduct(_ring(9, CLERK), Bell())
    assert isinstance(no, Refusal)
    assert (no.code, str(no.cite)) == (Code.NOT_YOUR_ROLE, "30-2201(4)")
    assert no.message == "Ring is not for the accounting carl: it is for key-manager."
    no = BELL.conduct(_ring(1, By("bea", "key-manager")), Bell())
    assert isinstance(no, Refusal)
    assert no.code is Code.NOT_LICENSED
    no = BELL.conduct(_ring(9), Bell())
    assert isinstance(no, Refusal)
    assert no.code is Code.OVER_MAXIMUM


def test_a_command_that_is_not_declared_is_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(powers, "POWERS", replace_commands({}))
    roles_of.cache_clear()
    no = BELL.conduct(_ring(1), Bell())
    assert isinstance(no, Refusal)
    assert no.code is Code.NOT_YOUR_ROLE


def test_an_audit_decides_every_command_again() -> None:
    judge = BELL.judge({})
    for times in (2, 4):
        done = _done(_ring(times), Bell())
        judged = judge.see(Bell(), done.events, b"")
        assert not judged.otherwise
        assert judged.same == done
    ((_, echo),) = judge.see(Bell(), done.events[:1], b"").otherwise
    assert "this version records something else" in echo.says
    forged = done.events[0]
    assert isinstance(forged, Rung)
    many = made(Rung, _ring(4), Bell(), times=6)
    ((_, refused),) = judge.see(Bell(), (many,), b"").otherwise
    assert refused.says.startswith("rung/1: it is refused: ")
    stranger = Rung(command="x", by=CLERK, at=7, times=1)
    ((_, who),) = judge.see(Bell(), (stranger,), b"").otherwise
    assert "is not for the accounting" in who.says
    ((_, alone),) = judge.see(Bell(), (done.events[1],), b"").otherwise
    assert alone.says == "echoed/1: no command makes it"
