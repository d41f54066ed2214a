"""Every text that games and pages declare for players, found by asking the games for all of them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

from croupier.chain.everything import of_house
from croupier.core.coach import Coach
from croupier.core.game import AnyGame
from croupier.core.machine import Seen, Void
from croupier.core.show import Show
from croupier.documents.felts import draw
from croupier.documents.par_sheet.sheet import Sheet
from croupier.games import NAMES, game
from croupier.games.svg import Style
from croupier.house import House, load, presets
from croupier.text.phrase import Phrase

_LETTER = re.compile(r"[a-zA-Z]{2}|[A-Z]")


def of_game(name: str) -> set[str]:
    """The texts of a game, as their keys: a phrase counts with its template, and with the texts among its values."""
    played, houses = game(name), [house for house in (*map(load, presets()), _triple()) if house.game_name == name]
    found = [*_shown(played.show), *_coached(played.show.pages.coach), *_wagers(played)]
    for house in houses:
        found += _at(house)
    return set(keys(found))


def _triple() -> House:
    """A wheel that no preset has: its third zero is covered."""
    return load("colorado-converted-wheel", change={"wheel.kind": "triple-zero"})


def keys(found: Iterable[str]) -> Iterator[str]:
    """The keys of texts; numbers need no translation."""
    for each in found:
        if isinstance(each, Phrase):
            yield each.template
            yield from keys(value for value in each.values.values() if isinstance(value, str))
        elif _LETTER.search(each):
            yield each


def _shown(show: Show) -> Iterator[str]:
    for variant in show.variants.values():
        yield from (variant.name, variant.waits)
    for mapped in (show.limited, show.groups, show.rows, show.outcomes, show.wheels):
        yield from mapped.values()
    yield from (row.replace("-", " ") for row in show.rows)
    pages = show.pages
    yield from (pages.waits, *pages.help, *pages.next_steps.first.values(), *pages.next_steps.more.values())
    if pages.question is not None:
        yield from (pages.question.says, *pages.question.answers.values())
    for split in pages.splits:
        yield from (split.name, *split.groups.values())


def _coached(coach: Coach) -> Iterator[str]:
    yield from (coach.ends, *coach.news.values())
    for step in coach.steps:
        yield step.name
    for advice in (*coach.hints, *(each for step in coach.steps for each in step.advice)):
        yield from (advice.says, advice.means, advice.allows)


def _wagers(played: AnyGame) -> Iterator[str]:
    for wager in played.wagers.values():
        if wager.group == "side-bets":
            yield "Side bets"
        if wager.show is None:
            yield played.show.wagers.get(wager.id) or wager.id.replace("-", " ").capitalize()
        else:
            yield from (wager.show.name, wager.show.says, wager.show.counts, *wager.show.rows.values())


def _at(house: House) -> Iterator[str]:
    """What depends on the house, its outcomes and the state of its game."""
    for simple in (False, True):
        yield from re.findall(r'data-panel="([^"]*)"', draw(house, style=Style(simple, upright=True)))
    for macro in house.game.macros(house):
        yield from (macro.name, macro.says)
    for wager, rows in house.pays_by_wager.items():
        shown = house.game.wagers[wager].show
        yield from (row.replace("-", " ") for row in rows if shown is None and row != "win")
    yield from _called(house)
    for reason in house.game.course.void_reasons:
        void = house.game.void(house.game.course.void, reason, house.game.begin(house))
        assert isinstance(void, Void)
        yield void.says


def _called(house: House) -> Iterator[str]:
    """The calls of every outcome in every state that few outcomes lead to, with what is announced then."""
    played, rules = house.game, house
    first: Any = played.begin(rules)
    waiting: list[Any] = [first]
    if hasattr(first, "deciding_come"):
        waiting.append(replace(first, deciding_come=True))  # a throw that decides only some bets
    for _ in range(3):
        tables, waiting = waiting, []
        for table in tables:
            yield played.stage(table)
            for outcome, _ in played.chance(rules).weights:
                seen = played.observe(table, outcome, rules)
                if isinstance(seen, Void):
                    yield seen.says
                    continue
                assert isinstance(seen, Seen)
                call = played.call(seen.fact, rules)
                yield from (call.line, call.spoken, *played.announce(table, seen.table, rules))
                if seen.table not in waiting and len(waiting) < 40:
                    waiting.append(seen.table)


def common() -> set[str]:
    """Texts that belong to no game: words in refusals, and the figures of the odds explorer."""
    found = list[str]()
    for played in map(game, NAMES):
        found += [played.name, *played.show.variants, *played.show.wheels, *played.course.draws]
    early = load("colorado-craps", change={"commission.buy.when": "up-front"})
    for house in (*map(load, presets()), early):
        for question in of_house(house):
            sheet = Sheet(question, question.price())
            found += [sheet.commission, *(each.name for each in sheet.figures), *(each.pays for each in sheet.pays)]
            found += [each.row for each in sheet.pays if isinstance(each.row, Phrase)]
    return set(keys(found))
