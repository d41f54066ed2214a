"""A courier that sends and delivers slips until it is killed: `python -m tests.support.slips.couriers STORE LIFE`."""

from __future__ import annotations

import sys
from random import Random

import msgspec

from croupier import store
from croupier.conduct import By
from croupier.conduct.slip import Slip
from croupier.host.slips.courier import slips_of
from tests.support.slips.owners import NOWHERE, TILLS, WAYS
from tests.support.slips.pair import Pair
from tests.support.slips.streams import COURIER, Receive, TakeBack


def courier(place: str, life: int) -> None:
    """Deliver the slips in transit, then send and deliver without end."""
    random = Random(life)
    with store.open(place) as kept:
        pair = Pair(kept)
        pair.number = life * 1_000_000
        for slip in slips_of(kept, list(pair.hosts)).under_way:
            pair.deliver(slip, pair.number)
        print("begun", flush=True)
        for _ in range(100_000):
            source, to = random.choice(WAYS)
            to = random.choice(NOWHERE) if random.random() < 0.1 else to
            sent = pair.send(source, to, random.randrange(1_00, 300_00))
            if sent is None:
                continue
            assert to not in NOWHERE
            _meddle(pair, sent, random)
            if random.random() < 0.9:  # else the next courier finds it
                pair.deliver(sent, pair.number)


def _meddle(pair: Pair, slip: Slip, random: Random) -> None:
    """Disturb the couriers: give a real or a false slip to any stream."""
    if random.random() < 0.5:
        return
    change = random.choice(({}, {}, {"to": random.choice(TILLS)}, {"amount": 1}, {"command": "never"}))
    brought = msgspec.structs.replace(slip, **change)
    host = pair.hosts[random.choice((slip.to, slip.to, *pair.hosts))]
    if random.random() < 0.7:
        host.handle(Receive(id=brought.id, by=By("pat", "pit-supervisor"), at=pair.number, slip=brought))
    else:
        host.handle(TakeBack(id=brought.back_id, by=COURIER, at=pair.number, slip=brought))


if __name__ == "__main__":
    courier(sys.argv[1], int(sys.argv[2]))
