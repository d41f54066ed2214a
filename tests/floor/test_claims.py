"""Who puts a table back in service or changes a key: people on the list prove it; nobody is taken at their word."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from croupier import store as stores
from croupier.conduct.by import By, Role
from croupier.floor.claims import Claim, NotProven, proved_at_the_desk, proved_without_writing
from croupier.floor.demo.pit import PASSWORD, DemonstrationPit, restore_passwords
from croupier.floor.pit import Pit
from croupier.floor.recovery import acknowledge_clock, stepped
from croupier.floor.vault import Vault
from croupier.host import Host, load
from croupier.host.audit import audit
from croupier.people.acts.sessions import SignInFailed
from croupier.people.stream import PEOPLE as KIND
from croupier.people.stream import STREAM as PEOPLE
from croupier.store import Store
from croupier.table import stream_of
from tests.support.table.hosted import Hosted
from tests.support.table.play import by

Proof = Callable[[Store, Vault, Claim, Role], By]
KIM, ADA = "Kim Okafor", "Ada Lund"


@pytest.fixture
def vault(tmp_path: Path) -> Vault:
    return Vault(tmp_path / "secrets")


@pytest.fixture
def store(tmp_path: Path, vault: Vault) -> Iterator[Store]:
    """A house with people, and a table that takes no wagers since its clock has stepped."""
    with stores.open(f"sqlite:///{tmp_path}/house.db") as kept:
        with closing(Pit(kept, vault)) as pit:
            DemonstrationPit(pit).begin(passwords=False)
            _stepped(pit.hosts[stream_of("R0")])
        yield kept
        assert audit(kept).fault is None


def _stepped(host: Host) -> None:
    table = Hosted(host=host)
    table.opened("colorado-single-zero")
    table.do("report-clock-step", by("system"), before=host.state.at, after=host.state.at + 5_000_000)


def _claim(person: str, secret: str = PASSWORD, licence: str | None = None) -> Claim:
    return Claim(person, licence, lambda name: secret)


def _failures(store: Store) -> list[str]:
    events = [KIND.events.read(each.body) for each in store.read(PEOPLE)]
    return [each.person for each in events if isinstance(each, SignInFailed)]


@pytest.mark.parametrize("proof", [proved_at_the_desk, proved_without_writing])
def test_whoever_is_on_the_list_gives_the_secret(store: Store, vault: Vault, proof: Proof) -> None:
    found = proof(store, vault, _claim("kim okafor"), "key-manager")
    credential = load(store, PEOPLE)[0].credential_of(KIM).id
    assert found == By(KIM, "key-manager", "DEMO-2", credential)
    assert proof(store, vault, _claim(KIM, licence="DEMO-2"), "key-manager") == found


@pytest.mark.parametrize("proof", [proved_at_the_desk, proved_without_writing])
@pytest.mark.parametrize(
    ("claim", "role", "why"),
    [
        (_claim(KIM, "not that one"), "key-manager", "is wrong"),
        (_claim(KIM, ""), "key-manager", "is wrong"),
        (_claim(KIM, licence="4711"), "key-manager", "another licence"),
        (_claim(KIM), "dealer", "dealer"),
        (_claim("Kim Lee"), "key-manager", "not on the list"),
        (_claim("Dee Novak"), "dealer", "is wrong"),  # who has no credential
    ],
)
def test_nobody_else_is_taken_at_their_word(
    store: Store, vault: Vault, proof: Proof, claim: Claim, role: Role, why: str
) -> None:
    with pytest.raises(NotProven, match=why):
        proof(store, vault, claim, role)


def test_a_clock_is_acknowledged_by_a_key_manager_who_proves_it(store: Store, vault: Vault) -> None:
    version = store.version(stream_of("R0"))
    for claim in (_claim(KIM, "guessed", "DEMO-2"), _claim("Pat Reyes"), _claim("Kim Lee", licence="4711")):
        with pytest.raises(NotProven):
            acknowledge_clock(store, "R0", vault, claim)
        assert (store.version(stream_of("R0")), [*stepped(store)]) == (version, ["R0"])
    assert _failures(store) == [KIM], "a wrong secret is on record"
    assert acknowledge_clock(store, "R0", vault, _claim(KIM)).credential
    assert not stepped(store)


def test_guesses_at_the_machine_of_the_server_wait(store: Store, vault: Vault) -> None:
    for _ in range(3):
        with pytest.raises(NotProven, match="is wrong"):
            proved_at_the_desk(store, vault, _claim(KIM, "guessed"), "key-manager")
    with pytest.raises(NotProven, match="try again in"):
        proved_at_the_desk(store, vault, _claim(KIM), "key-manager")


@pytest.mark.parametrize("proof", [proved_at_the_desk, proved_without_writing])
def test_where_the_hashes_are_lost_the_licence_is_that_of_the_list(store: Store, vault: Vault, proof: Proof) -> None:
    """The record has no credential then, so everybody sees that nothing was proved."""
    (vault.folder / "credentials.json").unlink()
    for claim, role, why in (
        (_claim(KIM), "key-manager", "needs a licence: the hashes of secrets are lost"),
        (_claim(KIM, licence="4711"), "key-manager", "another licence"),
        (_claim(ADA, licence="DEMO-1"), "key-manager", "key-manager"),
        (_claim("Kim Lee", licence="DEMO-2"), "key-manager", "not on the list"),
    ):
        with pytest.raises(NotProven, match=why):
            proof(store, vault, claim, role)  # type: ignore[arg-type]
    assert proof(store, vault, _claim(KIM, licence="DEMO-2"), "key-manager") == By(KIM, "key-manager", "DEMO-2")


@pytest.mark.parametrize("proof", [proved_at_the_desk, proved_without_writing])
def test_without_a_list_of_people_a_person_is_named(tmp_path: Path, vault: Vault, proof: Proof) -> None:
    with stores.open(f"sqlite:///{tmp_path}/old.db") as kept:
        assert proof(kept, vault, _claim("Kim Lee", licence="4711"), "dealer") == By("Kim Lee", "dealer", "4711")
        for claim in (_claim("Kim Lee"), _claim("Kim Lee", licence=" "), _claim("two\nlines", licence="1")):
            with pytest.raises(NotProven, match=r"needs a licence|is no person"):
                proof(kept, vault, claim, "dealer")


def test_a_demonstration_gets_its_passwords_again(store: Store, vault: Vault) -> None:
    (vault.folder / "credentials.json").unlink()
    restore_passwords(store, vault.folder)
    assert proved_at_the_desk(store, vault, _claim(KIM), "key-manager").credential
