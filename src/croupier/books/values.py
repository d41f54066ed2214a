"""Values that sentences about events name although no event has them as a field: the name of a bet, a meaning."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from croupier.books import naming
from croupier.books.meaning import meaning
from croupier.books.walk import Step
from croupier.text.money import dollars
from croupier.text.values import in_words
from croupier.text.visible import visible

#: How much of the fields of a proposal is said.
MOST = 200


def bet(step: Step[Any]) -> str:
    """The wager of an event with its spot."""
    event: Any = step.event
    return naming.spot(event.wager, event.spot if hasattr(event, "spot") else None, step.after.house)


def _more(step: Step[Any]) -> int:
    """What went back with a reduced wager, if that is more than the wager was reduced by."""
    event: Any = step.event
    back: int = -event.moved
    return back if back != event.amount else 0


def _back(step: Step[Any]) -> int:
    """What went back with a wager that was taken down, without its coupon."""
    event: Any = step.event
    back: int = -event.moved - event.coupon
    return back


def outcome_said(said: str, step: Step[Any]) -> str:
    """An outcome as the board shows it, with the draws that follow it."""
    outcome, space, draws = said.partition(" ")
    return naming.outcome(outcome, step.before.house) + space + visible(draws)


def _house_name(step: Step[Any]) -> str:
    """The name of a house; the text of one that this version cannot read has it too."""
    event: Any = step.event
    return visible(event.house.name.rpartition("/")[2].removesuffix(".toml"))


def _houses(step: Step[Any]) -> str:
    event: Any = step.event
    names = (each.house.name.rpartition("/")[2].removesuffix(".toml") for each in event.activated)
    return ", ".join(f"{visible(name)} at {each.table}" for name, each in zip(names, event.activated, strict=True))


def _meaning(step: Step[Any]) -> str:
    """An outcome with what it meant."""
    event: Any = step.event
    outcome = naming.outcome(event.outcome, step.before.house)
    found = None if step.before.play is None else meaning(step.before.felt, event.outcome)
    if found is None or found[1].line == outcome:
        return outcome
    line = found[1].line
    return line if line.startswith(outcome) else f"{outcome} ({line})"


def _counted_rows(step: Step[Any]) -> str:
    event: Any = step.event
    count = len(event.rows)
    return "no wager was decided" if not count else f"{count} wager{'' if count == 1 else 's'} decided"


def _hand(step: Step[Any]) -> str:
    event: Any = step.event
    return " for a new hand" if event.hand == "new" else ", and the hand goes on"


def _claim(step: Step[Any]) -> str:
    """How a claim was settled, by who owed it."""
    event: Any = step.event
    amount, person = dollars(abs(event.amount)), visible(event.person)
    if event.how == "waived":
        return f"The claim of {amount} {'against' if event.amount < 0 else 'by'} {person} was waived."
    how = "in cash" if event.how == "cash" else "in chips"
    return f"{person} {'paid' if event.amount < 0 else 'was paid'} a claim of {amount} {how}."


def _directed(step: Step[Any]) -> str:
    """The money of a decision about a dispute."""
    event: Any = step.event
    move, parts = event.move, []
    for amount, what in ((move.rack, "in chips"), (move.claim, "as a claim")):
        if amount:
            parts.append(f"{visible(move.player)} {'gets' if amount > 0 else 'gives'} {dollars(abs(amount))} {what}")
    return f"; {', '.join(parts)}" if parts else ""


def _places(step: Step[Any]) -> str:
    event: Any = step.event
    house = step.after.house
    said = (f"{naming.wager(wager, house)} of {visible(player)} at {place}" for place, player, wager in event.wagers)
    return ", ".join(said)


def results(found: Iterable[Any]) -> str:
    """How many items of a checklist passed, and which failed."""
    found = list(found)
    failed = [each.check for each in found if not each.passed]
    if not failed:
        return f"all {len(found)} items passed"
    return f"{len(found) - len(failed)} of {len(found)} items passed; failed: {', '.join(failed)}"


def _results(step: Step[Any]) -> str:
    event: Any = step.event
    return results(event.results)


def _parts(step: Step[Any]) -> str:
    event: Any = step.event
    count = Counter(each.name for each in event.parts)
    return ", ".join(name if times == 1 else f"{name} ({times})" for name, times in count.items())


def _proposed(step: Step[Any]) -> dict[str, Any]:
    event: Any = step.event
    try:
        found = json.loads(event.body)
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}


def _act(step: Step[Any]) -> str:
    return visible(str(_proposed(step).get("do", "an act"))).replace("-", " ")


def _proposal(step: Step[Any]) -> str:
    """The fields of a proposal, without the texts of houses."""
    fields = {name: value for name, value in _proposed(step).items() if name != "do"}
    if isinstance(changes := fields.get("changes"), list):
        fields["changes"] = [_change(each) for each in changes]
    said = in_words(fields) if fields else ""
    return said if len(said) <= MOST else f"{said[: MOST - 1]}…"


def _change(value: Any) -> Any:
    """A change of a house: its table, and the name of the house."""
    if not isinstance(value, dict) or not isinstance(house := value.get("house"), dict):
        return value
    return f"{value.get('table')} to {house.get('name')}"


#: By the name that a sentence uses.
DERIVED: Mapping[str, Callable[[Step[Any]], Any]] = {
    "bet": bet,
    "more": _more,
    "back": _back,
    "was_said": lambda step: outcome_said(step.event.was, step),  # type: ignore[attr-defined]
    "now_said": lambda step: outcome_said(step.event.now, step),  # type: ignore[attr-defined]
    "house_name": _house_name,
    "houses": _houses,
    "meaning": _meaning,
    "counted_rows": _counted_rows,
    "hand_words": _hand,
    "claim": _claim,
    "directed_money": _directed,
    "places": _places,
    "results_words": _results,
    "parts_words": _parts,
    "act": _act,
    "proposal": _proposal,
    "plain": lambda step: not step.event.coins and not step.event.tokens,  # type: ignore[attr-defined]
    "declared_says": lambda step: naming.said(step.event.says, step.after.house),  # type: ignore[attr-defined]
}
