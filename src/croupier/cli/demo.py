"""`croupier demo`: a shift of robot players, or a gaming day with a full pit, into a store."""

from __future__ import annotations

from typing import TYPE_CHECKING

from croupier.cli import CannotRead
from croupier.text.money import dollars

if TYPE_CHECKING:
    from croupier.floor.demo import DayPlayed
    from croupier.store import Store


def demo(*, db: str, rounds: int = 200, seed: int = 1, day: bool = False) -> None:
    """Let robots play a shift at one table of every kind, and store it. The same seed gives the same shift.

    With --day they play a whole gaming day: people come on duty, tables are equipped, inspected, filled, counted and
    opened; dealers are relieved; tables close, and boxes are counted.

    Parameters
    ----------
    db
        The store, as sqlite:///PATH or postgresql://…; created if there is none.
    rounds
        Rounds at every table; a few more are played to finish open wagers.
    seed
        Determines everything in the shift, including times.
    day
        Play a gaming day with a full pit, into a store of its own.
    """
    from croupier import store as stores
    from croupier.floor import demo as shift

    if rounds < 1:
        raise CannotRead(f"--rounds: must be at least 1, not {rounds}")
    try:
        with stores.open(db) as store:
            if day:
                _day(store, rounds, seed)
                return
            played = shift.play(store, rounds, seed)
    except (stores.StoreError, shift.CannotPlay) as error:
        raise CannotRead(f"cannot play into {stores.shown(db)!r}: {error}") from None
    print(f"{'table':<6} {'house':<22} {'rounds':>6} {'commands':>8} {'refused':>7} {'events':>7} {'won':>12}")
    for each in played:
        counts = f"{each.rounds:>6} {each.commands:>8} {each.refusals.total():>7} {each.events:>7}"
        print(f"{each.table:<6} {each.house:<22} {counts} {dollars(each.won):>12}")


def _day(store: Store, rounds: int, seed: int) -> None:
    """Play a gaming day, and close its books."""
    from dataclasses import asdict

    from croupier.books.closing import figures_of
    from croupier.floor import demo as shift

    played = shift.play_day(store, rounds, seed)
    found = figures_of(store, played.day)
    shift.close_day(store, seed, played.day, [asdict(each) for each in found])
    _told(played)
    wins = {each.win_by_wagers == each.win_by_drop for each in found}
    says = "The win by drop is the win by wagers at every table" if wins == {True} else "The two wins differ"
    print(f"{says}: {dollars(sum(each.win_by_wagers for each in found))}. The books are closed.")


def _told(played: DayPlayed) -> None:
    """Print what happened on a gaming day."""
    print(f"{'table':<6} {'house':<22} {'rounds':>6} {'commands':>8} {'refused':>7}")
    for each in played.tables:
        print(f"{each.table:<6} {each.house:<22} {each.rounds:>6} {each.commands:>8} {each.refused:>7}")
    boxes = f"{played.counted} boxes and credits counted, {played.differences} of them not as the record says"
    print(f"The gaming day of {played.day}: {played.on_duty} people, {played.fills} fills, {boxes}.")
