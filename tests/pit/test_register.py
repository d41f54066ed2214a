"""The register of equipment: what goes on it, where it is, and what may be together at a table."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from croupier.conduct import By
from croupier.conduct.by import ROLES, Role
from croupier.core.equipment import DropBox, GamingTable
from croupier.core.refusal import Code, Refusal
from croupier.floor.demo.equipment import complete
from croupier.house import load
from croupier.pit import equipped, kinds
from croupier.pit.acts import equipment
from tests.support.pit.streams import Stream
from tests.support.table.play import written

PAT, KIM = By("pat", "pit-supervisor", "L1", "c-pat"), By("kim", "key-manager", "L2", "c-kim")
BALL = {"material": "ivory", "metal": False, "diameter": 12}
ROULETTE = {kind: fields for _, kind, fields in complete(load("colorado-double-zero"), "R0")}
SERIES: dict[str, Any] = {"prefix": "A-", "first": 100, "last": 199, "face": 5_00, "games": ["roulette"]}
SERIES |= {"begins": "2022-01-01", "ends": "2022-12-31"}
DICE = {"serial": "D-1", "count": 5, "name": "A", "conforms": True}


@pytest.fixture
def pit() -> Stream:
    return Stream("pit/main")


def _registered(pit: Stream, item: str, kind: str, table: str | None = None, /, **fields: Any) -> None:
    pit.done("register-item", PAT, item=item, kind=kind, fields=fields)
    if table is not None:
        pit.done("move-item", PAT, item=item, table=table)


def _table(pit: Stream, number: str) -> None:
    """A table with its drop box."""
    _registered(pit, f"{number}-table", "roulette-table", number, **{**ROULETTE["roulette-table"], "number": number})
    _registered(pit, f"{number}-box", "drop-box", number, **_box(number))


def _box(number: str) -> dict[str, Any]:
    return {**ROULETTE["drop-box"], "number": number, "serial": f"BOX-{number}"}


def _in_force(pit: Stream, table: str, preset: str) -> None:
    """A house at a table, so that refusals cite the paragraphs of its game."""
    done = pit.both("activate-house", PAT, KIM, changes=[{"table": table, "house": written(preset)}])
    assert not isinstance(done, Refusal), str(done)


def _where(pit: Stream, item: str) -> str | None:
    found = pit.state.item(item)
    assert found is not None
    table: str | None = found.table
    return table


# What goes on the register ----------------------------------------------------------------------------------
def test_a_piece_is_registered_moved_changed_and_retired(pit: Stream) -> None:
    _registered(pit, "B1", "ball", **BALL)
    assert _where(pit, "B1") is None
    pit.done("move-item", PAT, item="B1", table="R0")
    assert _where(pit, "B1") == "R0"
    pit.done("change-item", KIM, item="B1", fields={"material": "acrylic"}, reason="the label was wrong")
    assert pit.state.item("B1").what.material == "acrylic"
    assert pit.state.item("B1").what.diameter == 12
    pit.done("move-item", KIM, item="B1")
    pit.done("retire-item", PAT, item="B1", reason="cracked")
    assert pit.state.item("B1") is None
    assert [each.reason for each in pit.events if hasattr(each, "reason")] == ["the label was wrong", "cracked"]


def test_what_is_not_on_the_register_cannot_be_touched(pit: Stream) -> None:
    for word, said in (
        ("change-item", {"fields": {"metal": True}, "reason": "r"}),
        ("move-item", {"table": "R0"}),
        ("retire-item", {"reason": "r"}),
    ):
        assert pit.refused(word, PAT, item="B1", **said).code is Code.ITEM_UNKNOWN


def test_no_id_is_given_twice_also_after_its_piece_was_retired(pit: Stream) -> None:
    _registered(pit, "B1", "ball", **BALL)
    assert pit.refused("register-item", PAT, item="B1", kind="ball", fields=BALL).variant == "id"
    pit.done("retire-item", PAT, item="B1", reason="lost")
    assert pit.refused("register-item", PAT, item="B1", kind="ball", fields=BALL).variant == "retired"


def test_no_serial_number_is_given_twice(pit: Stream) -> None:
    _registered(pit, "B1", "ball", serial="17", **BALL)
    _registered(pit, "B2", "ball", serial="18", **BALL)
    _registered(pit, "B3", "ball", **BALL)
    _registered(pit, "B4", "ball", **BALL)  # two pieces without a number
    for word, said in (
        ("register-item", {"item": "B5", "kind": "ball", "fields": {**BALL, "serial": "17"}}),
        ("register-item", {"item": "D1", "kind": "dice", "fields": {**DICE, "serial": "17"}}),
        ("change-item", {"item": "B2", "fields": {"serial": "17"}, "reason": "r"}),
    ):
        no = pit.refused(word, PAT, **said)
        assert (no.code, no.variant) == (Code.ITEM_TWICE, "serial")
        assert "'B1'" in no.message
    pit.done("change-item", PAT, item="B1", fields={"serial": "17", "material": "resin"}, reason="its own number")
    pit.done("retire-item", PAT, item="B1", reason="lost")
    assert pit.refused("change-item", PAT, item="B2", fields={"serial": "17"}, reason="r").variant == "serial"


def test_no_number_is_in_two_series_of_coupons(pit: Stream) -> None:
    """Reading M3: a coupon is valid once, by its serial number."""
    _registered(pit, "C1", "coupons", **SERIES)
    for first, last in ((100, 199), (0, 100), (199, 300), (120, 130), (0, 999)):
        fields = {**SERIES, "first": first, "last": last}
        assert pit.refused("register-item", PAT, item="C2", kind="coupons", fields=fields).code is Code.ITEM_TWICE
    _registered(pit, "C2", "coupons", **{**SERIES, "first": 0, "last": 99})
    _registered(pit, "C3", "coupons", **{**SERIES, "first": 200, "last": 300})
    _registered(pit, "C4", "coupons", **{**SERIES, "prefix": "B-"})
    no = pit.refused("change-item", PAT, item="C2", fields={"last": 100}, reason="r")
    assert (no.code, no.variant) == (Code.ITEM_TWICE, "serial")


@pytest.mark.parametrize(
    ("kind", "fields", "variant", "says"),
    [
        ("ball", {**BALL, "color": "white"}, "unknown", "It has serial, material, metal, diameter, approval."),
        ("ball", {"material": "ivory", "metal": False}, "missing", "needs the field 'diameter'"),
        ("ball", {}, "missing", "needs the field 'material'"),
        ("ball", {**BALL, "diameter": "12"}, "number", "a whole number from 0 to"),
        ("ball", {**BALL, "diameter": 12.0}, "number", "a whole number from 0 to"),
        ("ball", {**BALL, "diameter": True}, "number", "a whole number from 0 to"),
        ("ball", {**BALL, "diameter": -1}, "number", "a whole number from 0 to"),
        ("ball", {**BALL, "diameter": 10**12 + 1}, "number", "a whole number from 0 to"),
        ("ball", {**BALL, "diameter": None}, "number", "a whole number from 0 to"),
        ("ball", {**BALL, "metal": 0}, "flag", "true or false"),
        ("ball", {**BALL, "metal": "no"}, "flag", "true or false"),
        ("ball", {**BALL, "material": 1}, "text", "at most 200 visible characters"),
        ("ball", {**BALL, "material": ""}, "text", "at most 200 visible characters"),
        ("ball", {**BALL, "material": " ivory"}, "text", "at most 200 visible characters"),
        ("ball", {**BALL, "material": "iv\u202eory"}, "text", "at most 200 visible characters"),
        ("ball", {**BALL, "material": "i" * 201}, "text", "at most 200 visible characters"),
        ("roulette-layout", {"areas": [], "wheel": "quadruple-zero"}, "choice", "single-zero or double-zero or"),
        ("roulette-layout", {"areas": "red", "wheel": "single-zero"}, "list", "a list of at most 400 texts"),
        ("roulette-layout", {"areas": ["red", "red"], "wheel": "single-zero"}, "list", "has none twice"),
        ("roulette-layout", {"areas": ["red", 1], "wheel": "single-zero"}, "list", "a list of at most 400 texts"),
        ("roulette-layout", {"areas": ["red", ""], "wheel": "single-zero"}, "list", "a list of at most 400 texts"),
        ("sign", {"says": [str(each) for each in range(401)]}, "list", "a list of at most 400 texts"),
        ("sign", {"says": {"a": 1}}, "list", "a list of at most 400 texts"),
        ("sign", {"says": [["a"]]}, "list", "a list of at most 400 texts"),
        ("roulette-wheel", {**ROULETTE["roulette-wheel"], "colors": ["blue"]}, "choices", "red or black or green"),
        ("coupons", {**SERIES, "begins": "2022-13-01"}, "day", "a day such as 2022-09-01"),
        ("coupons", {**SERIES, "begins": "20220901"}, "day", "a day such as 2022-09-01"),
        ("coupons", {**SERIES, "begins": 20220901}, "day", "a day such as 2022-09-01"),
        (
            "coupons",
            {**SERIES, "begins": "2023-01-01"},
            "range",
            "'begins' of the kind coupons must not be above 'ends'",
        ),
        ("coupons", {**SERIES, "first": 200}, "range", "'first' of the kind coupons must not be above 'last'"),
        ("value-chips", {"colors": [[100]]}, "pairs", "pairs: number, text"),
        ("value-chips", {"colors": [["100", "blue"]]}, "pairs", "pairs: number, text"),
        ("value-chips", {"colors": [[100, "blue", 1]]}, "pairs", "pairs: number, text"),
        ("value-chips", {"colors": [{"100": "blue"}]}, "pairs", "pairs: number, text"),
    ],
)
def test_a_wrong_field_is_refused_by_name_with_what_is_possible(
    pit: Stream, kind: str, fields: dict[str, Any], variant: str, says: str
) -> None:
    no = pit.refused("register-item", PAT, item="X", kind=kind, fields=fields)
    assert (no.code, no.variant) == (Code.FIELD_WRONG, variant)
    assert says in no.message
    assert kind in no.message


def test_a_change_is_read_as_strictly(pit: Stream) -> None:
    _registered(pit, "B1", "ball", **BALL)
    for fields, variant in (({"diameter": 12.5}, "number"), ({"size": 12}, "unknown"), ({"material": ""}, "text")):
        no = pit.refused("change-item", PAT, item="B1", fields=fields, reason="r")
        assert (no.code, no.variant) == (Code.FIELD_WRONG, variant)
    pit.done("change-item", PAT, item="B1", fields={"approval": "A-1"}, reason="r")
    pit.done("change-item", PAT, item="B1", fields={"approval": ""}, reason="what may be left out may be empty")


@pytest.mark.parametrize(
    ("preset", "kind"),
    [
        ("colorado-double-zero", "roulette-wheel"),
        ("colorado-big-six", "big-six-wheel"),
        ("colorado-craps", "dice"),
    ],
)
def test_a_wheel_and_a_set_of_dice_are_not_registered_without_their_serial_number(
    pit: Stream, preset: str, kind: str
) -> None:
    fields = next(fields for _, each, fields in complete(load(preset), "T1") if each == kind)
    without = {name: value for name, value in fields.items() if name != "serial"}
    no = pit.refused("register-item", PAT, item="X", kind=kind, fields=without)
    assert (no.code, no.variant) == (Code.FIELD_WRONG, "missing")
    assert "serial" in no.message
    no = pit.refused("register-item", PAT, item="X", kind=kind, fields={**fields, "serial": ""})
    assert (no.code, no.variant) == (Code.FIELD_WRONG, "text")
    _registered(pit, "X", kind, **fields)
    no = pit.refused("change-item", PAT, item="X", fields={"serial": ""}, reason="r")
    assert (no.code, no.variant) == (Code.FIELD_WRONG, "text")
    assert "serial=TEXT" in kinds.forms(kind)


def test_an_unknown_kind_is_refused_with_the_known_ones(pit: Stream) -> None:
    no = pit.refused("register-item", PAT, item="X", kind="cards", fields={})
    assert no.code is Code.KIND_UNKNOWN
    for kind in kinds.kinds():
        assert kind in no.message


def test_what_changes_nothing_is_refused(pit: Stream) -> None:
    _registered(pit, "B1", "ball", "R0", **BALL)
    assert pit.refused("move-item", PAT, item="B1", table="R0").variant == "table"
    assert pit.refused("change-item", PAT, item="B1", fields={"diameter": 12}, reason="r").variant == "same"
    pit.done("move-item", PAT, item="B1")
    assert pit.refused("move-item", PAT, item="B1").variant == "store"


# What may be together at a table ----------------------------------------------------------------------------
@pytest.mark.cites("30-2202")
def test_a_drop_box_is_only_at_the_table_whose_number_it_has(pit: Stream) -> None:
    """30-2202: there is no box without its table either."""
    _in_force(pit, "R1", "colorado-converted-wheel")
    _table(pit, "R0")
    _registered(pit, "R1-table", "roulette-table", "R1", **{**ROULETTE["roulette-table"], "number": "R1"})
    _registered(pit, "box", "drop-box", **_box("R2"))
    for item in ("box", "R0-box"):
        no = pit.refused("move-item", PAT, item=item, table="R1")
        assert (no.code, no.variant, str(no.cite)) == (Code.ITEM_MISPLACED, "box", "30-2202")
    assert pit.refused("move-item", PAT, item="box", table="R2").variant == "no-table"
    pit.done("change-item", PAT, item="box", fields={"number": "R1"}, reason="it was read wrongly")
    pit.done("move-item", PAT, item="box", table="R1")
    assert pit.refused("change-item", PAT, item="box", fields={"number": "R2"}, reason="r").variant == "box"
    for word, said in (("move-item", {}), ("retire-item", {"reason": "r"})):
        no = pit.refused(word, PAT, item="R1-table", **said)
        assert (no.variant, str(no.cite)) == ("no-table", "30-2202")
    pit.done("move-item", PAT, item="box")
    pit.done("move-item", PAT, item="R1-table")


def test_a_table_is_known_under_its_number(pit: Stream) -> None:
    _registered(pit, "top", "roulette-table", **ROULETTE["roulette-table"])
    no = pit.refused("move-item", PAT, item="top", table="R1")
    assert (no.code, no.variant) == (Code.ITEM_MISPLACED, "number")
    pit.done("move-item", PAT, item="top", table="R0")
    assert pit.refused("change-item", PAT, item="top", fields={"number": "R1"}, reason="r").variant == "number"


@pytest.mark.parametrize(
    ("kind", "what"),
    [
        ("roulette-table", "table"),
        ("roulette-wheel", "wheel"),
        ("roulette-layout", "layout"),
        ("drop-box", "drop box"),
        ("tip-box", "tip box"),
    ],
)
def test_a_table_has_one_of_each_at_most(pit: Stream, kind: str, what: str) -> None:
    _registered(pit, "R0-table", "roulette-table", "R0", **ROULETTE["roulette-table"])
    if kind != "roulette-table":
        _registered(pit, "one", kind, "R0", **ROULETTE[kind])
    _registered(pit, "two", kind, **{**ROULETTE[kind], "serial": "another"})
    no = pit.refused("move-item", PAT, item="two", table="R0")
    assert (no.code, no.variant) == (Code.ITEM_MISPLACED, "second")
    assert f"one {what} at most" in no.message
    pit.done("move-item", PAT, item="R0-table" if kind == "roulette-table" else "one")
    pit.done("move-item", PAT, item="two", table="R0")


def test_one_wheel_is_the_most_also_of_different_games(pit: Stream) -> None:
    _registered(pit, "one", "roulette-wheel", "R0", **ROULETTE["roulette-wheel"])
    other = {kind: fields for _, kind, fields in complete(load("colorado-big-six"), "R0")}["big-six-wheel"]
    _registered(pit, "two", "big-six-wheel", **{**other, "serial": "another"})
    assert pit.refused("move-item", PAT, item="two", table="R0").variant == "second"


@pytest.mark.cites("47.1-2309(1)")
def test_dice_go_into_play_in_sets_of_at_least_five(pit: Stream) -> None:
    """47.1-2309(1): also a set that is at a table keeps five dice."""
    _in_force(pit, "C1", "colorado-craps")
    _registered(pit, "D4", "dice", **{**DICE, "serial": "D-4", "count": 4})
    no = pit.refused("move-item", PAT, item="D4", table="C1")
    assert (no.code, no.variant, str(no.cite)) == (Code.ITEM_MISPLACED, "too-few", "47.1-2309(1)")
    _registered(pit, "D5", "dice", "C1", **DICE)
    assert pit.refused("change-item", PAT, item="D5", fields={"count": 4}, reason="one is lost").variant == "too-few"
    pit.done("move-item", PAT, item="D5")
    pit.done("change-item", PAT, item="D5", fields={"count": 4}, reason="one is lost")
    assert pit.refused("move-item", PAT, item="D5", table="C1").variant == "too-few"


def test_while_a_table_has_its_kit_its_equipment_stays_as_it_is(pit: Stream, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not equipped.kit_out(pit.state, "R0")
    _registered(pit, "B1", "ball", "R0", **BALL)
    _registered(pit, "B2", "ball", "R1", **BALL)
    _registered(pit, "B3", "ball", **BALL)
    monkeypatch.setattr(equipment, "kit_out", lambda state, table: table == "R0")
    for word, said in (
        ("move-item", {"item": "B1"}),
        ("move-item", {"item": "B1", "table": "R1"}),
        ("move-item", {"item": "B2", "table": "R0"}),
        ("change-item", {"item": "B1", "fields": {"diameter": 11}, "reason": "r"}),
        ("retire-item", {"item": "B1", "reason": "r"}),
    ):
        assert pit.refused(word, PAT, **said).code is Code.ITEM_IN_USE
    pit.done("move-item", PAT, item="B2")
    pit.done("move-item", PAT, item="B3", table="R1")


# Who may do it ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("role", ROLES)
def test_supervisors_keep_the_register_and_nobody_else(pit: Stream, role: Role) -> None:
    _registered(pit, "B1", "ball", **BALL)
    by = By("zoe", role, "" if role in ("player", "system") else "L9", "c-zoe")
    allowed = ("pit-supervisor", "key-manager")
    for word, said in (
        ("register-item", {"item": "B2", "kind": "ball", "fields": BALL}),
        ("move-item", {"item": "B1", "table": "R0"}),
        ("change-item", {"item": "B1", "fields": {"diameter": 11}, "reason": "r"}),
        ("retire-item", {"item": "B1", "reason": "r"}),
    ):
        found = pit.do(word, by, **said)
        assert isinstance(found, Refusal) is (role not in allowed), word
        assert not isinstance(found, Refusal) or found.code is Code.NOT_YOUR_ROLE
    if role in allowed:
        assert pit.refused("register-item", By("zoe", role), item="B9", kind="ball", fields=BALL).code is (
            Code.NOT_LICENSED
        )


# Random registers -------------------------------------------------------------------------------------------
TABLES = ("R0", "R1")
KINDS = ("roulette-table", "drop-box", "drop-box", "roulette-wheel", "ball")


def _random_command(random: Random) -> tuple[str, dict[str, Any]]:
    item, number = f"I{random.randrange(12)}", random.choice(TABLES)
    kind = random.choice(KINDS)
    serial = f"S{random.randrange(15)}" if random.random() < 0.3 else ""
    fields = {**ROULETTE[kind], "serial": serial} | ({"number": number} if "number" in ROULETTE[kind] else {})
    change: dict[str, Any] = random.choice(({"number": number}, {"serial": "S1"}, {"diameter": 480}))
    changed: dict[str, Any] = {"item": item, "fields": change, "reason": "r"}
    moved: dict[str, Any] = {"item": item, "table": number}
    return random.choice(
        (
            ("register-item", {"item": item, "kind": kind, "fields": fields}),
            *[("move-item", moved)] * 3,
            ("move-item", {"item": item}),
            ("change-item", changed),
            *[("retire-item", {"item": item, "reason": "r"})] * (random.random() < 0.2),
        )
    )


def _assert_in_order(state: Any) -> None:
    """Every piece is once on the register, and what is at a table may be there together."""
    ids = [each.id for each in (*state.items, *state.retired)]
    assert len(set(ids)) == len(ids)
    serials = [each.what.serial for each in (*state.items, *state.retired) if each.what.serial]
    assert len(set(serials)) == len(serials)
    assert all(each.table is None for each in state.retired)
    for table in TABLES:
        there = [each.what for each in state.at_table(table)]
        ones = [each.one for each in there if each.one]
        assert len(set(ones)) == len(ones)
        assert {each.number for each in there if isinstance(each, GamingTable | DropBox)} <= {table}
        if any(isinstance(each, DropBox) for each in there):
            assert any(isinstance(each, GamingTable) for each in there)


def test_random_registers_keep_every_piece_at_one_place_and_every_box_at_its_table(
    request: pytest.FixtureRequest, share: Callable[[str], None]
) -> None:
    whole = request.config.getoption("--proof")
    seed, commands = (Random().randrange(2**32) if whole else 20261119), 20_000 if whole else 1_500
    random, accepted, boxes = Random(seed), 0, 0
    pit = Stream("pit/main")
    for number in range(commands):
        if number % 250 == 0:
            pit = Stream("pit/main")  # a new house: ids that were retired are not used again
        word, said = _random_command(random)
        if not isinstance(pit.do(word, PAT, **said), Refusal):
            accepted += 1
            _assert_in_order(pit.state)
            boxes += any(isinstance(each.what, DropBox) and each.table for each in pit.state.items)
    assert accepted > commands // 8
    assert boxes > commands // 50
    share(
        f"register of equipment: {commands} commands with seed {seed}, {accepted} accepted, {boxes} with a box placed"
    )
