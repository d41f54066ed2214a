"""Limits that players set: what is stricter holds at once, what is looser waits a day, and a pause only grows."""

from __future__ import annotations

import pytest

from croupier.core.refusal import Refusal
from croupier.floor.players.figures import Session
from croupier.floor.players.limits import WAIT, Asked, OwnLimits, in_force

MINUTE = 60_000_000
NOW = 1_000 * MINUTE


def _at(limits: OwnLimits, session: Session, now: int = NOW) -> Refusal | None:
    return limits.refuses("ann", session, now)


def _says(refusal: Refusal | None) -> str:
    assert refusal is not None
    return refusal.message


def test_a_limit_counts_from_when_it_was_first_set() -> None:
    session = Session(NOW, net=-30_00)
    limits = OwnLimits().changed(Asked(loss=50_00), session, NOW)
    assert limits.left(session, NOW) == (50_00, 50_00), "what was lost before does not count"
    session.net -= 20_00
    assert limits.left(session, NOW) == (50_00, 30_00)
    stricter = limits.changed(Asked(loss=25_00), session, NOW)
    assert stricter.left(session, NOW) == (25_00, 5_00), "a change forgives nothing"
    session.net += 100_00
    assert stricter.left(session, NOW) == (25_00, 105_00), "winnings can be bet again"


def test_a_looser_limit_and_none_wait_a_day() -> None:
    session = Session(NOW)
    limits = OwnLimits().changed(Asked(loss=50_00, time=60), session, NOW)
    looser = limits.changed(Asked(loss=80_00, time=None), session, NOW)
    for now, loss, time in ((NOW + WAIT - 1, 50_00, 60 * MINUTE), (NOW + WAIT, 80_00, None)):
        found = in_force(looser.loss, now), in_force(looser.time, now)
        assert [None if each is None else each.most for each in found] == [loss, time]
    again = looser.changed(Asked(loss=80_00), session, NOW + WAIT // 2)
    assert again == looser, "asking again does not make the wait longer"
    assert looser.changed(Asked(loss=50_00, time=60), session, NOW + 1) == limits, "the player can take it back"


def test_time_counts_while_the_player_has_a_seat_anywhere() -> None:
    session = Session(NOW)
    session.sits("R00", NOW)
    session.sits("B6", NOW + 10 * MINUTE)
    session.leaves("R00", NOW + 20 * MINUTE)
    session.leaves("B6", NOW + 30 * MINUTE)
    assert session.time(NOW + 90 * MINUTE) == 30 * MINUTE
    limits = OwnLimits().changed(Asked(time=60), session, NOW + 90 * MINUTE)
    session.sits("C1", NOW + 100 * MINUTE)
    assert _at(limits, session, NOW + 160 * MINUTE - 1) is None
    assert "time limit of 60 minutes" in _says(_at(limits, session, NOW + 160 * MINUTE))


@pytest.mark.parametrize(
    ("minutes", "left"), [(15, "15 min"), (119, "119 min"), (120, "2 hours"), (1440, "24 hours"), (10_080, "7 days")]
)
def test_a_pause_says_how_long_it_lasts(minutes: int, left: str) -> None:
    session = Session(NOW)
    limits = OwnLimits().changed(Asked(pause=minutes), session, NOW)
    assert _says(_at(limits, session)).endswith(f"which ends in {left}.")
    assert _at(limits, session, NOW + minutes * MINUTE) is None
    assert limits.changed(Asked(pause=1), session, NOW) == limits
    assert limits.changed(Asked(pause=minutes), session, NOW + MINUTE).pause == limits.pause + MINUTE


def test_only_limits_that_hold_or_wait_are_kept() -> None:
    session = Session(NOW)
    removed = OwnLimits().changed(Asked(loss=50_00), session, NOW).changed(Asked(loss=None), session, NOW)
    paused = OwnLimits().changed(Asked(pause=60), session, NOW)
    assert removed.hold(NOW + WAIT - 1)
    assert not removed.hold(NOW + WAIT)
    assert paused.hold(NOW)
    assert not paused.hold(NOW + 60 * MINUTE)
