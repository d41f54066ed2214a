"""From every reachable state the staff alone can close the table: no state is a trap."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from croupier.core.refusal import Refusal
from croupier.games.craps.facts import CrapsTable
from croupier.table import By, State, digest, events, evolve
from croupier.table.acts.dice.turns import next_in_turn
from tests.support.table.life import Life
from tests.support.table.play import Table, by

GAMES = ("roulette", "craps", "big-six")
SUPERVISOR, MANAGER, DEALER = by("pit-supervisor"), by("key-manager"), by("dealer")

OTHER = by("pit-supervisor", "una once more")


def _ends(table: Table) -> None:
    """Close the table without a player, a shooter, a ball or a device: every command must be accepted."""
    state = table.state
    if state.phase == "closed":
        return
    if state.held:
        table.do("decide-resumed", SUPERVISOR, go_on=False, reason="the end")
    if (buying := table.state.buying) is not None and buying.step == "given":
        table.do("drop-cash", by(buying.role, buying.dealer), player=buying.player)
    if table.state.dealer not in (None, DEALER.person):
        table.do("relieve-dealer", DEALER, **table.moves("relieve-dealer"))
    if (buying := table.state.buying) is not None:
        table.do("return-cash", DEALER, player=buying.player, **table.moves("return-cash"))
    if table.state.running or table.state.felt.standing:
        table.do("void-round", MANAGER, reason="the end")
    for dispute in table.state.disputes:  # decided or not: somebody who took no part decides and observes
        table.do("decide-dispute", OTHER, number=dispute.number, decision="as it was")
        table.do("observe-action", OTHER, number=dispute.number, action="done")
    for person, _ in table.state.claims:
        table.do("settle-claim", SUPERVISOR, person=person, how="waived")
    for seat in table.state.seats:
        if rack := table.rack(seat.player):
            table.do("cash-out", DEALER, player=seat.player, amount=rack, **table.moves("cash-out"))
        table.do("leave", DEALER, player=seat.player)
    if table.state.balance("tube"):
        table.do("empty-tube", DEALER)
    if (short := -table.state.balance("bank")) > 0:
        table.do("receive-fill", SUPERVISOR, amount=short, slip="F", witness="sue", **table.moves("receive-fill"))
    table.do("close-table", SUPERVISOR, counted=table.state.balance("bank"))


def _trapped(state: State) -> bool:
    """A table with a point and no line wager."""
    if state.play is None or state.game != "craps" or CrapsTable.of(state.felt).point is None:
        return False
    return not any(each.wager in ("pass", "dont-pass") for each in state.felt.standing)


def _corrected_after_departures(life: Table, data: Random) -> bool:
    """Let everybody leave who can, correct the settled round, and close the table; return whether that applied."""
    if life.state.phase != "settled" or life.state.buying is not None:
        return False
    here = Table(state=life.state, number=life.number)
    for seat in life.state.seats:
        if rack := here.rack(seat.player):
            _try(here, "cash-out", DEALER, player=seat.player, amount=rack, **here.moves("cash-out"))
        _try(here, "leave", DEALER, player=seat.player)
    record = next((each for each in here.state.rounds if each.number == here.state.round), None)
    if record is None or all(here.state.seat(each.seat) for each in record.before.standing):
        return False
    shown = data.choice([*here.state.house.game.chance(here.state.house)])
    outcome = "-".join(map(str, shown)) if isinstance(shown, tuple) else str(shown)
    fields = {"round": record.number, "outcome": outcome, "reason": "misread", "dealer": "dee"}
    if not _try(here, "correct-outcome", SUPERVISOR, **fields, notice=here.notifies()):
        return False
    _try(here, "open-betting", DEALER)
    _ends(here)
    state = life.state
    for body in here.log:
        state = evolve(state, events.read(body))
    assert digest(state) == digest(here.state)
    return here.state.phase == "closed"


@pytest.mark.parametrize("game", GAMES)
def test_from_every_state_the_staff_can_close_the_table(game: str, proof: bool, share: Callable[[str], None]) -> None:
    lives, moves = (400, 60) if proof else (25, 25)
    ends = departures = 0
    for seed in range(10 * lives):
        if seed >= lives and departures > lives // 2:
            break
        life = Life(game, Random(f"{game} {seed}"))
        for step in range(moves):
            data = Random(f"{game} {seed} {step}")
            for move in range(4):
                life.lives(data, 1)
                departures += _corrected_after_departures(life.table, Random(f"{game} {seed} {step} {move}"))
            here = Table(state=life.table.state, number=life.table.number)
            _ends(here)
            assert here.state.phase == "closed"
            ends += 1
        assert digest(life.table.replayed()) == digest(life.table.state)
    assert departures > lives // 2, f"only {departures} rounds were corrected after a player had left"
    share(
        f"live {game} tables: closed by the staff from {ends} states of {lives} lives,"
        f" and from {departures} more in which a round was corrected after its players had left"
    )


# A point without a line wager ------------------------------------------------------------------------------
LEAVES_THE_LINE = (
    "don't don't don't down down down pass order offer take refuse roll roll roll come place home sit void"
)


def _moves(table: Table, data: Random) -> None:
    """Do something that players and crew of a craps table do, if it is allowed now."""
    name, stick, box = data.choice(("ann", "bob")), by("stickperson"), by("boxperson")
    shooter, asked = CrapsTable.of(table.state.felt).shooter, table.state.dice.asked or name
    moves: dict[str, tuple[str, By, dict[str, Any]]] = {
        "don't": ("place", DEALER, {"player": shooter or name, "wager": "dont-pass", "amount": 5_00}),
        "down": ("take-down", DEALER, {"player": shooter or name, "wager": "dont-pass"}),
        "pass": ("pass-dice", stick, {"player": shooter or name}),
        "order": ("order-pass", box, {"reason": "delay"}),
        "offer": ("offer-dice", stick, {"player": name, "dice": 5}),
        "take": ("accept-dice", stick, {"player": asked}),
        "refuse": ("decline-dice", stick, {"player": asked}),
        "come": ("place", DEALER, {"player": name, "wager": "come", "amount": 5_00}),
        "place": ("place", DEALER, {"player": name, "wager": "fire-bet", "amount": 5_00}),
        "home": ("leave", DEALER, {"player": name}),
        "sit": ("sit", DEALER, {"player": name, "place": data.randrange(1, 9)}),
        "void": ("void-round", MANAGER, {"reason": "smoke"}),
    }
    word = data.choice(LEAVES_THE_LINE.split())
    if word == "roll":
        _roll(table, data)
    elif word == "home" and table.state.seat(name) and not isinstance(table.ask("leave", DEALER, player=name), tuple):
        _try(table, "cash-out", DEALER, player=name, amount=max(table.rack(name), 1_00))
    elif word == "sit" and table.state.seat(name):
        _try(table, "bring-chips", DEALER, player=name, amount=100_00)
    else:
        verb, who, fields = moves[word]
        if verb == "void-round":
            fields["notice"] = table.notifies()
        _try(table, verb, who, **fields)


def _try(table: Table, word: str, who: By, **fields: Any) -> bool:
    done = table.ask(word, who, **fields)
    if isinstance(done, Refusal):
        return False
    for event in done:
        table.happen(event)
    return True


def _roll(table: Table, data: Random) -> None:
    """Play a roll up to the next open betting, if a shooter may throw."""
    stick = by("stickperson")
    if table.state.phase == "settled":
        table.do("open-betting", DEALER)
    if _try(table, "push-dice", stick) and _try(table, "throw-dice", stick):
        table.do("call-outcome", stick, outcome=f"{data.randrange(1, 7)}-{data.randrange(1, 7)}")
        table.settles()
        table.do("open-betting", DEALER)


def _goes_on(table: Table) -> None:
    """Take the point off; then a player makes a line wager and throws, and no wager has to be returned."""
    before = {each.key for each in table.state.felt.standing}
    stick, box = by("stickperson"), by("boxperson")
    table.do("take-point-off", box)
    if table.state.phase == "settled":
        table.do("open-betting", DEALER)
    if not table.state.seats:
        table.do("sit", DEALER, player="eve", place=9)
    _try(table, "direct-hand", box, way="continue", notice=table.notifies())
    while (shooter := CrapsTable.of(table.state.felt).shooter) is None:
        if table.state.dice.asked is None:
            table.do("offer-dice", stick, player=next_in_turn(table.state), dice=5)
        table.do("accept-dice", stick, player=table.state.dice.asked)
    table.do("bring-chips", DEALER, player=shooter, amount=5_00)
    table.do("place", DEALER, player=shooter, wager="pass", amount=5_00)
    assert before <= {each.key for each in table.state.felt.standing}
    table.plays("5-6")
    assert CrapsTable.of(table.state.felt).come_out


def test_where_nobody_is_on_the_line_play_goes_on_with_a_come_out_roll() -> None:
    found = 0
    for seed in range(60):
        data, table = Random(seed), Table().opened("colorado-craps")
        for place, player in enumerate(("ann", "bob"), start=1):
            table.sits(player, place, 300_00)
        for _ in range(250):
            _moves(table, data)
            if _trapped(table.state) and not table.state.running:
                found += 1
                for end in (_goes_on, _ends):
                    end(Table(state=table.state, number=table.number))
        assert digest(table.replayed()) == digest(table.state)
    assert found > 60, found
