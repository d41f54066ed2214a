"""A device answers the same question with the same answer, draws once, and tells a seed only at the end."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from croupier import store as stores
from croupier.device import log
from croupier.device.keeper import Keeper
from croupier.device.messages import (
    Close,
    Closed,
    Done,
    Draw,
    Forget,
    Known,
    Later,
    Opened,
    Reopen,
    Result,
    Reveal,
    Sealed,
    SealRound,
    Shown,
)
from croupier.host.audit import audit
from croupier.table import outcomes
from croupier.table.closing import NOBODY, Closing, climb, closing_digest, delayed
from croupier.table.outcomes import DeviceFailed, Seal, SeedGone
from croupier.table.proof import Verified, prove, verify

LOG, OTHER = "a" * 64, "b" * 64
WHEEL = "0:1 1:1 2:1"
FEW = 2_000  # iterations


@pytest.fixture
def keeper(tmp_path: Path) -> Iterator[Keeper]:
    """A device in a new folder."""
    with closing(Keeper(tmp_path / "device")) as made:
        yield made


def _sealed(keeper: Keeper, table: str = "R-3", number: int = 1) -> str:
    answer = keeper.ask(SealRound(table, number))
    assert isinstance(answer, Sealed)
    return answer.commitment


def _close(keeper: Keeper, *commitments: str, log: str = LOG, iterations: int = 0) -> Closed:
    shown = tuple(Shown(each, log, NOBODY, 0) for each in commitments)
    answer = keeper.ask(Close(shown, iterations))
    assert isinstance(answer, Closed)
    return answer


def _drawn(keeper: Keeper, commitment: str, attempt: int = 1, of: str = "outcome") -> outcomes.Drawn:
    while isinstance(answer := keeper.ask(Draw(commitment, attempt, of, WHEEL)), Later):
        pass
    assert isinstance(answer, Result)
    return answer.drawn


def _opened(keeper: Keeper, commitment: str) -> Opened:
    while isinstance(answer := keeper.ask(Reveal(commitment)), Later):
        pass
    assert isinstance(answer, Opened)
    return answer


def test_a_seed_that_nobody_used_is_given_again(keeper: Keeper) -> None:
    first = _sealed(keeper)
    assert _sealed(keeper) == first
    assert _sealed(keeper, number=2) != first
    _close(keeper, first)
    assert _sealed(keeper) != first, "a seal whose betting has closed is not used for another betting"


def test_nothing_is_drawn_before_the_close(keeper: Keeper) -> None:
    with pytest.raises(DeviceFailed, match="close of the betting"):
        _drawn(keeper, _sealed(keeper))


def test_only_the_first_closing_counts(keeper: Keeper) -> None:
    """A house that shows a second closing after it has seen the draw gets the first one."""
    commitment = _sealed(keeper)
    first = _close(keeper, commitment)
    drawn = _drawn(keeper, commitment)
    assert _close(keeper, commitment, log=OTHER) == first
    assert _drawn(keeper, commitment) == drawn


def test_of_two_closings_in_one_question_the_first_counts(keeper: Keeper) -> None:
    """And the device goes on: its log has one of them."""
    commitment = _sealed(keeper)
    shown = tuple(Shown(commitment, log, NOBODY, 0) for log in (LOG, OTHER))
    answer = keeper.ask(Close(shown, 0))
    assert isinstance(answer, Closed)
    assert [shut.log for shut in answer.closings] == [LOG, LOG]
    assert _drawn(keeper, commitment)
    assert _sealed(keeper, number=2)


def test_a_draw_is_made_once(keeper: Keeper) -> None:
    commitment = _sealed(keeper)
    _close(keeper, commitment)
    drawn = _drawn(keeper, commitment)
    assert _drawn(keeper, commitment) == drawn, "asked again, the same answer"
    with pytest.raises(DeviceFailed, match="was made already"):
        keeper.ask(Draw(commitment, 1, "outcome", "0:1 1:5"))
    with pytest.raises(DeviceFailed, match="comes before"):
        keeper.ask(Draw(commitment, 3, "award", WHEEL))
    with pytest.raises(DeviceFailed, match="once more"):
        keeper.ask(Draw(commitment, 2, "outcome", WHEEL))
    assert _drawn(keeper, commitment, 2, "award").of == "award"


def test_a_seed_that_was_told_draws_nothing_more(keeper: Keeper) -> None:
    commitment = _sealed(keeper)
    opened = _opened(keeper, commitment)
    assert Seal("R-3", 1, bytes.fromhex(opened.seed)).commitment == commitment
    for late in (Close((Shown(commitment, LOG, NOBODY, 0),), 0), Draw(commitment, 1, "outcome", WHEEL)):
        with pytest.raises(DeviceFailed, match="its seed was told"):
            keeper.ask(late)
    assert _opened(keeper, commitment) == opened


def test_a_draw_is_given_again_after_the_seed_was_told(keeper: Keeper) -> None:
    """A table that was stopped before it had the seed asks again; another draw is not made."""
    commitment = _sealed(keeper)
    _close(keeper, commitment)
    drawn = _drawn(keeper, commitment)
    _opened(keeper, commitment)
    assert _drawn(keeper, commitment) == drawn
    with pytest.raises(DeviceFailed, match="its seed was told"):
        keeper.ask(Draw(commitment, 2, "award", WHEEL))


def test_a_seed_is_deleted_only_after_it_was_told(keeper: Keeper) -> None:
    commitment = _sealed(keeper)
    with pytest.raises(DeviceFailed, match="not over"):
        keeper.ask(Forget(commitment))
    _opened(keeper, commitment)
    assert list(keeper.folder.glob("*.seed"))
    assert keeper.ask(Forget(commitment)) == Done()
    assert keeper.ask(Forget(commitment)) == Done()
    assert not list(keeper.folder.glob("*.seed"))
    with pytest.raises(DeviceFailed, match="has no seed"):
        keeper.ask(Reveal(commitment))


def test_tables_that_close_together_share_one_delay(keeper: Keeper) -> None:
    """The proof of each has its own path to the same root, and holds with the delay computed again."""
    tables = {f"R-{number}": _sealed(keeper, f"R-{number}") for number in range(5)}
    closed = _close(keeper, *tables.values(), iterations=FEW)
    roots = set()
    for (table, commitment), shut in zip(tables.items(), closed.closings, strict=True):
        assert shut.closing is not None
        digest = closing_digest(table, 1, LOG, NOBODY, 0)
        assert climb(digest, shut.closing.path) == shut.closing.root
        roots.add(shut.closing.root)
        drawn = _drawn(keeper, commitment)
        opened = _opened(keeper, commitment)
        assert isinstance(opened.closing, Closing)
        assert opened.closing.delayed == delayed(shut.closing.root, FEW)
        proof = prove(Seal(table, 1, bytes.fromhex(opened.seed)), opened.closing, (drawn,))
        assert isinstance(verify(proof), Verified)
    assert len(roots) == 1


def test_a_seed_is_not_told_while_its_delay_runs(keeper: Keeper) -> None:
    """Otherwise whoever asks for it could know the outcome before everybody else."""
    commitment = _sealed(keeper)
    _close(keeper, commitment, iterations=3_000_000)
    assert isinstance(keeper.ask(Reveal(commitment)), Later)
    assert isinstance(keeper.ask(Draw(commitment, 1, "outcome", WHEEL)), Later)
    assert _opened(keeper, commitment).closing is not None


@pytest.mark.parametrize("iterations", [0, FEW])
def test_after_a_stop_at_any_moment_everything_is_as_it_was(iterations: int, tmp_path: Path) -> None:
    folder, commitment = tmp_path / "device", ""
    drawn = award = None
    for moment in range(5):
        with closing(Keeper(folder)) as keeper:
            match moment:
                case 0:
                    commitment = _sealed(keeper)
                case 1:
                    assert _sealed(keeper) == commitment
                    _close(keeper, commitment, iterations=iterations)
                case 2:
                    drawn = _drawn(keeper, commitment)
                case 3:
                    assert _drawn(keeper, commitment) == drawn
                    award = _drawn(keeper, commitment, 2, "award")
                case 4:
                    known = keeper.ask(Reopen("R-3", 1, commitment))
                    assert isinstance(known, Known)
                    assert known.draws == (drawn, award)
                    opened = _opened(keeper, commitment)
    with closing(Keeper(folder)) as keeper:
        assert _opened(keeper, commitment) == opened


def test_a_seed_of_an_earlier_version_is_taken_over(keeper: Keeper) -> None:
    seal = Seal("R-3", 7, os.urandom(32))
    (keeper.folder / f"{seal.commitment}.seed").write_bytes(seal.seed)
    assert keeper.ask(Reopen("R-3", 7, seal.commitment)) == Known(None, (), keeper.key)
    _close(keeper, seal.commitment)
    assert _drawn(keeper, seal.commitment) == outcomes.draw(seal, LOG, 1, "outcome", WHEEL)
    with pytest.raises(SeedGone, match="is gone"):
        keeper.ask(Reopen("R-3", 8, OTHER))
    with pytest.raises(DeviceFailed, match="is not of round 8"):
        keeper.ask(Reopen("R-3", 8, seal.commitment))


def test_the_log_has_everything_but_the_seeds(tmp_path: Path) -> None:
    """It is chained and signed with the device's own key, and an audit reads it."""
    folder = tmp_path / "device"
    with closing(Keeper(folder)) as keeper:
        told, kept = _sealed(keeper), _sealed(keeper, "R-4")
        _close(keeper, told, kept, iterations=FEW)
        _drawn(keeper, told)
        _opened(keeper, told)
        seeds = [path.read_bytes() for path in folder.glob("*.seed")]
    with stores.open(f"sqlite:///{folder / 'log.db'}", reading=True) as kept_log:
        records = [log.read(each.kind, each.body) for each in kept_log.read(log.STREAM)]
        heads = kept_log.heads(log.STREAM)
    assert [type(each) for each in records] == [
        *(log.SeedSealed,) * 2, *(log.RoundClosed,) * 2, log.ResultDrawn, log.SeedTold,
    ]  # fmt: skip
    assert [head.version for head in heads] == [len(records)]
    with stores.open(f"sqlite:///{folder / 'log.db'}", reading=True) as kept_log:
        found = audit(kept_log)
    assert (found.fault, found.heads) == (None, 2), "one is of the record of its key"
    written = (folder / "log.db").read_bytes()
    assert all(seed not in written and seed.hex().encode() not in written for seed in seeds)
    assert folder.stat().st_mode & 0o777 == 0o700


def test_a_source_that_fails_seals_nothing_more(tmp_path: Path) -> None:
    given = iter([os.urandom(32), os.urandom(32)])  # the first is only compared with
    with closing(Keeper(tmp_path / "device", lambda size: next(given, b""))) as keeper:
        commitment = _sealed(keeper)
        for _ in range(2):
            with pytest.raises(DeviceFailed, match="0 bytes"):
                _sealed(keeper, number=2)
        _close(keeper, commitment)
        assert _drawn(keeper, commitment), "the round under way is played to its end"
