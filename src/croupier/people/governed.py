"""Two people must always remain who may register others, or nobody could change the list any more."""

from __future__ import annotations

from croupier.conduct.by import Role
from croupier.core.refusal import Code, Refusal, refuse
from croupier.people.state import State

#: Roles that approve changes of the list; an administrator proposes them (`second` in powers.toml).
GOVERNORS = frozenset[Role](("administrator", "key-manager"))


def ungoverned(state: State) -> Refusal | None:
    """Why the house must not come into this state; None if an administrator and a second approver can sign in."""
    able = [each for each in state.persons if _signs_in(each.name, state) and GOVERNORS.intersection(each.roles)]
    administrator = any("administrator" in each.roles for each in able)
    return None if administrator and len(able) > 1 and state.terminals else refuse(Code.TOO_FEW_LEFT)


def _signs_in(name: str, state: State) -> bool:
    """Whether a person has a credential with a secret of their own."""
    credential = state.credential_of(name)
    return credential is not None and credential.until is None
