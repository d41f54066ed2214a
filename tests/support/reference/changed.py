"""What the changed readings change in a played script. Everything else must be the same, byte for byte.

A script is played in both trees. The first act with another answer must be explained by one of `CHANGES`; it is then
left out, and the script is played again, until every answer is the same. So no changed act hides what comes after it.
What such an act gives today is compared with the oracle (`tests/felt/test_against_the_oracle.py`).
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tests.support.reference.trees import Both, difference

Answer = dict[str, Any]
BESIDE_NO_TIP = ("roulette-up-progressive", "straights-and-8s", "back2back", "spinner-winner")
LINE = ("pass", "dont-pass")
POINTS = ("4", "5", "6", "8", "9", "10")


@dataclass(frozen=True)
class Changed:
    """A reading that the reference does not have: the answers that it changes, and a preset where scripts meet it."""

    reading: str
    says: str
    at: tuple[str, ...]
    explains: Callable[[Answer, Answer], bool]


def _cocked_is_listed(before: Answer, now: Answer) -> bool:
    """Refused as before; the reasons that are named have one more."""
    said = json.dumps(now).replace(" cocked,", "")
    return now["act"].startswith("no-roll") and not now["ok"] and said == json.dumps(before)


def _cocked_is_a_reason(before: Answer, now: Answer) -> bool:
    return now["act"] == "no-roll cocked" and now["ok"] and _name(before) == "unknown-reason"


def _tip_goes_back(before: Answer, now: Answer) -> bool:
    """The same rows; what a returned tip put into the box is in its player's rack."""
    due = json.loads(json.dumps(before))
    returned = [row for row in due["resolved"] if row.get("tip") and row["grade"] == "returned"]
    for row in returned:
        due["racks"][row["player"]] += row["tip_box_cents"]
        row["tip_box_cents"] = 0
    return bool(returned) and due == now


def _primary_stays(before: Answer, now: Answer) -> bool:
    """The player's only ordinary wager beside a Roulette Up wager does not come down."""
    verb, player = now["act"].split()[:2]
    hers = [row["wager"] for row in now["standing"] if row["player"] == player]
    beside = any(wager.startswith("roulette-up") for wager in hers)
    return verb in ("reduce", "take-down") and before["ok"] and beside and _cites(now, "30-2299.04/start(1)")


def _tip_needs_a_wager(before: Answer, now: Answer) -> bool:
    """A tip on Roulette Up lies on or near a wager of the same player, who has none."""
    if not now["act"].startswith("tip "):
        return False
    _, player, *_, wager = now["act"].split()
    hers = [row for row in now["standing"] if row["player"] == player and not row.get("tip")]
    alone = all(row["wager"] in BESIDE_NO_TIP for row in hers)
    return (
        wager == "roulette-up"
        and alone
        and _name(before) != _name(now) == "no-parent"
        and _cites(now, "30-2299.04/start(3)")
    )


def _put_serves_as_line(before: Answer, now: Answer) -> bool:
    """A shooter with a put wager on the point, and no line wager, throws."""
    thrown = now["act"].startswith("outcome") and now["ok"] and _cites(before, "47.1-2310")
    return thrown and any(row["wager"].removeprefix("put-") in POINTS for row in before["standing"])


def _tip_waits(before: Answer, now: Answer) -> bool:
    """Come wagers are decided although a tip is on the line, which stays as it is."""
    tips = [row for row in before["standing"] if row["wager"] in LINE]
    come = any(row["wager"] in ("come", "dont-come") for row in before["standing"])
    waits = come and bool(tips) and all(row.get("tip") and row in now["standing"] for row in tips)
    return waits and now["act"].startswith("outcome") and now["ok"] and _cites(before, "47.1-2310")


def _put_stays(before: Answer, now: Answer) -> bool:
    """That put wager does not come down, and is not off."""
    verb, *_, wager = now["act"].split()
    changes = verb in ("reduce", "take-down", "off") and wager.startswith("put-")
    return changes and _name(before) != "contract" and _cites(now, "47.1-2310")


def _no_dont_is_named(before: Answer, now: Answer) -> bool:
    """Refused as before; the sentence names no don't wager."""
    said = json.dumps(before).replace("a pass or don't pass wager", "a pass wager")
    return not now["ok"] and json.dumps(now) == said


CHANGES = (
    Changed("A9", "`cocked` is a reason of a no-roll, and is listed", ("colorado-craps",), _cocked_is_listed),
    Changed("wagers(2)", "no don't wager is named", ("colorado-craps-free",), _no_dont_is_named),
    Changed("C21", "a die on more than one side is a no-roll", ("colorado-craps",), _cocked_is_a_reason),
    Changed("30-2703(5)", "a tip that is returned goes back to its player", ("colorado-big-six",), _tip_goes_back),
    Changed("R15", "a required primary wager stays until the first spin", ("colorado-double-zero",), _primary_stays),
    Changed("start(3)", "a tip on Roulette Up lies beside a wager", ("colorado-double-zero",), _tip_needs_a_wager),
    Changed("C17", "come wagers are decided while a tip waits on the line", ("colorado-craps",), _tip_waits),
    Changed("C20", "a put wager on the point lets its owner throw", ("colorado-craps",), _put_serves_as_line),
    Changed("C20", "the put wager of a shooter stays up and on", ("colorado-craps",), _put_stays),
)


def _name(answer: Answer) -> str | None:
    return None if answer["ok"] else str(answer["refusal"]["name"])


def _cites(answer: Answer, cite: str) -> bool:
    return not answer["ok"] and answer["refusal"]["cite"] == cite


@dataclass
class Played:
    """A script as both trees answer it, without the acts that changed readings decide."""

    script: str
    output: str
    left_out: Counter[Changed]


def play(both: Both, words: list[str], text: str) -> Played:
    """Play a script with `--json` in both trees, and leave out each act that a changed reading explains."""
    lines, left_out = text.splitlines(), Counter[Changed]()
    while True:
        script = "\n".join(lines)
        before, now = both.ask(words, script)
        assert before["errors"] == now["errors"], script
        rows = before["output"].splitlines(), now["output"].splitlines()
        assert len(rows[0]) == len(rows[1]), script
        differs = next((pair for pair in zip(*rows, strict=True) if pair[0] != pair[1]), None)
        if differs is None:
            return Played(script, now["output"], left_out)
        answers = json.loads(differs[0]), json.loads(differs[1])
        reason = next((each for each in CHANGES if each.explains(*answers)), None)
        assert reason is not None, f"no changed reading explains this:\n{difference(*differs)}\n\n{script}"
        left_out[reason] += 1
        lines[answers[1]["line"] - 1] = ""  # the other lines keep their numbers
