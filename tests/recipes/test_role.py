"""Adding a role touches two files: done here in a copy of the repository, step by step."""

from __future__ import annotations

import pytest

from tests.support.recipe import Copy, follows

ROLES = "src/croupier/conduct/by.py"
POWERS = "src/croupier/conduct/powers.toml"
PAGE = "docs/table.md"
USED = """
from croupier.conduct.by import ROLES
from croupier.core.refusal import Code
from croupier.floor.crew.due import AUTOMATIC
from tests.support.table.golden import COMMANDS
from tests.support.table.play import Table, by

runner = by("chip-runner", "rae")
table = Table().opened("colorado-craps", bank=1_000_00)
table.sits("ann", 1, 100_00)
(event,) = table.do("receive-fill", runner, amount=500_00, slip="F-1", witness="sue")
assert event.by == runner
for word, fields in COMMANDS.items():
    assert word == "receive-fill" or table.no(word, runner, **fields).code is Code.NOT_YOUR_ROLE, word
said = table.no("receive-fill", by("dealer"), amount=5_00, slip="F-2", witness="sue").message
assert "chip-runner" in said, said
unlicensed = type(runner)("rae", "chip-runner")
assert table.no("receive-fill", unlicensed, amount=5_00, slip="F-3", witness="sue").code is Code.NOT_LICENSED
assert "chip-runner" in AUTOMATIC.automatic and "chip-runner" in ROLES
print("used")
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """The repository after the steps of the recipe."""
    made = Copy(tmp_path_factory.mktemp("role"))
    # 1. the name of the role
    made.insert(ROLES, '    "chip-runner",\n', after='    "key-manager",\n')
    # 2. what it may do and read; `make docs` writes the page
    fill = '[commands.table.receive-fill]\nroles = ["pit-supervisor", "key-manager"'
    made.insert(POWERS, ', "chip-runner"', after=fill)
    made.insert(POWERS, 'chip-runner = "everybody"\n', after='key-manager = "supervisor"\n')
    made.run("-m", "tests.support.lists")
    return made


def test_two_files_are_edited_and_the_recipe_names_them(copy: Copy) -> None:
    assert copy.touched() == {ROLES, POWERS, PAGE}
    follows("Add a role", copy.touched())


def test_it_may_do_that_and_nothing_else(copy: Copy) -> None:
    assert copy.run("-c", USED) == "used\n"


def test_the_checks_of_every_role_pass(copy: Copy) -> None:
    copy.tests("tests/conduct/test_lists.py", "tests/table/test_roles.py", "tests/conduct/test_powers.py")
