"""`croupier demo`: a shift of robot players on one table of every kind, into a store."""

from __future__ import annotations

from croupier.cli import CannotRead
from croupier.text.money import dollars


def demo(*, db: str, rounds: int = 200, seed: int = 1) -> None:
    """Let robots play a shift at one table of every kind, and store it. The same seed gives the same shift.

    Parameters
    ----------
    db
        The store, as sqlite:///PATH or postgresql://…; created if there is none.
    rounds
        Rounds at every table; a few more are played to finish open wagers.
    seed
        Determines everything in the shift, including times.
    """
    from croupier import store as stores
    from croupier.floor import demo as shift

    if rounds < 1:
        raise CannotRead(f"--rounds: must be at least 1, not {rounds}")
    try:
        with stores.open(db) as store:
            played = shift.play(store, rounds, seed)
    except (stores.StoreError, shift.CannotPlay) as error:
        raise CannotRead(f"cannot play into {stores.shown(db)!r}: {error}") from None
    print(f"{'table':<6} {'house':<22} {'rounds':>6} {'commands':>8} {'refused':>7} {'events':>7} {'won':>12}")
    for each in played:
        counts = f"{each.rounds:>6} {each.commands:>8} {each.refusals.total():>7} {each.events:>7}"
        print(f"{each.table:<6} {each.house:<22} {counts} {dollars(each.won):>12}")
