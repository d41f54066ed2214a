"""The benchmarks are found in their folder and have one interface; none is run here, since they take long."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import numpy
import pytest

import benchmarks
from benchmarks import Figure, run, side_by_side, trees
from benchmarks.side_by_side import PARTS, Part, Wanted
from benchmarks.trees import CommitMissing

ROOT = Path(__file__).parents[2]
MODULES = sorted(
    {path.stem for path in (ROOT / "benchmarks").glob("*.py")}
    - {"__init__", "__main__", "run", "side_by_side", "trees"}
)


#: What `gpu` does without a GPU: the chains that it plays are made, and a count is compared without python-flint.
PREPARED = """
from benchmarks import gpu
from croupier import chain, sim
from croupier.house import load
for _, plan, _ in gpu.RATES:
    chain.compile(load(plan.house), plan)
made = [gpu.counted(gpu.question(award)) for award in gpu.RARE]
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
def test_the_gpu_benchmark_needs_only_numpy_and_cupy(bare: Path, shown: tuple[str, ...]) -> None:
    """It starts, and says that CuPy is missing."""
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


def test_an_unknown_benchmark_is_reported() -> None:
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


# This version beside an earlier commit ----------------------------------------------------------------------
ITS_OWN = """
from time import perf_counter, sleep
from benchmarks import Figure
TIMES = 1

def its_own():
    began = perf_counter()
    for _ in range(TIMES):
        sleep(0.1)
    return [Figure.at_most("asleep", perf_counter() - began, "s", 1.0, f"{TIMES} times")]
"""


def _figures(unit: str, *values: float) -> list[Figure]:
    return [Figure.at_least("work", value, unit, 0.0) for value in values]


def test_more_a_second_is_faster_and_so_is_less_time() -> None:
    (slow, fast), (short, long) = _figures("commands/s", 100, 150), _figures("ms", 2, 3)
    assert side_by_side.speed(slow, fast) == 1.5
    assert side_by_side.speed(long, short) == 1.5
    with pytest.raises(AssertionError, match="work was in ms, and is in commands/s now"):
        side_by_side.speed(short, fast)


def test_the_median_of_the_pairs_is_what_counts() -> None:
    before, now = _figures("ms", 10, 10, 40, 10, 10), _figures("ms", 11, 10, 44, 100, 8)
    found = side_by_side.compared("settlement", before, now)
    assert (found.name, found.value, found.met) == ("settlement", 10 / 11, True)
    assert found.detail == "0.100 to 1.250 in 5 pairs; medians 10 ms before, 11 ms now"
    assert not side_by_side.compared("settlement", _figures("ms", 10), _figures("ms", 11.2)).met
    assert not side_by_side.compared("commands", _figures("commands/s", 1000), _figures("commands/s", 890)).met


def test_a_figure_is_found_by_its_name_or_in_its_detail() -> None:
    figures = [Figure("memory", 31.0, "KiB", 100.0, met=True, detail="the server 9.8 s and 2.1 s waiting")]
    assert side_by_side.found(Wanted("m", "memory"), figures).value == 31
    told = side_by_side.found(Wanted("m", "memory", r"server ([\d.]+) s"), figures)
    assert (told.value, told.unit) == (9.8, "s")
    with pytest.raises(AssertionError, match="no figure is called 'speed', only"):
        side_by_side.found(Wanted("s", "speed"), figures)
    with pytest.raises(AssertionError, match="is not in 'the server"):
        side_by_side.found(Wanted("m", "memory", r"database ([\d.]+) s"), figures)


def test_a_table_is_opened_by_another_process_and_audited(monkeypatch: pytest.MonkeyPatch) -> None:
    """The benchmarks of the live table, with little to do."""
    table = import_module("benchmarks.table")
    for name, value in {"EVENTS": 300, "BEST_OF": 1, "ROUNDS": 3}.items():
        monkeypatch.setattr(table, name, value)
    opened, audited = table.measure()
    assert int(opened.detail.split(" ")[0]) >= 300
    assert audited.value > 0


@pytest.mark.parametrize("part", [*PARTS, *map(side_by_side.short, PARTS)], ids=lambda part: part.function)
def test_a_part_is_a_function_of_a_benchmark(part: Part) -> None:
    """Its figures and the constants that are set exist under their names."""
    module = import_module(f"benchmarks.{part.module}")
    assert callable(getattr(module, part.function))
    source = inspect.getsource(module)
    assert all(f'"{wanted.name}"' in source for wanted in part.figures)
    assert all(isinstance(getattr(module, name), int | float) for name in part.constants)
    assert not part.processor or hasattr(module, "perf_counter")


@pytest.mark.parametrize("processor", [False, True])
def test_a_tree_measures_itself(tmp_path: Path, processor: bool) -> None:
    """A tree is measured with its own code in a new process, with either clock."""
    (tmp_path / "benchmarks").mkdir()
    (tmp_path / "benchmarks" / "__init__.py").write_text(
        (ROOT / "benchmarks" / "__init__.py").read_text(encoding="utf-8"), encoding="utf-8"
    )
    (tmp_path / "benchmarks" / "conduct.py").write_text(ITS_OWN, encoding="utf-8")
    part = Part("conduct", "its_own", (Wanted("sleep", "asleep"),), 1, processor, {"TIMES": 2})
    (figure,) = side_by_side.taken(tmp_path, part)
    assert (figure.name, figure.detail) == ("asleep", "2 times")
    assert figure.value < 0.15 if processor else figure.value >= 0.2


def test_a_missing_commit_is_reported() -> None:
    with pytest.raises(CommitMissing, match=r"commit 0123abc is not in this checkout: a shallow clone"):
        trees.commit_id("0123abc")
    words = [sys.executable, "-m", "croupier", "bench", "side-by-side", "--reference", "0123abc"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (2, "")
    assert "croupier: commit 0123abc is not in this checkout" in done.stderr


def test_the_reference_is_checked_out_and_removed() -> None:
    try:
        commit = trees.commit_id("HEAD")
    except CommitMissing as missing:
        pytest.skip(f"not checked out: {missing}")
    with trees.reference("HEAD") as path:
        assert (path / "src" / "croupier" / "__init__.py").is_file()
        assert str(path / "src") == trees.environment(path)["PYTHONPATH"].split(os.pathsep)[0]
        kept = subprocess.run(["git", "worktree", "list"], cwd=ROOT, capture_output=True, text=True, check=True)
        assert f"{path} " in kept.stdout
        assert commit[:7] in kept.stdout
    assert not path.exists()
    kept = subprocess.run(["git", "worktree", "list"], cwd=ROOT, capture_output=True, text=True, check=True)
    assert str(path) not in kept.stdout
