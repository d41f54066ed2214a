"""Every event of a table by its word and version, and how to read one from JSON. Events are in the past tense.

Since their second version, events that change the felt record their effects. For a first version, the effects must be
computed from the state before it: `croupier upgrade` does that (`FIRST`) and writes a new store.
"""

from __future__ import annotations

from typing import Any

from croupier.conduct.event import Event, Events, Upcaster
from croupier.table.acts import HAPPENINGS

_DECLARED = [each.event for each in HAPPENINGS]
_WORDS = [str(kind.__struct_config__.tag) for kind in _DECLARED]


def _clock_acknowledged(said: dict[str, Any]) -> dict[str, Any]:
    """Until its second version, times stayed at the last one until the clock, `behind` it, came up to it again."""
    behind = said.pop("behind")
    return {**said, "before": said["at"], "after": said["at"] - behind}


#: Upcasters by the word of an old version.
UPCASTERS: dict[str, Upcaster] = {"clock-acknowledged/1": _clock_acknowledged}
#: First versions of events whose second version records effects.
FIRST: dict[str, Upcaster] = {
    old: dict for word in _WORDS if word.endswith("/2") and (old := f"{word[:-2]}/1") not in UPCASTERS
}

EVENTS: Events[Event] = Events(_DECLARED, UPCASTERS, too_old=FIRST)
#: Reads the events of a store that is being upgraded.
OLD: Events[Event] = Events(_DECLARED, {**UPCASTERS, **FIRST})

KINDS, WORDS, read, write, word = EVENTS.kinds, EVENTS.words, EVENTS.read, EVENTS.write, EVENTS.word
