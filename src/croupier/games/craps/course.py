"""The round of craps: the dice are offered, taken, pushed out and thrown. The throw closes the betting."""

from croupier.core.course import Course
from croupier.games.craps.facts import LINE
from croupier.games.craps.no_roll import NO_ROLL


def _total(roll: str) -> str:
    return str(sum(map(int, roll.split("-"))))


COURSE = Course(
    steps={
        "open": ("seal", "confirm-calls", "nobody-throws", "offer-dice", "move-wagers", "push-dice"),
        "dice-out": ("confirm-calls", "move-wagers", "throw-dice"),
        "in-the-air": ("publish-closing", "call-outcome"),
        "called": ("settle",),
        "settled": ("bonus", "reveal", "open-betting"),
    },
    device="dice",
    betting=("open", "dice-out", "in-the-air"),
    money=("open", "dice-out", "settled"),
    runs=("in-the-air",),
    closes=None,
    calls="in-the-air",
    caller="stickperson",
    void="no-roll",
    void_reasons=tuple(NO_ROLL),
    places=14,
    coins=LINE,
    tokens=True,
    line=LINE,
    raised=("pass", "come"),
    staff=frozenset({"boxperson", "stickperson"}),
    commission=True,
    counted=_total,
)
