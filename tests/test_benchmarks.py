"""The benchmarks are found by their folder and speak one interface; none is run here, they take their time."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
from pathlib import Path

import numpy
import pytest

import benchmarks
from benchmarks import Figure, run

ROOT = Path(__file__).parent.parent
MODULES = sorted(
    {path.stem for path in (ROOT / "benchmarks").glob("*.py")}
    - {"__init__", "__main__", "run", "web_client", "web_server"}
)


#: What `gpu` does without a GPU: the chains that it plays are made, and a count is compared without python-flint.
PREPARED = """
from benchmarks import gpu
from croupier import chain, sim
from croupier.house import load
for _, plan, _ in gpu.RATES:
    chain.compile(load(plan.house), plan)
made = [gpu.counted(gpu._question(*rare)) for _, *rare in gpu.RARE]
assert gpu.zscore(made[0], None) is None
"""


def test_every_module_of_the_folder_is_a_benchmark() -> None:
    assert run.names() == MODULES
    assert "odds" in MODULES


@pytest.mark.parametrize("name", MODULES)
def test_a_benchmark_says_what_it_is_and_measures(name: str) -> None:
    module = run.load(name)
    assert name == module.NAME
    assert run.summary(name) == (inspect.getdoc(module) or "").splitlines()[0]
    assert not inspect.signature(module.measure).parameters
    assert inspect.signature(module.measure).return_annotation == "list[Figure]"


@pytest.fixture(scope="module")
def bare(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A Python with numpy and nothing else, as on a machine that is lent for its GPU."""
    folder = tmp_path_factory.mktemp("bare")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    (packages,) = (folder / "lib").glob("python*/site-packages")
    for each in Path(numpy.__file__).parent.parent.glob("numpy*"):
        (packages / each.name).symlink_to(each)
    return folder / "bin" / "python"


def _bare(bare: Path, *words: str) -> subprocess.CompletedProcess[str]:
    given = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    given |= {"PYTHONPATH": str(ROOT / "src"), "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([str(bare), *words], cwd=ROOT, env=given, capture_output=True, text=True, check=False)


def test_nothing_but_numpy_is_there(bare: Path) -> None:
    code = (
        "import sys, numpy; from importlib.util import find_spec; print(*[x for x in sys.argv[1:] if find_spec(x)])"
    )
    needed = "apsw msgspec rich cyclopts numba flint polars starlette cupy".split()
    done = _bare(bare, "-c", code, *needed)
    assert (done.stdout, done.stderr) == ("\n", "")


@pytest.mark.parametrize("shown", [(), ("--json",)])
def test_the_gpu_is_measured_where_nothing_but_numpy_and_cupy_is(bare: Path, shown: tuple[str, ...]) -> None:
    """It starts, and asks for CuPy with a sentence."""
    done = _bare(bare, "-m", "benchmarks", "gpu", *shown)
    assert (done.returncode, done.stderr) == (0, "")
    assert "not measured: the backend cuda needs CuPy, which is not installed: install croupier[cuda]" in done.stdout


def test_what_the_gpu_plays_is_made_with_numpy_alone(bare: Path) -> None:
    done = _bare(bare, "-c", PREPARED)
    assert (done.returncode, done.stderr) == (0, "")


def test_help_lists_every_benchmark_and_imports_none(bare: Path) -> None:
    done = _bare(bare, "-m", "benchmarks", "--help")
    assert (done.returncode, done.stderr) == (0, "")
    for name in MODULES:
        assert f"  {name} " in done.stdout
        assert run.summary(name) in done.stdout


def test_a_figure_meets_its_target_from_the_right_side() -> None:
    assert Figure.at_most("seconds", 5.0, "s", 5.0).met
    assert not Figure.at_most("seconds", 5.1, "s", 5.0).met
    assert Figure.at_least("rounds", 2e9, "1/s", 1e9).met
    assert not Figure.at_least("rounds", 1e8, "1/s", 1e9).met


def test_figures_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    quick, slow = Figure.at_most("quick", 1.5, "s", 2.0, "as said"), Figure.at_least("slow", 3.0, "1/s", 4.0)
    run.show([("two", quick), ("two", slow)], json=True)
    told = json.loads(capsys.readouterr().out)
    said = {"name": "quick", "value": 1.5, "unit": "s", "target": 2.0, "met": True, "detail": "as said"}
    assert told[0] == {"benchmark": "two", **said}
    assert not told[1]["met"]
    run.show([("two", quick), ("two", slow)])
    table = capsys.readouterr().out
    assert "1.5 s" in table
    assert "4 1/s" in table


def test_an_unknown_name_is_said() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "benchmarks", "ods"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "no benchmark is called 'ods': did you mean 'odds'?" in done.stderr


@pytest.mark.skipif(not hasattr(os, "sched_getaffinity"), reason="this system cannot pin a process")
def test_one_core_is_given_back() -> None:
    before = os.sched_getaffinity(0)
    with benchmarks.cores(1):
        assert len(os.sched_getaffinity(0)) == 1
    assert os.sched_getaffinity(0) == before
