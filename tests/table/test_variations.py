"""A house with a variation from outside at a live table: played, its code's digest in the log, no other code run."""

from __future__ import annotations

import hashlib
import shutil
from pathlib import Path

import pytest
from msgspec.structs import replace

from croupier.core.refusal import Code
from croupier.floor.houses import charge
from croupier.table import HouseText, digest, events, houses
from croupier.table.acts.table import HouseChanged, TableOpened
from croupier.table.houses import HouseUnsound, named, named_by_operator
from tests.support.table.play import Table, by, written

FOLDER = Path(__file__).parents[2] / "examples" / "variation"
DEALER, SUPERVISOR, MANAGER = by("dealer"), by("pit-supervisor"), by("key-manager")


@pytest.fixture
def house(tmp_path: Path) -> HouseText:
    """The example, in a folder of its own, as the operator names it."""
    shutil.copytree(FOLDER, tmp_path / "echo", ignore=shutil.ignore_patterns("__pycache__"))
    return named_by_operator(tmp_path / "echo" / "house.toml")


def _opened(house: HouseText) -> tuple[Table, TableOpened]:
    table = Table()
    (event, *_) = table.do("open-table", SUPERVISOR, house=house, bank=10_000_00, **charge(house, "dee"))
    assert isinstance(event, TableOpened)
    table.sits("ann", 1, 200_00)
    return table, event


def test_a_variation_is_played_at_a_live_table_and_its_digest_is_in_the_log(house: HouseText) -> None:
    table, event = _opened(house)
    code = (FOLDER / "echo.py").read_text(encoding="utf-8")
    assert event.code == hashlib.sha256(code.encode()).hexdigest()
    assert f'"code":"{event.code}"'.encode() in events.write(event)
    table.places("ann", "pass", 5_00)
    table.places("ann", "echo", 5_00)
    table.plays("4-2")
    refusal = table.no("raise", DEALER, player="ann", wager="echo", amount=5_00)
    assert (refusal.code, refusal.message) == (Code.CONTRACT, "echo stands unchanged until it is decided.")
    table.plays("5-1")  # the echo, at 7 to 1; and the point, at 1 to 1
    assert table.rack("ann") == 200_00 + 35_00 + 5_00
    assert digest(table.replayed()) == digest(table.state)


def test_a_house_without_variations_has_no_digest() -> None:
    table = Table()
    (event, *_) = table.do("open-table", SUPERVISOR, house=written("colorado-craps"), bank=1_000_00)
    assert b'"code"' not in events.write(event)


def test_a_change_of_the_house_names_the_digest_too(house: HouseText) -> None:
    table = Table().opened("colorado-craps")
    (event, *_) = table.do("change-house", MANAGER, house=house)
    assert isinstance(event, HouseChanged)
    assert event.code is not None


def test_only_code_that_the_operator_named_runs(house: HouseText) -> None:
    """Another text under the name of the operator's file reaches no other file of that folder."""
    folder = Path(house.name).parent
    (folder / "other.py").write_text("raise SystemExit('this code ran')", encoding="utf-8")
    for other in (
        replace(house, text=house.text.replace("echo.py", "other.py")),
        replace(house, change='{"variations": [{"path": "other.py", "reference": "X", "date": "2022-08-01"}]}'),
        replace(house, name=str(folder / "another.toml")),
    ):
        refusal = Table().no("open-table", SUPERVISOR, house=other, bank=1_00)
        assert refusal.code is Code.HOUSE_UNSOUND
        assert "the operator has not named that file" in refusal.message


def test_the_code_that_was_named_runs_and_not_what_the_file_became(house: HouseText) -> None:
    file = Path(house.name).parent / "echo.py"
    file.write_text("raise SystemExit('this code ran')", encoding="utf-8")
    houses.house_of.cache_clear()
    table, _ = _opened(house)
    table.places("ann", "echo", 5_00)


def test_a_log_is_not_continued_with_other_code(house: HouseText) -> None:
    _, event = _opened(house)
    file = Path(house.name).parent / "echo.py"
    file.write_text(file.read_text(encoding="utf-8").replace("7 to 1", "8 to 1"), encoding="utf-8")
    named_by_operator(Path(house.name))
    named.cache_clear()
    found = named(event.house, event.house_version)
    with pytest.raises(HouseUnsound, match="is not the code that the log names"):
        _ = found.game
