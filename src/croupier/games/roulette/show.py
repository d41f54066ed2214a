"""What people see of roulette: its names, and the parts of its pages."""

from croupier.core.show import Call, NextSteps, OwnAct, Pages, Prompt, Question, Show, Split, Variant
from croupier.games.roulette.coach import COACH
from croupier.games.roulette.facts import NO_SPIN, Landed
from croupier.games.roulette.wheel import WHEELS, ZEROS, color
from croupier.text.phrase import Phrase


def _odd_or_even(pocket: str) -> str:
    return "zero" if pocket in ZEROS else ("even", "odd")[int(pocket) % 2]


def _dozen(pocket: str) -> str:
    return "zero" if pocket in ZEROS else str((int(pocket) + 11) // 12)


def _column(pocket: str) -> str:
    return "zero" if pocket in ZEROS else str((int(pocket) - 1) % 3 + 1)


_SPLITS = (
    Split(name="Red and black", groups={"red": "Red", "black": "Black", "green": "Zero"}, of=color),
    Split(name="Odd and even", groups={"odd": "Odd", "even": "Even", "zero": "Zero"}, of=_odd_or_even),
    Split(name="Dozens", groups={"1": "1st 12", "2": "2nd 12", "3": "3rd 12", "zero": "Zero"}, of=_dozen),
    Split(name="Columns", groups={"1": "Col 1", "2": "Col 2", "3": "Col 3", "zero": "Zero"}, of=_column),
)


def call(fact: Landed, rules: object) -> Call:
    """The number and its color."""
    said = Phrase("{number} {color}", number=fact.pocket, color=fact.color)
    return Call(said, said)


SHOW = Show(
    variants={
        "roulette": Variant(
            name="Roulette",
            how="Bet on numbers or colors, then spin. The number where the ball lands decides every bet.",
            preset="colorado-double-zero",
        )
    },
    turn="spin",
    wagers={"first-five": "First Five", "low": "1 to 18", "high": "19 to 36"},
    limited={
        "straight": "one number",
        "split": "a split",
        "trio": "a trio",
        "street": "a street",
        "corner": "a corner",
        "line": "a line",
        "column": "a column",
        "dozen": "a dozen",
    },
    groups={"outside": "Outside bets", "inside": "Inside bets"},
    rows={
        "half-back": "half back",
        "imprison": "in prison",
        "released": "released",
        "lost in prison": "lost in prison",
    },
    felt="numbers",
    devices={
        **{f"a {wheel} wheel": {"wheel": wheel, "converted": False} for wheel in WHEELS},
        **{f"a {wheel} wheel used as single zero": {"wheel": wheel, "converted": True} for wheel in WHEELS[1:]},
    },
    color=color,
    wheels={wheel: wheel.replace("-", " ").capitalize() for wheel in WHEELS},
    pages=Pages(
        device="wheel",
        outcome="pocket",
        facts="number",
        covers="numbers",
        board=("streak", "number-track", "previous-number"),
        splits=_SPLITS,
        terminal=("ring", "numbers"),
        coach=COACH,
        next_steps=NextSteps(first={"straight": "Choose a chip, then a number or a box"}),
        marks=frozenset({"dolly", "lammer", "previous"}),
        choices=("wheel", "in-prison"),
        question=Question(
            says="Zero! Your {stake} on {wager}: take {back} back now, or leave it in prison for one more spin? "
            "If you do not choose, it stays in prison when betting closes.",
            answers={"half-back": "Take {back} back", "imprison": "In prison"},
        ),
        returned=("half-back",),
        what_if=("in-prison",),
    ),
    prompt=Prompt(
        device="ball",
        tries=("wager 10 red", "wager 5 straight 17", "wager 5 split 17-20"),
        wager="red",
        changed="red",
        outcome="17",
        part_of_list="outside",
        with_spot="wager 5 split 17-20",
        acts={
            "choose": OwnAct(means="In Prison, half-back or imprison:", example="choose {changed} imprison"),
            "award": OwnAct(means="the Back2Back award, when one is due (spin draws it):", example="award 50"),
            "bonus": OwnAct(means="the Spinner Winner balls, when due (spin draws them):", example="bonus 17-17"),
            "no-spin": OwnAct(
                means=f"the spin does not count: {', '.join(NO_SPIN)}:", example="no-spin foreign-object"
            ),
        },
    ),
)
