"""Craps and Craps Free Craps: the dice, the line, and every permitted wager."""

from croupier.core.equipment import TableEquipment
from croupier.core.game import DemoTable, Game
from croupier.games import discover
from croupier.games.craps import equipment, facts, no_roll
from croupier.games.craps.calls import call, stage
from croupier.games.craps.cites import CITES
from croupier.games.craps.cocked import cocked
from croupier.games.craps.coupons import match_play
from croupier.games.craps.course import COURSE
from croupier.games.craps.dice import Dice
from croupier.games.craps.facts import CrapsTable, Rolled
from croupier.games.craps.lammers import lammers
from croupier.games.craps.live import LIVE
from croupier.games.craps.macros import macros, units
from croupier.games.craps.priced_rows import PRICED
from croupier.games.craps.rules import Rules
from croupier.games.craps.show import SHOW
from croupier.games.craps.side_bets.super_front_line_winner import announce_closed

__all__ = ["GAME"]


def _announce(before: CrapsTable, after: CrapsTable, rules: Rules) -> tuple[str, ...]:
    """What the stickperson or boxperson announces after a roll, if the table offers the wager that it is about."""
    said = announce_closed(before.hand, after.hand) if "super-front-line-winner" in rules.offered else None
    return () if said is None else (said,)


GAME: Game[CrapsTable, Dice, Rolled, Rules] = Game(
    name="craps",
    table=CrapsTable,
    facts=facts.FACTS,
    begin=facts.begin,
    read=facts.read,
    ready=facts.ready,
    observe=facts.observe,
    void=no_roll.void,
    cocked=cocked,
    shooter=facts.shooter,
    chance=facts.chance,
    merged=facts.merged,
    forget=facts.forget,
    live=LIVE,
    announce=_announce,
    lammers=lammers,
    all_back=facts.without_point,
    match_play=match_play,
    wagers=discover("croupier.games.craps.wagers", "croupier.games.craps.side_bets"),
    course=COURSE,
    cites=CITES,
    show=SHOW,
    priced=PRICED,
    call=call,
    stage=stage,
    macros=macros,
    units=units,
    equipment=TableEquipment(equipment.KINDS, equipment.lacks, equipment.sample),
    demo_tables=(DemoTable("C1", "colorado-craps"), DemoTable("C2", "colorado-craps-free", in_lobby=False)),
)
