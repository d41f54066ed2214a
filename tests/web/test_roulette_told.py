"""What a roulette dealer marks and says is seen at every terminal."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from croupier.core.refusal import Code
from croupier.documents.felts import draw
from croupier.games.roulette.facts import RouletteTable
from croupier.web.terminal.page import marked
from croupier.web.views.happened import DollyLiftedTold, DollyPlacedTold, VoidedTold, told
from tests.support.felts import SVG, hit
from tests.support.table.play import Table, by
from tests.support.table.roulette import of_2015, with_two_players

DEALER = by("dealer")
SPUN = {"opposite": True, "revolutions": 6}


@pytest.mark.cites("30-2201(3)")
def test_the_dealers_marker_lies_on_the_number_at_terminals() -> None:
    _marker(with_two_players())


@pytest.mark.cites("47.1-2201(3)")
def test_the_marker_at_terminals_in_the_printing_of_2015() -> None:
    table = of_2015()
    table.sits("ann", 1)
    _marker(table)


def _marker(table: Table) -> None:
    for number in ("17", "0", "00", "36"):
        table.closes()
        refusal = table.no("call-outcome", by("player", "ann"), outcome=number, **SPUN)
        assert refusal.code is Code.NOT_YOUR_ROLE
        _, placed = table.do("call-outcome", DEALER, outcome=number, **SPUN)
        assert placed.by.role == "dealer"
        assert told(placed, table.state) == DollyPlacedTold(number=number)
        house = table.state.house
        picture = ElementTree.fromstring(marked(house, table.state.felt.table, number))
        (dolly,) = [each for each in picture.iter(f"{SVG}g") if each.get("class") == "dolly"]
        middles = {(int(each.attrib["cx"]), int(each.attrib["cy"])) for each in dolly.iter(f"{SVG}circle")}
        assert hit(draw(house), "straight", number).center in middles
        table.settles()
        opened = table.do("open-betting", DEALER)
        assert DollyLiftedTold() in [told(each, table.state) for each in opened]


@pytest.mark.cites("30-2201(8)")
def test_the_dealer_says_no_spin_because_of_an_irregularity() -> None:
    _no_spin(with_two_players(), "30-2201(8)")


@pytest.mark.cites("47.1-2201(8)")
def test_the_dealer_says_no_spin_in_the_printing_of_2015() -> None:
    table = of_2015()
    table.sits("ann", 1, 20_00, "orange")
    _no_spin(table, "47.1-2201(8)")


def _no_spin(table: Table, cite: str) -> None:
    table.plays("4")
    table.places("ann", "straight", 5_00, "17")
    early = table.no("call-void", DEALER, call="no-spin", reason="revolutions", before_rest=True)
    assert early.code is Code.NOT_IN_THIS_PHASE  # nothing spins yet
    for reason in ("same-direction", "revolutions", "foreign-object", "ball-out"):
        table.closes()
        said = {"call": "no-spin", "reason": reason, "before_rest": True}
        for other in (by("player", "ann"), by("pit-supervisor"), by("security")):
            refusal = table.no("call-void", other, **said)
            assert (refusal.code, str(refusal.cite)) == (Code.NOT_YOUR_ROLE, cite)
        assert table.no("call-void", DEALER, **said | {"reason": "bad-luck"}).code is Code.UNKNOWN_REASON
        (voided,) = table.do("call-void", DEALER, **said)
        shown = told(voided, table.state)
        assert isinstance(shown, VoidedTold)
        assert (shown.call, shown.reason) == ("no-spin", reason)
        assert shown.says.startswith("No spin")
        assert [(each.wager, each.stake) for each in table.state.felt.standing] == [("straight", 5_00)]
        assert RouletteTable.of(table.state.felt).previous == "4"  # no number came
        if reason == "ball-out":
            table.do("inspect-ball", by("pit-supervisor"), fit=True, remark="sound")
    table.plays("17")  # the wager stood through all of them
    assert table.state.felt.standing == ()
