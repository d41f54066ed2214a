"""What a store must hold after all the kills: every answer that was given, once, and nothing that does not fit."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from croupier import store as stores
from croupier.floor.guest_commands import own_id
from croupier.host import answer, load
from croupier.host.audit import audit
from croupier.host.audit.devices import compare
from croupier.store import Appended, Store
from croupier.table import events, stream_of
from croupier.table.acts.device import SeedRevealed
from croupier.table.acts.round.settling import Settled
from tests.support.kills.cast import Cast
from tests.support.kills.players import Player


def check(cast: Cast, players: Iterable[Player]) -> Counter[str]:
    """Check a store whose processes are all dead; return what it holds."""
    log = f"sqlite:///{cast.device_folder / 'log.db'}"
    counts: Counter[str] = Counter()
    with stores.open(cast.db, reading=True) as kept, stores.open(log, reading=True) as device:
        found = audit(kept)
        assert found.fault is None, found.fault
        assert not found.otherwise, found.differences[:3]
        compared = compare(kept, device)
        assert compared.fault is None, compared.fault
        counts.update(proofs=found.proofs, voided=found.voided, events=found.events, commands=found.commands)
        for table in cast.tables:
            counts += _table(kept, table)
        for player in players:
            counts += _answers(kept, player)
    return counts


def _table(kept: Store, table: str) -> Counter[str]:
    """Each round is settled at most once for each stage, its seed told once, and the accounts sum to zero."""
    made = [events.read(envelope.body) for envelope in kept.read(stream_of(table))]
    settled = Counter((each.round, each.stage) for each in made if isinstance(each, Settled))
    assert set(settled.values()) <= {1}, f"a round of {table} was settled twice: {settled.most_common(3)}"
    told = Counter(each.proof.commitment for each in made if isinstance(each, SeedRevealed))
    assert set(told.values()) <= {1}, f"a seed of {table} was told twice"
    state, _ = load(kept, stream_of(table))
    assert sum(amount for _, amount in state.balances) == 0, f"money was made or lost at {table}"
    return Counter(rounds=len({number for number, _ in settled}))


def _answers(kept: Store, player: Player) -> Counter[str]:
    """Every answer that a player got is on record, with the same result; every event of a player was asked for."""
    stream = stream_of(player.table)
    mine = {own_id(row.command): row for row in kept.commands() if row.stream == stream and _is_of(row, player)}
    assert set(mine) <= set(player.said), "the store has commands that nobody sent"
    for own, ack in player.acks.items():
        row = mine.get(own)
        assert row is not None, f"answered but lost: {own} at {player.table}, {ack}"
        if ack.ok:
            assert (row.last, row.last >= row.first) == (ack.version, True), f"{own} has another result: {row}"
        else:
            said = answer.read(row.answer)
            assert said.refusal is not None, f"{own} was refused, and carried out"
            assert said.refusal.word == ack.why, f"{own} was refused as {ack.why}, and recorded as {said.refusal}"
    ids = {row.command: own for own, row in mine.items()}
    applied = Counter(ids[each.command] for each in kept.read(stream) if each.command in ids)
    accepted = {own for own, row in mine.items() if row.last >= row.first}
    assert set(applied) == accepted
    assert set(applied.values()) <= {1}, "a command was applied twice"
    return Counter(acknowledged=len(player.acks), accepted=sum(ack.ok for ack in player.acks.values()))


def _is_of(row: Appended, player: Player) -> bool:
    own = row.command.split("/", 2)
    return len(own) == 3 and own[2].startswith(player.own)
