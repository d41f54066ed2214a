"""`croupier verify-round`: check a round that an electronic device drew, from its published proof alone."""

from __future__ import annotations

import json as jsonlib
import shlex
import sys
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path
from threading import Thread
from time import monotonic
from typing import Any

from croupier.cli import CannotRead
from croupier.core import json_once
from croupier.core.refusal import Refusal
from croupier.documents.claims import what_it_shows
from croupier.games import preset, variants
from croupier.house import House, load
from croupier.table import outcomes, witness
from croupier.table.closing import CLOSING, NOBODY, SALT, Closing, climb, closing_digest, delayed, fields, is_digest
from croupier.table.outcomes import OUTCOME, Drawn, Fixed, Seal, Weighed
from croupier.table.proof import DELAYED_FORMAT, FORMAT, Proof, Verified, verify
from croupier.table.witness import Seen
from croupier.text.visible import visible


def verify_round(
    file: Path,
    *,
    commitment: str | None = None,
    log: str | None = None,
    root: str | None = None,
    seen: Path | None = None,
    json: bool = False,
) -> None:
    """Check a round that an electronic device drew: exit 0 if it is valid, 1 with a fault, 2 if it cannot be read.

    Parameters
    ----------
    file
        The proof that was published after the round, from its page or from export --proof.
    commitment
        The commitment as you saw it before betting opened.
    log
        The digest of the log as you saw it at the close.
    root
        The root of the closing as your terminal received it at the close.
    seen
        What your terminal saw at the close: the evidence that its page has saved to a file.
    json
        Print one object: whether the proof is valid, the fault, what it shows, and the steps of a check by hand.
    """
    try:
        proof = read(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CannotRead(f"cannot read the proof {str(file)!r}: {error}") from None
    noted = {"commitment": commitment, "log": log, "root": root}
    evidence = None if seen is None else _evidence(seen)
    fault = faulty(proof, {name: _digest(f"--{name}", text) for name, text in noted.items()}, evidence)
    steps, shown = ([], []) if fault else (by_hand(proof), [*what_it_shows(proof), *_witnessed(evidence)])
    compared = {name: text is not None for name, text in noted.items()}
    if json:
        row: dict[str, Any] = {"holds": fault is None, "fault": fault, "table": proof.table, "round": proof.round}
        row |= {"voided": proof.voided, "outcome": proof.outcome, "compared": compared}
        row |= {"shows": shown, "by_hand": steps}
        print(jsonlib.dumps(row))
    elif fault is not None:
        print(f"fault: {visible(fault)}")
    else:
        _print(proof, compared, shown, steps, seen=evidence is not None)
    raise SystemExit(0 if fault is None else 1)


def _evidence(file: Path) -> Seen:
    try:
        return witness.read(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CannotRead(f"--seen: {str(file)!r} is not what a terminal has kept: {error}") from None


def _witnessed(seen: Seen | None) -> Iterator[str]:
    """What the evidence of a terminal adds to a valid proof."""
    if seen is not None:
        yield (
            "Your terminal took part: its random number is in the closing. It got that, signed by the device, "
            f"{seen.waited} ms after it had sent the number."
        )


def _digest(option: str, text: str | None) -> str | None:
    if text is None or is_digest(text.lower()):
        return text and text.lower()
    raise CannotRead(f"{option}: must be 64 hexadecimal digits, not {text!r}")


# Reading ----------------------------------------------------------------------------------------------------
_PROOF: dict[str, tuple[type, ...]] = {
    "format": (str,),
    "table": (str,),
    "round": (int,),
    "commitment": (str,),
    "seed": (str,),
    "log": (str, type(None)),
    "draws": (list,),
    "voided": (bool,),
    "outcome": (str, type(None)),
}
_DELAYED = {**_PROOF, "closing": (dict,)}
_CLOSING: dict[str, tuple[type, ...]] = {
    "log": (str,),
    "nonces": (str,),
    "terminals": (int,),
    "root": (str,),
    "path": (list,),
    "iterations": (int,),
    "delayed": (str,),
}
_DRAWN: dict[str, tuple[type, ...]] = {
    "attempt": (int,),
    "of": (str,),
    "chance": (str,),
    "word": (str,),
    "outcome": (str,),
}


def read(text: str) -> Proof:
    """Read a published proof: every key exactly once and no others; otherwise ValueError."""
    found = json_once.load(text, dict)
    if found.get("format") not in (FORMAT, DELAYED_FORMAT):
        raise ValueError(f'it does not say "format": "{FORMAT}" or "{DELAYED_FORMAT}"')
    _typed(found, "the proof", _PROOF if found["format"] == FORMAT else _DELAYED)
    for at, each in enumerate(found["draws"], 1):
        _typed(each, f"draw {at}", _DRAWN)
    del found["format"]
    if "closing" in found:
        found["closing"] = _closing(found["closing"])
    return Proof(**{**found, "draws": tuple(Drawn(**each) for each in found["draws"])})


def _closing(found: dict[str, Any]) -> Closing:
    _typed(found, "the closing", _CLOSING)
    for step in found["path"]:
        if type(step) is not str:
            raise ValueError(f"the closing has a {type(step).__name__} as a step of its path: {str(step)[:80]}")
    return Closing(**{**found, "path": tuple(found["path"])})


def _typed(found: Any, where: str, kinds: dict[str, tuple[type, ...]]) -> None:
    if not isinstance(found, dict) or set(found) != set(kinds):
        got = ", ".join(found) if isinstance(found, dict) else repr(found)
        raise ValueError(f"{where} has the keys {', '.join(kinds)}; this one has {got[:200]}")
    for key, value in found.items():
        if type(value) not in kinds[key]:
            raise ValueError(f"{where} has a {type(value).__name__} as its {key}: {str(value)[:80]}")


#: Iterations with which the speed of this machine is measured.
SAMPLE = 200_000


# Checking ---------------------------------------------------------------------------------------------------
def faulty(proof: Proof, seen: Mapping[str, str | None], evidence: Seen | None = None) -> str | None:
    """What is wrong with a proof: in itself, against what the reader or a terminal saw, and the known devices."""
    quick = verify(proof, delay=False)
    if isinstance(quick, Refusal):
        return quick.message
    commitment, log, root = seen["commitment"], seen["log"], seen["root"]
    if commitment not in (None, proof.commitment):
        return f"The commitment is {proof.commitment}, not {commitment}: this is not the seed that was sealed."
    if log not in (None, proof.log):
        return f"The digest of the log is {proof.log or 'not given'}, not {log}: this was drawn from another log."
    if root is not None and (proof.closing is None or proof.closing.root != root):
        own = "not given" if proof.closing is None else proof.closing.root
        return f"The root of the closing is {own}, not {root}: this was drawn from another closing."
    if evidence is not None and (wrong := witness.exchanged(evidence, proof) or witness.fault(evidence)) is not None:
        return wrong.message
    return _wrong_chances(proof) or _wrong_delay(proof)


def _wrong_chances(proof: Proof) -> str | None:
    if proof.draws and device_of(proof) is None:
        return "Draw 1 is from chances that are those of no wheel and no dice, or are in an order of their own."
    for drawn in (each for each in proof.draws if each.of != OUTCOME):
        known = _known(proof.draws[0].chance, drawn.of)
        if known is not None and drawn.chance not in known:
            return f"Draw {drawn.attempt} is from chances that the device of draw 1 does not have."
    return None


def _wrong_delay(proof: Proof) -> str | None:
    """Compute the delay again, which takes seconds, and show how far it is."""
    if proof.closing is None:
        return None
    found: list[Verified | Refusal] = []
    work = Thread(target=lambda: found.append(verify(proof)), daemon=True)
    work.start()
    _progress(work, proof.closing.iterations)
    return found[0].message if isinstance(found[0], Refusal) else None


def _progress(work: Thread, iterations: int) -> None:
    """Wait for the work. PBKDF2 does not tell how far it is, so the share is estimated from the speed of a sample."""
    work.join(0.3)
    if not work.is_alive():
        return
    begun = monotonic()
    delayed(NOBODY, SAMPLE)
    expected = (monotonic() - begun) * iterations / SAMPLE
    doing = f"Computing {iterations:,} iterations of PBKDF2, about {expected:.0f} s"
    if not sys.stderr.isatty():
        print(f"{doing} …", file=sys.stderr, flush=True)
    while work.is_alive():
        work.join(0.2)
        if sys.stderr.isatty():
            share = min(99, int(100 * (monotonic() - begun) / expected))
            print(f"\r{doing}: {share} %", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(f"\r{doing}: done ", file=sys.stderr)


def device_of(proof: Proof) -> str | None:
    """The device that a round was drawn with, recognized by its chances."""
    found = _devices().get(proof.draws[0].chance)
    return None if found is None else found[0]


@cache
def _devices() -> dict[str, tuple[str, House]]:
    """Every device of every game and a house with it, by its chances as a proof writes them."""
    found = {}
    for variant, game in variants().items():
        for name, chosen in game.show.devices.items():
            house = _with(load(preset(variant)), chosen)
            found[outcomes.device(game, house)] = name, house
    return found


@cache
def _known(chance: str, of: str) -> frozenset[str] | None:
    """The chances that a further draw may have at the device with these chances; None if its house sets them."""
    _, house = _devices()[chance]
    rule = house.game.course.draws.get(of)
    if rule is None:
        return frozenset()
    houses = [_with(house, chosen) for chosen in rule.chosen]
    return frozenset(outcomes.written(each.game.draw_chance(of, each)) for each in houses) or None


def _with(house: House, chosen: Mapping[str, object]) -> House:
    own: dict[str, Any] = dict(chosen)
    return replace(house, options=replace(house.options, **own))


# Showing ----------------------------------------------------------------------------------------------------
_LONG = 2000  # characters of a chance that are shown; every real device has fewer


def _print(proof: Proof, compared: dict[str, bool], shown: list[str], steps: list[str], *, seen: bool) -> None:
    print(f"Round {proof.round} of table {proof.table} is valid.")
    for drawn in proof.draws:
        chance = outcomes.weighed(drawn.chance)
        assert isinstance(chance, Weighed)
        source = f"{device_of(proof)}" if drawn.of == OUTCOME else f"{len(chance.weights):,} results"
        print(f"  draw {drawn.attempt}, {drawn.of}: {drawn.outcome}, from {source}{_void(drawn)}")
        if drawn.of != OUTCOME and _known(proof.draws[0].chance, drawn.of) is None:
            print(f"    compare these weights with the house's: {drawn.chance}")
    print("  the round was voided" if proof.voided else f"  outcome: {proof.outcome}")
    for name, value, when in (
        ("commitment", proof.commitment, "before betting opened"),
        ("log", proof.log, "at the close"),
        ("root", None if proof.closing is None else proof.closing.root, "at the close, which your terminal received"),
    ):
        if value is not None:
            word = "is the one you gave" if compared[name] else f"compare it with the one published {when}"
            print(f"  {name}: {value}\n    {word}")
    print("\nWhat this shows:")
    for sentence in shown:
        print(f"  {sentence}")
    if proof.closing is not None and not seen:
        print("  The page of the round says whether your terminal took part, in the browser with which you played.")
        print("  It can save what the terminal saw: give that file with --seen.")
    print("\nBy hand:")
    for step in steps:
        print(f"  {step}")


def _void(drawn: Drawn) -> str:
    return ", which is void: drawn again" if outcomes.is_void(drawn) else ""


# By hand ----------------------------------------------------------------------------------------------------
def by_hand(proof: Proof) -> list[str]:
    """The commands and calculations with which a valid proof can be checked by hand, in order."""
    sealed = fields(outcomes.SEAL, proof.table, str(proof.round), proof.seed)
    steps = [f"printf %s {_quoted(sealed)} | sha256sum", f"  gives the commitment {proof.commitment}"]
    if proof.closing is not None:
        steps += _closing_by_hand(proof, proof.closing)
    for drawn in proof.draws:
        chance = outcomes.weighed(drawn.chance)
        assert isinstance(chance, Weighed)
        block, place = _place(proof, drawn)
        told = outcomes.message(_seal(proof), _fixed(proof), drawn.attempt, drawn.of, drawn.chance, block)
        number = int(drawn.word, 16) % chance.total
        steps += [
            f"printf %s {shlex.quote(drawn.chance)} | sha256sum"
            if len(drawn.chance) < _LONG
            else f"the SHA-256 of the chance of draw {drawn.attempt}, as the proof writes it,",
            f"  gives {chance.digest}, which stands in the next message",
            f"printf %s {_quoted(told)} | openssl dgst -sha256 -mac HMAC -macopt hexkey:{proof.seed}",
            f"  has {drawn.word} as digits {16 * place + 1} to {16 * place + 16}: the word of draw {drawn.attempt}",
            f"0x{drawn.word} mod {chance.total} is {number}: counted from 0 through the weights in order, that is "
            f"{drawn.outcome}",
        ]
    return steps


def _closing_by_hand(proof: Proof, closing: Closing) -> Iterator[str]:
    parts = (str(proof.round), closing.log, closing.nonces, str(closing.terminals))
    found = closing_digest(proof.table, proof.round, closing.log, closing.nonces, closing.terminals)
    yield f"printf %s {_quoted(fields(CLOSING, proof.table, *parts))} | sha256sum"
    yield f"  gives the closing digest {found}"
    yield f"printf %s 00{found} | xxd -r -p | sha256sum"
    below = climb(found, ())
    yield f"  gives {below}"
    for at, step in enumerate(closing.path, 1):
        pair = step[1:] + below if step[0] == "L" else below + step[1:]
        below = climb(found, closing.path[:at])
        yield f"printf %s 01{pair} | xxd -r -p | sha256sum"
        yield f"  gives {below}"
    yield f"That is the root {closing.root}"
    kdf = "openssl kdf -keylen 32 -kdfopt digest:SHA256"
    salt, count = shlex.quote(SALT.decode()), closing.iterations
    yield f"{kdf} -kdfopt hexpass:{closing.root} -kdfopt salt:{salt} -kdfopt iter:{count} PBKDF2"
    yield f"  gives {closing.delayed}, from which everything is drawn"


def _seal(proof: Proof) -> Seal:
    return Seal(proof.table, proof.round, bytes.fromhex(proof.seed))


def _fixed(proof: Proof) -> Fixed:
    assert proof.drawn_from is not None, "a proof with draws says what they are made from"
    return proof.drawn_from


def _place(proof: Proof, drawn: Drawn) -> tuple[int, int]:
    """Block and place of the deciding word: the first one that was not rejected."""
    words = outcomes.words(_seal(proof), _fixed(proof), drawn.attempt, drawn.of, drawn.chance)
    return divmod(next(at for at, word in enumerate(words) if word == int(drawn.word, 16)), 4)


def _quoted(told: bytes) -> str:
    return shlex.quote(told.decode("ascii"))
