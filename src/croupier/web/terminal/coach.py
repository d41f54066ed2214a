"""What the coach of a game says at one table: only about bets that the house offers."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from croupier.core.coach import Advice, CoachStep, When
from croupier.house import House
from croupier.web.shared import naming


def coach(house: House) -> dict[str, Any]:
    """Its steps, hints and sentences for the terminal's script."""
    declared = house.game.show.pages.coach
    steps = (each for each in declared.steps if _possible(each, house))
    return {
        "steps": [
            {
                "name": naming.said(each.name, house),
                "over": _when(each.over, house),
                "advice": [_advice(one, house) for one in each.advice],
            }
            for each in steps
        ],
        "ends": naming.said(declared.ends, house),
        "hints": [_advice(each, house) for each in declared.hints if _offered(each, house)],
        "news": naming.said_by_key(declared.news, house),
    }


def _possible(step: CoachStep, house: House) -> bool:
    """Whether the house offers every bet of a step."""
    return all(_offered(each, house) for each in step.advice)


def _offered(advice: Advice, house: House) -> bool:
    return (not advice.bet or advice.bet in house.offered) and (not advice.group or bool(_group(advice.group, house)))


def _group(group: str, house: House) -> list[str]:
    """The wagers of a group that the house offers."""
    return [wager for wager in house.permitted if wager in house.offered and house.game.wagers[wager].group == group]


def _when(when: When, house: House) -> dict[str, Any]:
    given = {name: value for name, value in asdict(when).items() if value}
    return given | ({"group": _group(when.group, house)} if when.group else {})


def _advice(advice: Advice, house: House) -> dict[str, Any]:
    given = {name: value for name, value in asdict(advice).items() if value}
    given |= {name: naming.said(given[name], house) for name in ("says", "means", "allows") if name in given}
    group = {"group": _group(advice.group, house)} if advice.group else {}
    return given | group | {"when": _when(advice.when, house)}
