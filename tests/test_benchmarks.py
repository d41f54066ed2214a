"""The benchmarks are found by their folder and speak one interface; none is run here, they take their time."""

from __future__ import annotations

import inspect
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

import benchmarks
from benchmarks import Figure, run

ROOT = Path(__file__).parent.parent
MODULES = sorted(
    {path.stem for path in (ROOT / "benchmarks").glob("*.py")}
    - {"__init__", "__main__", "run", "web_client", "web_server"}
)


def test_every_module_of_the_folder_is_a_benchmark() -> None:
    found = run.benchmarks()
    assert sorted(module.__name__ for module in found.values()) == [f"benchmarks.{name}" for name in MODULES]  # type: ignore[attr-defined]
    assert "odds" in found


@pytest.mark.parametrize("name", run.benchmarks())
def test_a_benchmark_says_what_it_is_and_measures(name: str) -> None:
    module = run.benchmarks()[name]
    assert name == module.NAME
    assert inspect.getdoc(module)
    assert not inspect.signature(module.measure).parameters
    assert inspect.signature(module.measure).return_annotation == "list[Figure]"


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
