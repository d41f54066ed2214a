"""What happens at each table of the scripted shift: ordinary rounds, and everything that can go wrong."""

from __future__ import annotations

from collections.abc import Callable
from itertools import cycle, islice
from typing import TYPE_CHECKING

from croupier.games.craps.facts import CrapsTable
from croupier.table.acts.round.calling import CallOutcome
from croupier.table.acts.round.settling import Settle
from tests.support.table.coupons import issued
from tests.support.table.play import by

if TYPE_CHECKING:
    from tests.support.recorded.shift import Scripted

DEALER, STICK, BOX, CHIEF = by("dealer"), by("stickperson"), by("boxperson"), by("pit-supervisor")
ANN, BOB, EVE = (by("player", name) for name in ("ann", "bob", "eve"))
DEVICE_ROUNDS = 3  # the first of them is voided


# Roulette ---------------------------------------------------------------------------------------------------
def small_wheel(table: Scripted, rounds: int) -> None:
    """In Prison, a bank that is too small, and money that is returned."""
    table.opened("colorado-single-zero", 300_00)
    table.do("exclude-patron", by("security"), person="zed")
    table.refused("sit", by("player", "zed"), player="zed", place=4)
    table.do("readmit-patron", CHIEF, person="zed")
    table.sits("ann", 1, 100_00, "orange")
    table.sits("bob", 2)
    table.do("bring-chips", BOB, player="bob", amount=100_00)
    table.do("spread-cash", DEALER, player="bob", instrument="ticket", amount=20_00, serial="T-1")
    table.do("return-cash", DEALER, player="bob")
    table.do("relieve-dealer", by("dealer", "dov"))
    table.do("relieve-dealer", DEALER)
    table.places("ann", "straight", 10_00, "17")
    table.round("17")
    table.do("receive-fill", CHIEF, amount=2_000_00, slip="F1", witness="sue")
    table.do("send-credit", CHIEF, amount=500_00, slip="C1", witness="sue")
    table.places("ann", "red", 10_00)
    table.places("bob", "even", 10_00)
    table.settled("0")
    table.do("choose", ANN, player="ann", wager="red", choice="half-back")
    table.opens()
    table.round("32")  # bob did not choose, so the close of the betting chose for him
    now = table.state.at
    table.do("report-clock-step", by("system"), before=now, after=now - 60_000_000)
    table.do("acknowledge-clock", CHIEF, at=now - 60_000_000)
    for outcome in islice(cycle(("4", "0", "21")), max(0, rounds - 3)):
        table.round(outcome)
    table.ends()


def wheel(table: Scripted, rounds: int) -> None:
    """An award, a bonus round, a ball that left the wheel, a stop, a dispute, corrections at every stage."""
    three = {"side_bets__spinner-winner__pay_table": "SW3-U03"}
    table.opened("colorado-double-zero", 50_000_00, coupons=[issued("K-1", face=10, table="R00")], **three)
    table.sits("ann", 1, 200_00, "orange")
    table.sits("bob", 2, 200_00)
    _wagers_change(table)
    table.round("17")
    table.places("ann", "back2back", 5_00)
    table.places("bob", "straight", 5_00, "17")
    table.round("17", "20")
    table.places("bob", "spinner-winner", 5_00)
    table.round("17", "1-1-2", "1-5-2")  # two balls shared a pocket: one of them was launched again
    table.do("spin", DEALER)
    table.do("call-void", DEALER, call="no-spin", reason="ball-out", before_rest=True)
    table.do("inspect-ball", CHIEF, fit=False, remark="a crack")
    table.round("5")
    _corrections(table, "straight", "5", "6")
    table.tries_the_device(DEVICE_ROUNDS + rounds // 4, lambda: _at_the_wheel(table))
    table.do("spin", DEALER)
    table.do("resume", by("system"))
    table.do("decide-resumed", CHIEF, go_on=True, reason="the power failed")
    table.round("00")
    for outcome in islice(cycle(("0", "8", "11", "30", "36")), max(0, rounds - table.state.round + 1)):
        _at_the_wheel(table)
        table.round(outcome)
    _dispute(table)
    table.ends()


def _wagers_change(table: Scripted) -> None:
    """Raise, reduce and take down wagers, tip, use a coupon, and make one wager that is refused."""
    table.places("ann", "red", 10_00)
    table.do("raise", ANN, player="ann", wager="red", amount=10_00)
    table.do("reduce", ANN, player="ann", wager="red", amount=5_00)
    table.places("bob", "black", 10_00)
    table.do("take-down", BOB, player="bob", wager="black")
    table.places("bob", "split", 5_00, "17-20", tip=True)
    table.do("place-coupon", DEALER, player="bob", wager="even", amount=10_00, coupon="K-1")
    table.refused("place", ANN, player="ann", wager="red", amount=10_000_00)
    table.do("tip", BOB, player="bob", amount=5_00)
    for wager, amount in (("roulette-up", 5_00), ("roulette-up-progressive", 1_00), ("straights-and-8s", 5_00)):
        table.places("ann", wager, amount)


def _at_the_wheel(table: Scripted) -> None:
    """Make wagers for which no outcome needs a draw or a choice."""
    for name in ("ann", "bob"):
        if table.rack(name) < 50_00:
            table.buys_in(name, 200_00)
    table.places("ann", "straight", 2_00, "8")
    table.places("ann", "dozen", 2_00, "2")
    table.places("bob", "corner", 5_00, "1-2-4-5")


def _corrections(table: Scripted, wager: str, wrong: str, right: str) -> None:
    """Correct an outcome before payment, after it, and rounds later, when a player owes money and pays in cash."""
    spot = wrong if wager == "straight" else None
    for stage in ("before-payment", "after-payment", "later"):
        number, before = table.state.round, table.rack("ann")
        table.places("ann", wager if spot or wager == "pass" else wrong, 5_00, spot)
        table.shown.told.append(wrong)
        table.due(Settle)
        if stage == "before-payment":
            table.corrects(number, right)
        table.settled()
        if stage == "after-payment":
            table.corrects(number, right)
        if stage == "later":
            assert table.rack("ann") > before
            table.do("cash-out", ANN, player="ann", amount=table.rack("ann"))
            table.opens()
            table.corrects(number, right)
            table.do("settle-claim", CHIEF, person="ann", how="cash")
            table.buys_in("ann", 200_00)
            table.settled(right)
        else:
            table.opens()


def _dispute(table: Scripted) -> None:
    number = table.notifies("a payout", player="ann", against="dee")
    table.do("decide-dispute", CHIEF, number=number, decision="as the recording shows", amount=5_00)
    table.do("observe-action", CHIEF, number=number, action="paid as directed")


# Craps ------------------------------------------------------------------------------------------------------
def dice(table: Scripted, rounds: int) -> None:
    """Points made, dice passed and declined, a hand that continues, a point taken off, no roll."""
    table.opened("colorado-craps", 50_000_00, tips__tube=True)
    table.do("designate", by("key-manager"), person="sue", licence="L-sue")
    for place, name in enumerate(("ann", "bob", "eve"), start=1):
        table.sits(name, place, 500_00)
    table.do("offer-dice", STICK, player="ann", dice=5)
    table.do("decline-dice", ANN, player="ann")
    table.shoots("bob")
    _a_hand(table)
    _another_hand(table)
    _nobody_on_the_line(table)
    _nobody_takes_the_dice(table)
    _rolls_misread(table)
    table.do("tip", BOB, player="bob", amount=5_00, tube=True)
    table.tries_the_device(DEVICE_ROUNDS + rounds // 4, lambda: None, tips__tube=True)
    for outcome in islice(cycle(("3-3", "4-2", "6-5", "5-5", "3-1", "4-3")), max(0, rounds - table.state.round + 1)):
        table.round(outcome)
    _plays_out(table)
    _dispute(table)
    table.do("empty-tube", DEALER)
    table.ends()


def _a_hand(table: Scripted) -> None:
    """Make a point, with a call, a late wager and a void roll; then the shooter passes the dice."""
    table.places("bob", "pass", 10_00)
    table.places("eve", "fire-bet", 5_00)
    table.places("ann", "place-8", 12_00)
    table.round("4-2")
    table.places("bob", "pass-odds", 5_00)
    table.places("ann", "come", 10_00)
    table.places("eve", "hard-8", 5_00)
    table.do("call-wager", ANN, player="ann", wager="place-8", on=False)
    table.do("confirm-call", DEALER, player="ann", wager="place-8")
    table.due(CallOutcome)
    table.do("place", DEALER, player="eve", wager="field", amount=5_00)
    table.do("call-void", by("security"), call="no-roll", reason="off-table", before_rest=True)
    table.round("5-1")
    table.do("pass-dice", BOB, player="bob")


def _another_hand(table: Scripted) -> None:
    """Wagers on the hand stay up for the next shooter, who sevens out."""
    table.places("eve", "pass", 10_00, coins=True)
    table.do("offer-dice", STICK, player="eve", dice=5)
    table.do("direct-hand", BOX, way="continue")
    table.do("accept-dice", EVE, player="eve")
    table.round("6-4")
    table.round("3-4")


def _nobody_on_the_line(table: Scripted) -> None:
    """Take down the only line wager: the point is off, and the next roll is a come-out roll."""
    table.shoots("ann")
    table.places("ann", "dont-pass", 10_00)
    table.places("bob", "place-8", 12_00)
    table.round("4-1")
    table.do("take-down", ANN, player="ann", wager="dont-pass")
    table.do("take-point-off", BOX)
    table.places("ann", "pass", 5_00)
    table.round("6-5")


def _nobody_takes_the_dice(table: Scripted) -> None:
    """A cocked die sets the point. The shooter passes, everybody declines, and the boxperson returns the wagers."""
    table.places("ann", "pass", 5_00)
    table.due(CallOutcome)
    table.do("call-outcome", STICK, outcome="4-2", cocked=[3])
    table.settled()
    table.opens()
    table.do("call-wager", BOB, player="bob", wager="place-8", on=False, alike=True)
    table.do("confirm-call", STICK, player="bob", wager="place-8")
    table.do("pass-dice", ANN, player="ann")
    for player in ("bob", "eve", "ann"):
        table.do("offer-dice", STICK, player=player, dice=5)
        table.do("decline-dice", by("player", player), player=player)
    table.do("direct-dice", BOX, direction="return")


def _rolls_misread(table: Scripted) -> None:
    """Correct misread rolls, as at the other tables, on a winning come-out roll."""
    _corrections(table, "pass", "6-5", "1-1")


def _plays_out(table: Scripted) -> None:
    """Roll a seven to decide the wagers on a point, and take the rest down."""
    if CrapsTable.of(table.state.felt).point is not None:
        table.round("4-3")
    for name in dict.fromkeys(each.seat for each in table.state.felt.standing):
        table.do("clear", by("player", name), player=name)


# Big Six ----------------------------------------------------------------------------------------------------
def big_six(table: Scripted, rounds: int) -> None:
    """A broken clapper, a stop that returns the wagers of the round, corrections."""
    table.opened("colorado-big-six", 50_000_00)
    table.sits("ann", 1, 300_00)
    table.sits("bob", 2, 300_00)
    table.places("ann", "one", 10_00)
    table.due(CallOutcome)
    table.do("call-void", DEALER, call="void", reason="clapper-broken", before_rest=True)
    table.round("one")
    _at_big_six(table)
    table.due(CallOutcome)
    table.do("resume", by("system"))
    table.do("decide-resumed", CHIEF, go_on=False, reason="the power failed")
    table.round()
    _corrections(table, "one", "one", "two")
    table.tries_the_device(DEVICE_ROUNDS + rounds // 4, lambda: _at_big_six(table))
    for outcome in islice(cycle(("one", "five", "joker", "two")), max(0, rounds - table.state.round + 1)):
        _at_big_six(table)
        table.round(outcome)
    _dispute(table)
    table.ends()


def _at_big_six(table: Scripted) -> None:
    for name in ("ann", "bob"):
        if table.rack(name) < 50_00:
            table.buys_in(name, 200_00)
    table.places("ann", "one", 10_00)
    table.places("bob", "joker", 5_00)


#: By table.
SCRIPTS: dict[str, Callable[[Scripted, int], None]] = {"R0": small_wheel, "R00": wheel, "C1": dice, "B6": big_six}
