"""The round of roulette: the ball is spun while betting is open, then betting closes, then the ball lands."""

from croupier.core.course import Course, SpinRule
from croupier.games.roulette.facts import NO_SPIN
from croupier.games.roulette.side_bets import back2back, spinner_winner

COURSE = Course(
    steps={
        "open": ("seal", "inspect-ball", "spin-ball"),
        "spun": ("no-more-bets",),
        "no-more-bets": ("publish-closing", "lock-in", "move-wagers", "call-outcome"),
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
    spin=SpinRule(revolutions=4, too_few="revolutions", along="same-direction"),
    one_dealer=True,
    wave=True,
    outside_in=("line", "first-five", "street", "trio", "corner", "split", "straight"),
    colors=True,
    dolly=True,
    draws={"award": back2back.AWARD, "bonus": spinner_winner.BONUS},  # in this order (reading A8)
    begun_anew=True,  # another wheel has no previous number
)
