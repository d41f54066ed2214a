"""Which commands make an event: by that an audit tells whether the person named in it may have caused it."""

from __future__ import annotations

from croupier.conduct.command import Command
from croupier.conduct.event import Event
from croupier.table import commands_irregularities as irregular
from croupier.table import commands_play as play
from croupier.table import commands_table as table
from croupier.table import events_irregularities, events_play, events_table
from croupier.table.people import UNLICENSED

#: By event; what the bank owes may follow from any command, and has no row.
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
    events_table.ChipsBrought: (table.BringChips, play.Place),
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
    events_play.CallConfirmed: (play.CallWager, play.ConfirmCall),
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
    events_play.Settled: (play.Settle, play.Draw),
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
_ROLES = {kind: frozenset[str]().union(*(each.roles for each in commands)) for kind, commands in MADE_BY.items()}


def by_whom(event: Event) -> None:
    """An assertion where the person named in an event may not have caused it."""
    roles, by = _ROLES.get(type(event)), event.by
    if roles is None:
        return
    assert by.role in roles, f"it is not for the {by.role} {by.person}"
    assert by.licence or by.role in UNLICENSED, f"the {by.role} {by.person} names no licence"
    if by.role == "player":
        player = getattr(event, "player", by.person)
        assert player == by.person, f"{by.person} acted for {player}"
