"""What people see of craps and Craps Free Craps: their names, and the parts of their pages."""

from croupier.core.show import NextSteps, OwnAct, Pages, Prompt, Show, Split, Variant
from croupier.games.craps.coach import COACH
from croupier.games.craps.dice import POINTS
from croupier.games.craps.no_roll import NO_ROLL
from croupier.games.craps.wagers.one_roll import WAGERS

SHOW = Show(
    variants={
        "craps": Variant(
            name="Craps",
            how="Bet, then roll two dice. For pass, a first roll of 7 or 11 wins and 2, 3 or 12 loses; any other "
            "total becomes the point, which must come again before a 7.",
            preset="colorado-craps",
        ),
        "craps-free": Variant(
            name="Craps Free Craps",
            how="Bet, then roll two dice. For pass, a first roll of 7 wins; any other total becomes the point, "
            "which must come again before a 7.",
            preset="colorado-craps-free",
            waits="Bet on Pass Line to start",
        ),
    },
    turn="roll",
    wagers={
        "dont-pass": "Don't Pass",
        "dont-come": "Don't Come",
        "pass-odds": "Odds behind Pass",
        "dont-pass-odds": "Odds behind Don't Pass",
        "come-odds": "Odds behind Come",
        "dont-come-odds": "Odds behind Don't Come",
        "put-odds": "Odds behind Put",
        "c-and-e": "C & E",
        "six-seven-eight": "6-7-8",
        **{f"place-to-lose-{number}": f"Place {number} to lose" for number in POINTS},
        **{hop.id: hop.id.replace("hop-", "Hop ") for hop in WAGERS if hop.group == "hops"},
    },
    groups={
        "line": "Pass and Come",
        "odds": "Odds",
        "place": "Place",
        "buy": "Buy",
        "lay": "Lay",
        "place-to-lose": "Place to lose",
        "put": "Put",
        "big": "Big 6 and Big 8",
        "field": "Field",
        "hardways": "Hardways",
        "one-roll": "One-roll bets",
        "hops": "Hops",
    },
    rows={"win on 2": "on 2", "win on 12": "on 12", "win the hardway": "the hardway"},
    felt="line",
    devices={"two dice": {}},
    on_and_off=True,
    pages=Pages(
        device="dice",
        outcome="faces",
        facts="roll",
        covers="rolls",
        board=("point", "points-made", "passes", "sevens-and-elevens"),
        splits=(Split(name="Dice totals", groups={str(total): str(total) for total in range(2, 13)}, of=str),),
        terminal=("calls",),
        help=(
            "The first roll is the come-out roll: Pass wins on 7 and 11 and loses on 2, 3 and 12. Any other number "
            "becomes the point, and the puck marks it. Pass then wins if the point comes before a 7. Come works the "
            "same way, but starts while a point is on.",
        ),
        coach=COACH,
        next_steps=NextSteps(
            first={
                "dont-pass": "Bet on Pass Line or Don't Pass",
                "pass": "Bet on Pass Line",
                "come": "Bet on Come or on a number, or wait",
            },
            more={
                "pass-odds": "You can take odds behind your Pass bet",
                "dont-pass-odds": "You can lay odds behind your Don't Pass bet",
                "come-odds": "You can take odds behind your Come bet",
                "dont-come-odds": "You can lay odds behind your Don't Come bet",
            },
        ),
        waits="Bet on Pass Line or Don't Pass to start",
        view=("shooter", "offered", "puck", "dice"),
        marks=frozenset({"puck", "lammer"}),
        choices=("hardways", "odds-multiples"),
        returned=("push",),
        what_if=("commissions", "odds-multiples"),
        better_pays={("field", "win on 12"): ("2 to 1", "3 to 1")},
        shared_lines="section",
    ),
    prompt=Prompt(
        device="dice",
        tries=("wager 10 pass", "wager 5 field"),
        wager="pass",
        changed="place-6",
        outcome="4-2",
        part_of_list="place",
        with_spot="wager 10 come-odds 5",
        acts={
            "on": OwnAct(means="the next rolls count for this bet:", example="on {changed}"),
            "off": OwnAct(means="the next rolls do not count for it:", example="off {changed}"),
            "shooter": OwnAct(means="take the dice:", example="shooter you"),
            "no-roll": OwnAct(means=f"the throw does not count: {', '.join(NO_ROLL)}:", example="no-roll off-table"),
        },
    ),
)
