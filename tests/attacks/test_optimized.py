"""Python under -O leaves assertions out: no command may lose a check or a write by that without saying so."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier import store
from croupier.cli import app
from croupier.floor import demo
from croupier.host.audit import audit_place

ROOT = Path(__file__).parents[2]
HOUSE = str(ROOT / "examples" / "variation" / "house.toml")
#: What an assertion may call: it only reads its arguments.
PURE = {"all", "dict", "get_args", "is_dataclass", "isinstance", "len", "set", "sorted", "str", "sum", "type"}
PURE_METHODS = {"any", "format", "get", "items", "join", "keys", "values"}
#: Functions of Croupier that an assertion may call. A test checks that their source changes nothing.
OWN = {"_laid", "_next", "balance", "counted", "is_count", "is_digest", "is_name", "is_table", "rack"}
#: Parts of an assertion that would have an effect.
EFFECTS = ast.NamedExpr | ast.Await | ast.Yield | ast.YieldFrom | ast.Lambda
#: Statements with an effect outside the function they are in.
CHANGES = ast.Global | ast.Nonlocal | ast.Delete | ast.Import | ast.ImportFrom | ast.With | ast.AsyncWith

SCRIPT = "seat ada 100\nbet ada pass 5\nroll 3-3\nroll 3-3\n"
REFUSED = "run Python without -O"
#: A run of every command that works under -O. Words with a brace are made by the test.
WORKS = {
    "play": ["play", "craps", "--script", "{script}", "--json"],
    "rules": ["rules", "47.1-2304(5)", "--json"],
    "odds": ["odds", "--wager", "fire-bet", "--pay-table", "FB-3", "--json"],
    "hand": ["hand", "--json"],
    "plans": ["plans", "show", "martingale"],
    "session": ["session", "flat-red", "--bankroll", "20", "--max-rounds", "5", "--json"],
    "simulate": ["simulate", "flat-red", "--rounds", "1e3", "--seed", "7"],
    "validate": ["validate", "--wager", "any-seven", "--rounds", "1e3", "--seed", "7", "--json"],
    "verify-round": ["verify-round", "{proof}"],
    "house": ["house", "show", "colorado-craps"],
    "felt": ["felt", "craps"],
    "bench": ["bench", "nothing"],
}
#: A run of every command that refuses: it opens a store, or runs code from outside.
REFUSES = {
    "serve": ["serve", "--port", "0", "--no-browser", "--db", "sqlite:///{new}"],
    "device": ["device", "--folder", "{new}"],
    "keep-anchors": ["keep-anchors", "--out", "{new}", "--port", "0"],
    "demo": ["demo", "--rounds", "1", "--db", "sqlite:///{new}"],
    "import": ["import", "{export}", "--db", "sqlite:///{new}"],
    "audit": ["audit", "--db", "{export}"],
    "audit of a file": ["audit", "--db", "sqlite:///{db}"],
    "books": ["books", "--db", "sqlite:///{db}"],
    "log": ["log", "--db", "sqlite:///{db}"],
    "export": ["export", "--db", "sqlite:///{db}", "--out", "{new}"],
    "upgrade": ["upgrade", "--db", "sqlite:///{db}", "--into", "sqlite:///{new}"],
    "rekey": ["rekey", "--db", "sqlite:///{db}", "--by", "Kim", "--licence", "1", "--reason", "lost"],
    "identity": ["identity", "--db", "sqlite:///{db}"],
    "recover": ["recover", "--db", "sqlite:///{db}"],
    "pit": ["pit", "demo", "--db", "sqlite:///{new}"],
    "pit of a file": ["pit", "people", "--db", "sqlite:///{db}"],
    "a house with code": ["house", "check", HOUSE, "--trust", HOUSE],
}


def _called(node: ast.AST) -> Iterator[str]:
    """The names of what is called in it, methods with a dot; the whole expression where it has no name."""
    for each in ast.walk(node):
        if isinstance(each, ast.Call):
            match each.func:
                case ast.Name(id=name):
                    yield name
                case ast.Attribute(attr=name):
                    yield f".{name}"
                case other:
                    yield ast.unparse(other)


@pytest.fixture(scope="module")
def trees() -> dict[str, ast.Module]:
    """The source of every module, by the name of the module."""
    paths = sorted((ROOT / "src").rglob("*.py"))
    return {_module(path): ast.parse(path.read_text(encoding="utf-8")) for path in paths}


def _module(path: Path) -> str:
    return ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)


def _assertions(trees: dict[str, ast.Module]) -> Iterator[tuple[str, ast.Assert]]:
    for module, tree in trees.items():
        yield from ((module, node) for node in ast.walk(tree) if isinstance(node, ast.Assert))


def test_no_assertion_has_an_effect(trees: dict[str, ast.Module]) -> None:
    allowed = PURE | {f".{name}" for name in PURE_METHODS} | OWN | {f".{name}" for name in OWN}
    for module, node in _assertions(trees):
        place = f"{module}, line {node.lineno}"
        assert not any(isinstance(each, EFFECTS) for each in ast.walk(node)), place
        assert set(_called(node)) <= allowed, f"{place}: call it before the assertion"


def _defined(trees: dict[str, ast.Module], module: str, name: str) -> list[ast.FunctionDef]:
    """The function that a module calls by a name, also if it is imported; for a method, every one of that name."""
    if name.startswith("."):
        nodes = [node for tree in trees.values() for node in ast.walk(tree)]
        return [node for node in nodes if isinstance(node, ast.FunctionDef) and node.name == name[1:]]
    for node in trees[module].body:
        if isinstance(node, ast.FunctionDef) and node.name == name:
            return [node]
        if isinstance(node, ast.ImportFrom) and name in {each.name for each in node.names}:
            return _defined(trees, str(node.module), name)
    raise AssertionError(f"{module} defines no {name}")


def test_a_function_that_an_assertion_calls_changes_nothing(trees: dict[str, ast.Module]) -> None:
    own = {(module, name) for module, node in _assertions(trees) for name in _called(node) if name.strip(".") in OWN}
    functions = [function for module, name in sorted(own) for function in _defined(trees, module, name)]
    assert {function.name for function in functions} == OWN
    for function in functions:
        assert set(_called(function)) <= PURE | {"KeyError", "int", "map", "newest", ".fullmatch", ".rpartition"}
        for node in ast.walk(function):
            assert not isinstance(node, CHANGES), function.name
            if isinstance(node, ast.Attribute | ast.Subscript):
                assert isinstance(node.ctx, ast.Load), f"{function.name} assigns {ast.unparse(node)}"


def _python(*words: str, folder: Path, optimize: str) -> subprocess.CompletedProcess[str]:
    """Run `croupier` with a level of optimization, in a folder of its own."""
    env = {**os.environ, "PYTHONOPTIMIZE": optimize, "XDG_DATA_HOME": str(folder / "data")}
    command = [sys.executable, "-m", "croupier", *words]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env, cwd=folder, timeout=120)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """Files of a small shift: store, export, proof of a round; a script, and a name that is still free."""
    folder = tmp_path_factory.mktemp("made")
    (folder / "script").write_text(SCRIPT)
    db = f"sqlite:///{folder / 'db'}"
    with store.open(db) as kept:
        demo.play(kept, 8, 7, ["B6"])
    found = _python("export", "--db", db, "--out", str(folder / "export"), folder=folder, optimize="")
    assert found.returncode == 0, found.stderr
    found = _python(
        "export", "--db", db, "--proof", "B6/4", "--out", str(folder / "proof"), folder=folder, optimize=""
    )
    assert found.returncode == 0, found.stderr
    return {name: str(folder / name) for name in ("script", "db", "export", "proof", "new")}


def test_every_command_is_run_here() -> None:
    commands = {name for name in app if not name.startswith("-")}
    assert commands - WORKS.keys() - REFUSES.keys() == set()


@pytest.mark.parametrize("name", WORKS)
def test_a_command_gives_the_same_under_o(name: str, made: dict[str, str], tmp_path: Path) -> None:
    words = [word.format_map(made) for word in WORKS[name]]
    plain, optimized = (_python(*words, folder=tmp_path, optimize=level) for level in ("", "1"))
    assert "Traceback" not in optimized.stderr
    assert optimized.returncode == plain.returncode
    if name != "simulate":  # it prints how long it took
        assert optimized.stdout == plain.stdout


@pytest.mark.parametrize("name", REFUSES)
def test_a_command_refuses_under_o_and_changes_nothing(name: str, made: dict[str, str], tmp_path: Path) -> None:
    folder = Path(made["db"]).parent
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    done = _python(*(word.format_map(made) for word in REFUSES[name]), folder=tmp_path, optimize="1")
    assert done.returncode != 0
    assert REFUSED in done.stderr + done.stdout
    assert "Traceback" not in done.stderr
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    assert list(tmp_path.rglob("*.db*")) == []


def test_a_store_is_refused_to_a_library_too(made: dict[str, str]) -> None:
    """A program that uses Croupier as a library cannot write a store without its checks either."""
    for what in ("open('memory:')", "Store(Memory())"):
        code = f"from croupier.store import *; from croupier.store.memory import Memory; {what}"
        done = subprocess.run([sys.executable, "-O", "-c", code], capture_output=True, text=True, check=False)
        assert REFUSED in done.stderr
    assert audit_place(f"sqlite:///{made['db']}").holds
