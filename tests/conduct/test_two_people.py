"""Acts that need two people: bound to the exact bytes, approved by somebody else, in time, and carried out once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from croupier.conduct import By, Command, Conducted, Event, powers
from croupier.conduct.acts import Act, Decided, Happening, made, made_of
from croupier.conduct.powers import POWERS, Power, Powers, roles_of
from croupier.conduct.shapes import Shapes
from croupier.conduct.two_people import WAITS, Approve, Approved, Proposals, Propose, WithdrawProposal, digest_of
from croupier.core.refusal import Code, Refusal, refuse

ANN = By("ann", "pit-supervisor", "L1", credential="c1")
BEA = By("bea", "key-manager", "L2", credential="c2")
CARL = By("carl", "accounting", "L3", credential="c3")
DORA = By("dora", "pit-supervisor", "L4", credential="c4")
START = 1_000


class Lift(Command, frozen=True):
    """Lift the barrier by some inches."""

    inches: int


class Look(Command, frozen=True):
    """Look at the barrier."""


class Lifted(Event, frozen=True):
    """The barrier was lifted."""

    inches: int


class Looked(Event, frozen=True):
    """Somebody looked at it."""


@dataclass(frozen=True)
class Barrier:
    """How high a barrier is."""

    at: int = START
    proposals: Proposals = field(default_factory=Proposals)
    height: int = 0

    def but(self, **changes: Any) -> Barrier:
        """The same barrier with these changes."""
        return replace(self, **changes)


def lift(command: Lift, state: Barrier) -> Decided:
    """Lift it, up to ten inches."""
    if state.height + command.inches > 10:
        return refuse(Code.OVER_MAXIMUM, "coupon")
    return (made(Lifted, command, state, inches=command.inches),)


BARRIERS = SimpleNamespace(
    ACTS=(
        Act(Lift, lift, makes=(Lifted,)),
        Act(Look, lambda command, state: (made(Looked, command, state),), makes=(Looked,)),
    ),
    HAPPENINGS=(Happening(Lifted, lambda s, e: s.but(height=s.height + e.inches)), Happening(Looked)),
)
BARRIER = made_of("barrier/", lambda rest: Barrier(), [BARRIERS], Shapes(Barrier), two=True)
BODY = '{"do":"lift","inches":4}'


@pytest.fixture(autouse=True)
def _declared(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    anybody = Power(roles=("pit-supervisor", "key-manager", "accounting"), note="n")
    lifting = Power(
        roles=("pit-supervisor",), second=("key-manager", "pit-supervisor"), note="n", cites=("30-2206(5)",)
    )
    of = {"lift": lifting, "look": anybody, "propose": anybody, "approve": anybody, "withdraw-proposal": anybody}
    declared = Powers(commands={"barrier": of}, reads=POWERS.reads, incompatible=POWERS.incompatible)
    monkeypatch.setattr(powers, "POWERS", declared)
    roles_of.cache_clear()
    yield
    roles_of.cache_clear()


def _propose(body: str = BODY, by: By = ANN, at: int = START) -> Propose:
    return Propose(id="p", by=by, at=at, body=body)


def _approve(by: By = BEA, at: int = START, number: int = 1, body: str = BODY) -> Approve:
    return Approve(id="a", by=by, at=at, number=number, digest=digest_of(body))


def _withdraw(by: By, at: int = START) -> WithdrawProposal:
    return WithdrawProposal(id="w", by=by, at=at, number=1, reason="a mistake")


def _done(command: Command, state: Barrier) -> Conducted[Barrier, Event]:
    done = BARRIER.conduct(command, state)
    assert not isinstance(done, Refusal), done
    return done


def _no(command: Command, state: Barrier) -> tuple[Code, str]:
    """The refusal of a command, which changes nothing."""
    done = BARRIER.conduct(command, state)
    assert isinstance(done, Refusal), done
    return done.code, done.message


def _proposed(**said: Any) -> Barrier:
    return _done(_propose(**said), Barrier()).state


def test_nobody_gives_it_alone() -> None:
    done = BARRIER.conduct(Lift(id="x", by=ANN, at=START, inches=4), Barrier())
    assert isinstance(done, Refusal)
    assert (done.code, str(done.cite)) == (Code.TWO_NEEDED, "30-2206(5)")
    assert (
        done.message == "Two people are needed to lift: propose it, and let pit-supervisor or key-manager approve it."
    )


def test_a_second_person_carries_out_what_was_proposed() -> None:
    state = _proposed()
    assert (state.height, len(state.proposals.waiting)) == (0, 1)
    events, state, _ = _done(_approve(), state)
    assert (state.height, state.proposals.waiting) == (4, ())
    approved, lifted = events
    assert (approved.by, lifted.by) == (BEA, ANN), "both are on record, each with licence and credential"
    assert approved.command == lifted.command == "a"


def test_it_is_carried_out_once() -> None:
    state = _done(_approve(), _proposed()).state
    assert _no(_approve(by=DORA), state)[0] is Code.PROPOSAL_UNKNOWN
    again = _done(_propose(), state).state
    assert again.proposals.waiting[0].number == 2
    assert _no(_approve(number=1), again)[0] is Code.PROPOSAL_UNKNOWN, "an old approval fits no new proposal"


@pytest.mark.parametrize(
    ("by", "code"),
    [
        (ANN, Code.SAME_PERSON),
        (By("ANN", "key-manager", "L1", credential="c9"), Code.SAME_PERSON),
        (By("bea", "key-manager", "L2", credential="c1"), Code.SAME_PERSON),  # the proposer's credential
        (By("bea", "key-manager", "l1", credential="c2"), Code.SAME_PERSON),  # the proposer's licence
        (CARL, Code.NOT_YOUR_ROLE),
        (By("bea", "key-manager"), Code.NOT_LICENSED),
        (By("bea", "player"), Code.NOT_YOUR_ROLE),
    ],
)
def test_who_may_not_approve(by: By, code: Code) -> None:
    assert _no(_approve(by=by), _proposed())[0] is code


def test_other_bytes_are_not_approved() -> None:
    other = '{"do":"lift","inches":5}'
    assert _no(_approve(body=other), _proposed())[0] is Code.PROPOSAL_DIFFERS
    spaced = '{"do":"lift", "inches":4}'
    assert _no(_approve(body=spaced), _proposed())[0] is Code.PROPOSAL_DIFFERS, "one byte is enough"


def test_it_waits_for_ten_minutes_and_not_longer() -> None:
    state = _proposed()
    assert _done(_approve(at=START + WAITS - 1), state).state.height == 4
    assert _no(_approve(at=START + WAITS), state)[0] is Code.PROPOSAL_OVER
    late = state.but(at=START + WAITS)  # the stream is later than the clock of who approves
    assert _no(_approve(at=START), late)[0] is Code.PROPOSAL_OVER
    assert len(_done(_propose(at=START + WAITS), state).state.proposals.waiting) == 1, "what is over makes room"


def test_it_is_decided_as_things_are_when_it_is_approved() -> None:
    state = _done(_propose(), _proposed()).state
    state = _done(_approve(), state.but(height=3)).state
    assert state.height == 7
    assert _no(_approve(number=2), state)[0] is Code.OVER_MAXIMUM
    assert state.proposals.numbered(2) is not None, "a refused approval ends no proposal"


def test_what_would_be_refused_cannot_be_proposed() -> None:
    assert _no(_propose('{"do":"lift","inches":11}'), Barrier())[0] is Code.OVER_MAXIMUM
    code, says = _no(_propose(by=CARL), Barrier())
    assert code is Code.NOT_YOUR_ROLE
    assert "Lift" in says, "who may not give a command may not propose it"


@pytest.mark.parametrize(
    ("body", "says"),
    [
        ("{", "cannot be proposed"),
        ("[]", "cannot be proposed"),
        ("{}", "no command is called None"),
        ('{"do":"fly"}', "no command is called 'fly'"),
        ('{"do":"propose","body":"{}"}', "no command is called 'propose'"),
        ('{"do":["lift"],"inches":4}', "cannot be proposed"),
        ('{"do":"lift"}', "missing required field"),
        ('{"do":"lift","inches":true}', "Expected `int`"),
        ('{"do":"lift","inches":4.0}', "Expected `int`"),
        ('{"do":"lift","inches":4,"inches":9}', "inches"),
        ('{"do":"lift","inches":4,"more":1}', "unknown field"),
        ('{"do":"lift","inches":4,"by":{"person":"bea","role":"key-manager"}}', "leave out by"),
        ('{"do":"lift","inches":4,"id":"a","at":1}', "leave out id, at"),
        ("[" * 50_000, "cannot be proposed"),
    ],
)
def test_what_cannot_be_read_is_refused_with_the_reason(body: str, says: str) -> None:
    code, said = _no(_propose(body), Barrier())
    assert code is Code.PROPOSAL_UNREADABLE
    assert says in said


def test_what_one_person_may_do_needs_no_proposal() -> None:
    assert _no(_propose('{"do":"look"}'), Barrier())[0] is Code.PROPOSAL_NEEDLESS


def test_who_withdraws_a_proposal() -> None:
    state = _proposed()
    for by in (ANN, BEA, DORA):  # its proposer, and those who might approve it
        assert _done(_withdraw(by), state).state.proposals.waiting == ()
    assert _no(_withdraw(CARL), state)[0] is Code.NOT_YOUR_ROLE
    gone = _done(_withdraw(ANN), state).state
    assert _no(_approve(), gone)[0] is Code.PROPOSAL_UNKNOWN
    assert _no(_withdraw(ANN, at=START + WAITS), state)[0] is Code.PROPOSAL_OVER


def test_an_audit_decides_proposals_and_approvals_again() -> None:
    judge, before = BARRIER.judge({}), Barrier()
    proposed = _done(_propose(), before)
    assert judge.see(before, proposed.events, b"").same == proposed
    approved = _done(_approve(), proposed.state)
    assert judge.see(proposed.state, approved.events, b"").same == approved
    withdrawn = _done(_withdraw(BEA), proposed.state)
    assert judge.see(proposed.state, withdrawn.events, b"").same == withdrawn


def test_an_audit_finds_what_was_not_approved() -> None:
    judge, state = BARRIER.judge({}), _proposed()
    approved, lifted = _done(_approve(), state).events
    higher = Lifted(command="a", by=ANN, at=START, inches=9)
    own = Approved(command="a", by=ANN, at=START, number=1, digest=digest_of(BODY))
    for forged, says in (
        ((lifted,), "Two people are needed"),
        ((approved,), "records something else"),
        ((approved, higher), "records something else"),
        ((approved, lifted, lifted), "records something else"),
        ((own, lifted), "proposed it"),
    ):
        ((_, found),) = judge.see(state, forged, b"").otherwise
        assert says in found.says


def test_random_proposals_are_carried_out_at_most_once_and_by_two_people(
    request: pytest.FixtureRequest, share: Callable[[str], None]
) -> None:
    whole = request.config.getoption("--proof")
    seed, commands = (Random().randrange(2**32) if whole else 20261119), 100_000 if whole else 4_000
    random, state, carried_out = Random(seed), Barrier(), 0
    people = (ANN, BEA, CARL, DORA)
    for number in range(commands):
        at = state.at + random.choice((0, 1, WAITS // 3))
        by = random.choice(people)
        known = random.randrange(max(1, state.proposals.count - 3), state.proposals.count + 2)
        body = json.dumps({"do": "lift", "inches": random.choice((1, 2, 20))})
        command = random.choice(
            (
                Propose(id=str(number), by=by, at=at, body=body),
                Approve(id=str(number), by=by, at=at, number=known, digest=digest_of(body)),
                Approve(id=str(number), by=by, at=at, number=known, digest=_digest(state, known)),
                WithdrawProposal(id=str(number), by=by, at=at, number=known, reason="r"),
                Lift(id=str(number), by=by, at=at, inches=1),
            )
        )
        waiting = state.proposals.numbered(known)
        done = BARRIER.conduct(command, state)
        if isinstance(done, Refusal):
            continue
        assert not isinstance(command, Lift)
        if isinstance(command, Approve):
            assert waiting is not None
            assert (waiting.by.person != by.person, waiting.digest, at < waiting.until) == (
                True,
                command.digest,
                True,
            )
            carried_out += 1
            state = done.state.but(height=0)
        else:
            assert done.state.height == state.height
            state = done.state
    assert carried_out > commands // 200
    share(f"proposals: {commands} commands with seed {seed}, {carried_out} carried out")


def _digest(state: Barrier, number: int) -> str:
    found = state.proposals.numbered(number)
    return "0" * 64 if found is None else found.digest
