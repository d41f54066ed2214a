"""What is due at a table with an automatic crew, in every situation; an act that is due is never refused."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest

from croupier import store as stores
from croupier.device.keeper import Keeper
from croupier.floor.crew.act import Act, Waiting
from croupier.floor.crew.driver import Driver
from croupier.floor.crew.due import AUTOMATIC, STEPS, Crew, due, next_act
from croupier.floor.crew.source import Electronic, Physical
from croupier.floor.houses import charge
from croupier.games import NAMES
from croupier.games import game as game_named
from croupier.games.craps.facts import CrapsTable
from croupier.host import Host
from croupier.host.audit import audit
from croupier.store import Store
from croupier.table import By, digest, stream_of
from croupier.table.acts.clock import AcknowledgeClock
from croupier.table.acts.dice.throwing import ThrowDice
from croupier.table.acts.round.closing import CallNoMoreBets
from croupier.table.people import roles_of
from tests.support.table.fields import HOUSES, _device
from tests.support.table.hosted import Hosted
from tests.support.table.life import Life
from tests.support.table.play import Table, by, written

PRESETS = {"roulette": "colorado-single-zero", "craps": "colorado-craps", "big-six": "colorado-big-six"}

ROUNDS = 12


@pytest.fixture
def kept() -> Iterator[Store]:
    """A store in memory."""
    with stores.open("memory:") as store:
        yield store


# The courses of the games -----------------------------------------------------------------------------------
def test_every_step_that_a_game_names_is_there_and_every_step_is_named() -> None:
    named = (names for each in NAMES for names in game_named(each).course.steps.values())
    assert {name for names in named for name in names} == set(STEPS)


@pytest.mark.parametrize("name", NAMES)
def test_a_round_goes_from_open_to_settled_and_does_everything_on_its_way(name: str) -> None:
    course = game_named(name).course
    assert (course.phases[0], *course.phases[-2:]) == ("open", "called", "settled")
    assert {*course.betting, *course.money, *course.runs, course.calls, course.closes or "open"} <= set(course.phases)
    assert course.calls == course.runs[-1] == course.phases[-3]
    assert "call-outcome" in course.steps[course.calls]
    assert course.closes is None or "no-more-bets" in course.steps[course.closes]
    assert not {*course.betting, *course.money} & {"called"}


# All automatic ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("game", PRESETS)
def test_an_automatic_crew_plays_every_game_through_its_device(game: str, kept: Store, tmp_path: Path) -> None:
    """Round after round by the same rules, each with its seal and its proof; an audit finds no fault."""
    host = Host(kept, stream_of("T1"))
    table = Hosted(host=host)
    house = _device(PRESETS[game])
    table.do("open-table", by("pit-supervisor"), house=house, bank=100_000_00, **charge(house, "dee"))
    table.sits("ann", 1, 5_000_00)
    keeper = Keeper(tmp_path / "device")
    source = Electronic(kept, keeper, "T1")
    driver = Driver(lambda: host.state, _give(table), source, staff=by)
    wager = {"roulette": "red", "craps": "pass", "big-six": "one"}[game]
    while (state := host.state).round <= ROUNDS:
        stands = any(each.wager == wager for each in state.felt.standing)
        if state.phase == "open" and state.seal and not state.revealed and not stands:
            table.places("ann", wager, 10_00)
        assert isinstance(driver.step(), Act)
    host.close()
    found = audit(kept)
    assert found.fault is None
    assert found.proofs == ROUNDS
    assert not list((tmp_path / "device").glob("*.seed")), "seeds that were revealed are not kept"
    keeper.close()


def _give(table: Table) -> Callable[[str, By, Mapping[str, Any]], str]:
    def give(word: str, who: By, fields: Mapping[str, Any]) -> str:
        table.do(word, who, **fields)
        return f"{table.ids}{table.number}"

    return give


@pytest.mark.parametrize("game", PRESETS)
def test_at_dice_and_wheels_an_automatic_crew_stops_at_the_outcome(game: str) -> None:
    """In any role, a person enters the outcome; then the machine continues up to the next outcome."""
    table = Table().opened(PRESETS[game])
    table.sits("ann", 1, 300_00)
    driver = Driver(lambda: table.state, _give(table), Physical(), staff=by)
    for number in (1, 2):
        if game == "craps" and number == 1:
            assert driver.run() == Waiting("player", None, "line-wager")
            table.places("ann", "pass", 5_00)
        turn = driver.run()
        assert isinstance(turn, Waiting)
        assert turn.act is not None
        assert (turn.act.word, turn.role, table.state.round) == ("call-outcome", turn.act.role, number)
        assert turn == due(table.state), "who asks without a driver is told the same"
        table.calls({"roulette": "17", "craps": "2-2", "big-six": "one"}[game])


def test_the_boxperson_decides_about_a_point_with_only_a_tip_on_it() -> None:
    """There is a tip on the line, so the point cannot be taken off, and nobody may throw for it (reading C20)."""
    table = Table().opened("colorado-craps")
    table.sits("ann", 1, 300_00)
    table.shoots("ann")
    table.places("ann", "dont-pass", 5_00)
    table.places("ann", "pass", 5_00, tip=True)
    table.plays("2-2")
    table.do("take-down", by("player", "ann"), player="ann", wager="dont-pass")
    assert [_due(table)[1] for _ in range(3)] == ["pass-dice", "offer-dice", "decline-dice"]
    assert _due(table) == ("stickperson", "raise-dispute")
    turn = due(table.state, AUTOMATIC.without("boxperson"))
    assert isinstance(turn, Waiting)
    assert turn.act is not None
    assert (turn.role, turn.act.word, turn.act.missing) == ("boxperson", "direct-dice", ("direction",))
    table.crew.perform(turn.act)
    assert (table.state.felt.standing, CrapsTable.of(table.state.felt).point) == ((), None)


def _shooting(*, device: bool = False) -> Table:
    """A craps table where ann has the dice and bob sits beside her."""
    table = Table()
    house = _device("colorado-craps") if device else written("colorado-craps")
    table.do("open-table", by("pit-supervisor"), house=house, bank=100_000_00)
    for place, player in enumerate(("ann", "bob"), start=1):
        table.sits(player, place, 300_00)
    table.shoots("ann")
    return table


def _due(table: Table) -> tuple[str, str]:
    """The role and the word of the act that is due; the table accepts it."""
    act = next_act(table.state)
    assert isinstance(act, Act), act
    table.crew.perform(act)
    return act.role, act.word


def test_dice_come_back_from_a_shooter_who_took_the_line_wager_back() -> None:
    table = _shooting()
    table.places("ann", "pass", 5_00)
    table.places("bob", "pass", 5_00)
    assert _due(table) == ("stickperson", "push-dice")
    table.do("take-down", by("player", "ann"), player="ann", wager="pass")
    assert _due(table) == ("stickperson", "pass-dice")
    assert [_due(table), _due(table)] == [("stickperson", "offer-dice"), ("player", "accept-dice")]
    assert CrapsTable.of(table.state.felt).shooter == "bob"


def test_dice_that_went_out_before_a_seed_was_sealed_come_back() -> None:
    table = _shooting(device=True)
    table.do("publish-seal", by("device"), commitment=table.secret().commitment)
    table.places("ann", "pass", 5_00)
    state = table.state.but(seal=None)
    table.state = state
    table.do("push-dice", by("stickperson"))
    assert _due(table) == ("stickperson", "pass-dice")
    assert _due(table) == ("device", "publish-seal")


def test_excluded_players_are_not_offered_the_dice_and_do_not_throw() -> None:
    table = _shooting()
    table.places("ann", "pass", 5_00)
    table.places("bob", "pass", 5_00)
    table.do("exclude-patron", by("pit-supervisor"), person="ann")
    assert _due(table) == ("stickperson", "pass-dice")
    assert [_due(table), _due(table), _due(table)] == [
        ("stickperson", "offer-dice"),
        ("player", "accept-dice"),
        ("stickperson", "push-dice"),
    ]
    assert CrapsTable.of(table.state.felt).shooter == "bob"


@pytest.mark.cites("47.1-2313(2)")
def test_the_last_shooter_throws_for_come_wagers_alone_once_the_others_were_asked() -> None:
    table = _shooting()
    table.places("ann", "pass", 5_00)
    table.plays("2-4")
    table.places("bob", "come", 5_00)
    table.plays("3-5")
    table.plays("1-5")
    done = []
    while table.state.phase == "open":
        done.append(_due(table))
    assert [word for _, word in done] == "pass-dice offer-dice decline-dice offer-dice accept-dice push-dice".split()
    assert CrapsTable.of(table.state.felt).shooter == "ann"


def test_if_the_player_next_in_turn_leaves_the_offers_begin_again() -> None:
    """Bob has declined the dice, and Ann, who was next, has left."""
    table = Table().opened("colorado-craps")
    table.sits("ann", 1)
    table.sits("bob", 2, 300_00)
    table.shoots("ann")
    table.places("bob", "pass", 5_00)
    table.do("pass-dice", by("player", "ann"), player="ann")
    table.do("offer-dice", by("stickperson"), player="bob", dice=5)
    table.do("decline-dice", by("player", "bob"), player="bob")
    table.do("leave", by("player", "ann"), player="ann")
    assert [_due(table), _due(table)] == [("stickperson", "offer-dice"), ("player", "accept-dice")]


def test_a_round_left_open_by_a_stop_waits_for_a_decision() -> None:
    table = Table().opened("colorado-double-zero")
    table.do("spin", by("dealer"))
    table.do("resume", by("system"))
    assert _due(table) == ("dealer", "raise-dispute")
    turn = due(table.state, AUTOMATIC.without("pit-supervisor"))
    assert isinstance(turn, Waiting)
    assert turn.act is not None
    assert (turn.role, turn.act.word, turn.act.fields) == ("pit-supervisor", "decide-resumed", {"notice": 1})
    table.do("decide-resumed", by("pit-supervisor", "una"), go_on=True, reason="seen", notice=1)
    turn = table.crew.due()  # pat cannot record what una saw
    assert isinstance(turn, Waiting)
    assert turn.act is not None
    assert (turn.role, turn.act.word, turn.act.person) == ("pit-supervisor", "observe-action", "una")
    table.do("observe-action", by("pit-supervisor", "una"), number=1, action="the ball ran on")
    assert isinstance(act := due(table.state), Act)
    assert (act.role, act.word, act.missing) == ("dealer", "call-no-more-bets", ("waved", "before_rest"))


def test_a_bank_that_runs_low_is_filled_between_rounds_where_the_crew_says_so() -> None:
    table = Table().opened("colorado-double-zero", bank=1_000_00)
    assert isinstance(act := due(table.state, Crew(low=2_000_00)), Act)
    assert (act.role, act.word) == ("pit-supervisor", "receive-fill")
    assert isinstance(act := due(table.state, Crew(low=1_000_00)), Act)
    assert act.word == "spin"
    table.do("spin", by("dealer"))
    assert isinstance(act := due(table.state, Crew(low=2_000_00)), Act)
    assert act.word == "call-no-more-bets"


def test_a_step_of_the_clock_keeps_the_next_round_closed_until_a_person_acknowledges_it() -> None:
    """The round in progress ends. Then the table waits for a person, also where the machine performs every role."""
    table = Table().opened("colorado-double-zero")
    table.do("report-clock-step", by("system"), before=10_000_000, after=20_000_000)
    assert isinstance(act := due(table.state), Act)
    assert act.word == "spin"
    table.plays("17")
    turn = due(table.state)
    assert turn == Waiting("pit-supervisor", Act(AcknowledgeClock, "pit-supervisor"), "clock")
    table.do("acknowledge-clock", by("pit-supervisor"))
    assert isinstance(act := due(table.state), Act)
    assert act.word == "open-betting"


def test_a_closed_table_waits_for_its_supervisor() -> None:
    table = Table()
    assert due(table.state) == Waiting("pit-supervisor", None, "closed")


# Never refused ----------------------------------------------------------------------------------------------
#: The acts that were due in some random life.
DUE = """
    accept-dice call-no-more-bets call-outcome confirm-call decide-resumed decline-dice direct-dice direct-hand draw
    inspect-ball load-balls move-wagers observe-action offer-dice open-betting pass-dice publish-seal push-dice
    raise-dispute receive-fill return-to-service reveal-seed settle spin take-point-off throw-dice
""".split()


def test_what_is_due_is_never_refused(proof: bool, share: Callable[[str], None]) -> None:
    """In random play in every house: dice passed, sevens out, nobody on the line, In Prison, voids, stops.

    Lives are added until every act was due once, so that a rare act cannot make this test fail by chance.
    """
    lives, moves = (4_000, 300) if proof else (150, 150)
    seen: Counter[str] = Counter()
    houses = [(game, house) for game in HOUSES for house in HOUSES[game]]
    for number in range(10 * lives):
        if number >= lives and set(DUE) <= set(seen):
            lives = number
            break
        game, house = houses[number % len(houses)]
        data = Random(f"due {number}")
        life = Life(game, data, house=house)
        for _ in range(moves):
            if life.table.state.phase == "closed":
                break
            state, act = life.table.state, next_act(life.table.state)
            assert next_act(state) == act, "what is due follows from the state alone"
            if data.randrange(3):
                life.lives(data, 1)
            else:
                life.goes_on(data)
        seen += life.due
    assert set(DUE) <= set(seen), sorted(set(DUE) - set(seen))
    share(
        f"acts that were due at live tables, and taken: {sum(seen.values()):,} of {len(seen)} kinds in {lives} lives"
    )


def test_the_documentation_names_every_act_that_may_be_due() -> None:
    text = (Path(__file__).parents[3] / "docs" / "crew.md").read_text(encoding="utf-8")
    assert [word for word in (*DUE, "acknowledge-clock") if f"`{word}`" not in text] == []


def test_what_is_due_says_the_same_after_a_replay() -> None:
    data = Random("replay")
    life = Life("craps", data)
    life.lives(data, 60)
    assert digest(life.table.replayed()) == digest(life.table.state)
    assert next_act(life.table.replayed()) == next_act(life.table.state)


def test_every_act_belongs_to_a_role_that_may_give_its_command() -> None:
    data = Random("roles")
    for game in HOUSES:
        life = Life(game, data)
        for _ in range(300):
            life.goes_on(data)
            if isinstance(act := next_act(life.table.state), Act):
                assert act.role in roles_of(act.command)
                assert act.deputy is None or act.deputy in roles_of(act.command)
                names = set(act.command.__struct_fields__)
                assert set(act.fields) | set(act.missing) <= names
                assert act.closes == issubclass(act.command, CallNoMoreBets | ThrowDice)
