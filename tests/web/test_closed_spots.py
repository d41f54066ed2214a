"""Closed spots: what the pages show as closed is what the table refuses now, over all spots, in both directions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

from croupier.core.machine import Wager
from croupier.core.refusal import Code, Refusal
from croupier.table import State, decide
from croupier.table.acts.wagers.placing import Place
from croupier.text.render import Audience, sentence
from croupier.web.shared import naming
from croupier.web.views.closed_spots import EVERY, closed_spots
from croupier.web.views.everybody import View
from croupier.web.views.player import Own
from tests.support.table.kits import Kitted
from tests.support.table.play import Table, by
from tests.support.views import GAMES, json, life

#: Refusals of an amount: another one could be taken on the same spot.
AMOUNT = {
    Code.NOT_WHOLE_CHIPS,
    Code.NOT_WHOLE_PARTS,
    Code.UNDER_MINIMUM,
    Code.OVER_MAXIMUM,
    Code.OVER_MULTIPLE,
    Code.OVER_ODDS_CAP,
    Code.OVER_PLAYER_MAXIMUM,
    Code.WRONG_UNITS,
    Code.CANNOT_BE_PAID,
    Code.NOT_ENOUGH_CHIPS,
}
#: Refusals of a person, for which the staff has its reasons.
PERSON = {Code.PATRON_EXCLUDED, Code.CASH_ON_THE_TABLE, Code.COUPON_NOT_TAKEN, Code.COLOR_MISSING}


def _spots(state: State) -> Iterator[tuple[Wager, str | None]]:
    for each in sorted(state.house.offered):
        wager = state.house.game.wagers[each]
        for spot in wager.spots(state.house):
            yield wager, spot


def _reasons(state: State, own: Own, player: str, wager: Wager, spot: str | None) -> list[str]:
    """Why every spot is closed, then why this one is. A page reads the views like this, and shows the first."""
    everybody, you = closed_spots(state), own.of(player)
    assert you is not None
    key = f"{wager.id}|{spot or ''}"
    found = (you.closed.get(key), everybody.get(key), everybody.get(wager.id))
    reasons = everybody.get(EVERY), next((each for each in found if each is not None), None)
    return [each for each in reasons if each]


def _refused(state: State, player: str, wager: Wager, spot: str | None, amount: int) -> Refusal | None:
    who = by("player", player)
    command = Place(id="1", by=who, at=state.at, player=player, wager=wager.id, spot=spot, amount=amount)
    done = decide(command, state)
    return done if isinstance(done, Refusal) else None


def _said(refusal: Refusal, state: State, player: str) -> str:
    return sentence(refusal, Audience("player", player, wager=lambda wager: naming.wager(wager, state.house)))


def _compare(state: State, own: Own, met: Counter[str]) -> None:
    """Every spot for every player: closed with the reason of the refusal, or open and refused only for its amount."""
    chip = state.house.lowest_chip
    for seat in state.seats:
        for wager, spot in _spots(state):
            said = _reasons(state, own, seat.player, wager, spot)
            where = f"{seat.player} on {wager.id} {spot} in phase {state.phase}: {said}"
            for amount in (chip, 60 * chip):
                refusal = _refused(state, seat.player, wager, spot, amount)
                if refusal is not None and refusal.code in PERSON:
                    met["person"] += 1
                elif not said:
                    assert refusal is None or refusal.code in AMOUNT, f"{where}: {refusal}"
                    met["taken" if refusal is None else "amount"] += 1
                else:
                    assert refusal is not None, f"{where}, but {amount} was taken"
                    if refusal.code not in AMOUNT:  # whole parts are checked first
                        assert _said(refusal, state, seat.player) in said, where
                        met[refusal.code.word] += 1


def test_closed_is_what_is_refused(proof: bool, share: Callable[[str], None]) -> None:
    """In random states of every game; own views are made one after another, as a room makes them."""
    met, states = Counter[str](), 0
    for game in GAMES:
        for seed in range(60 if proof else 4):
            table = life(game, f"closed {seed}", 200)
            starts = Random(f"{game} {seed}").sample(range(len(table.states) - 4), 4)
            own: Own | None = None
            for place in (start + after for start in sorted(starts) for after in range(4)):
                state = table.states[place][0]
                own = Own(state, own)
                _compare(state, own, met)
                states += 1
    assert met.keys() >= {"taken", "amount", "not-now", "no-parent", "nothing-stands", "not-in-this-phase"}, met
    share(f"closed spots: {states} states, {met.total()} answers, {met['taken']} bets taken")


def _craps(*players: str) -> Table:
    table = Table().opened("colorado-craps")
    for place, player in enumerate(players, start=1):
        table.sits(player, place, 500_00)
    table.places("ann", "pass", 10_00)
    table.shoots("ann")
    return table


def _open(table: Table, player: str, *wagers: str) -> list[bool]:
    own = Own(table.state)
    declared = table.state.house.game.wagers
    return [not _reasons(table.state, own, player, declared[each], None) for each in wagers]


def test_odds_open_for_the_player_who_has_the_bet_and_the_point() -> None:
    wagers = ("pass", "dont-pass", "come", "pass-odds", "dont-pass-odds", "field")
    table = _craps("ann", "ben")
    assert _open(table, "ann", *wagers) == [True, True, False, False, False, True]
    table.plays("4-2")
    assert _open(table, "ann", *wagers) == [True, False, True, True, False, True]  # more on pass is taken
    assert _open(table, "ben", *wagers) == [False, False, True, False, False, True]
    own = Own(table.state)
    wager = table.state.house.game.wagers["pass-odds"]
    assert _reasons(table.state, own, "ben", wager, None) == ["Odds need a Pass bet with a point first."]
    table.plays("3-4")
    assert _open(table, "ben", *wagers) == [True, True, False, False, False, True]


def test_a_new_point_changes_little_and_a_bet_nothing_for_others() -> None:
    """The patch of everybody's view has the reasons that changed; a bet changes only its player's own part."""
    table = _craps("ann", "ben")
    view = View()
    view.look(table.state)
    table.plays("4-2")
    patch = json(view.look(table.state))["closed"]
    changed = {"come|", "dont-come|", "pass", "dont-pass"}
    assert patch.keys() >= changed
    assert len(patch) <= 8
    before = Own(table.state)
    known = [before.of(player) for player in ("ann", "ben")]
    table.places("ann", "field", 5_00)
    assert "closed" not in json(view.look(table.state))
    after = Own(table.state, before)
    now = [after.of(player) for player in ("ann", "ben")]
    assert [each and each.closed for each in now] == [each and each.closed for each in known]
    assert now[1] == known[1]


def test_a_dont_bet_that_was_taken_down_is_closed_for_its_player_alone() -> None:
    table = _craps("ann", "ben")
    table.plays("4-2")
    table.places("ben", "dont-come", 5_00)
    table.do("take-down", by("player", "ben"), player="ben", wager="dont-come")
    assert table.state.felt.barred
    assert (_open(table, "ann", "dont-come"), _open(table, "ben", "dont-come")) == ([True], [False])
    _compare(table.state, Own(table.state), Counter())


def test_a_bet_that_comes_down_closes_the_odds_behind_it() -> None:
    """In own views that are made one after another: a put wager can be taken down at any time."""
    table = _craps("ann")
    table.plays("2-2")
    wager, found, own = table.state.house.game.wagers["put-odds"], [], Own(table.state)
    for change in (None, "place", "take-down"):
        if change is not None:
            amount = {"amount": 10_00} if change == "place" else {}
            table.do(change, by("player", "ann"), player="ann", wager="put-6", **amount)
        own = Own(table.state, own)
        found.append(not _reasons(table.state, own, "ann", wager, "6"))
        _compare(table.state, own, Counter())
    assert found == [False, True, False]


def test_a_spot_without_an_area_is_closed_at_a_table_of_a_pit() -> None:
    table = Kitted().opens(without=("straight", "street"))
    table.sits("ann", 1, 200_00)
    met = Counter[str]()
    _compare(table.state, Own(table.state), met)
    assert met["no-area"] > 50
    declared, own = table.state.house.game.wagers, Own(table.state)
    assert _reasons(table.state, own, "ann", declared["straight"], "17") == [
        "Straight has no area on this layout: choose another bet."
    ]
    table.places("ann", "red", 5_00)
    _compare(table.state, Own(table.state, own), Counter())
