"""Anyone can check a round: by the command, by hand, and by the page that explains it."""

from __future__ import annotations

import ast
import doctest
import hmac
import json
import shlex
import sys
from dataclasses import replace
from hashlib import pbkdf2_hmac, sha256
from itertools import count, pairwise
from pathlib import Path
from typing import Any

import pytest

from croupier.cli.verify_round import by_hand, device_of, read, verify_round
from croupier.documents.claims import what_it_shows
from croupier.games.roulette.options import RouletteOptions
from croupier.house import load
from croupier.table import outcomes
from croupier.table.closing import Closing
from croupier.table.proof import Proof, prove, to_json
from tests.support.table.outcomes import (
    CLOSING,
    CONVERTED,
    CONVERTED_WHEEL,
    DEVICES,
    HOUSES,
    LOG,
    PROOFS,
    SEAL,
    WHEEL,
    changed,
    closing_at,
    drawn_from,
    log_number,
)

ROOT = Path(__file__).parents[3]


# The command ------------------------------------------------------------------------------------------------
def _run(file: Path, **options: Any) -> int:
    with pytest.raises(SystemExit) as ended:
        verify_round(file, **options)
    assert isinstance(ended.value.code, int)
    return ended.value.code


def _file(folder: Path, proof: Proof) -> Path:
    path = folder / "round.json"
    path.write_text(to_json(proof), encoding="utf-8")
    return path


@pytest.mark.parametrize("proof", PROOFS.values(), ids=PROOFS)
def test_the_command_reports_a_valid_proof(proof: Proof, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(_file(tmp_path, proof)) == 0
    said = capsys.readouterr().out
    assert said.startswith("Round 12 of table R-3 is valid.\n")
    assert ("the round was voided" in said) == proof.voided
    assert "compare it with the one published before betting opened" in said
    assert _run(_file(tmp_path, proof), json=True, commitment=proof.commitment.upper(), log=proof.log) == 0
    row = json.loads(capsys.readouterr().out)
    assert (row["holds"], row["fault"], row["outcome"]) == (True, None, proof.outcome)
    assert row["compared"] == {"commitment": True, "log": proof.log is not None, "root": False}
    assert all(sentence in said for sentence in row["shows"])


def _shown(closing: Closing | None, *, voided: bool = False) -> str:
    """What the command says about a spin with such a closing."""
    proof = PROOFS["one spin"] if closing is None else prove(SEAL, closing, drawn_from(closing, WHEEL), voided=voided)
    return " ".join(what_it_shows(proof))


def test_the_claim_is_made_only_where_it_is_true() -> None:
    """With a delay that is long enough and a terminal that took part. (Nothing is computed here.)"""
    claim, denied = "not a player, and not the house", "does not show that the house did not choose"
    long = replace(CLOSING, iterations=20_000_000)
    for closing in (None, CLOSING, replace(long, iterations=9_999_999), closing_at(LOG, terminals=0)):
        assert claim not in _shown(closing)
        assert denied in _shown(closing)
    assert denied not in _shown(long)
    for words in (
        claim,
        "one honest terminal",
        "40,000,000 iterations a second",
        "500 ms",
        "7,500,000",
        "void rounds",
    ):
        assert words in _shown(long)
    assert "could have tried other closes" in _shown(None)
    assert "void rounds" in _shown(None)
    assert "Nothing was drawn" in " ".join(what_it_shows(PROOFS["voided before the draw"]))
    assert "would have been drawn" in " ".join(what_it_shows(PROOFS["delayed, voided before the draw"]))


def test_a_long_delay_shows_its_progress(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    closing = closing_at(LOG, iterations=4_000_000)
    assert _run(_file(tmp_path, prove(SEAL, closing, drawn_from(closing, WHEEL)))) == 0
    said = capsys.readouterr()
    assert "Computing 4,000,000 iterations of PBKDF2, about" in said.err
    assert "Computing" not in said.out


SHUFFLED = ("outcome", " ".join(DEVICES[38].split(" ")[::-1]))

DRAWN = [
    ("--commitment", PROOFS["one spin"], {"commitment": "ab" * 32}, "not the seed that was sealed"),
    ("--log", PROOFS["one spin"], {"log": "ab" * 32}, "another log"),
    ("--root", PROOFS["delayed"], {"root": "ab" * 32}, "another closing"),
    ("no root", PROOFS["one spin"], {"root": "ab" * 32}, "is not given"),
    ("delay", changed("delayed", closing=replace(CLOSING, iterations=999)), {}, "The delayed value is wrong"),
    ("no log", PROOFS["voided before the draw"], {"log": "ab" * 32}, "is not given"),
    ("arithmetic", changed("one spin", round=13), {}, "does not open the seal"),
    ("order of pockets", prove(SEAL, LOG, drawn_from(LOG, SHUFFLED)), {}, "an order of their own"),
    ("balls", prove(SEAL, LOG, drawn_from(LOG, WHEEL, ("bonus", "0-1:1 1-2:1"))), {}, "does not have"),
]


@pytest.mark.parametrize(("proof", "options", "says"), [each[1:] for each in DRAWN], ids=[each[0] for each in DRAWN])
def test_the_command_names_the_fault(
    proof: Proof, options: dict[str, str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _run(_file(tmp_path, proof), **options) == 1
    assert says in capsys.readouterr().out
    assert _run(_file(tmp_path, proof), json=True, **options) == 1
    row = json.loads(capsys.readouterr().out)
    assert not row["holds"]
    assert says in row["fault"]


SOUND, DELAYED = to_json(PROOFS["one spin"]), to_json(PROOFS["delayed"])


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "Expecting value"),
        ("[" * 100_000, "nested too deeply"),
        ("[]", "is a list and not a dict"),
        (SOUND.replace("croupier round 1", "croupier round 3"), "does not say"),
        (SOUND.replace("croupier round 1", "croupier round 2"), "has the keys"),
        (DELAYED.replace("croupier round 2", "croupier round 1"), "has the keys"),
        (DELAYED.replace('"closing": {', '"closing": null, "other": {'), "has the keys"),
        (DELAYED.replace('"terminals": 3', '"terminals": "3"'), "the closing has a str as its terminals"),
        (DELAYED.replace('"terminals": 3', '"terminals": true'), "the closing has a bool as its terminals"),
        (DELAYED.replace('"iterations"', '"rounds"'), "the closing has the keys"),
        (DELAYED.replace('"path": [', '"path": [7, '), "a int as a step of its path"),
        (SOUND.replace('"round": 12', '"round": 12, "round": 12'), "comes twice"),
        (SOUND.replace('"round": 12', '"round": 12.0'), "a float as its round"),
        (SOUND.replace('"round": 12', '"round": true'), "a bool as its round"),
        (SOUND.replace('"round": 12', '"round": 1' + "0" * 5000), "digits"),
        (SOUND.replace('"voided": false', '"voided": 0'), "an int as its voided"),
        (SOUND.replace('"voided"', '"void"'), "has the keys"),
        (SOUND.replace('"attempt": 1', '"attempt": "1"'), "draw 1 has a str as its attempt"),
        (SOUND.replace('"draws": [', '"draws": [7, '), "draw 1 has the keys"),
    ],
)
def test_a_file_that_is_not_a_proof_cannot_be_read(
    text: str, says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "round.json"
    path.write_text(text, encoding="utf-8")
    assert _run(path) == 2
    said = capsys.readouterr()
    assert not said.out
    assert says.replace("an int", "a int") in said.err


def test_files_and_options_that_cannot_be_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert _run(tmp_path / "none.json") == 2
    (tmp_path / "raw").write_bytes(b"\xff")
    assert _run(tmp_path / "raw") == 2
    assert _run(_file(tmp_path, PROOFS["one spin"]), commitment="ed5d") == 2
    assert "64 hexadecimal digits, not 'ed5d'" in capsys.readouterr().err


@pytest.mark.parametrize("proof", PROOFS.values(), ids=PROOFS)
def test_the_steps_by_hand_are_right(proof: Proof) -> None:
    """The commands for `sha256sum` and `openssl` in the steps give the printed results."""
    steps = by_hand(proof)
    closing = 0 if proof.closing is None else 7 + 2 * len(proof.closing.path)
    assert len(steps) == 2 + closing + 5 * len(proof.draws)
    for step, says in pairwise(steps):
        match shlex.split(step):
            case ["printf", "%s", text, "|", "sha256sum"]:
                assert sha256(text.encode()).hexdigest() in says
            case ["printf", "%s", text, "|", "xxd", "-r", "-p", "|", "sha256sum"]:
                assert sha256(bytes.fromhex(text)).hexdigest() in says
            case ["openssl", "kdf", *options, "PBKDF2"]:
                chosen = dict(each.split(":", 1) for each in options if ":" in each)
                root, salt, number = bytes.fromhex(chosen["hexpass"]), chosen["salt"].encode(), int(chosen["iter"])
                assert pbkdf2_hmac("sha256", root, salt, number, 32).hex() in says
            case ["printf", "%s", text, "|", "openssl", "dgst", "-sha256", "-mac", "HMAC", "-macopt", key]:
                made = hmac.new(bytes.fromhex(key.removeprefix("hexkey:")), text.encode(), "sha256").hexdigest()
                word, first, last = says.split()[1], int(says.split()[4]), int(says.split()[6].rstrip(":"))
                assert made[first - 1 : last] == word
            case [word, "mod", total, "is", number, *_]:
                assert int(word, 16) % int(total) == int(number.rstrip(":"))


def test_every_device_is_known_by_its_chances() -> None:
    names = set()
    for house in map(load, [*HOUSES.values(), CONVERTED]):
        drawn = drawn_from(LOG, ("outcome", outcomes.device(house.game, house)))
        names.add(device_of(prove(SEAL, LOG, drawn)))
    assert len(names) == 6
    assert None not in names


@pytest.mark.parametrize("balls", [2, 3])
def test_a_bonus_round_holds(balls: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loaded = load(CONVERTED)
    house = replace(loaded, options=replace(RouletteOptions.of(loaded), bonus_balls=balls))
    bonus = ("bonus", outcomes.written(house.game.draw_chance("bonus", house)))
    log = next(log for log in map(log_number, count()) if not outcomes.is_void(drawn_from(log, CONVERTED_WHEEL)[0]))
    assert _run(_file(tmp_path, prove(SEAL, log, drawn_from(log, CONVERTED_WHEEL, bonus)))) == 0
    said = capsys.readouterr().out
    assert len(said) < 6000
    assert "the SHA-256 of the chance of draw 2" in said


# The page ---------------------------------------------------------------------------------------------------
PAGE = ROOT / "docs" / "electronic-outcomes.md"


def test_the_worked_example_runs() -> None:
    failed, tried = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert tried >= 10
    assert failed == 0


def test_the_worked_example_is_what_the_device_does(tmp_path: Path) -> None:
    text = PAGE.read_text(encoding="utf-8")
    proofs = [read(part.split("```")[0]) for part in text.split("```json\n")[1:]]
    assert proofs == [PROOFS["delayed"], PROOFS["one spin"]]
    plain = text.replace("\n", "").replace(" " * 4, "")
    for proof in proofs:
        told = [shlex.split(step)[2] for step in by_hand(proof) if step.startswith("printf %s '")]
        assert len(told) == (3 if proof.closing is None else 4)
        for message in told:
            assert message in plain or message == proof.draws[0].chance, message


@pytest.mark.parametrize("module", ["closing", "outcomes"])
def test_the_device_needs_the_standard_library_and_the_core_only(module: str) -> None:
    tree = ast.parse((ROOT / f"src/croupier/table/{module}.py").read_text(encoding="utf-8"))
    named = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    named |= {str(node.module) for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)}
    own = ("croupier.core", "croupier.table.closing")
    assert all(name.startswith(own) or name.split(".")[0] in sys.stdlib_module_names for name in named)
