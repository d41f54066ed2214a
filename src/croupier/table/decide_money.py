"""Decisions about money: buying in by its four steps, cashing out, tips, fills, claims."""

from __future__ import annotations

from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, lowest, refuse
from croupier.table import commands_table as asked
from croupier.table import events_table as happened
from croupier.table.chips import break_down, of_another_table, roulette_chips_only
from croupier.table.cites import IRREGULAR, REDEEMED, TUBE, buy_in
from croupier.table.decide_seats import excluded
from croupier.table.deciding import Decided, Deciders, made, money_may_move, own_units, seat_of
from croupier.table.ledger import TIPS
from croupier.table.people import not_the_same
from croupier.table.state import Buying, State
from croupier.text.facts import Money, Person


def _may_deal(state: State, player: str) -> Refusal | None:
    seat = seat_of(state, player)
    return money_may_move(state) or (seat if isinstance(seat, Refusal) else None)


def _whole_chips(state: State, amount: int) -> Refusal | None:
    if amount % state.house.lowest_chip == 0:
        return None
    return refuse(Code.NOT_WHOLE_CHIPS, "lowest-chip", amount=Money(amount), chip=Money(state.house.lowest_chip))


@implements("30-2215(1)")
def spread_cash(command: asked.SpreadCash, state: State) -> Decided:
    """First, what is handed over lies on the table, in view of the player."""
    player, amount = command.player, command.amount
    refusal = (
        lowest(_may_deal(state, player), _another_first(state))
        or _whole_chips(state, amount)
        or own_units(state, player, amount)
        or excluded(state, player)
        or _color_first(state, player)
    )
    if refusal is not None:
        return refusal
    fields = {"player": player, "instrument": command.instrument, "amount": amount}
    return (made(happened.CashSpread, command, state, **fields),)


def _another_first(state: State) -> Refusal | None:
    """One buy-in at a time."""
    if state.buying is None:
        return None
    return refuse(
        Code.CASH_ON_THE_TABLE,
        "another-first",
        cite=buy_in(state.game, "(1)"),
        player=Person(state.buying.player),
        amount=Money(state.buying.amount),
    )


def _color_first(state: State, player: str) -> Refusal | None:
    """Where only the table's own chips are wagered a player buys in once he or she has a color."""
    seat = state.seat(player)
    return None if seat is None or seat.color is not None else roulette_chips_only(state.house)


def _step(state: State, player: str, step: str, missing: str) -> Buying | Refusal:
    buying = state.buying
    if buying is not None and (buying.player, buying.step) == (player, step):
        return buying
    return refuse(Code.CASH_ON_THE_TABLE, missing, cite=buy_in(state.game), player=Person(player))


@implements("30-2215(2)")
def state_amount(command: asked.StateAmount, state: State) -> Decided:
    """Second, the dealer says the amount; it is what lies there."""
    buying = _step(state, command.player, "spread", "nothing-spread")
    if isinstance(buying, Refusal):
        return buying
    if buying.amount != command.amount:
        return refuse(
            Code.AMOUNT_DIFFERS,
            cite=buy_in(state.game, "(2)"),
            lies=Money(buying.amount),
            stated=Money(command.amount),
        )
    return (made(happened.AmountStated, command, state, player=command.player, amount=command.amount),)


@implements("30-2215(3)")
def give_chips(command: asked.GiveChips, state: State) -> Decided:
    """Third, chips of the same value; a ticket is redeemed by this before it can be wagered."""
    buying = _step(state, command.player, "stated", "nothing-stated")
    if isinstance(buying, Refusal):
        return buying
    if state.balance("bank") < buying.amount:
        return refuse(Code.BANK_TOO_LOW, "for-chips", amount=Money(buying.amount))
    seat = state.seat(command.player)
    chips = break_down(buying.amount, state.house.denominations, seat.unit if seat else None)
    return (made(happened.ChipsGiven, command, state, player=command.player, amount=buying.amount, chips=chips),)


@implements("30-2215(3)", "30-2215(4)")
def drop_cash(command: asked.DropCash, state: State) -> Decided:
    """Fourth and at once, into the drop box or the validator."""
    buying = _step(state, command.player, "given", "nothing-given")
    if isinstance(buying, Refusal):
        return buying
    fields = {"player": buying.player, "instrument": buying.instrument, "amount": buying.amount}
    return (made(happened.CashDropped, command, state, **fields, into=command.into),)


def return_cash(command: asked.ReturnCash, state: State) -> Decided:
    """What was spread goes back, as long as no chips were given for it."""
    buying = state.buying
    if buying is None or buying.player != command.player or buying.step == "given":
        cite = buy_in(state.game, "(1)")
        return refuse(Code.CASH_ON_THE_TABLE, "nothing-there", cite=cite, player=Person(command.player))
    return (made(happened.CashReturned, command, state, player=buying.player, amount=buying.amount),)


def bring_chips(command: asked.BringChips, state: State) -> Decided:
    """Value chips of the house are good at every table; chips of a table at that table alone."""
    refusal = (
        _may_deal(state, command.player)
        or _whole_chips(state, command.amount)
        or excluded(state, command.player)
        or (_of_a_table(state, command) if command.table else roulette_chips_only(state.house))
    )
    if refusal is not None:
        return refusal
    return (made(happened.ChipsBrought, command, state, player=command.player, amount=command.amount),)


def _of_a_table(state: State, command: asked.BringChips) -> Refusal | None:
    """Chips of a table are good there alone; those of this one are of the player's color."""
    seat = state.seat(command.player)
    if command.table != state.table_id or seat is None or seat.unit is not None:
        return of_another_table(state.table_id, command.table, state.game)
    return refuse(Code.COLOR_MISSING, "none-here", cite=REDEEMED.get(state.game), player=Person(command.player))


def _held(state: State, player: str, amount: int) -> Refusal | None:
    rack = state.felt.rack(player)
    if amount != rack and (refusal := _whole_chips(state, amount)) is not None:
        return refusal
    if amount <= rack:
        return None
    return refuse(Code.NOT_ENOUGH_CHIPS, "not-so-many", player=Person(player), rack=Money(rack), amount=Money(amount))


def color_up(command: asked.ColorUp, state: State) -> Decided:
    """The same value in fewer chips."""
    refusal = _may_deal(state, command.player) or _held(state, command.player, command.amount)
    if refusal is not None:
        return refusal
    chips = break_down(command.amount, state.house.denominations)
    return (made(happened.ColoredUp, command, state, player=command.player, amount=command.amount, chips=chips),)


def cash_out(command: asked.CashOut, state: State) -> Decided:
    """Chips of the table become value chips that leave it."""
    refusal = _may_deal(state, command.player) or _held(state, command.player, command.amount)
    if refusal is not None:
        return refusal
    if state.claim(command.player) < 0:
        return refuse(
            Code.CLAIM_OPEN, "before-cashing-out", cite=IRREGULAR.get(state.game), player=Person(command.player)
        )
    chips = break_down(command.amount, state.house.denominations)
    return (made(happened.CashedOut, command, state, player=command.player, amount=command.amount, chips=chips),)


def tip(command: asked.Tip, state: State) -> Decided:
    """A tip goes into the tip box at once, or into the tube of a craps table."""
    refusal = (
        _may_deal(state, command.player)
        or _held(state, command.player, command.amount)
        or _tube(state, command)
        or _tapped(state, command)
    )
    if refusal is not None:
        return refusal
    fields = {"player": command.player, "amount": command.amount, "tube": command.tube, "tapped": command.tapped}
    return (made(happened.Tipped, command, state, **fields),)


@implements("47.1-2318")
def _tube(state: State, command: asked.Tip) -> Refusal | None:
    """Chips wait in a tube only where the licensee has one."""
    if not command.tube or state.house.tip_tube:
        return None
    return refuse(Code.NO_TIP_TUBE, "none", cite=TUBE.get(state.game))


@implements("H-wagers(8)")
def _tapped(state: State, command: asked.Tip) -> Refusal | None:
    """By the house procedure the dealer shows that a tip came by tapping it on the wheel base."""
    if not state.house.by_procedure or (command.tapped and command.by.role == "dealer"):
        return None
    return refuse(Code.NOT_TAPPED, cite="H-wagers(8)")


@implements("47.1-2318")
def empty_tube(command: asked.EmptyTube, state: State) -> Decided:
    """The tube only holds chips until they are exchanged for higher ones, which are dropped."""
    amount = state.balance("tube")
    if not amount:
        return refuse(Code.NO_TIP_TUBE, "empty", cite=TUBE.get(state.game))
    chips = break_down(amount, state.house.denominations)
    return (made(happened.TubeEmptied, command, state, amount=amount, chips=chips),)


def receive_fill(command: asked.ReceiveFill, state: State) -> Decided:
    """Chips from the cage; who asks is not who brings them."""
    refusal = not_the_same(command.by.person, command.witness, "own-fill", None)
    if refusal is not None:
        return refusal
    fields = {"amount": command.amount, "slip": command.slip, "witness": command.witness}
    return (made(happened.FillReceived, command, state, **fields),)


def send_credit(command: asked.SendCredit, state: State) -> Decided:
    """Chips to the cage, as long as the bank has them."""
    refusal = not_the_same(command.by.person, command.witness, "own-credit", None)
    if refusal is not None:
        return refusal
    if state.balance("bank") < command.amount:
        return refuse(Code.BANK_TOO_LOW, "for-the-cage", bank=Money(state.balance("bank")))
    fields = {"amount": command.amount, "slip": command.slip, "witness": command.witness}
    return (made(happened.CreditSent, command, state, **fields),)


def remove_box(command: asked.RemoveBox, state: State) -> Decided:
    """The box goes with what is in it."""
    if state.buying is not None:
        return refuse(Code.CASH_ON_THE_TABLE, "before-the-box-goes", cite=buy_in(state.game, "(3)"))
    amount = state.balance(command.box)
    return (made(happened.BoxRemoved, command, state, box=command.box, amount=amount),)


def _rack(state: State, person: str) -> int | Refusal:
    if person == TIPS:
        return state.balance("tips")
    seat = seat_of(state, person)
    return seat if isinstance(seat, Refusal) else state.felt.rack(person)


def settle_claim(command: asked.SettleClaim, state: State) -> Decided:
    """The whole claim, from or to the rack, in cash, or waived; the dealers' rack is the tip box."""
    amount = state.claim(command.person)
    if (refusal := money_may_move(state)) is not None:
        return refusal
    if command.how == "rack":
        rack = _rack(state, command.person)
        if isinstance(rack, Refusal):
            return rack
        if rack + amount < 0:
            return refuse(Code.NOT_ENOUGH_CHIPS, "claim", player=Person(command.person), amount=Money(-amount))
    if not amount:
        return refuse(Code.CLAIM_UNKNOWN, player=Person(command.person))
    return (made(happened.ClaimSettled, command, state, person=command.person, amount=amount, how=command.how),)


DECIDERS: Deciders = {
    asked.SpreadCash: spread_cash,
    asked.StateAmount: state_amount,
    asked.GiveChips: give_chips,
    asked.DropCash: drop_cash,
    asked.ReturnCash: return_cash,
    asked.BringChips: bring_chips,
    asked.ColorUp: color_up,
    asked.CashOut: cash_out,
    asked.Tip: tip,
    asked.EmptyTube: empty_tube,
    asked.ReceiveFill: receive_fill,
    asked.SendCredit: send_credit,
    asked.RemoveBox: remove_box,
    asked.SettleClaim: settle_claim,
}
