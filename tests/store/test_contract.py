"""One contract for every store: everything acknowledged is there, once, in one order, and nothing else."""

from __future__ import annotations

from hashlib import sha256
from itertools import islice, pairwise
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from hypothesis import given
from hypothesis import strategies as st

from croupier import store as stores
from croupier.store import CommandReused, Conflict, Damaged, NotOwner, Owned, Signer, Store
from croupier.store.base import MOST_BYTES, START
from croupier.store.sqlite import SQLite
from croupier.store.store import IDS_AT_A_TIME
from croupier.store.verifying import Verified, verify
from tests.support.stores import SIGNER, fill, snap


def test_what_is_appended_is_read(url: str) -> None:
    with stores.open(url) as store:
        done = store.append("table 1", 0, "c1", [("opened", b"a"), ("seated", b"")], at=5)
        assert (done.first, done.last, done.answer) == (1, 2, b"")
        more = store.append("table 1", 2, "c2", [("placed", b"\x00\xff")], at=6)
        found = list(store.read("table 1"))
        assert [(each.version, each.kind, each.body, each.command, each.at) for each in found] == [
            (1, "opened", b"a", "c1", 5),
            (2, "seated", b"", "c1", 5),
            (3, "placed", b"\x00\xff", "c2", 6),
        ]
        assert (found[1].digest, found[2].digest) == (done.digest, more.digest)
        assert list(store.read("table 1", after=2)) == found[2:]
        assert list(store.read("table 1", after=3)) == []
        assert list(store.read("table 2")) == []
        assert (store.version("table 1"), store.version("table 2")) == (3, 0)
        assert store.streams() == ["table 1"]
        with pytest.raises(ValueError, match="ends at version 3: nothing can be read after 4"):
            list(store.read("table 1", after=4))


def _by_hand(numbers: tuple[int, ...], *fields: bytes) -> bytes:
    """The digest as docs/store.md defines it, implemented a second time."""
    words = [len(numbers), *numbers, len(fields), *(len(field) for field in fields)]
    return sha256(b"".join(word.to_bytes(8, "big") for word in words) + b"".join(fields)).digest()


def test_envelopes_are_a_chain_by_the_documented_digest(url: str) -> None:
    with stores.open(url) as store:
        fill(store, "täble", 5, each=2)
        found = list(store.read("täble"))
        assert found[0].previous == START == bytes(32)
        assert all(before.digest == after.previous for before, after in pairwise(found))
        for each in found:
            text = [b"croupier envelope 1", "täble".encode(), each.kind.encode(), each.command.encode()]
            assert each.digest == _by_hand((each.version, each.at), *text, each.body, each.previous)


@pytest.mark.parametrize("repeats", range(1, 6))
def test_a_repeat_gives_the_first_result(url: str, repeats: int) -> None:
    with stores.open(url) as store:
        fill(store, "t", 2)
        first = store.append("t", 2, "c", [("placed", b"1")], at=5, answer=b"taken")
        fill(store, "other", 1)
        store.append("t", 3, "d", [("placed", b"2")], at=6)
        for _ in range(repeats):  # at any version and time
            assert store.append("t", 4, "c", [("placed", b"1")], at=9, answer=b"taken") == first
        assert store.version("t") == 4
        assert store.answer("t", "c") == first
        assert store.answer("t", "e") is None


@pytest.mark.parametrize(
    ("stream", "events", "answer"),
    [
        ("t", [("placed", b"2")], b"taken"),
        ("t", [("closed", b"1")], b"taken"),
        ("t", [("placed", b"1")], b"refused"),
        ("t", [], b"taken"),
        ("t", [("placed", b"1"), ("placed", b"1")], b"taken"),
        ("t", [("place", b"d1")], b"taken"),
    ],
)
def test_an_id_is_not_used_for_something_else(
    url: str, stream: str, events: list[tuple[str, bytes]], answer: bytes
) -> None:
    with stores.open(url) as store:
        store.append("t", 0, "c", [("placed", b"1")], at=5, answer=b"taken")
        with pytest.raises(CommandReused, match="'c' was used before for something else"):
            store.append(stream, store.version(stream), "c", events, at=5, answer=answer)
        assert store.version("t") == 1
        assert store.version("u") == 0


def test_an_id_belongs_to_its_stream(url: str) -> None:
    with stores.open(url) as store:
        one = store.append("t", 0, "c", [("placed", b"1")], at=5)
        two = store.append("u", 0, "c", [("placed", b"2")], at=6)
        assert (store.answer("t", "c"), store.answer("u", "c")) == (one, two)
        assert [row.stream for row in store.commands()] == ["t", "u"]
        assert list(store.ids("t")) == list(store.ids("u")) == ["c"]


def test_a_repeat_is_recognized_by_the_clients_request(url: str) -> None:
    """Decided again on a later state, a command may have other events: its request identifies it."""
    with stores.open(url) as store:
        first = store.append("t", 0, "c", [("placed", b"1")], at=5, request=b"place 1", answer=b"yes")
        assert store.append("t", 1, "c", [], at=5, request=b"place 1", answer=b"no more") == first
        with pytest.raises(CommandReused):
            store.append("t", 1, "c", [("placed", b"1")], at=5, request=b"place 2", answer=b"yes")
        with pytest.raises(CommandReused):
            store.append("t", 1, "c", [("placed", b"1")], at=5, answer=b"yes")


def test_a_command_without_events_keeps_its_answer(url: str) -> None:
    with stores.open(url) as store:
        refused = store.append("t", 0, "c", [], at=5, answer=b"not now")
        assert (refused.first, refused.last, refused.digest) == (1, 0, START)
        store.append("t", 0, "d", [("opened", b"")], at=6)
        assert store.append("t", 0, "c", [], at=5, answer=b"not now") == refused == store.answer("t", "c")
        with pytest.raises(Conflict):
            store.append("t", 0, "e", [], at=5, answer=b"decided on what is past")
        assert verify(store, keys=()) == Verified(1, 1, 2, 0, 0)


def test_another_version_is_a_conflict(url: str) -> None:
    with stores.open(url) as store:
        fill(store, "t", 3)
        for after in (0, 2, 4):
            with pytest.raises(Conflict, match=f"'t' is at version 3, not at {after}: read it again"):
                store.append("t", after, "c", [("placed", b"")], at=5)
        with pytest.raises(Conflict):
            store.append("new", 1, "c", [("placed", b"")], at=5)
        assert store.streams() == ["t"]
        assert store.append("t", 3, "c", [("placed", b"")], at=5).last == 4  # the id was not used up


def test_big_bodies_and_many_events(url: str) -> None:
    body = bytes(range(256)) * (MOST_BYTES // 256)
    with stores.open(url) as store:
        store.append("t", 0, "big", [("a", body), ("b", b""), ("c", body[::-1])], at=1, answer=body)
        store.append("t", 3, "many", [("a", b"%d" % n) for n in range(1000)], at=2)
        found = list(store.read("t"))
        assert [len(found), found[0].body, found[2].body] == [1003, body, body[::-1]]
        assert [each.body for each in found[3:]] == [b"%d" % n for n in range(1000)]
        answer = store.answer("t", "big")
        assert answer
        assert answer.answer == body
        with pytest.raises(ValueError, match=r"the body of 'a' has 16,777,217 bytes: give at most 16,777,216"):
            store.append("t", 1003, "c", [("a", body + b"x")], at=3)


NAMES = ["Tisch Ä", "轮盘", "🎲", "a'b\"c", "x" * 200, "%s $1 ?1 \\", "é", "e\u0301", " "]


def test_any_printable_name(url: str) -> None:
    with stores.open(url) as store:
        for name in NAMES:
            store.append(name, 0, f"c {name}"[-200:], [(name, name.encode())], at=1)
        assert store.streams() == sorted(NAMES)  # by code point in every database
        for name in NAMES:
            assert [(each.kind, each.body) for each in store.read(name)] == [(name, name.encode())]
        assert [row.command for row in store.commands()] == [f"c {name}"[-200:] for name in sorted(NAMES)]
        assert verify(store, keys=()) == Verified(len(NAMES), len(NAMES), len(NAMES), 0, 0)


@pytest.mark.parametrize("name", ["", "x" * 201, "a\x00b", "a\nb", "\ud800"])
def test_other_names_are_refused(url: str, name: str) -> None:
    with stores.open(url) as store:
        for stream, command, kind in ((name, "c", "k"), ("t", name, "k"), ("t", "c", name)):
            with pytest.raises(ValueError, match="is no name: give 1 to 200 printable characters"):
                store.append(stream, 0, command, [(kind, b"")], at=0)
        with pytest.raises(ValueError, match="is -1: give a whole number from 0"):
            store.append("t", 0, "c", [("k", b"")], at=-1)
        for ask in (
            store.version,
            lambda it: store.answer(it, "c"),
            lambda it: store.answer("t", it),
            store.snapshot,
            store.heads,
            store.own,
            lambda it: [*store.ids(it)],
            lambda it: [*store.read(it)],
        ):
            with pytest.raises(ValueError, match="is no name"):
                ask(name)
        with pytest.raises(ValueError, match="the version to read after is 9223372036854775808"):
            list(store.read("t", 2**63))
        assert store.append("t", 0, "c", [("k", b"")], at=2**63 - 1).last == 1


def test_everything_is_there_after_opening_again(lasting: str) -> None:
    with stores.open(lasting) as store:
        done = fill(store, "t", 10, each=3)
        refused = store.append("t", 10, "no", [], at=1, answer=b"no")
        snap(store, "t", 10, b"digest", b"state")
        before = list(store.read("t"))
    for _ in range(3):
        with stores.open(lasting) as store:
            assert list(store.read("t")) == before
            assert fill(store, "t", 10, each=3) == done  # every one a repeat
            assert store.append("t", 10, "no", [], at=1, answer=b"no") == refused
            with pytest.raises(CommandReused):
                store.append("t", 10, "t/0", [("other", b"")], at=1)
            assert verify(store, keys=[SIGNER.public]) == Verified(1, 10, 5, 0, 1)


def test_a_snapshot_is_the_latest(url: str) -> None:
    with stores.open(url) as store:
        fill(store, "t", 4)
        assert store.snapshot("t") is None
        for version, body in ((2, b"two"), (4, b"four"), (4, b"four again"), (3, b"three")):
            snap(store, "t", version, sha256(body).digest(), body)
        found = store.snapshot("t")
        assert found
        assert (found.version, found.body, found.state) == (4, b"four again", sha256(b"four again").digest())
        chain, text = list(store.read("t"))[-1].digest, (b"croupier snapshot 1", b"t", found.state, found.body)
        assert found.check == _by_hand((4,), *text, chain, SIGNER.public)
        for version in (3, 5, 99):
            with pytest.raises(ValueError, match=f"the snapshot of stream 't' is not of its version {version}"):
                store.save_snapshot(SIGNER.snapshot("t", version, chain, b"", b""))
        with pytest.raises(ValueError, match="is not of its version 4"):
            store.save_snapshot(found._replace(body=b"other"))


def test_the_ids_of_a_stream(url: str) -> None:
    """The ids of commands with events and of refused ones, over more than a page."""
    with stores.open(url) as store:
        for n in range(IDS_AT_A_TIME + 1):
            store.submit("t", n, f"c{n}", [("e", b"")], at=n)
        for n in range(IDS_AT_A_TIME):
            store.submit("u", 0, f"no{n}", [], at=n, answer=b"no")
        store.append("u", 0, "last", [("e", b"")], at=1)
        assert list(store.ids("t")) == sorted(f"c{n}" for n in range(IDS_AT_A_TIME + 1))
        assert list(store.ids("u")) == ["last", *sorted(f"no{n}" for n in range(IDS_AT_A_TIME))]
        assert list(store.ids("v")) == []


class _Around(SQLite):
    """A file whose index has a page that points to itself."""

    def ids_after(self, stream: str, command: str, most: int) -> list[str]:
        return super().ids_after(stream, "", most)


def test_ids_that_go_around_are_damage(tmp_path: Path) -> None:
    with Store(_Around(tmp_path / "s.db")) as store:
        for n in range(IDS_AT_A_TIME):
            store.submit("t", 0, f"no{n}", [], at=n, answer=b"no")
        store.append("t", 0, "last", [("e", b"")], at=1)
        with pytest.raises(Damaged, match="command 'last' is out of order"):
            list(islice(store.ids("t"), 3 * IDS_AT_A_TIME))


def test_the_last_head_of_a_key(url: str) -> None:
    other = Signer(Ed25519PrivateKey.from_private_bytes(bytes(32)))
    with stores.open(url) as store:
        done = fill(store, "t", 4)
        heads = [SIGNER.seal("t", row.last, row.digest, 7) for row in done[:3]]
        store.save_head(*heads, other.seal("t", 4, done[3].digest, 7))
        assert store.last_head("t", SIGNER.public) == heads[-1]
        assert store.last_head("t", bytes(32)) is None
        assert store.last_head("u", SIGNER.public) is None


def test_a_command_of_another_store_keeps_what_makes_it_the_same(url: str) -> None:
    with stores.open("memory:") as there, stores.open(url) as store:
        asked = ("t", 0, "c", [("e", b"x")])
        first = there.append(*asked, at=1, request=b"place 5", answer=b"taken")
        for _ in range(2):
            assert store.append(*asked, at=1, content=first.content, answer=b"taken") == first
        assert store.append("t", 9, "c", [], at=9, request=b"place 5") == first
        with pytest.raises(CommandReused):
            store.append("t", 1, "c", [("e", b"x")], at=1, request=b"place 6")


def test_a_stream_has_one_owner(url: str) -> None:
    with stores.open(url) as store:
        store.append("t", 0, "a", [("e", b"")], at=1)  # nobody owns it yet
        first = store.own("t")
        assert first.number == 1
        with pytest.raises(Owned, match="'t' has an owner: wait"):
            store.own("t", wait=0.06)
        store.append("t", 1, "b", [("e", b"")], at=1)
        first.release()
        with pytest.raises(NotOwner, match="'t' is owned by somebody else now"):
            store.append("t", 2, "c", [("e", b"")], at=1)
        assert store.append("t", 9, "b", [("e", b"")], at=1).last == 2  # a repeat needs no owner
        with store.own("t") as second:
            first.release()  # does nothing
            assert second.number == 2
            assert store.append("t", 2, "c", [("e", b"")], at=1).last == 3


@given(
    st.lists(st.tuples(st.integers(0, 3), st.sampled_from("abcdef"), st.booleans(), st.integers(0, 2)), max_size=30)
)
def test_any_order_of_commands_agrees_with_a_simple_model(asked: list[tuple[int, str, bool, int]]) -> None:
    """Compared with a simple model of dictionaries: versions, repeats, reused ids and conflicts."""
    known: dict[tuple[str, str], tuple[object, int]] = {}
    versions = {"t": 0, "u": 0}
    with stores.open("memory:") as store:
        futures = []
        expected: list[object] = []
        for after, command, second, events in asked:
            stream = "u" if second else "t"
            key = (stream, command)
            if key in known:
                expected.append(known[key][1] if known[key][0] == events else CommandReused)
            elif versions[stream] != after:
                expected.append(Conflict)
            else:
                versions[stream] += events
                known[key] = events, versions[stream]
                expected.append(versions[stream])
            futures.append(store.submit(stream, after, command, [("e", b"")] * events, at=1))
        found = [type(each.exception()) if each.exception() else each.result().last for each in futures]
        assert found == expected
        assert {name: store.version(name) for name in versions} == versions
