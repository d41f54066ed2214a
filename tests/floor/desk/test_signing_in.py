"""Signing in: a secret, a trusted terminal and a number that is used once. Nobody learns which of them was wrong."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from threading import BoundedSemaphore

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from croupier.core.refusal import Code
from croupier.floor.desk import Newcomer, Proof, SignedIn, to_sign
from croupier.floor.desk.hash_file import SecretsDamaged
from croupier.floor.desk.hashing import Hasher
from croupier.floor.desk.terminals import LASTS
from croupier.host.audit import audit
from croupier.people.acts.sessions import SignInFailed
from tests.support.desk import ANN, ANNS, FIRST, KIM, KIMS, PEOPLE, PIN, SECOND, Front, accepted, code, front
from tests.support.pit.streams import MINUTE

FAILED, LATER = int(Code.SIGN_IN_FAILED), int(Code.SIGN_IN_LATER)


@pytest.fixture
def at(tmp_path: Path) -> Iterator[Front]:
    with front(tmp_path) as made:
        yield made.found()


def _failures(at: Front) -> list[tuple[str, str, int]]:
    """The failures on record: who, where, and how many."""
    read = at.hosts[PEOPLE].kind.events.read
    events = [read(each.body) for each in at.kept.read(PEOPLE)]
    return [(each.person, each.terminal, each.failures) for each in events if isinstance(each, SignInFailed)]


def test_a_person_signs_in_with_a_secret_at_a_terminal(at: Front) -> None:
    token = at.sign_in("KIM", "key-manager", KIMS)
    (session,) = at.people.sessions
    assert (session.person, session.role, session.terminal) == ("kim", "key-manager", "desk-1")
    assert len(bytes.fromhex(token)) == 32
    assert session.digest == sha256(bytes.fromhex(token)).hexdigest()


def test_wrong_secret_unknown_name_and_unknown_terminal_read_the_same(at: Front) -> None:
    wrong = at.sign_in_refused("kim", "key-manager", ANNS)
    nobody = at.sign_in_refused("zed", "key-manager", KIMS)
    assert wrong == nobody
    assert wrong.code == FAILED
    at.key("desk-9")
    elsewhere = at.sign_in_refused("kim", "key-manager", KIMS, at.proof("kim", "desk-9"))
    assert elsewhere == wrong
    assert _failures(at) == [("kim", "desk-1", 1), ("", "desk-1", 2), ("kim", "", 1)]
    assert at.people.sessions == ()


def test_every_failure_costs_the_same_work(at: Front, monkeypatch: pytest.MonkeyPatch) -> None:
    """An unknown name, a wrong secret and a wrong terminal: one hash each, and one event."""
    hashed: list[bool] = []
    fits = Hasher.fits

    def counted(self: Hasher, secret: str, known: str | None) -> bool:
        hashed.append(known is None)
        return fits(self, secret, known)

    monkeypatch.setattr(Hasher, "fits", counted)
    at.sign_in_refused("kim", "key-manager", "wrong")
    at.sign_in_refused("zed", "key-manager", "wrong")
    at.sign_in_refused("kim", "key-manager", KIMS, at.proof("kim", "desk-9"))
    assert hashed == [False, True, True]
    assert len(_failures(at)) == 3


def test_a_signature_is_used_once_soon_and_for_one_person(at: Front) -> None:
    proof = at.proof("kim")
    at.desk.sign_in("kim", "key-manager", KIMS, proof)
    assert at.sign_in_refused("kim", "key-manager", KIMS, proof).code == FAILED, "replayed"
    assert at.sign_in_refused("kim", "key-manager", KIMS, at.proof("ann")).code == FAILED, "signed for somebody else"
    at.at += 15 * MINUTE + 1  # nobody waits any more
    late = at.proof("kim")
    at.at += LASTS + 1
    assert at.sign_in_refused("kim", "key-manager", KIMS, late).code == FAILED
    forged = at.proof("kim")._replace(signature=bytes(64))
    assert at.sign_in_refused("kim", "key-manager", KIMS, forged).code == FAILED
    at.at += MINUTE
    invented = Proof("desk-1", "0" * 64, at.keys["desk-1"].sign(b"x"))
    assert at.sign_in_refused("kim", "key-manager", KIMS, invented).code == FAILED


def test_after_three_failures_one_waits_at_that_terminal_also_with_the_right_secret(at: Front) -> None:
    for _ in range(3):
        assert at.sign_in_refused("ann", "administrator", "wrong").code == FAILED
    before = len(_failures(at))
    no = at.sign_in_refused("kim", "key-manager", KIMS)
    assert (no.code, no.variant) == (LATER, "failures")
    assert at.sign_in_refused("zed", "key-manager", "x") == no, "for every name"
    assert len(_failures(at)) == before, "who waits fills no log"
    at.at += 5 * SECOND
    at.sign_in("kim", "key-manager", KIMS)


def test_nobody_makes_others_wait_at_a_terminal_without_its_key(at: Front) -> None:
    """Whoever only names a terminal fails among those that are not enrolled, also with a number of the desk."""
    at.keys["other"] = Ed25519PrivateKey.generate()
    for number in range(5):
        signature = at.keys["other"].sign(to_sign("desk-1", given := at.desk.number("desk-1"), "kim"))
        no = at.sign_in_refused("kim", "key-manager", "wrong", Proof("desk-1", given, signature))
        assert no.code == (FAILED if number < 3 else LATER)
    assert _failures(at) == [("kim", "", count) for count in (1, 2, 3)]
    at.sign_in("kim", "key-manager", KIMS)


def test_guesses_at_the_same_moment_are_no_more_guesses(at: Front) -> None:
    """Proofs at a terminal are checked one by one, so nobody tries many before the first failure counts."""
    proofs = [at.proof("kim") for _ in range(7)]
    with ThreadPoolExecutor(len(proofs)) as pool:
        found = list(pool.map(lambda proof: at.sign_in_refused("kim", "key-manager", "111112", proof).code, proofs))
    assert sorted(found) == sorted([LATER] * 4 + [FAILED] * 3)
    assert [count for _, _, count in _failures(at)] == [1, 2, 3]


def test_a_right_secret_with_a_wrong_role_is_refused_on_record(at: Front) -> None:
    answer = at.desk.sign_in("kim", "dealer", KIMS, at.proof("kim"))
    assert not isinstance(answer, SignedIn)
    assert code(answer) == (Code.ROLE_NOT_HELD, "acts")
    record = at.record(PEOPLE, answer)
    assert record is not None
    assert "kim" in record.said()
    assert _failures(at) == []


def test_somebody_without_a_credential_does_not_sign_in(at: Front) -> None:
    days = {"since": "2022-01-01", "until": "2023-12-31"}
    at.both("register-person", person="dee", roles=["dealer"], licence="L3", **days)
    assert at.sign_in_refused("dee", "dealer", "").code == FAILED


def test_a_first_secret_is_replaced_before_anything_else(at: Front) -> None:
    days = {"since": "2022-01-01", "until": "2023-12-31"}
    at.both("register-person", person="pat", roles=["pit-supervisor"], licence="L3", **days)
    ann = at.sign_in("ann", "administrator", ANNS)
    accepted(at.desk.enrol(ann, "pat", "password", "a secret from ann"))
    assert at.sign_in_refused("pat", "pit-supervisor", "a secret from ann").code == FAILED, "nobody has approved it"
    at.approve(at.people.proposals.waiting[-1].digest)
    pat = at.sign_in("pat", "pit-supervisor", "a secret from ann")
    assert code(at.desk.give(pat, PEOPLE, "exclude-patron", {"person": "al"}))[0] is Code.SECRET_TO_REPLACE
    same = at.desk.replace(pat, "password", "a secret from ann", "a secret from ann")
    assert code(same) == (Code.SECRET_WEAK, "same")
    assert code(at.desk.replace(pat, "pin", "a secret from ann", "123456")) == (Code.SECRET_WEAK, "pin")
    assert code(at.desk.replace(pat, "pin", "not that one", PIN))[0] is Code.SIGN_IN_FAILED
    accepted(at.desk.replace(pat, "pin", "a secret from ann", PIN))
    assert code(at.desk.give(pat, PEOPLE, "exclude-patron", {"person": "al"}))[0] is Code.SESSION_NOT_THERE
    assert at.sign_in_refused("pat", "pit-supervisor", "a secret from ann").code == FAILED
    at.at += 5 * SECOND  # after three failures
    accepted(at.desk.give(at.sign_in("pat", "pit-supervisor", PIN), PEOPLE, "exclude-patron", {"person": "al"}))


def test_a_refused_secret_leaves_no_hash(at: Front) -> None:
    kept = set(at.desk._hashes.read())
    ann, kim = at.sign_in("ann", "administrator", ANNS), at.sign_in("kim", "key-manager", KIMS)
    assert code(at.desk.enrol(kim, "ann", "pin", PIN))[0] is Code.NOT_YOUR_ROLE
    assert code(at.desk.enrol(ann, "zed", "pin", PIN))[0] is Code.PERSON_UNKNOWN
    assert code(at.desk.enrol("0" * 64, "kim", "pin", PIN))[0] is Code.SESSION_NOT_THERE
    again = Newcomer("bob", ("administrator",), "L9", ANN.since, ANN.until, "pin", PIN)
    assert code(at.desk.found(again, KIM, "desk-2", "d" * 64)) == (Code.HOUSE_FOUNDED, "already")
    assert set(at.desk._hashes.read()) == kept


def test_nothing_is_hashed_for_whoever_may_not(at: Front, monkeypatch: pytest.MonkeyPatch) -> None:
    """The refusal is on record as before; a hash costs memory and time, and a file that is written."""
    ann, kim = at.sign_in("ann", "administrator", ANNS), at.sign_in("kim", "key-manager", KIMS)
    accepted(at.desk.lock(ann))

    def make(self: Hasher, secret: str) -> str:
        raise AssertionError("hashed")

    monkeypatch.setattr(Hasher, "make", make)
    again = Newcomer("bob", ("administrator",), "L9", ANN.since, ANN.until, "pin", PIN)
    for answer, wanted in (
        (at.desk.enrol(ann, "kim", "pin", PIN), Code.SESSION_LOCKED),
        (at.desk.replace(ann, "pin", ANNS, PIN), Code.SESSION_LOCKED),
        (at.desk.enrol(kim, "ann", "pin", PIN), Code.NOT_YOUR_ROLE),
        (at.desk.found(again, KIM, "desk-2", "d" * 64), Code.HOUSE_FOUNDED),
    ):
        assert code(answer)[0] is wanted
        assert at.record(PEOPLE, answer) is not None


def test_new_secrets_wait_among_the_others(at: Front, monkeypatch: pytest.MonkeyPatch) -> None:
    """If too many wait, the answer says so, and nothing is kept."""
    ann, kept = at.sign_in("ann", "administrator", ANNS), set(at.desk._hashes.read())
    monkeypatch.setattr(at.desk._hasher, "_room", BoundedSemaphore(1))
    with at.desk._hasher._room:
        assert code(at.desk.enrol(ann, "kim", "pin", PIN)) == (Code.SIGN_IN_LATER, "busy")
    assert set(at.desk._hashes.read()) == kept


def test_a_name_that_cannot_be_read_leaves_no_hash(tmp_path: Path) -> None:
    with front(tmp_path) as made:
        twice = Newcomer("two\nlines", ("key-manager",), "L2", KIM.since, KIM.until, "pin", KIMS)
        with pytest.raises(ValueError, match="no command"):
            made.desk.found(ANN, twice, "desk-1", made.key("desk-1"))
        assert not made.desk._hashes.read()


def test_a_restart_keeps_the_hashes_that_count_and_no_others(at: Front) -> None:
    at.join("dee", "dealer")
    assert len(at.desk._hashes.read()) == 4, "that of the first secret is still there"
    ann = at.sign_in("ann", "administrator", ANNS)
    accepted(at.desk.enrol(ann, "dee", "pin", "204759"))
    again = at.reopened()
    assert len(again._hashes.read()) == 4, "ann, kim, dee, and what waits for its approval"
    again.close()
    at.desk._hashes.drop([at.people.credential_of("kim").id])
    with pytest.raises(SecretsDamaged, match="put back the newest copy"):
        at.reopened()


def test_weak_secrets_found_no_house(tmp_path: Path) -> None:
    with front(tmp_path) as made:
        easy = Newcomer("kim", ("key-manager",), "L2", KIM.since, KIM.until, "pin", "111111")
        assert code(made.desk.found(ANN, easy, "desk-1", made.key("desk-1"))) == (Code.SECRET_WEAK, "pin")
        assert not made.people.founded


def test_no_secret_and_no_token_is_in_the_store(at: Front, tmp_path: Path) -> None:
    """The bytes of every file of the store, also of the WAL, and what the desk prints."""
    at.join("dee", "dealer")
    token = at.sign_in("dee", "dealer", PIN)
    at.sign_in_refused("a secret as a name", "dealer", "hunter2 hunter2")
    accepted(at.desk.prove(token, PIN))
    proof = at.proof("dee")
    for host in at.hosts.values():
        host.close()
    files = [path for path in tmp_path.rglob("*") if path.is_file() and "secrets" not in path.parts]
    assert files
    found = b"".join(path.read_bytes() for path in files)
    assert at.people.session(sha256(bytes.fromhex(token)).hexdigest()).digest.encode() in found
    hidden = (ANNS, KIMS, PIN, FIRST, "hunter2 hunter2", "a secret as a name", token, proof.number)
    for secret in (*hidden, "argon2id"):
        assert secret.encode() not in found, secret
    assert bytes.fromhex(token) not in found
    assert ANNS not in repr(ANN)
    assert token not in repr(SignedIn(token))
    assert audit(at.kept).fault is None
