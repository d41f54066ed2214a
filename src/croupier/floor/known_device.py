"""The device that the store names: it is asked only after its key was compared, or recorded at its first use."""

from __future__ import annotations

from threading import Lock

from croupier.conduct import keys
from croupier.conduct.keys import KeyNamed
from croupier.device.log import another_device
from croupier.device.messages import Answer, Answers, Identify, Identity, Question
from croupier.store import CommandReused, Conflict, Signer, Store


def key_of_device(device: Answers) -> str:
    """The public key of a device; blocks."""
    answer = device.ask(Identify())
    assert isinstance(answer, Identity), answer
    return answer.key


class KnownDevice:
    """A device for the tables of a store. Another one than the store names is never asked."""

    def __init__(self, store: Store, device: Answers, signer: Signer) -> None:
        self._store, self._device, self._signer = store, device, signer
        self._turn, self._known = Lock(), False

    def ask(self, question: Question) -> Answer:
        """Ask; blocks. Raises `DeviceLost` if it is another device."""
        self.meet()
        return self._device.ask(question)

    def meet(self) -> None:
        """Compare the device's key with the one that the store names; record it if the store names none."""
        with self._turn:
            if self._known:
                return
            found = key_of_device(self._device)
            known = keys.key_of(self._store, "device") or self._named(found)
            if known != found:
                raise another_device(known, found)
            self._known = True

    def _named(self, found: str) -> str:
        try:
            keys.name(self._store, KeyNamed("device", found), (self._signer,))
        except (Conflict, CommandReused):  # another server has just recorded its device
            return keys.key_of(self._store, "device") or self._named(found)
        return found

    def close(self) -> None:
        """Ask nothing more."""
        self._device.close()
