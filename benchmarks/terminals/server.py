"""The server of the web benchmark: like `croupier serve`, with many tables and rounds of a few seconds."""

from __future__ import annotations

import json
import sys
from contextlib import suppress

from croupier.floor.crew.paced import Pace
from croupier.floor.demonstration import houses
from croupier.web.server.serve import serve


def main(db: str, tables: int, places: int, pace: dict[str, float]) -> None:
    """Serve until interrupted. The address is printed once the tables are open."""
    kinds = list(houses(delay=0).items())  # rounds would last longer, and fewer wagers would be taken
    named = {f"{kind}-{n // len(kinds) + 1}": house for n, (kind, house) in enumerate(kinds * tables) if n < tables}
    with suppress(KeyboardInterrupt):
        serve(db, 0, pace=Pace(**pace), houses=named, places=places, ready=lambda address: print(address, flush=True))


if __name__ == "__main__":
    main(**json.loads(sys.argv[1]))
