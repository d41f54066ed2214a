"""Two network namespaces with a cable between them: to the servers in them, they are two machines."""

from __future__ import annotations

import ctypes
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

_NETWORK = 0x40000000  # CLONE_NEWNET


class Machine(NamedTuple):
    """A network namespace with an address. The file system is the same for all."""

    name: str
    address: str

    @property
    def within(self) -> list[str]:
        """The first words of a command that runs there."""
        return ["ip", "netns", "exec", self.name]

    @contextmanager
    def here(self) -> Iterator[None]:
        """Sockets that this thread makes meanwhile are there."""
        with Path("/proc/thread-self/ns/net").open() as home, Path(f"/run/netns/{self.name}").open() as there:
            _enter(there.fileno())
            try:
                yield
            finally:
                _enter(home.fileno())


def _enter(namespace: int) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    if library.setns(namespace, _NETWORK):
        raise OSError(ctypes.get_errno(), "setns")


def _ip(*words: str) -> None:
    subprocess.run(["ip", *words], check=True, capture_output=True, text=True, timeout=10)


@contextmanager
def two_machines() -> Iterator[tuple[Machine, Machine]]:
    """Two machines that reach each other and nobody else; skips the test where they cannot be made."""
    if shutil.which("ip") is None:
        pytest.skip("there is no `ip` (iproute2): two machines cannot be made")
    made = [Machine(f"croupier-{os.getpid()}-{side}", f"10.213.7.{place}") for side, place in (("a", 1), ("b", 2))]
    first, second = made
    try:
        try:
            for each in made:
                _ip("netns", "add", each.name)
            _ip("link", "add", "cable", "netns", first.name, "type", "veth", "peer", "cable", "netns", second.name)
        except subprocess.CalledProcessError as error:
            pytest.skip(f"no network namespaces can be made here: {error.stderr.strip()}")
        for each in made:
            _ip("-n", each.name, "address", "add", f"{each.address}/24", "dev", "cable")
            for device in ("lo", "cable"):
                _ip("-n", each.name, "link", "set", device, "up")
        yield first, second
    finally:
        for each in made:
            if Path(f"/run/netns/{each.name}").exists():
                _ip("netns", "delete", each.name)
