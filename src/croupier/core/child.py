"""The one way to start Python in another process: never with modules of the current folder.

Python looks for modules in the current folder first, so a `queue.py` there would run in place of the standard one.
"""

from __future__ import annotations

import os
import sys
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.context import BaseContext, SpawnContext
from threading import active_count


def python(*words: str) -> list[str]:
    """The words of a command that runs Python; `-P` leaves out the current folder."""
    return [sys.executable, "-P", *words]


def spawning() -> SpawnContext:
    """Start new processes of multiprocessing safely from now on; return the context that starts them."""
    os.environ["PYTHONSAFEPATH"] = "1"  # multiprocessing makes its own command, which inherits this
    return SpawnContext()


def workers_start() -> BaseContext:
    """Choose how worker processes start: as copies of this process, or as new ones if it has other threads."""
    copies = active_count() == 1 and "fork" in get_all_start_methods()
    return get_context("fork") if copies else spawning()
