"""The nonces of a close: one for each connection, for this round, in time."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from croupier.core.delay import GATHER_MS
from croupier.floor import nonces as module
from croupier.floor.asides import aside_of
from croupier.floor.guest_commands import NotACommand
from croupier.floor.nonces import Gathered, Nonce, Nonces
from croupier.table.closing import NOBODY, Published, climb, tree

ONE, TWO, THREE = ("1" * 32, "2" * 32, "3" * 32)


def _run(play: Callable[[Nonces], Awaitable[None]]) -> None:
    async def run() -> None:
        await play(Nonces())

    asyncio.run(run())


def _closing(found: Gathered) -> Published:
    return Published("a" * 64, found.root, found.terminals, "b" * 64, (), 1_000)


def test_all_nonces_are_in_the_root_and_each_terminal_gets_its_path() -> None:
    async def play(nonces: Nonces) -> None:
        nonces.connected |= {"ann", "bob"}
        nonces.begin(7)
        assert nonces.add("ann", Nonce(7, ONE), seated=True)
        assert nonces.add("bob", Nonce(7, TWO), seated=False)
        found = await nonces.gathered(7)
        assert (found.root, found.terminals) == (tree([ONE, TWO])[0], 2)
        paths = nonces.paths(7, _closing(found))
        assert paths.keys() == {"ann", "bob"}
        assert climb(ONE, paths["ann"] or ()) == climb(TWO, paths["bob"] or ()) == found.root
        assert nonces.paths(7, replace(_closing(found), nonces="c" * 64)) == {"ann": None, "bob": None}
        assert nonces.paths(8, _closing(found)) == {}

    _run(play)


def test_it_does_not_wait_when_all_have_answered_or_left_and_not_long_otherwise() -> None:
    async def play(nonces: Nonces) -> None:
        now = asyncio.get_running_loop().time
        nonces.connected |= {"ann", "bob"}
        nonces.begin(1)
        nonces.add("ann", Nonce(1, ONE), seated=True)
        nonces.leave("bob")
        begun = now()
        assert (await nonces.gathered(1)).terminals == 1
        assert now() - begun < GATHER_MS / 2000
        nonces.connected.add("bob")
        nonces.begin(2)
        begun = now()
        assert (await nonces.gathered(2)).root == NOBODY, "nobody has answered"
        assert now() - begun >= GATHER_MS / 1000 - 0.01
        assert (await nonces.gathered(1)) == Gathered(), "the nonces of an earlier process are lost"

    _run(play)


def test_a_nonce_counts_once_in_time_and_for_its_round(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WATCHING", 1)

    async def play(nonces: Nonces) -> None:
        assert not nonces.add("ann", Nonce(1, ONE), seated=True), "betting is open"
        nonces.begin(1)
        assert nonces.add("ann", Nonce(1, ONE), seated=True)
        assert not nonces.add("ann", Nonce(1, TWO), seated=True), "a second one"
        assert not nonces.add("bob", Nonce(2, TWO), seated=True), "another round"
        assert nonces.add("eve", Nonce(1, TWO), seated=False)
        assert not nonces.add("sam", Nonce(1, THREE), seated=False), "too many spectators"
        assert nonces.add("bob", Nonce(1, THREE), seated=True), "players always"
        assert (await nonces.gathered(1)).terminals == 3
        assert not nonces.add("zoe", Nonce(1, "4" * 32), seated=True), "too late"

    _run(play)


@pytest.mark.parametrize(
    "said",
    [
        b'{"do":"nonce","round":0,"nonce":"%s"}' % ONE.encode(),
        b'{"do":"nonce","round":1,"nonce":"%s"}' % ONE[:-2].encode(),
        b'{"do":"nonce","round":1,"nonce":"%s0"}' % ONE.encode(),
        b'{"do":"nonce","round":1,"nonce":"%s\\n"}' % ONE.encode(),
        b'{"do":"nonce","round":1,"nonce":"%s"}' % ("A" * 32).encode(),
        b'{"do":"nonce","round":1,"nonce":"%s","more":1}' % ONE.encode(),
        b'{"do":"nonce","round":1,"nonce":"%s","nonce":"%s"}' % (ONE.encode(), TWO.encode()),
        b'{"do":"nonce"}',
    ],
)
def test_a_nonce_that_is_not_valid_is_refused(said: bytes) -> None:
    with pytest.raises(NotACommand):
        aside_of(said)


@pytest.mark.parametrize(
    "said", [b'{"do":"place","nonce":1}', b'{"do":"clear","id":"nonce"}', b'{"nonce":' + b"[" * 2_000, b'"nonce"\xff']
)
def test_anything_else_is_no_nonce(said: bytes) -> None:
    assert aside_of(said) is None
