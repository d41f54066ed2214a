"""What `croupier pit` cannot read, and the stores that it cannot use or shares with a server."""

from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from croupier import store as stores
from croupier.floor.demonstration import secrets_of
from croupier.floor.vault import Vault
from croupier.host import Host
from croupier.host.audit import audit_place
from croupier.table import stream_of
from tests.support.pit.command import ADA, KIM, PAT, ROOT, Shop, opened, pit, secret_file
from tests.support.stores import postgresql

NEW = ("people", "register-person", "person=Sal Weber", "roles=security", "licence=S-1", "since=2026-01-01")


# What cannot be read --------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("people register-persn", "did you mean 'register-person'?"),
        ("people move-item", "give it as croupier pit equipment move-item"),
        ("equipment inspect-table", "give it as croupier pit inspect inspect-table"),
        ("people grant-role person", "write a field as NAME=VALUE"),
        ("people grant-role person=x", "grant-role needs role=…. Write grant-role person=PERSON role=ROLE"),
        ("people grant-role persn=x", "did you mean 'person'?"),
        ("people grant-role person=x role=dealr", "did you mean 'dealer'?"),
        ("people grant-role person=x role=dealer", "--as: say who gives this command"),
        ("people grant-role person=x role=dealer --as Nobody", "Nobody is not on the list of people; there are Ada"),
        ("people come-on-duty person=x role=dealer place=R1 --as 'Dee Novak'", "--role: Dee Novak has dealer, stick"),
        ("people exclude-patron person=x --as 'Pat Reyes' --role fly", "--role: Pat Reyes has pit-supervisor"),
        ("people exclude-patron person=x --as 'Pat Reyes' --terminal ../x", "--terminal: a terminal has an id of"),
        ("people exclude-patron person=x --as 'Bo Marsh'", 'needs a line "Bo Marsh" = "SECRET"'),
        ("people renew-licence person=x licence=1 since=now until=2", "since: 'now' is not possible; write a day"),
        ("equipment change-item item=R1-ball reason=x", "change-item needs fields.NAME=VALUE"),
        ("equipment change-item item=R1-ball reason=x changes=1", "changes: change-item has no such field"),
        ("inspect inspect-table table=R1 passed={long} remark=x", "write short words in passed=A,B failed=C"),
        ("inspect inspect-table table=R1 passed=level remark=", "remark: '' is not possible; write a short text"),
        ("inspect director-inspection wheel=x passed=maybe remark=x", "write true or false"),
        ("inspect adjust-wheel table=R1 wheel=x parts=a place= remark=x", "a JSON array of objects with name"),
        ("house activate-house R1=nowhere", "nowhere: no preset and no house file; there are colorado-big-six"),
        ("house activate-house ' R 1'=colorado-craps", "write short words in TABLE=HOUSE"),
        ("house activate-house R1={root}/README.md", "README.md"),
        ("house activate-house R1={root}/examples/variation/house.toml", "variations"),
        ("approve pit", "a proposal is called people/NUMBER, pit/NUMBER, cage/NUMBER"),
        (
            "approve pit/99999999999999999999 --as 'Kim Okafor'",
            "a proposal is called people/NUMBER, pit/NUMBER, cage/NUMBER",
        ),
        ("withdraw table/1 why", "croupier pit proposals lists them"),
        ("secret Nobody --as 'Ada Lund'", "register-person comes first"),
        ("secret --kind word --as 'Ada Lund'", "--kind: write password or pin, not 'word'"),
        ("secret --as 'Ada Lund'", 'needs a line "new Ada Lund" = "SECRET"'),
        ("run nowhere.txt", "nowhere.txt cannot be read: No such file"),
        (
            "begin --first A --first-licence 1 --second B --second-licence 2 --until soon",
            "--until: write a day such as",
        ),
        ("people --fly", "Unknown option"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(begun: Shop, words: str, why: str) -> None:
    """Exit status 2, one sentence that says what to write, and nothing is changed."""
    before = _version(begun)
    said = begun.no(*shlex.split(words.format(root=ROOT, long="x" * 3000)), status=2)
    assert why in " ".join(said.split()), said
    assert len(said) < 1000
    assert _version(begun) - before <= 1, "at most somebody signed in"


def _version(shop: Shop) -> int:
    """How many events the house has."""
    with stores.open(shop.db, reading=True) as store:
        return sum(store.version(stream) for stream in store.streams())


def test_a_secret_is_wrong(shop: Shop) -> None:
    shop.secrets.write_text(f'"{PAT}" = "something else than it is"')
    assert shop.no("people", "exclude-patron", "person=x", as_=PAT) == "Name, secret or terminal is wrong."


def test_a_file_of_secrets_that_cannot_be_read(shop: Shop, tmp_path: Path) -> None:
    words = ("people", "exclude-patron", "person=x", "--db", shop.db, "--as", PAT)
    assert "name a file with the secrets" in pit(*words).err
    for text, mode, why in [
        ("", 0o644, "others can read"),
        ("", 0o600, f'needs a line "{PAT}"'),
        ("=", 0o600, "cannot be read"),
        (f'"{PAT}" = 5', 0o600, "is not a text in quotes"),
    ]:
        path = tmp_path / "own.toml"
        path.write_text(text)
        path.chmod(mode)
        ended = pit(*words, "--secrets", path)
        assert (ended.status, why in ended.err) == (2, True), ended
    assert "there is no file" in pit(*words, "--secrets", tmp_path).err


# Stores ---------------------------------------------------------------------------------------------------------
def test_a_store_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path}/none.db"
    secret_file(tmp_path)
    for words in (
        ("people",),
        ("people", "exclude-patron", "person=x", "--as", PAT),
        ("approve", "pit/1", "--as", KIM),
    ):
        ended = pit(*words, "--db", db)
        assert (ended.status, "there is no such file" in ended.err) == (2, True), ended
    assert pit("people", "--db", "nowhere:1").status == 2
    begin = ("begin", "--first", "A", "--first-licence", "1", "--second", "B", "--second-licence", "2", "--db", db)
    assert pit(*begin, "--until", "soon", "--secrets", tmp_path / "secrets.toml").status == 2
    assert pit(*begin, "--until", "2099-12-31", "--secrets", tmp_path / "secrets.toml").status == 2
    assert not (tmp_path / "none.db").exists()


def test_a_store_without_people(tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path}/none.db"
    stores.open(db).close()
    assert pit("people", "--db", db).out == "Nobody is on the list: croupier pit begin starts it.\n"
    ended = pit("people", "exclude-patron", "person=x", "--as", PAT, "--db", db)
    assert (ended.status, "croupier pit begin starts it" in ended.err) == (2, True)


def test_a_store_that_a_server_has_is_not_used(shop: Shop) -> None:
    with stores.open(shop.db):
        done = subprocess.run(
            [sys.executable, "-m", "croupier", "pit", "people", "--db", shop.db], capture_output=True, text=True
        )
    assert (done.returncode, done.stdout) == (2, "")
    assert "is in use by another process: stop that one first" in done.stderr
    assert "Traceback" not in done.stderr


def test_nobody_reads_what_is_printed(shop: Shop) -> None:
    """A closed pipe is no error and no traceback, and nothing is approved that nobody has seen."""
    shop.done(*NEW, "until=2099-12-31", as_=ADA)
    words = ["approve", "people/5", "--yes", "--as", KIM, "--db", shop.db, "--secrets", str(shop.secrets)]
    process = subprocess.Popen(
        [sys.executable, "-u", "-m", "croupier", "pit", *words],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert (process.stderr.read(), process.wait()) == ("", 0)
    process.stderr.close()
    assert len(shop.rows("proposals")) == 1


def test_a_server_that_runs_a_table_delivers_to_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In PostgreSQL. What a table does not get at once is in transit; the next one who hands over delivers it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    shop = opened(tmp_path, postgresql(), until="# Craps")
    words = ("inspect", "hand-over-inspection", "table=R1")
    with stores.open(shop.db) as store:
        signer = Vault(secrets_of(shop.db)).signer(store)
        host = Host(store, stream_of("R1"), signer=signer)
        before = host.version
        assert "A server runs the table, and delivers this within a minute." in shop.done(*words, as_=PAT)
        assert shop.done("people").startswith("name")
        assert host.version == before
        host.close()
        assert audit_place(shop.db).fault is None
        assert "A server" not in shop.done(*words, as_=PAT)
        assert store.version(stream_of("R1")) == before + 2
    assert audit_place(shop.db).fault is None
