"""`croupier identity`, and the file of `croupier serve --peers` that is made from its lines."""

from __future__ import annotations

from pathlib import Path

import pytest

from croupier.cli.identity import identity
from croupier.floor.peers import CannotReadPeers, read
from croupier.floor.vault import Vault
from tests.support.web import serve

KEY = "0a" * 32


def test_the_line_of_a_server_is_read_by_its_peers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("hall-a", "hall.b"):
        identity(db=f"sqlite:///{tmp_path}/{name}.db", name=name)
    identity(db=f"sqlite:///{tmp_path}/hall-a.db", name="hall-a")
    first, second, again = capsys.readouterr().out.splitlines()
    assert first == again
    (tmp_path / "peers.toml").write_text(f"# our servers\n{first}\n{second}\n")
    keys = {Vault(tmp_path / f"{name}.db.secrets").identity(None).public: name for name in ("hall-a", "hall.b")}
    assert read(tmp_path / "peers.toml") == keys


def test_a_store_that_cannot_be_read_gives_no_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """After a change of key the store names the one that counts. Nothing is made either."""
    db = tmp_path / "pit.db"
    db.write_bytes(b"not a database" * 100)
    for place in (f"sqlite:///{db}", "postgresql://me:s3cr3t@127.0.0.1:1/none"):
        with pytest.raises(SystemExit):
            identity(db=place, name="hall-a")
        said = capsys.readouterr()
        assert (said.out, "cannot read the key" in said.err, "s3cr3t" in said.err) == ("", True, False)
    assert list(tmp_path.iterdir()) == [db]


def test_a_name_is_one_word(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("hall a", 'hall"', "\x1b[31m", "x" * 65):
        with pytest.raises(SystemExit):
            identity(db=f"sqlite:///{tmp_path}/pit.db", name=name)
        said = capsys.readouterr()
        assert (said.out, "name of a server" in said.err, "\x1b" in said.err) == ("", True, False)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "names no server"),
        (f'a = "{KEY}"\nb = "{KEY}"', "same key as 'a'"),
        (f'a = "{KEY.upper()}"', "as `croupier identity` prints it"),
        (f'a = "{KEY}00"', "as `croupier identity` prints it"),
        (f'a = "{KEY}\\n"', "as `croupier identity` prints it"),
        ("a = 5", "as `croupier identity` prints it"),
        (f'"\\u001b" = "{KEY}"', "as `croupier identity` prints it"),
        ("a = ", "cannot be read"),
        (f'a = "{KEY}"\na = "{KEY}"', "cannot be read"),
        ("#" * 300_000, "cannot be read"),
    ],
)
def test_a_file_of_peers_that_cannot_be_is_refused(text: str, why: str, tmp_path: Path) -> None:
    path = tmp_path / "peers.toml"
    path.write_text(text)
    with pytest.raises(CannotReadPeers, match=why) as caught:
        read(path)
    assert str(caught.value).isprintable()
    with pytest.raises(CannotReadPeers, match="cannot be read"):
        read(tmp_path / "none.toml")


def test_peers_need_a_store_and_a_device_for_all(tmp_path: Path) -> None:
    """Without one device, a table that moves to another machine could not finish its round."""
    path = tmp_path / "peers.toml"
    path.write_text(f'a = "{KEY}"')
    there = "postgresql://me@nowhere/x"
    for peers, more, why in [
        (path, ("--db", "memory:"), "PostgreSQL"),
        (path, ("--db", there), "--device"),
        (tmp_path / "none", ("--db", there, "--device", "door"), "none"),
    ]:
        done = serve("--peers", str(peers), *more)
        assert (done.returncode, done.stdout) == (2, "")
        assert why in done.stderr
