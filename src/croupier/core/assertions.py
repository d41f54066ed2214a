"""Python leaves assertions out under -O. What rests on them refuses to run then, before it does anything."""

from __future__ import annotations

#: What to say where assertions are needed, and None where Python runs them.
LEFT_OUT = (
    None
    if __debug__
    else "the checks of accounts and rules are assertions, which -O leaves out: run Python without -O, and without "
    "PYTHONOPTIMIZE"
)
