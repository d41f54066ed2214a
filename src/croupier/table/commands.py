"""Every command to a table by its word, and how to read one from JSON. Commands are verbs.

>>> read(b'{"do":"settle","id":"7","by":{"person":"dee","role":"dealer","licence":"L1"},"at":0}').by.person
'dee'
"""

from __future__ import annotations

from croupier.conduct.command import Command, Commands
from croupier.table.acts import ACTS

COMMANDS: Commands[Command] = Commands(act.command for act in ACTS)
KINDS, read = COMMANDS.kinds, COMMANDS.read
