"""`croupier simulate` as people use it: real runs, files, interrupts and refused input."""

from __future__ import annotations

import csv
import doctest
import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import polars
import pytest

from croupier import chain
from croupier.cli.progress import shown
from croupier.cli.simulate.command import simulate

KEYS = "rounds seed backend device net_cents wagered_cents mean exact z rounds_per_second".split()
CRAPS = "pass-odds-place-6-8"

Run = Callable[..., dict[str, Any]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Simulate in this process, and return the JSON."""

    def go(*plans: str, **how: Any) -> dict[str, Any]:
        simulate(*plans, **how, json=True)
        found = json.loads(capsys.readouterr().out)
        assert isinstance(found, dict)
        return found

    return go


def _command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "croupier", "simulate", *arguments]


def test_a_real_run() -> None:
    done = subprocess.run(_command(CRAPS, "--rounds", "1e6", "--seed", "7", "--json"), capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert all("rounds/s" in line for line in done.stderr.splitlines()), "nothing but progress, on a slow machine"
    found = json.loads(done.stdout)
    assert set(KEYS) <= set(found)
    assert (found["rounds"], found["seed"], found["backend"], found["complete"]) == (1_000_000, 7, "cpu", True)
    assert found["mean"] == found["net_cents"] / 1_000_000
    assert found["exact_fraction"] == "-60200/5013"
    assert found["exact"] == -60200 / 5013
    assert abs(found["z"]) < 4
    assert abs(found["edge"] - found["edge_exact"]) < 0.01
    assert found["rounds_per_second"] > 0


def test_the_same_seed_gives_the_same_total(run: Run) -> None:
    one, two = (run("iron-cross", rounds="300_000", seed="5", threads=threads) for threads in ("1", "2"))
    other = run("iron-cross", rounds="3e5", seed="6")
    assert [one[key] for key in ("rounds", "net_cents", "wagered_cents", "z")] == [
        two[key] for key in ("rounds", "net_cents", "wagered_cents", "z")
    ]
    assert one["net_cents"] != other["net_cents"]


def test_a_fresh_seed_can_be_used_again(run: Run) -> None:
    drawn, again = run("flat-red", rounds="10000"), run("flat-red", rounds="10000")
    assert drawn["seed"] != again["seed"]
    assert run("flat-red", rounds="10000", seed=str(drawn["seed"]))["net_cents"] == drawn["net_cents"]


def test_sessions(run: Run) -> None:
    found = run("flat-red", sessions="20000", bankroll="50", goal="100", max_rounds="200", seed="1")
    assert set(KEYS) <= set(found)
    assert (found["sessions"], found["bankroll"], found["goal"], found["max_rounds"]) == (20_000, 5000, 10000, 200)
    assert sum(end["sessions"] for end in found["ends"].values()) == 20_000
    for end in ("goal", "ruin"):
        assert (
            abs(found["ends"][end]["rate"] - found["ends"][end]["exact"]) < 4 * found["ends"][end]["standard_error"]
        )
    assert found["z"] == found["result"]["z"]
    assert found["mean"] == found["net_cents"] / found["rounds"]
    assert found["exact"] == -1000 / 19
    assert found["wagered_cents"] == 1000 * found["rounds"]
    assert list(found["result"]["percentiles"]) == ["1", "5", "25", "50", "75", "95", "99"]
    assert found["result"]["percentiles"]["1"] == -5000
    assert found["drawdown"]["percentiles"]["99"] > 5000


def test_plans_on_the_same_dice(run: Run) -> None:
    both = run("flat-red", "martingale", rounds="50000", seed="3")
    assert (both["seed"], [each["plan"] for each in both["plans"]]) == (3, ["flat-red", "martingale"])
    assert both["plans"][0]["net_cents"] == run("flat-red", rounds="50000", seed="3")["net_cents"]


def test_another_house(run: Run) -> None:
    found = run("flat-red", house="colorado-single-zero", rounds="10000", seed="1")
    assert found["exact_fraction"] == "-500/37", "half of it comes back on a zero"


def test_a_plan_file(run: Run, tmp_path: Path) -> None:
    built_in = Path(chain.plans.__file__).with_name("flat-red.toml").read_text(encoding="utf-8")
    mine = tmp_path / "mine.toml"
    mine.write_text(built_in.replace('"flat-red"', '"my-red"'), encoding="utf-8")
    found = run(str(mine), rounds="10000", seed="1")
    assert found["plan"] == "my-red"
    assert found["net_cents"] == run("flat-red", rounds="10000", seed="1")["net_cents"]


def _wait_for(path: Path, process: subprocess.Popen[str]) -> None:
    for _ in range(600):
        if path.exists():
            return
        assert process.poll() is None, process.communicate()
        time.sleep(0.05)
    pytest.fail(f"no {path} within 30 s")


def test_an_interrupted_run_writes_its_report_and_checkpoint(tmp_path: Path) -> None:
    """After a SIGINT the process reports what was done, writes its report and leaves a checkpoint."""
    kept, report = tmp_path / "run.json", tmp_path / "part.json"
    asked = (CRAPS, "--rounds", "3e10", "--seed", "11", "--checkpoint", str(kept), "--out", str(report), "--json")
    with subprocess.Popen(_command(*asked), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        _wait_for(kept, process)
        process.send_signal(signal.SIGINT)
        out, said = process.communicate(timeout=60)
    assert process.returncode == 130
    assert said == f"croupier: stopped before the end; continue with --resume {kept}\n"
    part = json.loads(out)
    assert part == json.loads(report.read_text())
    assert not part["complete"]
    assert 0 < part["rounds"] < part["rounds_asked"] == 30_000_000_000
    assert part["mean"] == part["net_cents"] / part["rounds"]
    assert 0 < json.loads(kept.read_text())["totals"]["rounds"] <= part["rounds"]


def test_interrupted_and_resumed_to_the_same_total(run: Run, tmp_path: Path) -> None:
    kept = tmp_path / "run.json"
    asked = (CRAPS, "--rounds", "1e9", "--seed", "11", "--threads", "1", "--checkpoint", str(kept))
    with subprocess.Popen(_command(*asked), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        _wait_for(kept, process)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "stopped after " in out
    before = json.loads(kept.read_text())["totals"]["rounds"]
    found = run(CRAPS, resume=kept)
    assert 0 < before < found["rounds"] == 1_000_000_000
    assert found["complete"]
    whole = run(CRAPS, rounds="1e9", seed="11")
    assert {key: found[key] for key in ("seed", "rounds", "net_cents", "wagered_cents", "stdev", "z")} == {
        key: whole[key] for key in ("seed", "rounds", "net_cents", "wagered_cents", "stdev", "z")
    }
    again = run(CRAPS, resume=kept)
    assert (again["net_cents"], again["rounds_per_second"]) == (whole["net_cents"], None)


REFUSED: list[tuple[dict[str, Any], str]] = [
    ({"rounds": "1.5"}, "--rounds: a whole number"),
    ({"rounds": "-3"}, "--rounds: a whole number"),
    ({"rounds": "0"}, "--rounds: a whole number"),
    ({"rounds": "1e-3"}, "--rounds: a whole number"),
    ({"rounds": "nan"}, "not 'nan'"),
    ({"rounds": "1e999999999"}, "--rounds: a whole number"),
    ({"rounds": "many"}, "not 'many'"),
    ({"sessions": "2.5", "bankroll": "100"}, "--sessions: a whole number"),
    ({"sessions": "10"}, "needs a bankroll"),
    ({"sessions": "10", "rounds": "10", "bankroll": "100"}, "either rounds or sessions"),
    ({"sessions": "10", "bankroll": "100", "goal": "50"}, "is not above the bankroll"),
    ({"sessions": "10", "bankroll": "5"}, "does not cover"),
    ({"bankroll": "100"}, "--sessions 1e6"),
    ({"rounds": "10", "goal": "100"}, "for sessions"),
    ({"rounds": "10", "seed": "-1"}, "--seed: a whole number"),
    ({"rounds": "10", "seed": str(2**64)}, "--seed: a whole number"),
    ({"rounds": "10", "threads": "0"}, "--threads: a whole number"),
    ({"rounds": "10", "cluster": "tcp://127.0.0.1:1"}, "tcp://127.0.0.1:1"),
    ({"rounds": "10", "cluster": "tcp://127.0.0.1:1", "backend": "cpu"}, "for the backend dask"),
    ({"rounds": "10", "house": "colorado-craps"}, "does not offer red"),
    ({"rounds": "10", "house": "nowhere"}, "nowhere"),
    ({"rounds": "10", "out": (Path("report.docx"),)}, "let the name end in .html, .png"),
    ({"rounds": "10", "out": (Path("/no/such/folder/a.csv"),)}, "there is no folder"),
    ({"rounds": "10", "checkpoint": Path("/no/such/folder/a.json")}, "--checkpoint: cannot write"),
    ({"rounds": "10", "resume": Path("/no/such/file.json")}, "/no/such"),
]


@pytest.mark.parametrize(
    ("how", "says"), REFUSED, ids=[f"{next(iter(how))}-{at}" for at, (how, _) in enumerate(REFUSED)]
)
def test_impossible_arguments_are_refused_before_anything_is_written(
    how: dict[str, Any], says: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    with pytest.raises(SystemExit) as stopped:
        simulate("flat-red", **{"out": (tmp_path / "report.html",), **how})
    out, said = capsys.readouterr()
    assert (stopped.value.code, out) == (2, "")
    assert says in said
    assert said.startswith("croupier: ")
    assert said.count("\n") == 1
    assert not list(tmp_path.iterdir())


def test_an_unknown_plan(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as stopped:
        simulate("iron-cros", rounds="10")
    assert stopped.value.code == 2
    assert "did you mean 'iron-cross'?" in capsys.readouterr().err


def test_a_plan_that_is_too_large(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """With a lower limit than the real one, which takes long to reach."""
    monkeypatch.setattr(chain.compile, "__defaults__", (20, None))
    with pytest.raises(SystemExit) as stopped:
        simulate("three-point-molly", rounds="10")
    out, said = capsys.readouterr()
    assert (stopped.value.code, out) == (2, "")
    assert "three-point-molly has more than 20 states" in said
    assert "a lower cap, or fewer wagers at a time, makes it smaller" in said


@pytest.mark.parametrize(
    ("damage", "says"),
    [
        (lambda text: "", "no checkpoint of a simulation, or damaged"),
        (lambda text: text[: len(text) // 2], "no checkpoint of a simulation, or damaged"),
        (lambda text: "[1, 2]", "no checkpoint of a simulation, or damaged"),
        (lambda text: "[" * 200_000, "no checkpoint of a simulation, or damaged"),
        (lambda text: text.replace('"rounds": 1000000', '"spins": 1000000', 1), "no checkpoint of a simulation"),
        (lambda text: text.replace('"rounds": 1000000', '"rounds": 1.5', 1), "a whole number"),
        (lambda text: text.replace('"seed": 3', '"seed": "3"'), "a whole number"),
        (lambda text: text.replace('"net": -', '"net": -1'), "do not fit its check"),
        (lambda text: text.replace('"seed": 3', '"seed": 4'), "do not fit its check"),
    ],
)
def test_a_corrupt_checkpoint(
    damage: Callable[[str], str], says: str, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = tmp_path / "run.json"
    run("flat-red", rounds="1e6", seed="3", checkpoint=kept)
    bad = damage(kept.read_text())
    assert bad != kept.read_text()
    kept.write_text(bad)
    with pytest.raises(SystemExit) as stopped:
        simulate("flat-red", resume=kept)
    out, said = capsys.readouterr()
    assert (stopped.value.code, out) == (2, "")
    assert says in said
    assert kept.read_text() == bad, "nothing is written over it"


def test_a_checkpoint_of_something_else(run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "run.json"
    run("flat-red", rounds="1e6", seed="3", checkpoint=kept)
    for plans, how, says in (
        (["james-bond"], {}, "another plan or house"),
        (["flat-red"], {"rounds": "2e6"}, "another number of rounds"),
        (["flat-red"], {"seed": "4"}, "another seed"),
        (["flat-red", "james-bond"], {}, "holds a single plan"),
    ):
        with pytest.raises(SystemExit) as stopped:
            simulate(*plans, **how, resume=kept)  # type: ignore[arg-type]
        assert stopped.value.code == 2
        assert says in capsys.readouterr().err


class _Page(HTMLParser):
    """The text of a page, and the addresses it would load."""

    def __init__(self) -> None:
        super().__init__()
        self.text: list[str] = []
        self.fetched: list[str] = []

    def handle_data(self, data: str) -> None:
        self.text.append(data)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.fetched += [value or "" for name, value in attrs if name in ("src", "href")]


@pytest.mark.parametrize(
    "how", [{"rounds": "200000"}, {"sessions": "3000", "bankroll": "300", "goal": "400", "max_rounds": "50"}]
)
def test_every_file_format_has_the_printed_figures(how: dict[str, str], run: Run, tmp_path: Path) -> None:
    """Every file format has the printed figures."""
    files = {form: tmp_path / f"a.{form}" for form in ("html", "png", "svg", "parquet", "csv", "json")}
    found = run(CRAPS, **how, seed="2", out=tuple(files.values()))
    assert {path.name for path in tmp_path.iterdir()} == {path.name for path in files.values()}
    assert json.loads(files["json"].read_text()) == found
    assert files["png"].read_bytes()[:8] == b"\x89PNG\r\n\x1a\n"
    assert files["svg"].read_text().count("<svg") == 1
    page = _Page()
    page.feed(files["html"].read_text())
    assert all(each.startswith(("data:", "#")) for each in page.fetched), "it opens without a network"
    text = " ".join(page.text)
    assert CRAPS in text
    assert f"{found['z']:+.2f}".replace("-", "−") in text
    rows = list(csv.DictReader(files["csv"].read_text().splitlines()))
    frame = polars.read_parquet(files["parquet"])
    assert len(rows) == len(frame)
    if "rounds" in how:
        assert int(rows[0]["net_cents"]) == frame["net_cents"][0] == found["net_cents"]
        assert float(rows[0]["exact"]) == found["exact"]
    else:
        assert frame["sessions"].sum() == sum(int(row["sessions"]) for row in rows) == 3_000
        assert (frame["sessions"] * frame["net_cents"]).sum() == found["net_cents"]
        assert abs(sum(frame["exact"].to_list()) - 1) < 1e-9


def test_the_output_fits_80_columns(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Within 80 columns, each plan by itself and then side by side."""
    monkeypatch.setenv("COLUMNS", "80")
    simulate("flat-red", "martingale", rounds="100_000", seed="8", out=(tmp_path / "both.html",))
    out = capsys.readouterr().out
    assert "100,000 rounds in 24 streams, seed 8" in out
    assert "net a round" in out
    assert "z = " in out
    assert out.count("martingale") >= 2
    assert f"wrote {tmp_path / 'both.html'}".replace("\n", "") in out.replace("\n", "")
    assert max(map(len, (line for line in out.splitlines() if "wrote" not in line))) <= 80


def test_progress_without_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """A line every ten seconds, with the rate and the time left."""
    monkeypatch.setattr("croupier.cli.progress.EVERY", 0.0)
    with shown("flat-red", "rounds", before=500) as report:
        report(1_000, 4_000)
        report(4_000, 4_000)
    out, said = capsys.readouterr()
    assert out == ""
    assert said.startswith("flat-red: 1,000 of 4,000 rounds, ")
    assert said.endswith(" left\n")
    assert said.count("\n") == 1, "the end needs no line"


def test_the_page_in_docs_runs() -> None:
    page = Path(__file__).parents[2] / "docs" / "simulation.md"
    failed, tried = doctest.testfile(str(page), module_relative=False, encoding="utf-8")
    assert (failed, tried) == (0, 7)
