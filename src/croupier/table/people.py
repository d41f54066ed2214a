"""Who may give a command to a table: roles and licences. A role is refused unless `powers.toml` names it."""

from __future__ import annotations

from functools import cache
from typing import Annotated

from msgspec import Meta

from croupier.conduct import powers
from croupier.conduct.by import ROLES, UNLICENSED, By, Role, same_person
from croupier.conduct.command import Command
from croupier.core.citation import Citation, implements
from croupier.core.game import AnyGame
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.topic import Topic
from croupier.games import NAMES
from croupier.games import game as game_named
from croupier.house import House
from croupier.table.state import State
from croupier.text.facts import Person

#: Roles that decide irregularities and disputes and may correct them.
DECIDERS = frozenset[Role]({"boxperson", "pit-supervisor", "key-manager"})
#: Roles that not every game has, with the game that has them.
OF_SOME_GAMES = {role: name for name in NAMES for role in game_named(name).course.staff}
SUPERVISORS = frozenset[Role]({"pit-supervisor", "key-manager"})

#: Licensed employees of the licensee; those who only read, the regulator and machines are not among them.
EMPLOYEES = frozenset[Role](
    {
        *DECIDERS,
        "dealer",
        "stickperson",
        "security",
        "maintenance",
        "slot-technician",
        "cage",
        "count-team",
        "accounting",
        "tournament-director",
    }
)

HANDLES_CHIPS = frozenset[Role]({"player", "dealer", "boxperson"})
DEALER = frozenset[Role]({"dealer"})
STICK = frozenset[Role]({"stickperson"})
#: The stickperson is a dealer too (reading C18).
DEALERS = DEALER | STICK

#: The holder of a claim: a person, or the dealers' tips.
Claimant = Annotated[str, Meta(min_length=1, max_length=64, pattern=r"^(?::tips|[^\s:](?:[^:\n]*[^\s:])?)\Z")]


@cache
def roles_of(command: type[Command]) -> frozenset[Role]:
    """The roles that may give a command to a table, by the declaration of powers."""
    return powers.roles_of("table", str(command.__struct_config__.tag))


def may(command: Command, game: AnyGame | None) -> Refusal | None:
    """Refuse a role that may not give this command, or that lacks the licence it needs.

    The refusal names the roles that may, limited to those of the table's game once it has one.
    """
    by, kind = command.by, type(command)
    if by.role not in roles_of(kind):
        return _not_for(by, kind, game)
    player = getattr(command, "player", None)
    if by.role == "player" and player not in (None, by.person):
        cite = _cite(kind, game)
        return refuse(Code.NOT_YOUR_SEAT, cite=cite, player=Person(by.person), other=Person(str(player)))
    if not by.licence and by.role not in UNLICENSED:
        return refuse(Code.NOT_LICENSED, cite=_cite(kind, game), role=by.role, player=Person(by.person))
    return None


def _cite(kind: type[Command], game: AnyGame | None) -> str | None:
    return None if game is None else game.cites.get(kind.topic)


def _not_for(by: By, kind: type[Command], game: AnyGame | None) -> Refusal:
    """Refuse a role, and name the roles that may give the command."""
    cite, act, person = _cite(kind, game), str(kind.__struct_config__.tag).capitalize(), Person(by.person)
    roles = [role for role in ROLES if role in roles_of(kind)]
    named = tuple(role for role in roles if game is None or role in game.course.staff or role not in OF_SOME_GAMES)
    if not named:
        return refuse(
            Code.NOT_YOUR_ROLE, f"at-{OF_SOME_GAMES[roles[0]]}", cite=cite, act=act, role=by.role, player=person
        )
    return refuse(Code.NOT_YOUR_ROLE, "not-for", cite=cite, act=act, role=by.role, player=person, roles=named)


@implements("47.1-2302(1)", "47.1-2302(9)")
def of_the_game(role: Role, state: State) -> Refusal | None:
    """Boxperson and stickperson work at craps; there the stickperson calls the game, not the dealer."""
    if role not in OF_SOME_GAMES or role in state.course.staff:
        return None
    return refuse(Code.NOT_YOUR_ROLE, f"of-{OF_SOME_GAMES[role]}", role=role, game=state.game)


@implements("47.1-2302(5)")
def only_late(command: Command, state: State) -> Refusal | None:
    """The stickperson keys wagers only to confirm late ones, as a dealer may: she does not pay or take (C18)."""
    if state.phase == "in-the-air":
        return None
    act, cite = str(type(command).__struct_config__.tag).capitalize(), state.cite(Topic.CLOSE)
    return refuse(Code.NOT_YOUR_ROLE, "late-only", cite=cite, act=act, role=command.by.role)


@implements("30-2203(1)", "47.1-2203(1)")
def at_terminals(command: Command, state: State) -> Refusal | None:
    """At a table with terminals players make all wagers there; nobody keys them, where the rules say so."""
    if not state.house.terminals or (cite := state.cite(Topic.TERMINALS)) is None:
        return None
    act = str(type(command).__struct_config__.tag).capitalize()
    return refuse(Code.NOT_YOUR_ROLE, "at-terminals", cite=cite, act=act, role=command.by.role)


def not_the_same(one: str, other: str, variant: str, cite: str | None) -> Refusal | None:
    """Refuse if one person does both of two acts."""
    if not same_person(one, other):
        return None
    return refuse(Code.SAME_PERSON, variant, cite=cite, player=Person(one))


@implements("30-2201(4)", "47.1-2201(4)")
def charge_given(dealer: str | None, house: House) -> Refusal | None:
    """At roulette one dealer is in charge of the game; other games name nobody."""
    if not house.game.course.one_dealer:
        return None if dealer is None else refuse(Code.DEALER_UNNAMED, "nobody")
    cite = house.rulebook.printed(Citation(house.game.cites[Topic.IN_CHARGE]))
    return None if dealer is not None else refuse(Code.DEALER_UNNAMED, "whom", cite=cite)
