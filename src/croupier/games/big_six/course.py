"""The round of the Big Six wheel: the betting closes, then the wheel is spun, in alternating directions."""

from croupier.core.course import Course, SpinRule
from croupier.games.big_six.facts import VOID

COURSE = Course(
    steps={
        "open": ("seal", "repair", "no-more-bets"),
        "no-more-bets": ("repair", "spin-wheel"),
        "spun": ("publish-closing", "call-outcome"),
        "called": ("settle",),
        "settled": ("bonus", "reveal", "open-betting"),
    },
    device="wheel",
    betting=("open",),
    money=("open", "settled"),
    runs=("spun",),
    closes="open",
    calls="spun",
    caller="dealer",
    void="void",
    void_reasons=tuple(VOID),
    places=10,
    spin=SpinRule(revolutions=3, too_few="revolutions"),
    promotional_chips=True,
    carried_over=True,  # the direction keeps alternating (reading B3)
)
