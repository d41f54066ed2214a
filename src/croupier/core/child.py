"""The one way to start Python in another process: never with modules of the current folder.

Python looks for modules in the current folder first, so a `queue.py` there would run in place of the standard one.
"""

from __future__ import annotations

import os
import sys
from multiprocessing.context import SpawnContext


def python(*words: str) -> list[str]:
    """The words of a command that runs Python; `-P` leaves out the current folder."""
    return [sys.executable, "-P", *words]


def spawning() -> SpawnContext:
    """Start new processes of multiprocessing safely from now on; return the context that starts them."""
    os.environ["PYTHONSAFEPATH"] = "1"  # multiprocessing makes its own command, which inherits this
    return SpawnContext()
