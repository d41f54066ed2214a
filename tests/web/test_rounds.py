"""The page of a round, and the check of its outcome in JavaScript."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec
import pytest

from croupier import house, web
from croupier.floor.crew.paced import Pace
from croupier.store import Envelope, Store
from croupier.table.outcomes import Generator, Seal, draw, pick
from croupier.table.outcomes import words as drawn_words
from croupier.table.outcomes import written as written_chance
from croupier.table.proof import prove
from croupier.text.money import dollars
from croupier.web.api import log_entries
from croupier.web.api.log_entries import Entries
from croupier.web.round import page as rounds
from croupier.web.round.facts import facts as facts_of
from croupier.web.shared import naming
from croupier.web.shared.messages import words
from tests.support.table.outcomes import DEVICES, PROOFS
from tests.support.web import Server, Visitor, rounds_of, short_shift

PROOF = Path(web.__file__).with_name("round") / "proof.js"
#: Betting that is open for a few commands.
LONGER = Pace(window=4.0, spin=0.2, rest=0.1, show=0.1, offer=0.1)


@pytest.fixture(scope="module")
def played() -> Iterator[Store]:
    """One for all tests of this module."""
    with short_shift() as kept:
        yield kept


# The round page ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("table", ["R00", "C1", "B6"])
def test_every_round_can_be_drawn_with_its_chips(played: Store, table: str) -> None:
    for past in rounds_of(played, table):
        shown = rounds.shown(past)
        laid = [each for each in past.before.standing if not each.collected]
        assert shown.felt.count('class="stack"') == len({(each.wager, each.spot) for each in laid})
        assert shown.felt.count('class="chip"') == len(laid)
        named = [(each.wager, each.color) for each in shown.standing]
        assert named == [
            (
                f"{dollars(each.stake or each.collected)} on {naming.spot(each.wager, each.spot, past.before.house)}",
                rounds.color_of(past, each.seat),
            )
            for each in past.before.standing
        ]
        off = [each for each in past.before.standing if table == "C1" and not past.before.working(each)]
        assert len(re.findall(r'class="mark">(?:(?!</g>).)*OFF</text>', shown.felt)) == len(off)
        assert ' style="' not in shown.felt  # the policy of the pages forbids it
        assert len(shown.decided) == len(past.rows)
        for row, decided in zip(past.rows, shown.decided, strict=True):
            assert decided.cite == row.cite
            assert (row.profit < 0) is decided.net.startswith("−\u2060$")  # no line ends after the sign
            stake = row.released + row.collected
            assert (
                decided.sign == ("won" if row.paid > stake else "lost" if row.paid < stake else "even") or row.coupon
            )


def test_what_an_outcome_meant_is_said_in_words(played: Store) -> None:
    said = words()["round"]
    found = {past.outcome: dict(facts_of(past)) for past in rounds_of(played, "R00") if past.fact is not None}
    for outcome, facts in found.items():
        assert outcome is not None
        if outcome in ("0", "00"):
            assert facts[said["fact_parity"]] == said["zero"]
            assert said["fact_dozen"] not in facts
        else:
            assert facts[said["fact_dozen"]] == ("1" if int(outcome) < 13 else "2" if int(outcome) < 25 else "3")
            assert facts[said["fact_half"]] == said["low" if int(outcome) < 19 else "high"]
    for past in rounds_of(played, "C1"):
        if past.fact is not None and past.outcome is not None:
            one, other = map(int, past.outcome.split("-"))
            assert dict(facts_of(past))[said["fact_total"]] == str(one + other)
    for past in rounds_of(played, "B6"):
        if past.outcome == "one" and past.fact is not None:
            assert dict(facts_of(past))[said["fact_rim"]] == "23 of 54 sections"


# The proof in the browser -----------------------------------------------------------------------------------
_CHECK = """
import { steps } from %s;
const found = [];
const { proof, said } = JSON.parse(process.argv[1]);
for await (const { step, equal, made, kept } of steps(proof, said)) {
  found.push([step, equal, made?.rejected.length ?? kept?.count ?? 0]);
}
console.log(JSON.stringify(found));
"""


def _checked(proof: dict[str, Any], **said: Any) -> list[list[Any]]:
    script = _CHECK % json.dumps(PROOF.as_uri())
    told = {"seal": proof["commitment"], "log": proof["log"], "outcome": proof["outcome"], "voided": proof["voided"]}
    told |= {"root": proof["closing"]["root"]} if "closing" in proof else {}
    given = json.dumps({"proof": proof, "said": told | said})
    done = subprocess.run(
        ["node", "--input-type=module", "-e", script, given], capture_output=True, text=True, check=True, timeout=60
    )
    found: list[list[Any]] = json.loads(done.stdout)
    return found


def _proof(house_name: str = "colorado-double-zero") -> dict[str, Any]:
    rules = house.load(house_name)
    seal = Generator().seal("R-3", 12)
    made = draw(seal, "ab" * 32, 1, "outcome", written_chance(rules.game.chance(rules)))
    found: dict[str, Any] = msgspec.to_builtins(prove(seal, "ab" * 32, (made,)))
    return found


@pytest.mark.parametrize("name", ["colorado-triple-zero", "colorado-craps", "colorado-big-six"])
def test_the_browser_finds_what_the_device_drew(name: str) -> None:
    found = _checked(_proof(name))
    assert [step for step, _, _ in found] == ["seal", "log", "draw", "outcome"]
    assert all(equal for _, equal, _ in found)


def _delayed(name: str = "delayed") -> dict[str, Any]:
    found: dict[str, Any] = msgspec.to_builtins(PROOFS[name])
    return found


@pytest.mark.parametrize("name", ["delayed", "delayed, an award", "delayed, spun again"])
def test_the_browser_computes_the_closing_and_its_delay(name: str) -> None:
    found = _checked(_delayed(name))
    assert [step for step, _, _ in found][:4] == ["seal", "log", "closing", "delay"]
    assert len(found) == 5 + len(PROOFS[name].draws)
    assert all(equal for _, equal, _ in found)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"nonces": "ab" * 32}, "closing"),
        ({"terminals": 4}, "closing"),
        ({"log": "ab" * 32}, "closing"),
        ({"path": []}, "closing"),
        ({"root": "ab" * 32}, "closing"),
        ({"iterations": 999}, "delay"),
        ({"delayed": "ab" * 32}, "delay"),
        ({"delayed": "ab" * 32}, "draw"),
    ],
)
def test_the_browser_finds_what_was_changed_in_a_closing(change: dict[str, Any], wrong: str) -> None:
    proof = _delayed()
    changed = proof | {"closing": proof["closing"] | change}
    assert {step: equal for step, equal, _ in _checked(changed)}[wrong] is False
    other = {step: equal for step, equal, _ in _checked(proof, root="ab" * 32)}
    assert other["closing"] is False


def test_the_browser_shows_what_a_voided_round_would_have_drawn() -> None:
    proof = _delayed("delayed, voided before the draw")
    found = _checked(proof, chance=DEVICES[38])
    assert [step for step, _, _ in found] == ["seal", "log", "closing", "delay", "would", "voided"]
    assert all(equal for _, equal, _ in found)


def test_the_browser_rejects_the_words_that_the_device_rejects() -> None:
    """With the largest weights one word in some thousands is rejected: search for such a seed."""
    total = 2**64 // 2049 + 1
    chance, log = f"a:{total - 1} b:1", "cd" * 32
    seals = (Seal("R-3", number, sha256(bytes([number % 256])).digest()) for number in range(1, 10**6))
    seal = next(each for each in seals if pick(next(drawn_words(each, log, 1, "outcome", chance)), total) is None)
    proof = msgspec.to_builtins(prove(seal, log, (draw(seal, log, 1, "outcome", chance),)))
    found = _checked(proof)
    assert all(equal for _, equal, _ in found)
    assert next(rejected for step, _, rejected in found if step == "draw") >= 1


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"seed": "00" * 32}, "seal"),
        ({"round": 13}, "seal"),
        ({"log": "ac" * 32}, "log"),
        ({"outcome": "elsewhere"}, "outcome"),
    ],
)
def test_the_browser_finds_what_was_changed(change: dict[str, Any], wrong: str) -> None:
    proof = _proof()
    found = {step: equal for step, equal, _ in _checked(proof | change, log=proof["log"], outcome=proof["outcome"])}
    assert found[wrong] is False


def test_the_browser_finds_another_word_and_another_published_seal() -> None:
    proof = _proof()
    word = proof["draws"][0]["word"]
    proof["draws"][0]["word"] = f"{int(word, 16) ^ 1:016x}"
    assert {step: equal for step, equal, _ in _checked(proof)}["draw"] is False
    assert {step: equal for step, equal, _ in _checked(_proof(), seal="ef" * 32)}["seal"] is False


def test_the_browser_checks_the_worked_example_of_the_docs() -> None:
    text = (Path(__file__).parents[2] / "docs" / "electronic-outcomes.md").read_text(encoding="utf-8")
    for part, steps in zip(text.split("```json")[1:], (6, 4), strict=True):
        found = _checked(json.loads(part.partition("```")[0]))
        assert len(found) == steps
        assert all(equal for _, equal, _ in found)


# The log in the browser -------------------------------------------------------------------------------------
def _drawn(kept: Store, table: str) -> Iterator[tuple[dict[str, Any], Entries]]:
    """The rounds of a table that its device drew: proofs, and the entries of the log."""
    for past in rounds_of(kept, table):
        found = log_entries.of(kept, past)
        assert (found is None) == (past.closed_at == 0 or past.seal is None)
        if past.proof is not None and past.proof.log is not None and found is not None:
            yield msgspec.to_builtins(past.proof), found


def _log(proof: dict[str, Any], kept: Any, **said: Any) -> tuple[bool, int]:
    """Whether the browser finds the log at the close, and from how many entries."""
    plain = msgspec.to_builtins(kept)
    return next((equal, count) for step, equal, count in _checked(proof, kept=plain, **said) if step == "log")


@pytest.mark.parametrize("table", ["R00", "C1", "B6"])
def test_the_browser_computes_the_log_at_the_close(played: Store, table: str) -> None:
    checked = list(_drawn(played, table))
    assert checked
    for proof, kept in checked[:3]:
        assert kept.entries[0].version >= kept.sealed
        assert _log(proof, kept) == (True, len(kept.entries))
    assert any(kept.entries[0].version == kept.sealed for _, kept in checked)


def test_the_browser_finds_any_change_of_the_log(played: Store) -> None:
    proof, kept = next(each for each in _drawn(played, "R00") if len(each[1].entries) > 3)
    entry = kept.entries[1]
    changes = {
        "body": entry.body.replace('"at":1', '"at":2'), "at": entry.at + 1, "version": entry.version + 1,
        "kind": f"{entry.kind}0", "command": f"{entry.command} ",
    }  # fmt: skip
    for name, value in changes.items():
        assert value != getattr(entry, name)
        changed = msgspec.structs.replace(entry, **{name: value})
        assert not _log(proof, msgspec.structs.replace(kept, entries=[kept.entries[0], changed, *kept.entries[2:]]))[
            0
        ]
    for other in (
        {"entries": [*kept.entries[:1], *kept.entries[2:]]},
        {"entries": [*kept.entries[:-2], kept.entries[-1], kept.entries[-2]]},
        {"before": "00" * 32},
        {"stream": "table/R0"},
    ):
        assert not _log(proof, msgspec.structs.replace(kept, **other))[0]
    assert not _log(proof, kept, log="00" * 32)[0]


def test_the_seal_stands_in_the_log_before_the_wagers(played: Store) -> None:
    """A consistent log with another seal is detected."""
    proof, kept = next(each for each in _drawn(played, "R00") if each[1].entries[0].version == each[1].sealed)
    first = kept.entries[0]
    for was, now in ((proof["commitment"], "ab" * 32), (f'"round":{proof["round"]}', '"round":999')):
        assert was in first.body
        changed = msgspec.structs.replace(first, body=first.body.replace(was, now))
        other = msgspec.structs.replace(kept, entries=[changed, *kept.entries[1:]])
        end = bytes.fromhex(kept.before)
        for each in other.entries:
            sealed = (kept.stream, each.version, each.kind, each.body.encode(), each.command, each.at, end)
            end = Envelope.sealed(*sealed).digest
        assert not _log(proof | {"log": end.hex()}, other)[0]
        part = msgspec.structs.replace(other, sealed=1)  # without a seal there is nothing to be compared
        assert _log(proof | {"log": end.hex()}, part)[0]


def test_a_long_log_is_computed_from_its_end(played: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = next(kept for _, kept in _drawn(played, "R00") if len(kept.entries) > 5)
    monkeypatch.setattr(log_entries, "MOST", sum(len(each.body) for each in whole.entries[-3:]) + 1)
    proof, part = next(each for each in _drawn(played, "R00") if each[1].entries[-1] == whole.entries[-1])
    assert part.entries == whole.entries[-3:]
    assert _log(proof, part) == (True, 3)


# As it is served --------------------------------------------------------------------------------------------
def test_what_a_player_brings_is_not_in_the_log_that_is_shown(tmp_path: Path) -> None:
    """The shown log begins after that entry, and still gives the digest at the close."""
    with (
        Server(f"sqlite:///{tmp_path / 'pit.db'}", "R0", pace=LONGER) as server,
        Visitor(server).at("R0") as line,
    ):
        line.until_betting()
        assert line.ask("bring-chips", amount=50_000)["ok"]
        assert line.ask("place", wager="red", amount=500)["ok"]
        number = line.until_event("settled")["round"]
        line.until_event("betting-opened")
        answer = server.get(f"/api/1/tables/R0/rounds/{number}/log")
        proof = server.get(f"/tables/R0/rounds/{number}/proof.json").json()
        assert server.get("/api/1/tables/R0/rounds/9999/log").status_code == 404
    kept = answer.json()
    assert [each["kind"] for each in kept["entries"]] == ["wager-placed/2", "ball-spun/1", "betting-closed/1"]
    rack = 1_000_00 + 50_000 - 500  # the player's rack is private too
    said = [json.loads(each["body"]) for each in kept["entries"]]
    assert said[0]["moved"] == 500
    assert not {50_000, 1_000_00 + 50_000, rack} & set(_numbers(said))
    assert kept["entries"][0]["version"] > kept["sealed"]
    del proof["format"]
    assert _log(proof, kept) == (True, 3)


def _numbers(value: object) -> Iterator[int]:
    """Every number in a piece of JSON."""
    if isinstance(value, int):
        yield value
    for each in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from _numbers(each)


def test_a_round_is_served_with_its_proof(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path / 'pit.db'}", "R0", pace=LONGER) as server:
        with Visitor(server).at("R0", watching=True) as line:
            number = line.until_event("settled", 1)["round"]
            line.until_event("betting-opened", 1)
        running = server.get(f"/tables/R0/rounds/{number + 1}")
        assert running.status_code == 404
        assert f"Round {number + 1} of table R0 is not over yet." in running.text
        page = server.get(f"/tables/R0/rounds/{number}")
        proof = server.get(f"/tables/R0/rounds/{number}/proof.json").json()
        assert "Table R0 has no round 9999." in server.get("/tables/R0/rounds/9999").text
        assert server.get("/tables/R0/rounds/9999").status_code == 404
        assert server.get("/tables/R0/rounds/9999/proof.json").status_code == 404
    assert page.status_code == 200
    assert words()["common"]["demonstration"] in page.text
    assert ' style="' not in page.text
    assert proof["round"] == number
    assert proof["seed"] in page.text
    assert all(equal for _, equal, _ in _checked({key: value for key, value in proof.items() if key != "format"}))
