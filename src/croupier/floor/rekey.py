"""Changes the keys of a store: the one that signs its heads, and that of the device which draws for its tables.

No table may run meanwhile: a server has the old key in memory.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from typing import TypeVar

from croupier.conduct import Aggregate, By, keys, registered
from croupier.conduct.keys import KeyNamed, Of
from croupier.device import log
from croupier.device.client import IDLE, Client
from croupier.device.log import DeviceLost
from croupier.device.messages import Answers
from croupier.floor.known_device import key_of_device
from croupier.floor.vault import Vault
from croupier.store import CannotOpen, Owned, Store, UnreadableStore

T = TypeVar("T")

#: In seconds: how long to wait for a device whose server has ended.
PATIENCE = IDLE + 5


class CannotRekey(Exception):
    """No key was changed; the message says why."""


def rekey(
    store: Store, vault: Vault, by: By, reason: str, of: Of | None = None, device: Answers | None = None
) -> list[KeyNamed]:
    """Change one key, or those that are lost, and record it. `device` is one that is not in the vault's folder."""
    with _nobody_plays(store):
        wanted = [of] if of is not None else lost(store, vault, device)
        if not wanted:
            raise CannotRekey("no key is lost. To change one that is there, say which: --of heads, or --of device")
        changed = []
        if "heads" in wanted:
            changed.append(_heads(store, vault, by, reason))
        if "device" in wanted:
            signer = vault.signer(store)
            new = _renewed(vault, by, reason) if device is None else key_of_device(device)
            if new == keys.key_of(store, "device"):
                raise CannotRekey("the device is the one that the store names: change its key where it runs")
            changed.append(keys.change_device(store, new, by, reason, signer))
        return changed


def lost(store: Store, vault: Vault, device: Answers | None = None) -> list[Of]:
    """Which keys the store names, and nobody has any more."""
    held, found = vault.heads.keys(), list[Of]()
    before = keys.signed_before(store)
    if len(before) > 1 or any(key not in held for key in before):
        found.append("heads")
    known = keys.key_of(store, "device")
    if known is not None and not _has(vault, device, known):
        found.append("device")
    return found


def _heads(store: Store, vault: Vault, by: By, reason: str) -> KeyNamed:
    if not keys.signed_before(store):
        raise CannotRekey("nothing in this store is signed yet: it gets its key when a server starts")
    return keys.change(store, vault.heads.another(), by, reason, vault.heads.keys())


def _renewed(vault: Vault, by: By, reason: str) -> str:
    return _once_it_ended(lambda: log.renew(vault.device_folder(), by, reason))


def _has(vault: Vault, device: Answers | None, known: str) -> bool:
    """Whether the device with this key is still there."""
    if device is not None:
        return key_of_device(device) == known
    try:
        with closing(Client.of(vault.device_folder(), known)) as own:
            return key_of_device(own) == known
    except DeviceLost:
        return False


def _once_it_ended(work: Callable[[], T]) -> T:
    """Wait for a device that its server has left: it ends by itself after some seconds, and releases its log."""
    until = time.monotonic() + PATIENCE
    while True:
        try:
            return work()
        except UnreadableStore:
            raise
        except CannotOpen:
            if time.monotonic() > until:
                raise


@contextmanager
def _nobody_plays(store: Store) -> Iterator[None]:
    """Own every table, so that no server signs anything meanwhile."""
    with ExitStack() as stack:
        for stream in store.streams():
            if isinstance(registered(stream), Aggregate):
                try:
                    stack.enter_context(store.own(stream))
                except Owned:
                    raise CannotRekey(f"a server runs {stream!r}: stop all servers of this store first") from None
        yield
