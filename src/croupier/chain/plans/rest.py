"""What a plan remembers while it wagers nothing: that it sits out this round, or that it has stopped for good."""

from __future__ import annotations

from enum import Enum
from typing import Final


class Rest(Enum):
    """Why nothing is wagered."""

    SITS_OUT = "sits out"  # this round; then it begins anew
    STOPPED = "stopped"  # for good


SITS_OUT: Final = Rest.SITS_OUT
STOPPED: Final = Rest.STOPPED
