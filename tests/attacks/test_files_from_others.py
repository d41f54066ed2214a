"""House and plan files of somebody else: no code of them runs, none takes long, and no message is dangerous."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest

from croupier import store as stores
from croupier.core.sheet import MOST_BYTES, MOST_FAULTS, MOST_NUMBER
from croupier.store import CannotOpen
from croupier.text.visible import visible
from tests.support.command import CROUPIER, croupier

PRESET = Path(stores.__file__).parents[1] / "house" / "presets" / "colorado-double-zero.toml"
VARIATION = """
[[variations]]
path = "bet.py"
rule = "permanent"
reference = "30-9999"
date = 2022-01-01
application = { reference = "A-1", date = 2021-01-01 }
"""


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A house file whose variation leaves a mark when its code runs."""
    (tmp_path / "bet.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\n", encoding="utf-8")
    file = tmp_path / "house.toml"
    file.write_text(PRESET.read_text(encoding="utf-8") + VARIATION, encoding="utf-8")
    return file


# Code -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("words", [("house", "check"), ("house", "show"), ("house", "check", "--json")])
def test_checking_a_house_runs_no_code_of_it(trap: Path, words: tuple[str, ...]) -> None:
    """It says so, and does not call the file sound."""
    done = croupier(*words[:2], trap, *words[2:])
    assert not (trap.parent / "ran").exists(), "code of the file ran"
    assert done.returncode == (2 if "show" in words else 1)
    assert "'bet.py' was not run" in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_trust_names_the_file(trap: Path) -> None:
    """With --trust its code runs and is checked; another name is an error."""
    assert croupier("house", "check", trap, "--trust", trap.parent / "bet.py").returncode == 2
    assert not (trap.parent / "ran").exists()
    done = croupier("house", "check", trap, "--trust", trap)
    assert (trap.parent / "ran").exists()
    assert (done.returncode, "does not say GAME, WAGERS, PAYS" in done.stdout) == (1, True)


def test_checking_a_plan_runs_no_code_of_its_house(trap: Path) -> None:
    """A plan names its house, but only the operator trusts it."""
    plan = trap.parent / "plan.toml"
    text = croupier("plans", "show", "flat-red").stdout
    plan.write_text(text.replace('house = "colorado-double-zero"', 'house = "house.toml"'), encoding="utf-8")
    assert 'house = "house.toml"' in plan.read_text(encoding="utf-8")
    for verb in ("check", "show"):
        done = croupier("plans", verb, plan)
        assert not (trap.parent / "ran").exists(), "code of the house ran"
        assert done.returncode
        assert "--trust" in done.stdout + done.stderr
    croupier("plans", "check", plan, "--trust", trap)
    assert (trap.parent / "ran").exists()


# Size -------------------------------------------------------------------------------------------------------
LONG = {
    "200,000 tables": "".join(f"[t{each}]\n" for each in range(200_000)),
    "tables within the size": "".join(f"[t{each}]\n" for each in range(28_000)),
    "lists of tables": "[[variations]]\n" * 17_000,
    "a dotted key": ".".join("a" * 100_000) + " = 1",
    "a long header": "[" + " " * 200_000 + "x",
    "a long key": "a . " * 60_000,
    "nested": "a = " + "[" * 100_000,
    "a long number": "window = 0x" + "f" * 100_000,
    "a long text": 'title = "' + "x" * 200_000 + '"',
}


@pytest.mark.parametrize("what", LONG)
@pytest.mark.parametrize("kind", ["house", "plans"])
def test_a_large_file_is_refused_in_a_second(tmp_path: Path, what: str, kind: str) -> None:
    """In a process of its own, which is killed after ten seconds; Python starts in that time too."""
    file = tmp_path / "large.toml"
    file.write_text(LONG[what], encoding="utf-8")
    begun = time.perf_counter()
    done = subprocess.run([CROUPIER, kind, "check", file], capture_output=True, text=True, timeout=10, check=False)
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
    assert len(done.stdout) + len(done.stderr) < 1000 * (MOST_FAULTS + 5)
    assert time.perf_counter() - begun < 6
    assert (len(LONG[what]) <= MOST_BYTES) or "more than 256 KiB" in done.stderr


@pytest.mark.parametrize(
    "number", ["10_000_000_000", "0x" + "f" * 20_000, '"1' + "0" * 900 + '"', "-1", "1e400", "inf"]
)
def test_numbers_have_bounds(tmp_path: Path, number: str) -> None:
    """An amount, a whole number, and odds."""
    text = PRESET.read_text(encoding="utf-8").partition("[limits")[0]
    file = tmp_path / "house.toml"
    file.write_text(f"{text}\n[limits.default]\nmin = 1\nmax = {number}\n", encoding="utf-8")
    done = croupier("house", "check", file)
    assert (done.returncode, "Traceback" in done.stderr) == (1, False)
    assert "limits.default.max" in done.stdout
    assert len(done.stdout) < 3000
    assert f"{MOST_NUMBER:,}" in done.stdout or number in ("-1", "1e400", "inf")


# Characters -------------------------------------------------------------------------------------------------
EVIL = "\x1b]0;owned\x07\x1b[2J\u202e\x9b31m\x00"


@pytest.mark.parametrize(
    "text",
    [
        'title = "{}"',
        '"{}" = 1',
        '[side_bets."{}"]',
        'game = "{}"',
        '[chips]\ncolors = {{ 1 = "{}" }}',
        'rulebook = "{}"',
    ],
)
def test_control_characters_are_never_printed(tmp_path: Path, text: str) -> None:
    """Neither as text nor as JSON, from values, keys and names of files."""
    escaped = "".join(f"\\u{ord(each):04x}" if not each.isprintable() else each for each in EVIL)
    file = tmp_path / f"h\x1b[31m\u202e{len(text)}.toml"
    file.write_text(text.format(escaped) + "\n" + PRESET.read_text(encoding="utf-8"), encoding="utf-8")
    for words in (
        ("house", "check", file),
        ("house", "check", file, "--json"),
        ("house", "show", file),
        ("plans", "check", file),
    ):
        done = croupier(*words)
        assert done.returncode
        said = done.stdout + done.stderr
        assert said.replace("\n", "").isprintable(), ascii(said)


def test_words_of_the_command_line_are_not_printed_raw() -> None:
    """Of croupier's own messages."""
    for words in (
        ("play", "craps", "--house", EVIL.replace("\0", "")),
        ("audit", "--db", "x\x1b[2J"),
        ("verify-round", "\x1b[2J"),
    ):
        done = croupier(*words)
        assert (done.returncode, "\x1b" in done.stdout + done.stderr) == (2, False)


def test_visible_keeps_what_can_be_seen() -> None:
    """Letters of any language, and no other."""
    assert visible("Zürich 東京 £5 – ok") == "Zürich 東京 £5 – ok"
    assert visible(EVIL).isprintable()


# Passwords --------------------------------------------------------------------------------------------------
SECRETS = [
    "s3cr3t", "s3cr3t@x", "s3cr3t/x", "s3cr3t:x", "s3cr3t?x=1", "s3cr3t#x", "s3cr3t%", "s3cr3t%zz", "s3cr3t&a=b",
    "s3cr3t\nx", "@s3cr3t@", "/s3cr3t",
    "s3cr3t%00", "[s3cr3t]", "s3cr3t,x", "s3cr3t x", "%73%33cr3t", "s3cr3t\x1b[2J",
]  # fmt: skip
FORMS = [
    "postgresql://me:{}@127.0.0.1:1/db", "postgresql://127.0.0.1:1/db?user=me&password={}", "postgresql://me:{}",
    "postgresql://:{}@127.0.0.1:1", "postgresql:///db?host=127.0.0.1&port=1&pass%77ord={}", "postgresql://127.0.0.1:1/db?sslpassword={}",
    "postgresql://me:{}@127.0.0.1:{}/db", "postgres://me:{}@127.0.0.1/db",
]  # fmt: skip


@pytest.mark.parametrize("form", FORMS)
def test_a_password_never_appears(form: str) -> None:
    """Not in what is shown of a URL, and not in an error or its causes, whatever characters it has."""
    for secret in SECRETS:
        url = form.replace("{}", secret)
        with pytest.raises(CannotOpen) as failed:
            stores.open(url)
        causes: list[BaseException | None] = [failed.value]
        while causes[-1] is not None:
            causes.append(
                causes[-1].__cause__ or (None if causes[-1].__suppress_context__ else causes[-1].__context__)
            )
        for said in (stores.shown(url), *map(str, causes)):
            assert "cr3t" not in said, (url, said)


def test_a_password_never_appears_on_the_command_line() -> None:
    """In no message of a command that takes a store."""
    for secret in ("s3cr3t", "s3cr3t@x", "s3cr3t%"):
        url = f"postgresql://me:{secret}@127.0.0.1:1/db"
        for words in (
            ("audit", "--db", url),
            ("export", "--db", url, "--out", "x"),
            ("serve", "--no-browser", "--db", url),
            ("recover", "--db", url),
            ("rekey", "--by", "Kim Lee", "--licence", "1", "--reason", "lost", "--db", url),
        ):
            done = croupier(*words)
            assert (done.returncode, "cr3t" in done.stdout + done.stderr) == (2, False), done.stderr
