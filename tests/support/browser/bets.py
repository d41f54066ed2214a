"""A player's bets on a screen, as often as they are drawn, and according to the log of the table."""

from __future__ import annotations

from typing import Any, NamedTuple

from playwright.sync_api import Page

from croupier import store as stores
from croupier.table import begin, events, evolve, stream_of
from croupier.table.acts.round.closing import BettingClosed
from croupier.web.views.chips import name_of

#: Note the player's chips whenever they are drawn. Chips that the page calls not accepted yet are not counted; chips
#: that it says are being taken back are.
WATCH = """() => {
  window.drawn = [];
  window.bets = () => {
    const own = [...document.querySelectorAll(".stack.own:not(.placed)")];
    const round = Number(document.getElementById("round").textContent.match(/\\d+/)[0]);
    const stakes = Object.fromEntries(own.map(({ dataset }) => [dataset.key, Number(dataset.stake)]));
    return { at: Date.now(), round, stakes };
  };
  const chips = document.querySelector("#felt g.chips");
  new MutationObserver(() => drawn.push(bets())).observe(chips, { childList: true });
}"""


class Bets(NamedTuple):
    """What lies on the layout in a round, by the key of the chips, in cents."""

    round: int
    stakes: frozenset[tuple[str, int]]

    @classmethod
    def of(cls, found: dict[str, Any]) -> Bets:
        """As a page has noted it."""
        return cls(found["round"], frozenset(found["stakes"].items()))


def shown(page: Page) -> Bets:
    """What a page shows as taken now."""
    return Bets.of(page.evaluate("bets()"))


def drawn(page: Page) -> dict[Bets, int]:
    """Everything that a page has shown as taken since it was watched, and when it did so first, in microseconds."""
    return {Bets.of(each): (each["at"] + 1) * 1000 for each in reversed(page.evaluate("drawn"))}


class Logged(NamedTuple):
    """The bets after each event of the log and when they first were, at each close of the betting, and at its end."""

    since: dict[Bets, int]
    closed: dict[int, Bets]
    last: Bets


def logged(db: str, table: str) -> Logged:
    """Replay the log of a table."""
    state, since, closed = begin(table), dict[Bets, int](), dict[int, Bets]()
    now = Bets(0, frozenset())
    with stores.open(db, reading=True) as store:
        for envelope in store.read(stream_of(table)):
            event = events.read(envelope.body)
            if isinstance(event, BettingClosed):
                closed[now.round] = now
            state = evolve(state, event)
            standing = () if state.play is None else state.felt.standing
            now = Bets(state.round, frozenset((name_of(each.key), each.stake) for each in standing))
            since.setdefault(now, event.at)
    return Logged(since, closed, now)
