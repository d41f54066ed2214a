"""A shift of the demonstration in a file, played once in each test process."""

from __future__ import annotations

import atexit
import shutil
import tempfile
from functools import cache
from pathlib import Path

from croupier import store as stores
from croupier.floor import demo

ROUNDS, SEED = 30, 7


@cache
def shift() -> str:
    """The URL of a store with a shift at one table of every kind."""
    folder = Path(tempfile.mkdtemp(prefix="croupier-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    url = f"sqlite:///{folder / 'shift.db'}"
    with stores.open(url) as kept:
        demo.play(kept, ROUNDS, SEED)
    return url
