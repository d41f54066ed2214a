"""The memory of a plan that wagers nothing: it sits out this round, or has stopped for good."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Rest(Enum):
    """Why nothing is wagered."""

    SITS_OUT = "sits out"  # this round; then it starts again
    STOPPED = "stopped"  # for good


SITS_OUT: Final = Rest.SITS_OUT
STOPPED: Final = Rest.STOPPED
