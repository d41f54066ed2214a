"""Every event of a table, by its word and version, and how one is read from JSON. Events are in the past tense.

Kinds that change the felt record what they changed since their second version. What the first version changed only
follows from the state before it: `croupier upgrade` reads those (`FIRST`), and makes a new store of them.
"""

from __future__ import annotations

from croupier.conduct.event import Event, Events, Upcaster
from croupier.table.acts import HAPPENINGS

_DECLARED = [each.event for each in HAPPENINGS]
_WORDS = [str(kind.__struct_config__.tag) for kind in _DECLARED]

#: By the word of an old version, what leads from it to the next; there is none yet.
UPCASTERS: dict[str, Upcaster] = {}
#: First versions of kinds that record their effects since the second.
FIRST: dict[str, Upcaster] = {f"{word[:-2]}/1": dict for word in _WORDS if word.endswith("/2")}

EVENTS: Events[Event] = Events(_DECLARED, UPCASTERS, too_old=FIRST)
#: Reads the events of a store that is being upgraded.
OLD: Events[Event] = Events(_DECLARED, {**UPCASTERS, **FIRST})

KINDS, WORDS, read, write, word = EVENTS.kinds, EVENTS.words, EVENTS.read, EVENTS.write, EVENTS.word
