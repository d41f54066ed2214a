"""The coach at the Big Six wheel: a symbol that comes often, one that pays much, and a spin."""

from croupier.core.coach import Advice, Coach, CoachStep, When

_RARE = ("ten", "twenty", "flag", "joker")

COACH = Coach(
    steps=(
        CoachStep(
            name="A symbol",
            over=When(group="sections"),
            advice=(
                Advice(
                    says="Press the box of a symbol, {bet} for instance. It wins if the wheel stops on it, and pays "
                    "{pays}. It is on {covers}.",
                    bet="one",
                ),
            ),
        ),
        CoachStep(
            name="A rare symbol",
            over=When(has=("twenty",)),
            advice=(
                Advice(
                    says="Now press {bet}. It is on only {covers}, and pays {pays}: rare symbols pay more.",
                    bet="twenty",
                ),
            ),
        ),
        CoachStep(
            name="The spin",
            over=When(result=True),
            advice=(
                Advice(
                    when=When(group="sections"),
                    says="Press Ready, or wait for the clock.",
                    means="Then the wheel is spun, and decides your bets.",
                    press="ready",
                ),
                Advice(says="Put a chip on a symbol, then press Ready. The wheel is spun.", group="sections"),
            ),
        ),
    ),
    ends="That was Big Six: choose symbols, and the wheel decides. From now on there is a hint now and then.",
    hints=(
        Advice(
            when=When(group="sections", lacks=_RARE),
            says="Rare symbols pay more: {bet} pays {pays}, but it is on only {covers}.",
            bet="twenty",
        ),
        Advice(
            when=When(has=("one",), lacks=("two",)),
            says="You may bet on several symbols at once. {bet} is on {covers}.",
            bet="two",
        ),
        Advice(
            when=When(open="one", lacks=("one",)),
            says="{bet} comes most often: it is on {covers}, and pays {pays}.",
            bet="one",
        ),
    ),
)
