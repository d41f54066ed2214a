"""What people see of the Big Six wheel: its names, and the parts of its pages."""

from croupier.core.show import Call, NextSteps, OwnAct, Pages, Prompt, Show, Split, Variant
from croupier.games.big_six.coach import COACH
from croupier.games.big_six.facts import VOID, Clapped
from croupier.games.big_six.rules import Rules

_SYMBOLS = {
    "one": "$1",
    "two": "$2",
    "five": "$5",
    "ten": "$10",
    "twenty": "$20",
    "flag": "Flag",
    "joker": "Joker",
}


def call(fact: Clapped, rules: Rules) -> Call:
    """The symbol, by the name that the house gives it."""
    said = rules.options.called(fact.symbol) or _SYMBOLS[fact.symbol]
    return Call(said, said)


SHOW = Show(
    variants={
        "big-six": Variant(
            name="Big Six",
            how="Bet on a symbol of the big wheel, then spin. The section where the clapper rests decides every bet.",
            preset="colorado-big-six",
        )
    },
    turn="spin",
    wagers=_SYMBOLS,
    groups={"sections": "Sections of the wheel"},
    outcomes=_SYMBOLS,
    felt="symbols",
    devices={"the Big Six wheel": {}},
    pages=Pages(
        device="rim",
        outcome="symbol",
        facts="section",
        covers="sections",
        board=("direction",),
        splits=(Split(name="Sections", groups=_SYMBOLS, of=str),),
        terminal=("symbols",),
        coach=COACH,
        next_steps=NextSteps(first=dict.fromkeys(_SYMBOLS, "Choose a chip, then a symbol")),
        view=("direction",),
        choices=("symbols",),
        better_pays={(symbol, "win"): ("45 to 1", "47 to 1", "50 to 1") for symbol in ("joker", "flag")},
        phases={"spun": "wheel"},
    ),
    prompt=Prompt(
        device="clapper",
        tries=("wager 10 one", "wager 5 twenty", "wager 5 joker"),
        wager="one",
        changed="five",
        outcome="twenty",
        part_of_list="t",
        acts={
            "void": OwnAct(means=f"the spin does not count: {', '.join(VOID)}:", example="void between-sections"),
            "repaired": OwnAct(means="the broken clapper is repaired", example="repaired"),
        },
    ),
)
