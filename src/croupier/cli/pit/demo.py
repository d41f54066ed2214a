"""`croupier pit demo`: the pit of a demonstration."""

from __future__ import annotations

from croupier.cli import CannotRead
from croupier.cli.pit.door import Place, opened


def demo(*, db: str) -> None:
    """Make the pit of a demonstration: people with made-up licences, and all that its five tables need to open.

    Everybody has the same password, which is printed. `croupier serve` uses the same pit, and makes what is missing.

    Parameters
    ----------
    db
        The store, as sqlite:///PATH or postgresql://…; created if there is none.
    """
    from croupier.floor import demonstration
    from croupier.floor.demo.pit import PASSWORD, DemonstrationPit
    from croupier.floor.demo.preparing import STAFF
    from croupier.host.upgrade.record import DEMONSTRATION

    with opened(Place(db), new=True) as pit:
        if pit.people.founded and not pit.store.version(DEMONSTRATION):
            raise CannotRead("this store has people and is not a demonstration: name another store with --db")
        try:
            demonstration.mark(pit.store, pit.folder)
            made = DemonstrationPit(pit)
            made.begin()
            tables = made.prepare(demonstration.houses())
        except demonstration.AnotherHouse as error:
            raise CannotRead(f"--db: {error}") from None
    for name, role in STAFF:
        print(f"{role:<20} {name}")
    print(f"Everybody's password: {PASSWORD}")
    print(f"Tables that got a kit: {', '.join(tables) or 'none, they have one'}")
