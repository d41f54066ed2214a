"""A full table is settled: all wagers of its players fit into one event, in every store."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from croupier import store
from croupier.host import Host, export
from croupier.store import Store
from croupier.table import digest, stream_of
from tests.support.stores import PLACES, SIGNER, url
from tests.support.table.hosted import Hosted
from tests.support.table.play import by

PLAYERS = 40
WAGERS = 160  # per player: nearly the whole layout


def _full_table(host: Host) -> Hosted:
    """A table at which every player has many wagers, after the outcome."""
    table = Hosted(host=host)
    table.opened("colorado-double-zero", bank=100_000_000_00)
    house = host.state.house
    spots = [
        (name, spot) for name in sorted(house.offered) for spot in house.game.wagers[name].spots(house) or (None,)
    ]
    players = [f"player-number-{number}" for number in range(1, PLAYERS + 1)]
    futures = []
    for place, player in enumerate(players, start=1):
        table.sits(player, place, 1_000_000_00)
        futures += [
            host.submit(
                table.command("place", by("player", player), player=player, wager=name, spot=spot, amount=10_00)
            )
            for name, spot in spots
        ]
    assert sum(future.result().refusal is None for future in futures) >= PLAYERS * WAGERS
    table.state = host.state
    table.closes()
    table.calls("17")
    return table


@pytest.fixture(scope="module")
def full() -> Iterator[tuple[Store, Hosted]]:
    with store.open("memory:") as kept:
        host = Host(kept, stream_of("T1"), signer=SIGNER)
        table = _full_table(host)
        host.close()
        yield kept, table


@pytest.mark.parametrize("place", PLACES)
def test_a_full_table_is_settled_and_corrected(full: tuple[Store, Hosted], place: str, tmp_path: Path) -> None:
    with store.open(url(place, tmp_path)) as kept:
        export.copy(full[0], kept)
        host = Host(kept, stream_of("T1"), signer=SIGNER)
        table = replace(full[1], host=host)
        settled = host.version
        table.do("settle", by("dealer"))
        table.do("correct-outcome", by("pit-supervisor"), round=1, outcome="20", reason="misread", dealer="dee")
        bodies = {each.kind.split("/")[0]: len(each.body) for each in kept.read(host.stream, settled)}
        assert min(bodies["settled"], bodies["outcome-corrected"]) > 1 << 20, bodies
        host.close()
        again = Host(kept, stream_of("T1"), signer=SIGNER)
        assert digest(again.state) == digest(host.state)
        again.close()
