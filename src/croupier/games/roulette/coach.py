"""The coach at roulette: a number, a split, an outside bet, a spin, and a side bet."""

from croupier.core.coach import Advice, Coach, CoachStep, When

COACH = Coach(
    steps=(
        CoachStep(
            name="One number",
            over=When(has=("straight",)),
            advice=(
                Advice(
                    says="Press a number, 17 for instance. A chip on one number is a straight bet: it pays {pays}.",
                    bet="straight",
                    spot="17",
                ),
            ),
        ),
        CoachStep(
            name="Two numbers",
            over=When(has=("split",)),
            advice=(
                Advice(
                    says="Now press the line between two numbers. A split wins on both and pays {pays}. With a "
                    "finger you then choose it by name.",
                    bet="split",
                    spot="17-20",
                ),
            ),
        ),
        CoachStep(
            name="Outside",
            over=When(group="outside"),
            advice=(
                Advice(
                    says="Press a box outside the numbers: Red, Even or a dozen. It wins more often and pays less.",
                    group="outside",
                ),
            ),
        ),
        CoachStep(
            name="The spin",
            over=When(result=True),
            advice=(
                Advice(
                    when=When(group="outside"),
                    says="Press Ready, or wait for the clock.",
                    means="Then the ball is spun, and decides your bets.",
                    press="ready",
                ),
                Advice(
                    says="Put a chip on a box, then press Ready. The ball is spun, and its number decides your bet.",
                    group="outside",
                ),
            ),
        ),
        CoachStep(
            name="A side bet",
            over=When(group="side-bets"),
            advice=(
                Advice(
                    says="Side bets pay much and win seldom. Press {bet}, or another one that is lit. How {bet} "
                    "wins: {covers}.",
                    group="side-bets",
                ),
                Advice(says="The side bets are closed for a moment. Wait for the next round, or skip this step."),
            ),
        ),
    ),
    ends="That was roulette. The help lists every bet with its house edge. From now on there is a hint now and then.",
    hints=(
        Advice(
            when=When(has=("straight",), lacks=("split",)),
            says="A chip on the line between two numbers wins on both, and pays {pays}.",
            bet="split",
        ),
        Advice(
            when=When(group="outside", lacks=("straight", "split")),
            says="A chip on one number pays {pays}. Outside bets win more often.",
            bet="straight",
        ),
        Advice(
            when=When(group="side-bets"), says="Side bets are decided on their own: your other bets do not change."
        ),
        Advice(
            when=When(lacks=("straight", "split"), open="straight"),
            says="New numbers do not depend on the last ones: every spin has the same chances.",
        ),
    ),
)
