"""The delay of an electronic outcome in numbers: how many iterations, and how long they take.

The delay is PBKDF2, which cannot be split among processors: each iteration needs the one before. So the time it takes
depends on the speed of one core only (docs/electronic-outcomes.md has the measurements).
"""

from __future__ import annotations

#: Fewer iterations than this are over so fast that a house could try several closings while its terminals wait.
LEAST = 10_000_000
#: More would keep everybody who checks a round waiting for minutes.
MOST = 1_000_000_000
#: Iterations in a second: what `hashlib` does on one core of an ordinary server, and the fastest browser measured.
SERVER_SPEED = 4_400_000
BROWSER_SPEED = 7_500_000
#: A terminal waits this long for the closing after it has sent its nonce.
PATIENCE_MS = 500
#: A table waits this long after the close for the nonces of its terminals.
GATHER_MS = 200


def seconds(iterations: int) -> int:
    """How long a server computes, rounded to whole seconds: at least 1.

    >>> seconds(20_000_000), seconds(1_000)
    (5, 1)
    """
    return max(1, (iterations + SERVER_SPEED // 2) // SERVER_SPEED)


def tick_ms(iterations: int) -> int:
    """How far the common ticks are apart at which tables with this delay close their betting.

    It is a tenth longer than the delay takes on a server, so that one core is done with a tick before the next one.

    >>> tick_ms(20_000_000), tick_ms(1_000)
    (5000, 1)
    """
    return max(1, iterations * 1_100 // SERVER_SPEED)


def speed_needed(iterations: int) -> int:
    """How many iterations a second a house would need to try even one closing while a terminal waits.

    >>> speed_needed(20_000_000)
    40000000
    """
    return iterations * 1000 // PATIENCE_MS
