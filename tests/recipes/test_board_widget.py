"""Adding a widget to the reader board changes three files: done here in a copy of the repository, step by step."""

from __future__ import annotations

import pytest

from tests.support.recipe import Copy, follows

WIDGETS = "src/croupier/web/board/trackers.py"
WORDS = "src/croupier/web/shared/messages.toml"
GAME = "src/croupier/games/craps/show.py"
WIDGET = """def _players(state: State) -> Tracker:
    said = words()["board"]
    return Tracker(said["players"], said["players_says"], (Box(str(len(state.seats)), lit=True),))


"""
USED = """
from croupier.web.board.page import board
from tests.support.table.play import Table

craps = Table().opened("colorado-craps")
craps.sits("ann", 1, 100_00)
first, second, *others = board(craps.state, []).trackers
assert (first.name, second.name) == ("Point", "Players"), (first, second)
assert [box.text for box in second.boxes] == ["1"]
roulette = Table().opened("colorado-double-zero")
assert "Players" not in [each.name for each in board(roulette.state, []).trackers]
print("used")
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """The repository after the steps of the recipe."""
    made = Copy(tmp_path_factory.mktemp("widget"))
    # 1. the widget, under a name of its own
    made.insert(WIDGETS, WIDGET, before="TABLE_PARTS: dict[")
    made.insert(WIDGETS, '"players": _players, ', before='"direction": _direction')
    # 2. its words
    made.insert(WORDS, 'players = "Players"\nplayers_says = "at this table"\n', after='nobody = "nobody"\n')
    # 3. the boards that have it, and where
    made.insert(GAME, '"players", ', after='board=("point", ')
    return made


def test_three_files_are_touched_and_the_recipe_names_them(copy: Copy) -> None:
    assert copy.touched() == {WIDGETS, WORDS, GAME}
    follows("Add a widget to the reader board", copy.touched())


def test_the_boards_that_ask_for_it_have_it(copy: Copy) -> None:
    assert copy.run("-c", USED) == "used\n"


def test_the_tests_of_parts_and_words_hold(copy: Copy) -> None:
    copy.tests("tests/web/test_parts.py", "tests/web/test_messages.py")
