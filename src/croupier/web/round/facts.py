"""The fact of an outcome in words. A game declares which of these parts its page has."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from croupier.core.machine import Fact
from croupier.floor.history import PastRound
from croupier.games.big_six.facts import Clapped
from croupier.games.craps.facts import Rolled
from croupier.games.roulette.facts import Landed
from croupier.house import House
from croupier.web.shared import naming
from croupier.web.shared.messages import words

Rows = Iterator[tuple[str, str]]  # (label, value)


def facts(past: PastRound) -> tuple[tuple[str, str], ...]:
    """The fact of an outcome, in the words of the game."""
    house, fact, said = past.before.house, past.fact, words()["round"]
    rows = [] if fact is None else list(PARTS[house.game.show.pages.facts](fact, house))
    for draw in past.draws:
        result = said.get(f"drawn_{draw.of}", said["drawn"]).format(result=draw.result.replace("-", ", "))
        rows.append((said["fact_draw"].format(of=naming.said(draw.of, house)), result))
    rows += [(said["fact_announced"], naming.said(each, house)) for each in past.announced]
    return tuple(rows)


def _number(fact: Fact, house: House) -> Rows:
    assert isinstance(fact, Landed)
    said, value = words()["round"], fact.number
    yield said["fact_color"], naming.wager(fact.color, house) if fact.color != "green" else words()["colors"]["green"]
    if value is None:
        yield said["fact_parity"], said["zero"]
    else:
        yield said["fact_parity"], said["odd" if value % 2 else "even"]
        yield said["fact_half"], said["low" if value <= 18 else "high"]
        yield said["fact_dozen"], str((value + 11) // 12)
        yield said["fact_column"], str((value - 1) % 3 + 1)
    if fact.previous is not None:
        yield said["fact_repeat"], said["yes" if fact.repeats else "no"]
    if fact.up is not None:
        yield words()["board"]["streak"], str(fact.up.length)
    if fact.track is not None:
        yield words()["board"]["number_track"], ", ".join(fact.track.numbers)


def _roll(fact: Fact, house: House) -> Rows:
    assert isinstance(fact, Rolled)
    said = words()["round"]
    yield said["fact_total"], str(fact.total)
    yield said["fact_roll"], said[type(fact).__name__]
    yield said["fact_come_out"], said["yes" if fact.come_out else "no"]
    hand = fact.hand
    yield (
        said["fact_hand"],
        said["hand_points"].format(count=len(hand.points_made), passes=hand.passes, sevens=hand.sevens_and_elevens),
    )


def _section(fact: Fact, house: House) -> Rows:
    assert isinstance(fact, Clapped)
    chance, said = house.game.chance(house), words()["round"]
    count = dict(chance.weights)[fact.symbol]
    yield said["fact_section"], naming.outcome(fact.symbol, house)
    yield said["fact_rim"], said["fact_sections"].format(count=count, total=chance.total)


PARTS: dict[str, Callable[[Fact, House], Rows]] = {"number": _number, "roll": _roll, "section": _section}
