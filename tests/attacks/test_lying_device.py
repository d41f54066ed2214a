"""A house with all keys that lies about the closing, the delay or a voided round: a table or an audit finds it."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from croupier import store
from croupier.cli.audit import audit as audit_command
from croupier.core.refusal import Code
from croupier.host import Host
from croupier.host.audit import audit
from croupier.store import Store
from croupier.table import outcomes, stream_of
from croupier.table.acts.device import chance_of
from croupier.table.closing import Closing, Published, closing_digest, delayed, tree
from croupier.table.outcomes import OUTCOME, Drawn
from croupier.table.proof import prove
from tests.support.table.delays import signed
from tests.support.table.hosted import Hosted
from tests.support.table.play import by

DEVICE, MANAGER = by("device"), by("key-manager")
ITERATIONS = 1_000


class Round:
    """A round of an electronic wheel with a delay, up to the close; the house may then do what it wants."""

    def __init__(self, kept: Store) -> None:
        self.kept, self.host = kept, Host(kept, stream_of("T1"))
        self.table = Hosted(host=self.host)
        self.table.opened("colorado-double-zero", device__electronic=True, device__delay=ITERATIONS)
        self.table.sits("ann", 1, 100_00)
        self.table.seals()
        self.table.places("ann", "red", 5_00)
        self.table.closes()
        self.log = self.logs()[-1]

    def logs(self) -> list[str]:
        """The digests of the log, up to now."""
        return [each.digest.hex() for each in self.kept.read("table/T1")]

    def published(self, log: str) -> Published:
        """The closing of this round at a digest of the log."""
        nonces, _ = tree([sha256(b"the nonce of ann's terminal").hexdigest()[:32]])
        own = closing_digest("T1", self.table.state.round, log, nonces, 1)
        root, paths = tree([own])
        return Published(log, nonces, 1, root, paths[own], ITERATIONS)

    def closes(self, log: str) -> Closing:
        """Publish the closing and compute its delay."""
        found = self.published(log)
        self.table.do("publish-closing", DEVICE, **signed(self.table.state, found))
        value = delayed(found.root, ITERATIONS)
        return Closing(found.log, found.nonces, found.terminals, found.root, found.path, ITERATIONS, value)

    def draws(self, at: Closing) -> Drawn:
        """What the device draws."""
        return outcomes.draw(self.table.secret(), at, 1, OUTCOME, chance_of(self.table.state, OUTCOME))

    def settles(self, at: Closing) -> None:
        """Play the round to its end."""
        drawn = self.draws(at)
        self.table.do("call-outcome", DEVICE, outcome=drawn.outcome)
        self.table.do("settle", by("dealer"))
        self.table.do("reveal-seed", DEVICE, proof=prove(self.table.secret(), at, (drawn,)))
        self.host.close()


def _chosen(played: Round, wanted: str) -> Closing:
    """A delayed value that gives the wanted number: the house tries values instead of computing the delay."""
    closing = played.closes(played.log)
    tries = (f"{at:064x}" for at in range(10**6))
    return next(
        found
        for value in tries
        if played.draws(found := Closing(*_parts(closing.published), delayed=value)).outcome == wanted
    )


def _parts(closing: Published) -> tuple[str, str, int, str, tuple[str, ...], int]:
    return (closing.log, closing.nonces, closing.terminals, closing.root, closing.path, closing.iterations)


def _asked(db: str, capsys: pytest.CaptureFixture[str], *, delays: bool) -> tuple[int | str | None, str]:
    with pytest.raises(SystemExit) as ended:
        audit_command(db=db, delays=delays)
    return ended.value.code, capsys.readouterr().out


def test_a_delayed_value_that_was_chosen_is_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """17 comes, and the table does not notice: it does not wait for the delay. The audit that computes it does."""
    db = f"sqlite:///{tmp_path}/pit.db"
    with store.open(db) as kept:
        played = Round(kept)
        played.settles(_chosen(played, "17"))
    code, said = _asked(db, capsys, delays=False)
    assert (code, "The delays of 1 rounds were not computed again: --delays does that." in said) == (0, True)
    code, said = _asked(db, capsys, delays=True)
    assert code == 1
    assert "round 1 was drawn from a delayed value that its root does not give" in said


def test_an_honest_delay_is_computed_again_and_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    db = f"sqlite:///{tmp_path}/pit.db"
    with store.open(db) as kept:
        played = Round(kept)
        played.settles(played.closes(played.log))
    assert _asked(db, capsys, delays=True)[0] == 0


def test_a_closing_of_another_log_is_found() -> None:
    """The house may not choose among the digests of its log: only that of the close counts."""
    with store.open("memory:") as kept:
        played = Round(kept)
        played.settles(played.closes(played.logs()[-2]))
        fault = audit(kept).fault
    assert fault is not None
    assert "no digest of the log at the close" in fault.what


def test_a_second_closing_is_refused() -> None:
    """Whoever knows the outcome of the first closing cannot take another one."""
    with store.open("memory:") as kept:
        played = Round(kept)
        played.closes(played.log)
        refusal = played.table.no(
            "publish-closing", DEVICE, **signed(played.table.state, played.published(played.logs()[-1]))
        )
        assert refusal.code is Code.SEAL_DUE
        played.host.close()


def _after_the_draw(played: Round) -> Closing:
    closing = played.closes(played.log)
    played.table.do("call-outcome", DEVICE, outcome=played.draws(closing).outcome)
    return closing


def _before_the_draw(played: Round) -> Closing:
    return played.closes(played.log)


@pytest.mark.parametrize(
    ("until", "says"),
    [
        (_after_the_draw, "round 1 was voided after it drew outcome {drawn}"),
        (_before_the_draw, "round 1 was voided after the close: it would have drawn {drawn}"),
        (lambda played: None, "round 1 was voided before its closing was published, when nothing fixed its outcome"),
    ],
)
def test_a_house_that_voids_rounds_shows_what_it_did_not_like(
    until: Callable[[Round], Closing | None], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = f"sqlite:///{tmp_path}/pit.db"
    with store.open(db) as kept:
        played = Round(kept)
        closing = until(played)
        drawn = None if closing is None else played.draws(closing)
        called = (drawn,) if drawn is not None and played.table.state.outcome is not None else ()
        played.table.do("void-round", MANAGER, reason="the ball looked at us")
        proof = prove(played.table.secret(), closing, called, voided=True)
        played.table.do("reveal-seed", DEVICE, proof=proof)
        played.host.close()
    code, said = _asked(db, capsys, delays=True)
    expected = says.format(drawn=None if drawn is None else drawn.outcome)
    assert (code, f"table/T1: {expected}\n" in said) == (0, True), said
    with pytest.raises(SystemExit):
        audit_command(db=db, json=True)
    row = json.loads(capsys.readouterr().out)
    assert (row["voided"], row["remarks"]) == (1, [{"stream": "table/T1", "says": expected}])
