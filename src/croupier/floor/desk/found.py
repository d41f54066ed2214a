"""The first two people of a house, with their secrets, as the desk gets them."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date

from croupier.conduct.by import Role
from croupier.people.acts.credentials import Kind
from croupier.people.acts.persons import Founder


@dataclass(frozen=True, slots=True)
class Newcomer:
    """Somebody with whom the list of people begins. The secret is never printed."""

    person: str
    roles: tuple[Role, ...]
    licence: str
    since: date
    until: date
    kind: Kind
    secret: str = field(repr=False)

    def founder(self, credential: str) -> Founder:
        """The same person for the log, which has the id of a credential and no secret."""
        days = (self.since.isoformat(), self.until.isoformat())
        return Founder(self.person, self.roles, self.licence, *days, credential, self.kind)
