"""Adding a command with its event, three files to edit: done here in a copy of the repository, step by step."""

from __future__ import annotations

import pytest

from tests.support.recipe import Copy, follows

#: By `make docs`; the types of scripts since players give the command at their terminals.
WRITTEN = {"src/croupier/web/shared/wire.d.ts", "docs/table.md"}
POWERS = "src/croupier/conduct/powers.toml"
POWER = """\
[commands.table.buy-souvenir]
roles = ["player", "dealer", "boxperson"]
note = "A dealer may do it for the player."

"""
MODULE = "src/croupier/table/acts/money/tips.py"
COMMAND = '''
class BuySouvenir(Command, frozen=True):
    """Pay for a souvenir of the house with chips, which go into the bank."""

    topic = Tip.topic
    player: Name
    amount: Cents
    item: Name


'''
EVENT = '''
class SouvenirBought(Event, frozen=True):
    """A player paid for a souvenir with chips."""

    player: str
    amount: int
    item: str


'''
DECISION = '''
def buy_souvenir(command: BuySouvenir, state: State) -> Decided:
    """A player pays with what is in the rack."""
    refusal = may_deal(state, command.player) or held(state, command.player, command.amount)
    if refusal is not None:
        return refusal
    return (made(SouvenirBought, command, state, player=command.player, amount=command.amount, item=command.item),)


'''
APPLIED_AND_POSTED = """
def _apply_bought(state: State, event: SouvenirBought) -> State:
    return state.but(play=state.felt.with_rack(event.player, -event.amount))


def _post_bought(event: SouvenirBought, state: State) -> Postings:
    return moved(rack_account(event.player), "bank", event.amount, "souvenir")


"""
GOLDEN = """\
{"do":"buy-souvenir","player":"ann","amount":100,"item":"a pair of dice"}
{"event":"souvenir-bought/1","player":"ann","amount":100,"item":"dice","command":"c1","by":{"person":"ann","role":"player"},\
"at":1}
"""
USED = """
from croupier.core.refusal import Code
from croupier.floor.guest_commands import read
from croupier.table import postings
from tests.support.table.play import Table, by

table = Table().opened("colorado-craps")
table.sits("ann", 1, 100_00)
before = table.state
(event,) = table.do("buy-souvenir", by("player", "ann"), player="ann", amount=25_00, item="dice")
posted = [(each.account, each.amount) for each in postings(event, before)]
assert posted == [("rack:ann", -25_00), ("bank", 25_00)], posted
assert table.rack("ann") == 75_00
assert table.replayed() == table.state
too_much = table.no("buy-souvenir", by("player", "ann"), player="ann", amount=80_00, item="dice")
assert too_much.code is Code.NOT_ENOUGH_CHIPS, too_much
stranger = table.no("buy-souvenir", by("auditor", "aud"), player="ann", amount=5_00, item="dice")
assert stranger.code is Code.NOT_YOUR_ROLE, stranger
asked = read(b'{"do":"buy-souvenir","id":"7","amount":500,"item":"dice"}', "ann", "T1", 7).command
assert (asked.id, asked.player, asked.amount) == ("ann/T1/7", "ann", 5_00)
print("used")
"""


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """The repository after the steps of the recipe."""
    made = Copy(tmp_path_factory.mktemp("command"))
    # 1. and 2. the module of the act
    made.insert(MODULE, COMMAND.lstrip("\n"), before="# Events ---")
    made.insert(MODULE, EVENT.lstrip("\n"), before="# Decisions ---")
    made.insert(MODULE, DECISION.lstrip("\n"), before="# How events are applied")
    made.insert(MODULE, APPLIED_AND_POSTED.lstrip("\n"), before="ACTS = (")
    made.insert(
        MODULE,
        "    Act(BuySouvenir, buy_souvenir, makes=(SouvenirBought,), at_terminals=True),\n",
        before=")\nHAPPENINGS = (",
    )
    happening = "    Happening(SouvenirBought, _apply_bought, posts=_post_bought),\n"
    made.insert(MODULE, happening, after='moved("tube", "tips", event.amount, "tips exchanged")),\n')
    # 3. examples of the command and of the event
    made.insert("tests/table/golden.txt", GOLDEN, before='{"do":"empty-tube"}')
    # 4. who may give the command, and `make docs`
    made.insert(POWERS, POWER, before="[commands.table.empty-tube]")
    made.run("-m", "croupier.documents.reference")
    made.run("-m", "tests.support.lists")
    made.run("-m", "croupier.web.server.script_types")
    return made


def test_three_files_are_edited_and_the_recipe_names_them(copy: Copy) -> None:
    edited = {MODULE, "tests/table/golden.txt", POWERS}
    assert copy.touched() == edited | WRITTEN
    follows("Add a command with its event", edited)


def test_it_is_decided_applied_posted_and_refused(copy: Copy) -> None:
    assert copy.run("-c", USED) == "used\n"


def test_the_checks_of_every_command_and_event_pass(copy: Copy) -> None:
    names = "roles events properties".split()
    copy.tests("tests/conduct/test_lists.py", *(f"tests/table/test_{name}.py" for name in names))
    copy.tests("tests/host/test_recorded.py", "-k", "not whatever_its_devices_draw")
