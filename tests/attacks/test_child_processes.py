"""A folder with modules that are named like standard ones: nothing that Croupier starts there runs them."""

from __future__ import annotations

import ast
import os
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE, Popen

import httpx
import pytest

import croupier
from tests.support.command import CROUPIER
from tests.support.web import short_shift

SOURCE = Path(croupier.__file__).parent
#: Modules that Python, multiprocessing and the worker import when they start.
NAMES = ("queue", "pickle", "multiprocessing", "signal", "concurrent", "numba", "json", "random", "threading")
#: Names whose use starts a process; `child.py` is the place that makes the command.
_STARTS = {"Popen", "system", "popen", "posix_spawn", "create_subprocess_exec", "create_subprocess_shell"}
#: Calls that start Python some other way, and must not be used at all.
_NEVER = ("sys.executable", "get_context('spawn')", "set_start_method", "os.fork", "os.exec", "os.spawn", "runpy")


@pytest.fixture
def trap(tmp_path: Path) -> Path:
    """A folder whose modules leave a mark when somebody imports them."""
    folder = tmp_path / "trap"
    folder.mkdir()
    for name in NAMES:
        mark = f"open({str(tmp_path / 'ran')!r}, 'a').write({name!r} + '\\n')\n"
        (folder / f"{name}.py").write_text(f"{mark}raise SystemExit('a module of the current folder runs')\n")
    return folder


def _unharmed(trap: Path) -> None:
    ran = trap.parent / "ran"
    assert not ran.exists(), f"modules of the current folder ran: {ran.read_text(encoding='utf-8')}"


@pytest.mark.parametrize("words", [[CROUPIER], [sys.executable, "-m", "croupier"]], ids=["croupier", "python -m"])
def test_a_server_runs_nothing_of_its_folder(trap: Path, words: list[str]) -> None:
    """Neither its store nor the odds explorer, which start processes."""
    words = [*words, "serve", "--no-browser", "--port", "0", "--db", f"sqlite:///{trap.parent}/pit.db"]
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    environment["PYTHONPATH"] = str(SOURCE.parent)
    with Popen(words, cwd=trap, stdout=PIPE, text=True, env=environment) as process:
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip().rpartition(" ")[2]
            assert address, "it serves"
            assert httpx.get(f"{address}odds", timeout=60).status_code == 200
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(20)
    _unharmed(trap)


#: A program with a second thread: an audit of a long store then starts new processes.
_AUDIT = """
import sys, threading
from croupier.host.audit import run
if __name__ == "__main__":
    run.PARALLEL_FROM = 0
    threading.Thread(target=threading.Event().wait, daemon=True).start()
    print(run.audit_place(sys.argv[1]).fault)
"""


def test_an_audit_on_all_cores_runs_nothing_of_its_folder(trap: Path, tmp_path: Path) -> None:
    """Processes of multiprocessing start with a command that Croupier does not make."""
    program, db = tmp_path / "programs" / "audit.py", f"sqlite:///{tmp_path}/shift.db"
    program.parent.mkdir()
    program.write_text(_AUDIT, encoding="utf-8")
    from croupier import store as stores
    from croupier.host import export

    with short_shift() as shift, stores.open(db) as store:
        export.copy(shift, store)
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONSAFEPATH"}
    done = subprocess.run(
        [sys.executable, str(program), db], cwd=trap, capture_output=True, text=True, check=False, timeout=100,
        env=environment | {"PYTHONPATH": str(SOURCE.parent)},
    )  # fmt: skip
    _unharmed(trap)
    assert done.stdout == "None\n", done.stderr


def test_nobody_else_starts_python() -> None:
    """Every process is started with the words of `core/child.py`, or is no Python."""
    wrong = []
    for path in SOURCE.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        tree = ast.parse(text)
        if path != SOURCE / "core" / "child.py":
            plain = ast.unparse(tree)
            wrong += [f"{path}: {each}" for each in _NEVER if each in plain]
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and _starts(ast.unparse(node.func)):
                made = ast.unparse(node.args[0])
                safe = "python(" in made or (made == "words" and "words = python(" in text)
                wrong += [] if safe else [f"{path}: {made}"]
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("LocalCluster"):
                wrong += [] if "    spawning()\n" in text else [f"{path}: a cluster without spawning()"]
    assert not wrong


def _starts(name: str) -> bool:
    return name.rpartition(".")[2] in _STARTS or name.startswith("subprocess.")
