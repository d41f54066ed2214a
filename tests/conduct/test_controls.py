"""What each role may and may not do, copied by hand from the internal controls of a licensee.

The other tests take the roles from `powers.toml`; here a wrong line of that file is red.
"""

from __future__ import annotations

from typing import NamedTuple

import pytest

from croupier.conduct.by import ROLES, Role
from croupier.conduct.powers import POWERS, incompatible, roles_of, second_of


class Row(NamedTuple):
    """One role: what it may do and what it may not, as KIND/COMMAND; `reads` is the view of a table that it sees.

    `at_tables` has all commands to a table that the role may give, if these are few; None: `may` has some of them.
    """

    reads: str
    may: str
    may_not: str
    at_tables: str | None = None


#: Every licensed employee may be designated to call a roll void (47.1-2311(5)).
CALLS = "call-void"
MONEY = (
    "table/spread-cash table/give-chips table/drop-cash table/color-up table/cash-out table/receive-fill"
    " table/send-credit table/remove-box table/settle-claim table/open-table table/close-table"
)
GAME = (
    "table/spin table/call-outcome table/settle table/open-betting table/decide-dispute table/correct-outcome"
    " table/void-round table/order-pass table/direct-hand table/lock-in table/draw table/call-no-more-bets"
)
ACCOUNTS = "people/register-person people/grant-role people/revoke-role people/enrol-credential people/enrol-terminal"
TABLES: dict[Role, Row] = {
    "player": Row(
        reads="player",
        may="table/place table/take-down table/reduce table/raise table/call-wager table/choose table/tip"
        " table/accept-dice table/pass-dice table/sit table/leave",
        may_not=f"{GAME} {ACCOUNTS} table/confirm-call table/spread-cash table/receive-fill pit/inspect-table",
    ),
    "dealer": Row(
        reads="crew",
        may="table/open-betting table/call-no-more-bets table/spin table/call-outcome table/call-void table/settle"
        " table/confirm-call table/spread-cash table/state-amount table/give-chips table/drop-cash table/place"
        " table/move-wagers table/raise-dispute table/relieve-dealer",
        may_not="table/decide-dispute table/correct-outcome table/observe-action table/inspect-ball"
        " table/receive-fill table/send-credit table/void-round pit/inspect-table pit/inspect-level"
        " pit/adjust-wheel pit/replace-part"
        " table/remove-box table/open-table table/change-house",
    ),
    "stickperson": Row(
        reads="crew",
        may="table/offer-dice table/call-outcome table/call-void table/push-dice table/throw-dice table/confirm-call",
        may_not="table/settle table/color-up table/cash-out table/spread-cash table/give-chips table/drop-cash"
        " table/reduce table/take-down table/decide-dispute table/receive-fill table/remove-box",
    ),
    "boxperson": Row(
        reads="supervisor",
        may="table/place table/order-pass table/decide-dispute table/direct-hand table/direct-dice table/call-void"
        " table/correct-outcome table/take-point-off",
        may_not="table/call-outcome table/settle table/receive-fill table/remove-box table/void-round"
        " table/open-table pit/inspect-table",
    ),
    "pit-supervisor": Row(
        reads="supervisor",
        may="pit/inspect-table table/inspect-ball table/decide-dispute table/correct-outcome table/receive-fill"
        " table/send-credit table/open-table table/close-table pit/adjust-wheel pit/issue-kit",
        may_not="table/remove-box table/void-round table/change-house table/declare-seed-lost table/settle"
        " table/call-outcome pit/director-inspection pit/record-approval",
    ),
    "key-manager": Row(
        reads="supervisor",
        may="pit/inspect-table table/decide-dispute table/correct-outcome table/receive-fill table/send-credit"
        " table/open-table table/close-table pit/adjust-wheel table/change-house table/void-round"
        " table/acknowledge-clock table/designate pit/record-approval",
        may_not="table/remove-box table/call-outcome table/settle pit/director-inspection",
    ),
    "security": Row(
        reads="crew",
        may="pit/inspect-table pit/inspect-level",
        may_not=f"{GAME} pit/adjust-wheel pit/replace-part pit/activate-house people/readmit-patron",
        at_tables=f"{CALLS} exclude-patron report-wheel-moved remove-box",  # the box only with the key of its lock
    ),
    "maintenance": Row(
        reads="everybody",
        may="pit/adjust-wheel pit/replace-part pit/report-movement",
        may_not="pit/inspect-table pit/inspect-level pit/director-inspection pit/move-item",
        at_tables=f"{CALLS} report-wheel-moved",
    ),
    "slot-technician": Row(
        reads="everybody",
        may="pit/adjust-wheel pit/replace-part pit/report-movement",
        may_not="pit/inspect-table pit/inspect-level pit/director-inspection pit/move-item",
        at_tables=f"{CALLS} report-wheel-moved",
    ),
    "cage": Row("everybody", "", "table/receive-fill table/send-credit", at_tables=CALLS),
    "count-team": Row("everybody", "table/remove-box", f"{ACCOUNTS} pit/move-item", at_tables=f"{CALLS} remove-box"),
    "accounting": Row("auditor", "", f"{MONEY} pit/register-item", at_tables=CALLS),
    "tournament-director": Row("crew", "", f"{GAME} table/place table/bring-chips", at_tables=CALLS),
    "auditor": Row("auditor", "", f"{GAME} {MONEY} {ACCOUNTS} pit/inspect-table pit/record-approval", at_tables=""),
    "regulator": Row(
        reads="auditor",
        may="pit/record-approval pit/withdraw-approval pit/director-inspection",
        may_not=f"{GAME} {MONEY} {ACCOUNTS} pit/inspect-table pit/adjust-wheel pit/activate-house",
        at_tables="",
    ),
    "administrator": Row(
        reads="everybody",
        may=ACCOUNTS,
        may_not=f"{GAME} {MONEY} pit/register-item pit/inspect-table pit/activate-house pit/record-approval",
        at_tables="",
    ),
}
#: Who approves what needs two people.
SECOND = {
    "people/register-person": {"key-manager", "administrator"},
    "people/grant-role": {"key-manager", "administrator"},
    "people/revoke-role": {"key-manager", "administrator"},
    "people/renew-licence": {"key-manager", "administrator"},
    "people/remove-person": {"key-manager", "administrator"},
    "people/enrol-credential": {"key-manager", "administrator"},
    "people/enrol-terminal": {"key-manager", "administrator"},
    "pit/activate-house": {"key-manager"},
    "pit/roll-back-house": {"key-manager"},
    "pit/adjust-wheel": {"security"},
    "pit/replace-part": {"security"},
    "cage/found-cage": {"key-manager"},
    "cage/stock-cage": {"key-manager"},
    "cage/draw-from-cage": {"key-manager"},
    "cage/issue-fill": {"cage"},
}
CREW, SUPERVISORS = "dealer stickperson boxperson", "pit-supervisor key-manager"
STAFF = f"{CREW} {SUPERVISORS} security maintenance slot-technician cage count-team accounting tournament-director"
#: Roles that one person never has together.
APART = {
    "cage": f"{CREW} {SUPERVISORS}",
    "count-team": f"{CREW} {SUPERVISORS} accounting cage security",
    "accounting": f"{CREW} {SUPERVISORS} cage tournament-director",
    "administrator": f"{CREW} {SUPERVISORS} cage count-team accounting tournament-director",
    "auditor": f"{STAFF} administrator",
    "regulator": f"{STAFF} administrator",
}
#: What one person never does together, and the acts that refuse it.
ACTS = {
    "requester and approver": "people/approve pit/approve",
    "performer and witness": "table/receive-fill table/send-credit pit/adjust-wheel pit/replace-part",
    "dealer and decider": "table/decide-dispute table/correct-outcome",
}


def _roles(named: str) -> frozenset[Role]:
    """The roles that may give a command that is named with its kind of stream."""
    kind, _, word = named.partition("/")
    assert word in POWERS.commands[kind], f"there is no command {named}"
    return roles_of(kind, word)


def test_every_role_of_a_house_has_a_row() -> None:
    """Device and system are no roles of people."""
    assert TABLES.keys() == {*ROLES} - {"device", "system"}


@pytest.mark.parametrize("role", sorted(TABLES))
def test_a_role_may_do_what_the_controls_say_and_not_what_they_forbid(role: Role) -> None:
    row = TABLES[role]
    assert [named for named in row.may.split() if role not in _roles(named)] == []
    assert [named for named in row.may_not.split() if role in _roles(named)] == []
    assert POWERS.reads[role] == row.reads
    if row.at_tables is not None:
        assert {word for word, power in POWERS.commands["table"].items() if role in power.roles} == {
            *row.at_tables.split()
        }


def test_two_people_are_needed_where_the_controls_say() -> None:
    declared = {f"{kind}/{word}" for kind, commands in POWERS.commands.items() for word in commands}
    found = {named: {*second_of(*named.split("/"))} for named in declared if second_of(*named.split("/"))}
    assert found == SECOND


def test_the_roles_that_never_go_together_are_those_of_the_controls() -> None:
    forbidden = {frozenset((one, other)) for one, others in APART.items() for other in others.split()}
    pairs = {frozenset((one, other)) for one in ROLES for other in ROLES if one != other}
    assert {pair for pair in pairs if incompatible(pair) is not None} == forbidden


def test_the_acts_that_never_go_together_are_those_of_the_controls() -> None:
    assert {pair.name: pair.by for pair in POWERS.incompatible if pair.enforced == "act"} == {
        name: tuple(named.split()) for name, named in ACTS.items()
    }
