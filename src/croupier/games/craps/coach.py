"""The coach at craps: a hand with Pass Line, odds and two place bets, until a point or a seven ends it."""

from croupier.core.coach import Advice, Coach, CoachStep, When
from croupier.games.craps.facts import Craps, Natural, NoLineDecision, PointMade, PointSet, SevenOut

_TAKE = Advice(
    when=When(dice="offered"),
    says="The dice are yours. Press Take the dice: then you are the shooter.",
    press="dice",
)
_LINE_AGAIN = Advice(
    when=When(lacks=("pass",), open="pass"),
    says="You have no Pass Line bet now. Press Pass Line for a new one.",
    bet="pass",
)
_LINE_CLOSED = Advice(
    when=When(lacks=("pass",)),
    says="Another player's point is on, so Pass Line is closed. It opens again after this hand. Watch until then.",
)
_POINT_FIRST = Advice(
    when=When(dice="held"), says="This needs a point first. Press Roll the dice until you have one.", press="ready"
)
_COME_OUT = (
    "On this first roll, the come-out roll, 7 and 11 win, and 2, 3 and 12 lose. Any other number becomes the point: "
    "then Pass Line wins if it comes again before a 7."
)
_SEVEN_OUT = "The point pays Pass and odds. A 7 takes all bets: that is a seven-out."
_WATCH = Advice(says="Wait for the shooter to roll the dice.")

COACH = Coach(
    steps=(
        CoachStep(
            name="Pass Line",
            over=When(has=("pass",)),
            advice=(
                Advice(
                    when=When(open="pass"),
                    says="Most players start with Pass Line: you bet that the shooter, who rolls the dice, wins. "
                    "Press Pass Line to put your chip there.",
                    bet="pass",
                ),
                _LINE_CLOSED,
            ),
        ),
        CoachStep(
            name="The first roll",
            over=When(open="pass-odds"),
            advice=(
                _TAKE,
                _LINE_AGAIN,
                Advice(when=When(dice="held"), says="Press Roll the dice.", means=_COME_OUT, press="ready"),
                Advice(says="Wait for the shooter to roll.", means=_COME_OUT),
            ),
        ),
        CoachStep(
            name="Odds",
            over=When(has=("pass-odds",)),
            advice=(
                Advice(
                    when=When(open="pass-odds"),
                    says="Press the lit box to add odds. They win and lose with Pass Line, and the "
                    "house has no advantage on them.",
                    bet="pass-odds",
                    allows="Up to {most}. If the table offers amounts, choose one.",
                ),
                _TAKE,
                _LINE_AGAIN,
                _LINE_CLOSED,
                _POINT_FIRST,
                _WATCH,
            ),
        ),
        CoachStep(
            name="Place 6 and 8",
            over=When(has=("place-6", "place-8")),
            advice=(
                _TAKE,
                _LINE_AGAIN,
                _LINE_CLOSED,
                Advice(
                    when=When(lacks=("place-6",), open="pass-odds"),
                    says="Press Place under the 6. It pays {pays} if a 6 comes before a 7: $7 for every $6. If the "
                    "table offers to make the bet fit, you may accept.",
                    bet="place-6",
                ),
                Advice(
                    when=When(lacks=("place-8",), open="pass-odds"),
                    says="Now press Place under the 8. It pays {pays} if an 8 comes before a 7.",
                    bet="place-8",
                ),
                _POINT_FIRST,
                _WATCH,
            ),
        ),
        CoachStep(
            name="The point or a seven",
            over=When(lacks=("pass",), result=True),
            advice=(
                _TAKE,
                _LINE_AGAIN,
                Advice(
                    when=When(dice="held"),
                    says="Press Roll the dice, until the point or a 7 comes.",
                    means=_SEVEN_OUT,
                    press="ready",
                ),
                Advice(says="Watch the rolls.", means=_SEVEN_OUT),
            ),
        ),
    ),
    ends="That was a hand of craps, and you know its main bets. From now on there is a hint now and then.",
    hints=(
        Advice(
            when=When(has=("pass",), lacks=("pass-odds",), open="pass-odds"),
            says="You have a Pass Line bet and a point: you may add odds.",
            bet="pass-odds",
            allows="Up to {most}.",
        ),
        Advice(
            when=When(has=("dont-pass",), lacks=("dont-pass-odds",), open="dont-pass-odds"),
            says="You have a Don't Pass bet and a point: you may lay odds.",
            bet="dont-pass-odds",
            allows="Up to {most}.",
        ),
        Advice(
            when=When(has=("come",), lacks=("come-odds",), open="come-odds"),
            says="Your Come bet moved to its number, and wins if that comes before a 7. You may add odds there.",
        ),
        Advice(
            when=When(has=("pass-odds",), lacks=("place-6", "place-8")),
            says="6 and 8 come most often after 7. Place bets on them pay {pays}.",
            bet="place-6",
        ),
        Advice(
            when=When(lacks=("pass", "dont-pass"), open="pass"),
            says="A new hand begins. Pass Line bets that the shooter wins.",
            bet="pass",
        ),
        Advice(
            when=When(lacks=("pass", "come", "place-6", "place-8"), open="come"),
            says="A point is on. Come works like Pass Line, but starts with the next roll.",
            bet="come",
        ),
    ),
    news={
        PointSet.__name__: "This number is the point now. Pass Line wins if it comes again before a 7.",
        PointMade.__name__: "The point came before a 7: Pass Line and odds win. The next roll is a come-out roll: "
        "place bets stay, but are off.",
        SevenOut.__name__: "A 7 came before the point: Pass Line, odds and place bets lose, and the hand is over.",
        NoLineDecision.__name__: "Neither the point nor a 7: Pass Line is not decided yet.",
        Natural.__name__: "On the first roll that wins for Pass Line at once.",
        Craps.__name__: "On the first roll that loses for Pass Line at once.",
    },
)
