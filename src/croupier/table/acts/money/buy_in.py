"""A buy-in by its four steps: spread, stated, chips given, dropped; or handed back."""

from __future__ import annotations

from dataclasses import replace
from typing import Literal

from croupier.conduct.by import Name, same_person
from croupier.conduct.command import Cents, Command, Word
from croupier.conduct.event import Event
from croupier.conduct.postings import moved
from croupier.core.citation import implements
from croupier.core.refusal import Code, Refusal, lowest, refuse
from croupier.core.topic import Topic
from croupier.table.acts.table import excluded
from croupier.table.chips import Chips, Instrument, break_down, table_chips_only
from croupier.table.coupon_register import coupon_valid
from croupier.table.decision_helpers import Decided, made, may_deal, own_units, whole_chips
from croupier.table.handed_over import paragraph_in_force
from croupier.table.ledger import rack_account
from croupier.table.moves import WithMoves, moves_not_stated
from croupier.table.registry import Act, Happening
from croupier.table.state import Buying, State
from croupier.text.facts import Money, Person

#: Instruments that are valid once, by their number (30-2215(4)).
TICKETS: tuple[Instrument, ...] = ("ticket", "purchase-ticket")


def ticket(instrument: Instrument, number: str) -> str:
    """How a redeemed ticket is remembered."""
    return f"{instrument} {number}"


# Commands ---------------------------------------------------------------------------------------------------
class SpreadCash(WithMoves, frozen=True):
    """First step of a buy-in: lay what the player hands over on the table, in view."""

    topic = Topic.CASH_SPREAD
    player: Name
    instrument: Instrument
    amount: Cents
    serial: Word | None = None  # of a coupon, a ticket or a purchase ticket


class StateAmount(Command, frozen=True):
    """Second step: say the amount."""

    topic = Topic.AMOUNT_STATED
    player: Name
    amount: Cents


class GiveChips(WithMoves, frozen=True):
    """Third step: give chips of the same value."""

    topic = Topic.CHIPS_GIVEN
    player: Name


class DropCash(Command, frozen=True):
    """Fourth step, at once: put the money into the drop box or the bill validator."""

    topic = Topic.CASH_DROPPED
    player: Name
    into: Literal["drop-box", "bill-validator"] = "drop-box"


class ReturnCash(WithMoves, frozen=True):
    """Hand back what was spread, before any chips were given."""

    topic = Topic.CASH_SPREAD
    player: Name


# Events -----------------------------------------------------------------------------------------------------
class CashSpread(Event, frozen=True):
    """What the player handed over lies on the table, in view."""

    player: str
    instrument: Instrument
    amount: int
    serial: str | None = None
    moves: tuple[str, ...] = ()


class AmountStated(Event, frozen=True):
    """The dealer has said the amount."""

    player: str
    amount: int


class ChipsGiven(Event, frozen=True):
    """Chips of the same value went to the player."""

    player: str
    amount: int
    chips: Chips
    moves: tuple[str, ...] = ()


class CashDropped(Event, frozen=True):
    """The money on the table went into the drop box or the bill validator."""

    player: str
    instrument: Instrument
    amount: int
    into: str


class CashReturned(Event, frozen=True):
    """The money on the table went back to the player."""

    player: str
    amount: int
    moves: tuple[str, ...] = ()


# Decisions --------------------------------------------------------------------------------------------------
@implements("30-2215", "30-2215(1)")
def spread_cash(command: SpreadCash, state: State) -> Decided:
    """First step: lay the money on the table, in view of the player."""
    player, amount = command.player, command.amount
    refusal = (
        lowest(may_deal(state, player), _another_first(state))
        or whole_chips(state, amount)
        or own_units(state, player, amount)
        or excluded(state, player)
        or _color_first(state, player)
        or (_coupon(command, state) if command.instrument == "coupon" else None)
        or (_ticket(command, state) if command.instrument in TICKETS else None)
        or moves_not_stated(command, state)
    )
    if refusal is not None:
        return refusal
    fields = {"player": player, "instrument": command.instrument, "amount": amount, "serial": command.serial}
    return (made(CashSpread, command, state, **fields, moves=command.moves),)


def _another_first(state: State) -> Refusal | None:
    """Refuse a second buy-in at the same time."""
    if state.buying is None:
        return None
    return refuse(
        Code.CASH_ON_THE_TABLE,
        "another-first",
        cite=state.cite(Topic.CASH_SPREAD),
        player=Person(state.buying.player),
        amount=Money(state.buying.amount),
    )


@implements("30-2215(4)")
def _coupon(command: SpreadCash, state: State) -> Refusal | None:
    """A coupon is exchanged for chips once, by its serial number; one that only plays is not exchanged."""
    if command.serial is None:
        return refuse(Code.COUPON_NOT_TAKEN, "no-serial", cite=state.cite(Topic.TICKETS))
    if (refusal := coupon_valid(state, command.at, command.serial, command.amount)) is not None:
        return refusal
    match_play = state.house.game.match_play(state.house.rulebook.on)
    if not match_play and state.house.coupons[command.serial].kind == "coupon":
        return None
    return refuse(Code.COUPON_NOT_TAKEN, "not-exchanged", cite=state.cite(Topic.TICKETS))


@implements("30-2215(4)")
def _ticket(command: SpreadCash, state: State) -> Refusal | None:
    """A ticket is valid once: the dealer states its number, and one that was redeemed here is refused."""
    cite, number = state.cite(Topic.TICKETS), command.serial
    if (refusal := _tickets_later(state)) is not None:
        return refusal
    if number is None:
        return refuse(Code.COUPON_NOT_TAKEN, "ticket-number", cite=cite)
    if ticket(command.instrument, number) in state.tickets_used:
        return refuse(Code.COUPON_NOT_TAKEN, "ticket-used", cite=cite, serial=number)
    return None


@implements("47.1-2202")
def _tickets_later(state: State) -> Refusal | None:
    """The drop box of the printing of 2015 is for money and receipts of mobile ATMs: tickets came with 30-2215(4)."""
    if state.cite(Topic.TICKETS) is None or paragraph_in_force(state.house, Topic.TICKETS) is not None:
        return None
    return refuse(Code.COUPON_NOT_TAKEN, "no-tickets", cite=state.cite(Topic.DROP_BOX), on=state.house.rulebook.on)


def _color_first(state: State, player: str) -> Refusal | None:
    """Where only the table's own chips may be wagered, a player needs a color before buying in."""
    seat = state.seat(player)
    return None if seat is None or seat.color is not None else table_chips_only(state.house)


@implements("30-2215")
def _step(command: StateAmount | GiveChips | DropCash, state: State, step: str, missing: str) -> Buying | Refusal:
    """The buy-in, if it is at this step and if its dealer takes it."""
    buying, player = state.buying, command.player
    if buying is None or (buying.player, buying.step) != (player, step):
        return refuse(Code.CASH_ON_THE_TABLE, missing, cite=state.cite(Topic.CASH), player=Person(player))
    return _same_dealer(command, state, buying) or buying


@implements("30-2215(2)", "30-2215(3)")
def _same_dealer(command: StateAmount | GiveChips | DropCash, state: State, buying: Buying) -> Refusal | None:
    """Who spread the money also states it, gives the chips and drops it (reading A14).

    A dealer who relieves her before chips are given returns the money, and the buy-in begins again. Between chips and
    drop she cannot be relieved.
    """
    if same_person(command.by.person, buying.dealer):
        return None
    cite, dealer, player = state.cite(command.topic), Person(buying.dealer), Person(buying.player)
    if buying.step == "given":
        return refuse(Code.ANOTHER_DEALER, "not-relieved", cite=cite, dealer=dealer, player=player)
    return refuse(Code.ANOTHER_DEALER, "begin-again", cite=cite, dealer=dealer, player=player)


@implements("30-2215(2)")
def state_amount(command: StateAmount, state: State) -> Decided:
    """Second step: the dealer states the amount, which must be the amount on the table."""
    buying = _step(command, state, "spread", "nothing-spread")
    if isinstance(buying, Refusal):
        return buying
    if buying.amount != command.amount:
        return refuse(
            Code.AMOUNT_DIFFERS,
            cite=state.cite(Topic.AMOUNT_STATED),
            lies=Money(buying.amount),
            stated=Money(command.amount),
        )
    return (made(AmountStated, command, state, player=command.player, amount=command.amount),)


@implements("30-2215(3)")
def give_chips(command: GiveChips, state: State) -> Decided:
    """Third step: give chips of the same value. A ticket is redeemed by this before it can be wagered."""
    buying = _step(command, state, "stated", "nothing-stated")
    if isinstance(buying, Refusal):
        return buying
    if state.balance("bank") < buying.amount:
        return refuse(Code.BANK_TOO_LOW, "for-chips", amount=Money(buying.amount))
    if (refusal := moves_not_stated(command, state)) is not None:
        return refusal
    seat = state.seat(command.player)
    chips = break_down(buying.amount, state.house.denominations, seat.unit if seat else None)
    fields = {"player": command.player, "amount": buying.amount, "chips": chips, "moves": command.moves}
    return (made(ChipsGiven, command, state, **fields),)


@implements("30-2202", "47.1-2202", "30-2215(3)", "30-2215(4)")
def drop_cash(command: DropCash, state: State) -> Decided:
    """Fourth step, at once: the money goes into the drop box or the bill validator."""
    buying = _step(command, state, "given", "nothing-given")
    if isinstance(buying, Refusal):
        return buying
    fields = {"player": buying.player, "instrument": buying.instrument, "amount": buying.amount}
    return (made(CashDropped, command, state, **fields, into=command.into),)


def return_cash(command: ReturnCash, state: State) -> Decided:
    """Return the money, as long as no chips were given for it."""
    buying = state.buying
    if buying is None or buying.player != command.player or buying.step == "given":
        cite = state.cite(Topic.CASH_SPREAD)
        return refuse(Code.CASH_ON_THE_TABLE, "nothing-there", cite=cite, player=Person(command.player))
    if (refusal := moves_not_stated(command, state)) is not None:
        return refusal
    return (made(CashReturned, command, state, player=buying.player, amount=buying.amount, moves=command.moves),)


def cash_is_dropped(state: State) -> Refusal | None:
    """Refuse to continue a round while money lies on the table."""
    if state.buying is None:
        return None
    return refuse(
        Code.CASH_ON_THE_TABLE, "not-finished", cite=state.cite(Topic.CHIPS_GIVEN), player=Person(state.buying.player)
    )


@implements("30-2215(3)")
def drop_at_once(command: Command, state: State, buying: Buying) -> Refusal | None:
    """After giving chips, the dealer must drop the money before doing anything else."""
    if buying.step != "given" or isinstance(command, DropCash):
        return None
    if command.by.role not in ("dealer", "boxperson"):
        return None
    cite = state.cite(Topic.CHIPS_GIVEN)
    return refuse(Code.CASH_ON_THE_TABLE, "drop-at-once", cite=cite, player=Person(buying.player))


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_spread(state: State, event: CashSpread) -> State:
    role: Literal["dealer", "boxperson"] = "boxperson" if event.by.role == "boxperson" else "dealer"
    buying = Buying(event.player, event.instrument, event.amount, "spread", event.by.person, role, event.serial)
    return state.but(buying=buying)


def _apply_stated(state: State, event: AmountStated) -> State:
    assert state.buying is not None, "nothing lies on the table"
    return state.but(buying=replace(state.buying, step="stated"))


def _apply_given(state: State, event: ChipsGiven) -> State:
    assert state.buying is not None, "nothing lies on the table"
    felt = state.felt.with_rack(event.player, event.amount)
    after = state.but(play=felt, buying=replace(state.buying, step="given"))
    instrument, serial = state.buying.instrument, state.buying.serial
    if serial is None:
        return after
    if instrument in TICKETS:
        return after.but(tickets_used=state.tickets_used | {ticket(instrument, serial)})
    return after.but(coupons_used=state.coupons_used | {serial}) if instrument == "coupon" else after


def _apply_dropped(state: State, event: CashDropped) -> State:
    after = state.but(buying=None)
    if state.of_cage is None:
        return after
    box = "validator" if event.into == "bill-validator" else "drop"
    return after.but(of_cage=state.of_cage.dropped(box, event.instrument, event.amount))


def _apply_returned(state: State, event: CashReturned) -> State:
    return state.but(buying=None)


ACTS = (
    Act(SpreadCash, spread_cash, makes=(CashSpread,)),
    Act(StateAmount, state_amount, makes=(AmountStated,)),
    Act(GiveChips, give_chips, makes=(ChipsGiven,)),
    Act(DropCash, drop_cash, makes=(CashDropped,)),
    Act(ReturnCash, return_cash, makes=(CashReturned,)),
)
HAPPENINGS = (
    Happening(CashSpread, _apply_spread),
    Happening(AmountStated, _apply_stated),
    Happening(
        ChipsGiven,
        _apply_given,
        posts=lambda event, _: moved("bank", rack_account(event.player), event.amount, "chips"),
    ),
    Happening(
        CashDropped, _apply_dropped, posts=lambda event, _: moved("outside", "drop", event.amount, event.instrument)
    ),
    Happening(CashReturned, _apply_returned),
)
