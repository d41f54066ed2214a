"""The command that made some events, rebuilt from what they recorded: an audit decides it again.

Commands themselves are not kept, but their events say everything that was asked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

import msgspec

from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.table import commands_irregularities as irregular
from croupier.table import commands_play as play
from croupier.table import commands_table as table
from croupier.table import events_irregularities, events_play, events_table

_write = msgspec.json.Encoder().encode
#: A kind of command; its fields, each with the number of an event and the name there; what reads one.
_Way = tuple[type[Command], list[tuple[str, int, str]], Callable[[bytes], Command]]
#: The commands that make an event; what happens to the bank may follow from any, and has no row.
MADE_BY: dict[type[Event], tuple[type[Command], ...]] = {
    events_table.TableOpened: (table.OpenTable,),
    events_table.TableClosed: (table.CloseTable,),
    events_table.HouseChanged: (table.ChangeHouse,),
    events_table.PatronExcluded: (table.ExcludePatron,),
    events_table.PatronReadmitted: (table.ReadmitPatron,),
    events_table.Designated: (table.Designate,),
    events_table.ClockAcknowledged: (table.AcknowledgeClock,),
    events_table.Seated: (table.Sit,),
    events_table.ColorTaken: (table.TakeColor,),
    events_table.Left: (table.Leave,),
    events_table.CashSpread: (table.SpreadCash,),
    events_table.AmountStated: (table.StateAmount,),
    events_table.ChipsGiven: (table.GiveChips,),
    events_table.CashDropped: (table.DropCash,),
    events_table.CashReturned: (table.ReturnCash,),
    events_table.ChipsBrought: (play.Place, table.BringChips),
    events_table.ColoredUp: (table.ColorUp,),
    events_table.CashedOut: (table.CashOut,),
    events_table.Tipped: (table.Tip,),
    events_table.TubeEmptied: (table.EmptyTube,),
    events_table.FillReceived: (table.ReceiveFill,),
    events_table.CreditSent: (table.SendCredit,),
    events_table.BoxRemoved: (table.RemoveBox,),
    events_table.ClaimSettled: (table.SettleClaim,),
    events_play.WagerPlaced: (play.Place, play.Repeat),
    events_play.WagerRaised: (play.Raise,),
    events_play.WagerReduced: (play.Reduce,),
    events_play.WagerTakenDown: (play.TakeDown, play.Clear),
    events_play.CouponPlaced: (play.PlaceCoupon,),
    events_play.CallAsked: (play.CallWager,),
    events_play.CallConfirmed: (play.ConfirmCall,),
    events_play.Chosen: (play.Choose, play.CallNoMoreBets),
    events_play.BallSpun: (play.Spin,),
    events_play.WheelSpun: (play.Spin,),
    events_play.SealPublished: (play.PublishSeal,),
    events_play.SeedRevealed: (play.RevealSeed,),
    events_play.BettingClosed: (play.CallNoMoreBets,),
    events_play.OutcomeCalled: (play.CallOutcome,),
    events_play.DollyPlaced: (play.CallOutcome,),
    events_play.DollyLifted: (play.OpenBetting,),
    events_play.Drawn: (play.Draw,),
    events_play.Settled: (play.Settle,),
    events_play.BettingOpened: (play.OpenBetting,),
    events_play.DiceOffered: (play.OfferDice,),
    events_play.DiceAccepted: (play.AcceptDice,),
    events_play.DiceDeclined: (play.DeclineDice,),
    events_play.DicePassed: (play.PassDice, play.OrderPass),
    events_play.HandDirected: (play.DirectHand,),
    events_play.PointTakenOff: (play.TakePointOff,),
    events_play.DicePushed: (play.PushDice,),
    events_play.DiceThrown: (play.ThrowDice,),
    events_irregularities.Voided: (irregular.CallVoid, play.CallOutcome),
    events_irregularities.BallInspected: (irregular.InspectBall,),
    events_irregularities.ServiceReturned: (irregular.ReturnToService,),
    events_irregularities.DisputeRaised: (irregular.RaiseDispute,),
    events_irregularities.DisputeDecided: (irregular.DecideDispute,),
    events_irregularities.RoundVoided: (irregular.VoidRound, irregular.DecideResumed),
    events_irregularities.Resumed: (irregular.Resume,),
    events_irregularities.RoundReleased: (irregular.DecideResumed,),
    events_irregularities.OutcomeCorrected: (irregular.CorrectOutcome,),
}


def commands_for(events: tuple[Event, ...]) -> Iterator[Command]:
    """The commands that these events may come from, the likeliest first; they are of one command."""
    first = events[0]
    for kind, taken, read in _ways(tuple(map(type, events))):
        fields = {name: getattr(events[number], recorded) for name, number, recorded in taken}
        if type(first) in CALLED_OTHERWISE:
            fields |= CALLED_OTHERWISE[type(first)](kind, first)
        try:
            command = read(_write(kind(**fields)))  # which checks every field
        except msgspec.ValidationError:
            continue  # nobody could have given such a command
        yield command


@lru_cache(maxsize=1024)
def _ways(events: tuple[type[Event], ...]) -> list[_Way]:
    """How commands are rebuilt from events of these kinds: each field from the first event that has it."""
    kinds = MADE_BY.get(events[0], ())
    if events.count(events[0]) > 1:
        kinds = kinds[::-1]  # what makes several of a kind is named last
    found = [(kind, list(_taken(kind, events)), msgspec.json.Decoder(kind).decode) for kind in kinds]
    return [way for way in found if _whole(way, events[0])]


def _taken(kind: type[Command], events: tuple[type[Event], ...]) -> Iterator[tuple[str, int, str]]:
    for name in kind.__struct_fields__:
        recorded = "command" if name == "id" else name
        number = next((n for n, event in enumerate(events) if recorded in event.__struct_fields__), None)
        if number is not None:
            yield name, number, recorded


def _whole(way: _Way, event: type[Event]) -> bool:
    """Whether the events have all that the command must have."""
    kind, taken, _ = way
    needed = {field.name for field in msgspec.structs.fields(kind) if field.required}
    return event in CALLED_OTHERWISE or needed <= {name for name, _, _ in taken}


# What an event records under another name than the command has ----------------------------------------------
def _clock(kind: type[Command], event: events_table.ClockAcknowledged) -> dict[str, Any]:
    return {"at": event.at - event.behind}


def _decided(kind: type[Command], event: events_irregularities.DisputeDecided) -> dict[str, Any]:
    return {"amount": event.move.rack + event.move.claim}


def _corrected(kind: type[Command], event: events_irregularities.OutcomeCorrected) -> dict[str, Any]:
    return {"outcome": event.now}


def _resumed(kind: type[Command], event: Event) -> dict[str, Any]:
    goes_on = isinstance(event, events_irregularities.RoundReleased)
    return {"go_on": goes_on} if kind is irregular.DecideResumed else {}


def _voided(kind: type[Command], event: events_irregularities.Voided) -> dict[str, Any]:
    return {"outcome": event.reason} if kind is play.CallOutcome else {}


CALLED_OTHERWISE: dict[type[Event], Callable[[type[Command], Any], dict[str, Any]]] = {
    events_table.ClockAcknowledged: _clock,
    events_irregularities.DisputeDecided: _decided,
    events_irregularities.OutcomeCorrected: _corrected,
    events_irregularities.RoundVoided: _resumed,
    events_irregularities.RoundReleased: _resumed,
    events_irregularities.Voided: _voided,
}
