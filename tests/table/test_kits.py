"""A table of a pit: it opens with a kit, gives it back when it closes, and changes its house as the pit says."""

from __future__ import annotations

from typing import Any

import pytest

from croupier.conduct.slip import Note
from croupier.core.refusal import Code
from croupier.floor.crew.act import Act, Waiting
from croupier.floor.crew.due import due, next_act
from croupier.table import TABLE, digest
from croupier.table.acts.kit import KitGivenBack
from croupier.table.acts.table import TableClosed
from croupier.table.kit import BACK, HOUSE, INSPECTED, KIT, MOVED, Back, InForce, Inspected, Moved, read
from tests.support.table.kits import DAY, SYSTEM, TODAY, WHEEL, Kitted, kit_of, opening, playing, slip
from tests.support.table.play import Table, by, written

SUPERVISOR, MANAGER, DEALER, ANN = by("pit-supervisor"), by("key-manager"), by("dealer"), by("player", "ann")
OTHER = written("colorado-double-zero", limits__default={"min": 2, "max": 50})


# The kit ----------------------------------------------------------------------------------------------------
def test_a_table_without_a_pit_needs_no_kit() -> None:
    table = Table().opened("colorado-double-zero")
    assert (table.state.of_pit, table.state.kit) == (None, None)
    table.do("close-table", SUPERVISOR, counted=100_000_00)
    assert isinstance(table.do("open-table", SUPERVISOR, **opening(WHEEL)), tuple)
    table.do("spin", DEALER)


def test_a_table_of_a_pit_never_opens_without_a_kit_again() -> None:
    table = Kitted().opens()
    closed, back = table.do("close-table", SUPERVISOR, counted=100_000_00)
    assert isinstance(closed, TableClosed)
    assert isinstance(back, KitGivenBack)
    assert (back.slip.source, back.slip.to, back.slip.what) == ("table/T1", "pit/main", BACK)
    assert read(back.slip, Back) == Back(1)
    assert TABLE.slips is not None
    assert [*TABLE.slips.notes(back)] == [Note("issues", back.slip)]
    refusal = table.no("open-table", SUPERVISOR, **opening(WHEEL))
    assert refusal.code is Code.KIT_MISSING
    table.gets(WHEEL, number=2)
    table.do("open-table", SUPERVISOR, **opening(WHEEL))
    assert table.replayed() == table.state


def test_a_table_opens_under_the_house_of_its_kit() -> None:
    table = Kitted().gets(OTHER)
    assert table.no("open-table", SUPERVISOR, **opening(WHEEL)).code is Code.KIT_OF_ANOTHER_HOUSE
    table.do("open-table", SUPERVISOR, **opening(OTHER))


def test_a_table_of_a_pit_changes_only_to_a_house_that_was_handed_over() -> None:
    """Two people put a version into force in the pit; a key manager alone does not."""
    table = Kitted().opens(without=("straight",))
    refusal = table.no("change-house", MANAGER, house=OTHER)
    assert (refusal.code, refusal.variant, str(refusal.cite)) == (Code.KIT_OF_ANOTHER_HOUSE, "to-change", "30-2208")
    table.comes_into_force(OTHER, 5)
    assert table.state.house.version == kit_of(WHEEL).house, "until the change the table plays under the old one"
    table.do("change-house", MANAGER, house=OTHER)
    playing(table, "straight", spot="17")
    assert table.no("change-house", MANAGER, house=WHEEL).code is Code.KIT_OF_ANOTHER_HOUSE
    assert table.replayed() == table.state


def test_of_two_houses_the_one_that_came_into_force_last_counts() -> None:
    table = Kitted().gets(WHEEL)
    table.comes_into_force(OTHER, 5)
    late = slip(HOUSE, InForce(1, 4, kit_of(WHEEL).house, ()), "h9")
    assert table.no("receive-slip", SYSTEM, slip=late).variant == "older-house"
    other = slip(HOUSE, InForce(2, 6, kit_of(WHEEL).house, ()), "h9")
    assert table.no("receive-slip", SYSTEM, slip=other).variant == "house-of-another-kit"
    table.do("open-table", SUPERVISOR, **opening(OTHER))


def test_one_kit_at_a_time_and_only_at_a_closed_table() -> None:
    table = Kitted().gets(WHEEL)
    refusal = table.no("receive-slip", SYSTEM, slip=slip(KIT, kit_of(WHEEL, 2), "k2"))
    assert (refusal.code, refusal.variant) == (Code.KIT_OUT, "here")
    table.do("open-table", SUPERVISOR, **opening(WHEEL))
    refusal = table.no("receive-slip", SYSTEM, slip=slip(KIT, kit_of(WHEEL, 2), "k2"))
    assert (refusal.code, refusal.variant) == (Code.KIT_OUT, "open")
    before = Table().opened("colorado-double-zero")
    refusal = before.no("receive-slip", SYSTEM, slip=slip(KIT, kit_of(WHEEL)))
    assert (refusal.code, refusal.variant) == (Code.KIT_OUT, "open")


def test_only_the_server_brings_a_kit() -> None:
    table = Kitted()
    for who in (SUPERVISOR, MANAGER, by("device"), ANN):
        assert table.no("receive-slip", who, slip=slip(KIT, kit_of(WHEEL))).code is Code.NOT_YOUR_ROLE


@pytest.mark.parametrize(
    ("what", "document", "other", "variant"),
    [
        (KIT, kit_of(WHEEL), {"source": "people/main"}, "not-of-a-pit"),
        ("cash", kit_of(WHEEL), {}, "no-use"),
        (BACK, Back(1), {}, "no-use"),
        (MOVED, Moved(1, "it moved"), {}, "no-use"),
        (KIT, "", {}, "unreadable"),
        (KIT, "{}", {}, "unreadable"),
        (KIT, kit_of(WHEEL, inspected="2022-02-30"), {}, "unreadable"),
        (KIT, '{"number":1,"number":1,"house":"x","areas":[],"items":[],"zone":"UTC","hour":6}', {}, "unreadable"),
        (KIT, '{"number":true,"house":"x","areas":[],"items":[],"zone":"UTC","hour":6}', {}, "unreadable"),
        (KIT, '{"number":1,"house":"x","areas":[],"items":[],"zone":"Moon/Sea","hour":6}', {}, "unreadable"),
        (KIT, '{"number":1,"house":"x","areas":[],"items":[],"zone":"../UTC","hour":6}', {}, "unreadable"),
        (KIT, '{"number":1,"house":"x","areas":[],"items":[],"zone":"UTC","hour":24}', {}, "unreadable"),
        (INSPECTED, '{"number":1,"day":"2022-13-01"}', {}, "unreadable"),
        (INSPECTED, Inspected(1, TODAY), {}, "another-kit"),
    ],
)
def test_a_slip_that_is_no_kit_is_refused(what: str, document: Any, other: dict[str, str], variant: str) -> None:
    refusal = Kitted().no("receive-slip", SYSTEM, slip=slip(what, document, **other))
    assert (refusal.code, refusal.variant) == (Code.SLIP_UNFIT, variant)


def test_a_table_belongs_to_one_pit() -> None:
    table = Kitted().gets(WHEEL)
    table.do("return-kit", SUPERVISOR)
    refusal = table.no("receive-slip", SYSTEM, slip=slip(KIT, kit_of(WHEEL, 2), "k2", source="pit/other"))
    assert (refusal.code, refusal.variant) == (Code.SLIP_UNFIT, "another-pit")


def test_a_table_that_is_not_opened_gives_its_kit_back() -> None:
    table = Kitted()
    assert table.no("return-kit", SUPERVISOR).code is Code.KIT_MISSING
    table.gets(WHEEL)
    (back,) = table.do("return-kit", SUPERVISOR)
    assert isinstance(back, KitGivenBack)
    assert table.state.kit is None
    assert table.no("return-kit", SUPERVISOR).code is Code.KIT_MISSING
    table.opens(number=2)
    assert table.no("return-kit", SUPERVISOR).code is Code.TABLE_OPEN


def test_a_slip_that_the_pit_refuses_stays_in_transit() -> None:
    table = Kitted().gets(WHEEL)
    (back,) = table.do("return-kit", SUPERVISOR)
    assert isinstance(back, KitGivenBack)
    refusal = table.no("take-back-slip", SYSTEM, slip=back.slip)
    assert (refusal.code, refusal.variant) == (Code.SLIP_UNFIT, "refused-by-the-pit")


def test_an_inspection_is_of_the_kit_that_is_here() -> None:
    table = Kitted().gets(WHEEL, number=3)
    for document, variant in ((Inspected(2, TODAY), "another-kit"), (Inspected(4, TODAY), "another-kit")):
        assert table.no("receive-slip", SYSTEM, slip=slip(INSPECTED, document)).variant == variant
    craps = Kitted().gets(written("colorado-craps"))
    assert craps.no("receive-slip", SYSTEM, slip=slip(INSPECTED, Inspected(1, TODAY))).variant == "not-inspected"


# The crew ---------------------------------------------------------------------------------------------------
def test_the_crew_waits_for_an_inspection_before_a_spin() -> None:
    table = playing(Kitted().opens())
    assert isinstance(next_act(table.state), Act)
    table.do("report-wheel-moved", DEALER, what="it moved")
    assert due(table.state) == Waiting("pit-supervisor", None, "inspection")
    table.inspected(TODAY, moves=1)
    assert isinstance(next_act(table.state), Act)
    table.start += 5 * DAY
    table.do("exclude-patron", SUPERVISOR, person="eve")
    assert next_act(table.state) == Waiting("pit-supervisor", None, "inspection")


def test_a_kit_is_part_of_a_snapshot_and_of_the_digest() -> None:
    table = Kitted().opens()
    table.do("report-wheel-moved", DEALER, what="it moved")
    again = TABLE.snapshots.read(TABLE.snapshots.write(table.state))
    assert again == table.state
    assert digest(again) != digest(again.but(of_pit=None))
