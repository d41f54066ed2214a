"""The table itself: opening and closing it, its house, its lists of people, and a bank that went short."""

from __future__ import annotations

from dataclasses import replace

from croupier import felt as felts
from croupier.conduct.by import Name, same_person
from croupier.conduct.command import Cents, Command, Count
from croupier.conduct.event import Event, versioned
from croupier.conduct.postings import moved
from croupier.core.citation import Citation, implements
from croupier.core.refusal import Code, Refusal, refuse
from croupier.core.table import Table
from croupier.core.topic import Silent, Topic
from croupier.felt import Felt
from croupier.felt.meter import PARTS
from croupier.house import House
from croupier.house.uniform import not_uniform
from croupier.table.acts.device import opened
from croupier.table.acts.irregularities.disputes import all_closed
from croupier.table.acts.kit import KitGivenBack, given_back
from croupier.table.acts.money.cage import fills_wait
from croupier.table.acts.money.inventory import not_counted
from croupier.table.decision_helpers import Decided, first, in_phase, made
from croupier.table.felt_change import NOTHING, Changed, applied, changed
from croupier.table.handed_over import not_handed_over, not_in_force
from croupier.table.houses import HouseText, house_of, named, same_play
from croupier.table.ledger import Postings
from croupier.table.not_taken import Effects, NotTaken, taken
from croupier.table.people import charge_given
from croupier.table.registry import Act, Happening
from croupier.table.state import Dice, OfCage, State
from croupier.text.facts import Person, WagerId


# Commands ---------------------------------------------------------------------------------------------------
class OpenTable(Command, frozen=True):
    """Open the table with a house and chips from the cage in its bank; at roulette a dealer is put in charge."""

    topic = Topic.OPEN_TABLE
    house: HouseText
    bank: Cents
    dealer: Name | None = None


class CloseTable(Command, frozen=True):
    """Close the table; `counted` is what was counted in its bank."""

    topic = Silent.CONTROLS
    counted: Count


class ChangeHouse(Command, frozen=True):
    """Change the table to another version of the house.

    `tables` names all tables that the floor changes in the same act: then their odds may change (reading M5).
    """

    topic = Topic.POSTED_RULES
    house: HouseText
    tables: tuple[Name, ...] = ()


class ExcludePatron(Command, frozen=True):
    """Put a patron on the list of those who may not play."""

    topic = Silent.CONTROLS
    person: Name


class ReadmitPatron(Command, frozen=True):
    """Take a patron off the list of those who may not play."""

    topic = Silent.CONTROLS
    person: Name


# Events -----------------------------------------------------------------------------------------------------
class TableOpened(Event, frozen=True, tag=versioned(2)):
    """The table is open under a house; the event contains its text."""

    house: HouseText
    house_version: str
    rulebook: str  # the gaming date of the rulebook
    bank: int
    felt: Changed = NOTHING
    code: str | None = None  # SHA-256 of the code of the house's variations, if it has any
    dealer: str | None = None  # who is in charge, where the rules put one dealer in charge


class TableClosed(Event, frozen=True):
    """The bank was counted and went back to the cage; `expected` is the amount by the record."""

    counted: int
    expected: int


class HouseChanged(Event, frozen=True, tag=versioned(2)):
    """New wagers are placed under this house; wagers on the layout keep the house they were placed under."""

    house: HouseText
    house_version: str
    rulebook: str
    felt: Changed = NOTHING
    code: str | None = None  # SHA-256 of the code of the house's variations, if it has any
    tables: tuple[str, ...] = ()  # all tables that changed in the same act


class PatronExcluded(Event, frozen=True):
    """A patron may not play."""

    person: str


class PatronReadmitted(Event, frozen=True):
    """A patron may play again."""

    person: str


# Decisions --------------------------------------------------------------------------------------------------
def open_table(command: OpenTable, state: State) -> Decided:
    """Open under a sound house, with chips from the cage."""
    if state.phase != "closed":
        return refuse(Code.TABLE_OPEN, table=state.table_id)
    house = house_of(command.house)
    if isinstance(house, Refusal):
        return house
    if state.play is not None and house.game_name != state.game:
        return refuse(Code.HOUSE_UNSOUND, "another-game", table=state.table_id, game=state.game)
    if (refusal := _submitted(house) or charge_given(command.dealer, house) or opened(state)) is not None:
        return refusal
    if (refusal := not_handed_over(command, state, house) or _not_stocked(state, command.bank)) is not None:
        return refusal
    return (
        made(
            TableOpened,
            command,
            state,
            house=command.house,
            house_version=house.version,
            rulebook=house.day,
            bank=command.bank,
            code=house.source.code or None,
            dealer=command.dealer,
        ),
    )


@implements("47.1-2318")
def _submitted(house: House) -> Refusal | None:
    """No table opens without what its house must state, such as the submission of its rules for tip wagers."""
    if house.tips_to_submit:
        return refuse(Code.HOUSE_UNSOUND, "tips", cite=house.game.cites.get(Topic.TIP_WAGERS), house=house.name)
    if (lacks := house.options.lacks()) is not None:
        cite = house.printed(Citation(lacks[1]))
        return refuse(Code.HOUSE_UNSOUND, "lacks", cite=cite, house=house.name, key=lacks[0])
    return None


def _not_stocked(state: State, amount: int) -> Refusal | None:
    """Why a table with a cage may not open or close with this amount of chips."""
    return fills_wait(state) or not_counted(state, amount)


def close_table(command: CloseTable, state: State) -> Decided:
    """Close the table. Nothing may be left: round, wagers, chips, tips in the tube, disputes, claims, bank debt.

    A table of a pit gives its kit back. The chips of a table with a cage were counted by two people, and stay there.
    """
    refusal = in_phase(state, ("open", "settled"), "closing")
    if refusal is not None:
        return refusal
    if state.felt.standing:
        return refuse(Code.WAGERS_STAND, "on-the-layout")
    if state.seats:
        return refuse(Code.CHIPS_REMAIN, "seated", player=Person(state.seats[0].player))
    if state.balance("tube"):
        return refuse(Code.CHIPS_REMAIN, "in-the-tube", cite=state.cite(Topic.TIP_TUBE))
    if state.balance("bank") < 0:
        return refuse(Code.BANK_SHORT)
    if (refusal := all_closed(state)) is not None:
        return refusal
    if state.claims:
        return refuse(Code.CLAIM_OPEN, "before-closing", player=Person(state.claims[0][0]))
    if (refusal := _not_stocked(state, command.counted)) is not None:
        return refusal
    expected = state.balance("bank")
    closed = made(TableClosed, command, state, counted=command.counted, expected=expected)
    return (closed, *given_back(command, state))


def change_house(command: ChangeHouse, state: State) -> Decided:
    """Change to another version of the house between rounds. A device must reveal its seed first."""
    house = house_of(command.house)
    if isinstance(house, Refusal):
        return house
    if house.game_name != state.game:
        return refuse(Code.HOUSE_UNSOUND, "another-game", table=state.table_id, game=state.game)
    refusal = first(
        state.felt.under(house),
        _not_everywhere(command, state, house),
        _submitted(house),
        not_in_force(state, house),
        in_phase(state, ("open", "settled"), "changing-the-house"),
        opened(state),
        _same_device(state, house),
        _empty_layout(state, house),
        _same_for_all(state, house),
    )
    if isinstance(refusal, Refusal):
        return refusal
    fields = {"house_version": house.version, "rulebook": house.day, "code": house.source.code or None}
    return (made(HouseChanged, command, state, house=command.house, tables=command.tables, **fields),)


@implements("47.1-2306(1)")
def _not_everywhere(command: ChangeHouse, state: State, house: House) -> Refusal | None:
    """Odds that are uniform in the casino change at all its tables in one act (reading M5).

    At a table of a pit these are the tables that two people have named when they put the house into force.
    """
    refusal, kit = not_uniform(state.house, house), state.kit
    if refusal is None:
        return None
    if kit is None or not kit.together:
        return None if state.table_id in command.tables else refusal
    if set(command.tables) == set(kit.together):
        return None
    return refuse(Code.HOUSE_UNSOUND, "not-everywhere", cite=refusal.cite, tables=kit.together)


def _same_device(state: State, house: House) -> Refusal | None:
    """Refuse to add or remove an electronic device while wagers of a started round are up."""
    same = house.electronic_device == state.house.electronic_device
    if same or state.phase == "settled" or not state.felt.standing:
        return None
    return refuse(Code.WAGERS_STAND, "device", cite=state.cite(Topic.OUTCOME))


def _empty_layout(state: State, house: House) -> Refusal | None:
    """Another wheel or variant needs an empty layout: a wager must not meet an outcome it was not placed for."""
    if not state.felt.standing or same_play(state.house, house):
        return None
    return refuse(Code.WAGERS_STAND, "another-wheel", cite=state.cite(Topic.LAYOUT))


def _same_for_all(state: State, house: House) -> Refusal | None:
    """What is offered to every player or to none does not change under wagers that it concerns (reading R5)."""
    for wager in state.felt.standing:
        mine, rows = House.of(wager), house.pays_by_wager.get(wager.wager, {}).keys()
        if mine.options.offered_to_all(rows) != house.options.offered_to_all(rows):
            on = WagerId(wager.wager)
            return refuse(Code.WAGERS_STAND, "offered-to-all", cite=state.cite(Topic.CHOICE), wager=on)
    return None


def exclude(command: ExcludePatron, state: State) -> Decided:
    """Exclude a patron."""
    return (made(PatronExcluded, command, state, person=command.person),)


def readmit(command: ReadmitPatron, state: State) -> Decided:
    """Readmit a patron."""
    return (made(PatronReadmitted, command, state, person=command.person),)


def excluded(state: State, player: str) -> Refusal | None:
    """Refuse an excluded patron."""
    if not state.excluded or not any(same_person(each, player) for each in state.excluded):
        return None
    return refuse(Code.PATRON_EXCLUDED, player=Person(player))


# Effects, by the rules of this version ----------------------------------------------------------------------
def _house(event: TableOpened | HouseChanged) -> House:
    house = house_of(event.house)
    if isinstance(house, Refusal):
        raise NotTaken(house)
    return house


def _effects_opened(state: State, event: TableOpened) -> Effects:
    house = _house(event)
    fresh = felts.open(house)
    before = Felt(house, Table(), meters=state.play.meters if state.play is not None else ())
    if state.play is not None:
        kept = {meter.wager for meter in state.play.meters}
        fresh = fresh.but(meters=(*before.meters, *(each for each in fresh.meters if each.wager not in kept)))
        if house.game.course.carried_over:
            fresh = fresh.but(table=state.play.table)
    return {"felt": changed(before, fresh), "house_version": house.version, "rulebook": house.day}


def _effects_house_changed(state: State, event: HouseChanged) -> Effects:
    house = _house(event)
    under = taken(state.felt.under(house), Felt)
    if not same_play(state.house, house):
        assert not state.felt.standing, "another wheel or variant under wagers"
        if state.course.begun_anew:
            under = under.but(table=house.game.begin(house))
    change = changed(state.felt.but(house=house), under)
    return {"felt": change, "house_version": house.version, "rulebook": house.day}


# How events are applied: no rule is evaluated, no house is read ---------------------------------------------
def _apply_opened(state: State, event: TableOpened) -> State:
    house = named(event.house, event.house_version)
    before = Felt(house, Table(), meters=state.play.meters if state.play is not None else ())
    play = applied(before, event.felt, state.house_by)
    return state.but(
        phase="open",
        play=play,
        houses=(house,),
        round=state.round + 1,
        rounds=(),
        repeats=(),
        dice=Dice(),
        seal=None,
        dealer=event.dealer,
        of_cage=_to_count(state),
    )


def _to_count(state: State) -> OfCage | None:
    """Each opening and each closing has an inventory of its own."""
    return None if state.of_cage is None else replace(state.of_cage, counted=None)


def _apply_closed(state: State, event: TableClosed) -> State:
    after = state.but(phase="closed", outcome=None, draws=(), calls=(), marked=None, dealer=None)
    return after if state.of_cage is None else after.but(of_cage=_to_count(state))


def _apply_house_changed(state: State, event: HouseChanged) -> State:
    house = named(event.house, event.house_version)
    known = tuple(each for each in state.houses if each.version != house.version)
    play = applied(state.felt.but(house=house), event.felt, state.house_by)
    return state.but(play=play, houses=(*known, house), marked=None)


def _apply_excluded(state: State, event: PatronExcluded) -> State:
    return state.but(excluded=state.excluded | {event.person})


def _apply_readmitted(state: State, event: PatronReadmitted) -> State:
    return state.but(excluded=state.excluded - {event.person})


# Postings ---------------------------------------------------------------------------------------------------
def _post_opened(event: TableOpened, state: State) -> Postings:
    stocked = ("cage", event.bank) if state.of_cage is None else ("float", state.balance("float"))
    source, amount = stocked
    return moved(source, "bank", amount, "opening") + _post_seeds(event, state)


def _post_closed(event: TableClosed, state: State) -> Postings:
    return moved("bank", "cage" if state.of_cage is None else "float", event.expected, "closing")


def _post_seeds(event: TableOpened | HouseChanged, state: State) -> Postings:
    """A new meter starts at its seed, which the licensee pays."""
    known = {meter.wager for meter in state.play.meters} if state.play is not None else set()
    new = sorted((each.wager, each.seeded // PARTS) for each in event.felt.meters or () if each.wager not in known)
    return tuple(posting for wager, seed in new for posting in moved("cage", f"meter:{wager}", seed, "seed"))


ACTS = (
    Act(OpenTable, open_table, makes=(TableOpened,), while_closed=True),
    Act(CloseTable, close_table, makes=(TableClosed, KitGivenBack)),
    Act(ChangeHouse, change_house, makes=(HouseChanged,)),
    Act(ExcludePatron, exclude, makes=(PatronExcluded,), while_closed=True, while_held=True),
    Act(ReadmitPatron, readmit, makes=(PatronReadmitted,), while_closed=True),
)
HAPPENINGS = (
    Happening(TableOpened, _apply_opened, effects=_effects_opened, posts=_post_opened),
    Happening(TableClosed, _apply_closed, posts=_post_closed),
    Happening(HouseChanged, _apply_house_changed, effects=_effects_house_changed, posts=_post_seeds),
    Happening(PatronExcluded, _apply_excluded),
    Happening(PatronReadmitted, _apply_readmitted),
)
