"""The Big Six wheel: 54 sections and seven wagers."""

from croupier.core.equipment import TableEquipment
from croupier.core.game import DemoTable, Game
from croupier.games import discover
from croupier.games.big_six import equipment, facts
from croupier.games.big_six.cites import CITES
from croupier.games.big_six.course import COURSE
from croupier.games.big_six.facts import BigSixTable, Clapped
from croupier.games.big_six.priced_rows import PRICED
from croupier.games.big_six.rules import Rules
from croupier.games.big_six.show import SHOW, call

__all__ = ["GAME"]

GAME: Game[BigSixTable, str, Clapped, Rules] = Game(
    name="big-six",
    table=BigSixTable,
    facts=(Clapped,),
    begin=facts.begin,
    read=facts.read,
    ready=facts.ready,
    observe=facts.observe,
    void=facts.void,
    chance=facts.chance,
    forget=facts.forget,
    closed=facts.closed,
    repair=facts.repair,
    wagers=discover("croupier.games.big_six.wagers"),
    course=COURSE,
    cites=CITES,
    show=SHOW,
    priced=PRICED,
    call=call,
    equipment=TableEquipment(equipment.KINDS, equipment.lacks, equipment.sample),
    demo_tables=(DemoTable("B6", "colorado-big-six"),),
)
