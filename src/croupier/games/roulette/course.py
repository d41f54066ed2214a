"""The round of roulette: the ball is spun while wagers are taken, then no more bets, then the number."""

from croupier.core.course import Course
from croupier.games.roulette.facts import NO_SPIN

COURSE = Course(
    steps={
        "open": ("seal", "inspect-ball", "spin-ball"),
        "spun": ("no-more-bets",),
        "no-more-bets": ("call-outcome",),
        "called": ("settle",),
        "settled": ("bonus", "reveal", "open-betting"),
    },
    device="ball",
    betting=("open", "spun"),
    money=("open", "settled"),
    runs=("spun", "no-more-bets"),
    closes="spun",
    calls="no-more-bets",
    caller="dealer",
    void="no-spin",
    void_reasons=tuple(NO_SPIN),
    places=8,
    paying="outside-in",
    coupons="even-money",
    colors=True,
    dolly=True,
    draws=True,
    begun_anew=True,  # another wheel has no number before
)
