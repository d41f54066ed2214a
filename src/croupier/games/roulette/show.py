"""What people see of roulette: its names, and the parts of its pages."""

from croupier.core.show import Call, NextSteps, OwnAct, Pages, Prompt, Question, Show, Variant
from croupier.games.roulette.facts import NO_SPIN, Landed
from croupier.games.roulette.wheel import WHEELS, color


def call(fact: Landed, rules: object) -> Call:
    """The number and its color."""
    said = f"{fact.pocket} {fact.color}"
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
    groups={"outside": "Outside bets", "inside": "Inside bets"},
    rows={"half-back": "half back", "imprison": "in prison", "released": "released"},
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
        terminal=("ring", "numbers"),
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
