"""Roulette: three wheels, their layouts and every permitted wager."""

from croupier.core.equipment import TableEquipment
from croupier.core.game import DemoTable, Game
from croupier.games import discover
from croupier.games.roulette import equipment, facts, in_prison
from croupier.games.roulette.cites import CITES
from croupier.games.roulette.coupons import coupon, match_play
from croupier.games.roulette.course import COURSE
from croupier.games.roulette.facts import Landed, RouletteTable
from croupier.games.roulette.inspection import INSPECTIONS
from croupier.games.roulette.layout import Layout, layout
from croupier.games.roulette.live import LIVE
from croupier.games.roulette.macros import macros
from croupier.games.roulette.priced_rows import PRICED
from croupier.games.roulette.rules import Rules
from croupier.games.roulette.samples import sample
from croupier.games.roulette.show import SHOW, call

__all__ = ["GAME", "Layout", "layout"]

GAME: Game[RouletteTable, str, Landed, Rules] = Game(
    name="roulette",
    table=RouletteTable,
    facts=(Landed,),
    begin=facts.begin,
    read=facts.read,
    ready=facts.ready,
    observe=facts.observe,
    void=facts.void,
    chance=facts.chance,
    forget=facts.forget,
    all_back=facts.all_back,
    marks=facts.marks,
    marked=facts.marked,
    inspection=INSPECTIONS,
    live=LIVE,
    default_choice=in_prison.DEFAULT,
    readings=("R15",),
    collects=facts.collects,
    draw=facts.draw,
    again=facts.again,
    draw_chance=facts.draw_chance,
    coupon=coupon,
    match_play=match_play,
    wagers=discover("croupier.games.roulette.wagers", "croupier.games.roulette.side_bets"),
    course=COURSE,
    cites=CITES,
    show=SHOW,
    priced=PRICED,
    call=call,
    macros=macros,
    equipment=TableEquipment(equipment.KINDS, equipment.lacks, sample),
    demo_tables=(
        DemoTable("R0", "colorado-single-zero"),
        DemoTable("R00", "colorado-double-zero"),
        DemoTable("R000", "colorado-triple-zero"),
    ),
)
