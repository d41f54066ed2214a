"""`croupier` as people run it: a program of its own, run to its end."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CROUPIER = str(Path(sys.executable).with_name("croupier"))


def croupier(*words: str | Path, typed: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run `croupier WORDS` with typed lines as its input; how it ended, and what it printed."""
    return subprocess.run([CROUPIER, *words], input=typed, capture_output=True, text=True, check=False)
