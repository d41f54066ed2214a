"""The open sockets of each visitor, and the messages that all of them together may send."""

from __future__ import annotations

from dataclasses import dataclass

from croupier.floor.allowance import Allowance
from croupier.floor.limits import Limits
from croupier.web.server.held import Held

#: How many visitors are noted before those who have gone are looked for.
_LEAST = 64


@dataclass(slots=True)
class Present:
    """A visitor with sockets, or one who has just sent something."""

    messages: Allowance
    sockets: int = 0


class Presence:
    """All visitors of a server, by name, or by address where they have no cookie."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._here: dict[str, Present] = {}
        self._look = _LEAST  # the size at which those who have gone are forgotten

    def __len__(self) -> int:
        return len(self._here)

    def of(self, name: str) -> Present:
        """A visitor, with what is left of the allowance."""
        found = self._here.get(name)
        if found is None:
            if len(self._here) >= self._look:
                stay = {each: known for each, known in self._here.items() if known.sockets or not known.messages.full}
                self._here, self._look = stay, _LEAST + 2 * len(stay)
            messages = Allowance(self._limits.messages, self._limits.messages_at_once)
            found = self._here[name] = Present(messages)
        return found

    async def sends(self, name: str, line: Held) -> None:
        """Wait until a visitor may send a message, while the client is there, and count it."""
        while wait := self.of(name).messages.use():
            await line.pause(wait)

    def junk(self, name: str) -> None:
        """What a visitor sent was no command: it counts more."""
        self.of(name).messages.take(self._limits.junk_cost - 1)
