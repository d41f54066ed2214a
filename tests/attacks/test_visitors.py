"""Names of visitors: nobody gets or guesses another's, and a stolen cookie does not work for ever."""

from __future__ import annotations

import time
from collections.abc import Callable
from hashlib import sha384
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from itsdangerous import Signer

from croupier.core.clock import Clock
from croupier.web.server.visitors import COOKIE, LASTS, RENEWED, Visitors, is_guest
from tests.support.web import SLOW, Server

KEY = b"k" * 32


def sent(name: str) -> str:
    """The Cookie header of a browser that was given this name."""
    return Visitors(KEY).cookie(name).partition(";")[0]


def test_a_name_has_128_bits(proof: bool) -> None:
    """With 32 bits, 400,000 requests gave 17 names twice. With 128, two are the same once in 10^27 such floods."""
    made = Visitors(KEY)
    names = {made.new() for _ in range(400_000 if proof else 100_000)}
    assert len(names) == (400_000 if proof else 100_000)
    assert all(len(bytes.fromhex(name.removeprefix("guest-"))) * 8 == 128 for name in names)


def test_the_names_of_a_server_are_long(tmp_path: Path) -> None:
    """A browser gets a new one for each first page, and the same one for a cookie that is valid."""
    with Server(f"sqlite:///{tmp_path}/pit.db", "R00", pace=SLOW) as server:
        given = [SimpleCookie(server.get("/").headers["set-cookie"])[COOKIE] for _ in range(50)]
        names = {each.value.split(".")[0] for each in given}
        assert len(names) == 50
        assert all(is_guest(name) and len(name) == len("guest-") + 32 for name in names)
        assert "set-cookie" not in server.get("/", cookie=f"{COOKIE}={given[0].value}").headers
        assert "set-cookie" in server.get("/", cookie=f"{COOKIE}={given[0].value}x").headers


@pytest.fixture
def at(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Set the clock of the server; in seconds from now."""
    now = Clock().now()
    return lambda later: monkeypatch.setattr(Clock, "now", lambda _: now + int(later * 1_000_000))


def test_a_cookie_ends_on_the_server_too(at: Callable[[float], None]) -> None:
    """A browser deletes it after 30 days; who has copied it does not. An older one is renewed by a page."""
    name, known = "guest-" + "0a" * 16, Visitors(KEY)
    at(0)
    cookie = sent(name)
    assert (known.read(cookie), known.renewed(cookie)) == (name, None)
    at(RENEWED + 1)
    assert (known.read(cookie), known.renewed(cookie)) == (name, name)
    assert known.renewed(sent(name)) is None
    at(LASTS - 1)
    assert known.read(cookie) == name
    for later in (LASTS, 10 * LASTS):
        at(later)
        assert (known.read(cookie), known.renewed(cookie)) == (None, None)
    at(-3600)
    assert known.read(cookie) is None, "it was signed in the future"


def test_a_cookie_without_a_time_is_not_valid() -> None:
    """Those of earlier versions never ended."""
    old = Signer(KEY, salt="croupier visitor", key_derivation="hmac", digest_method=sha384)
    for text in ("guest-01234567", "guest-01234567.", "guest-01234567.-1", "guest-01234567.x"):
        assert Visitors(KEY).read(f"{COOKIE}={old.sign(text).decode()}") is None


def test_a_changed_cookie_is_not_valid() -> None:
    """Any character changed, dropped or doubled, and another key."""
    cookie = sent("guest-" + "5c" * 16)
    value = cookie.partition("=")[2]
    for at in range(len(value)):
        for changed in (
            value[:at] + "A" + value[at + 1 :],
            value[:at] + value[at + 1 :],
            value[:at] + value[at:] * 2,
        ):
            assert changed == value or Visitors(KEY).read(f"{COOKIE}={changed}") is None
    assert Visitors(b"x" * 32).read(cookie) is None


@pytest.mark.parametrize(
    "junk", ['="' + "\\" * 100_000 + '"', "=" + ";" * 100_000, ("a=b; " * 20_000) + COOKIE, "\u00ff" * 9]
)
def test_a_long_cookie_takes_no_time(junk: str) -> None:
    """The parser of Python 3.11.7 takes 19 s for the first of these."""
    begun = time.perf_counter()
    assert Visitors(KEY).read(COOKIE + junk) is None
    assert time.perf_counter() - begun < 0.2
