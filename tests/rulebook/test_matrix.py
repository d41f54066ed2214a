"""The compliance matrix is honest: statuses of a paragraph's own text, headings apart, tests that exist."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import zipfile
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hatchling.builders.wheel import WheelBuilder

from croupier import rulebook
from croupier.documents.compliance import fidelity, matrix
from tests.support import named_tests
from tests.support.command import croupier

ROOT = Path(__file__).parents[2]
ROWS = matrix.rows()
LEAF = rulebook.paragraphs()["30-2205(4)"]


# Statuses -------------------------------------------------------------------------------------------------
def test_met_needs_code_and_a_test() -> None:
    assert matrix.status(LEAF, code=True, tested=True) == "met"
    assert matrix.status(LEAF, code=True, tested=False) == "planned"
    assert matrix.status(LEAF, code=False, tested=True) == "planned"


def test_missing_words_make_it_partly_or_planned() -> None:
    assert matrix.status(replace(LEAF, partly="the wave"), code=True, tested=True) == "partly"
    assert matrix.status(replace(LEAF, partly="the wave"), code=True, tested=False) == "planned"
    assert matrix.status(replace(LEAF, planned="the wave"), code=True, tested=True) == "planned"


def test_a_heading_that_ends_with_its_title_is_counted_apart() -> None:
    heading = replace(LEAF, kind=None, heading="title")
    assert matrix.status(heading, code=False, tested=False) == "by-its-children"
    assert matrix.status(heading, code=True, tested=True) == "by-its-children"


def test_children_say_nothing_about_a_heading_that_goes_on() -> None:
    heading = rulebook.paragraphs()["47.1-2304(1)"]
    below = [rulebook.paragraphs()[each] for each in matrix.children(heading.id)]
    assert {matrix.status(each, code=True, tested=True) for each in below} == {"met"}
    assert matrix.status(heading, code=False, tested=True) == "planned"
    assert matrix.status(heading, code=True, tested=True) == "met"


def test_every_paragraph_has_one_status_of_five() -> None:
    count = Counter(row.status for row in ROWS)
    assert set(count) <= set(matrix.STATUSES)
    assert sum(count.values()) == 608
    assert count["deleted"] == 6
    assert count["by-its-children"] == sum(row.heading == "title" for row in ROWS)


def test_the_paragraphs_with_others_under_them_are_the_headings_and_have_no_kind() -> None:
    headings = {row.id for row in ROWS if row.heading is not None}
    assert headings == {row.id for row in ROWS if matrix.children(row.id)}
    deleted = {row.id for row in ROWS if row.status == "deleted"}
    assert {row.id for row in ROWS if row.kind is None} == headings | deleted


def test_what_is_declared_as_missing_is_missing_beside_code_and_tests() -> None:
    """Without them a paragraph is planned anyway, so that the declaration says nothing."""
    stale = [row.id for row in ROWS if row.status == "planned" and rulebook.paragraphs()[row.id].partly]
    assert stale == []
    assert [row.id for row in ROWS if row.status == "partly" and not row.missing] == []


def test_a_planned_paragraph_says_what_is_missing_and_in_which_step_it_comes() -> None:
    """Nothing is planned silently: what has no code or no test says so in the rulebook."""
    silent = [
        row.id for row in ROWS if row.status == "planned" and not re.search(r"\(step 1[0-7]\)$", row.missing or "")
    ]
    assert silent == []


# The list of tests ----------------------------------------------------------------------------------------
def test_the_list_names_the_citing_tests_of_the_suite(tmp_path: Path) -> None:
    """It is compared with what pytest collects: nothing has to run."""
    made = tmp_path / "matrix.json"
    words = ("-m", "pytest", "--collect-only", "-q", "-n", "0", "-p", "no:cacheprovider", f"--matrix={made}", "tests")
    ran = subprocess.run([sys.executable, *words], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stdout[-2000:] + ran.stderr[-2000:]
    collected = json.loads(made.read_text(encoding="utf-8"))["tests"]
    listed = matrix.report().tests
    differ = sorted(key for key in collected.keys() | listed.keys() if collected.get(key) != listed.get(key))
    assert differ == [], "run `make matrix`"


def test_the_list_is_of_a_commit_of_this_history() -> None:
    commit = matrix.report().commit
    assert re.fullmatch(r"[0-9a-f]{40}", commit)
    if not (ROOT / ".git").exists():
        pytest.skip("there is no history beside this copy")
    ran = subprocess.run(["git", "rev-parse", "--is-shallow-repository"], cwd=ROOT, capture_output=True, check=True)
    if ran.stdout.strip() == b"true":
        pytest.skip("the history of this clone is cut off")
    ran = subprocess.run(["git", "merge-base", "--is-ancestor", commit, "HEAD"], cwd=ROOT, check=False)
    assert ran.returncode == 0, f"{commit} is not in the history: run `make matrix`"


def test_the_list_is_in_every_wheel() -> None:
    files = {each.distribution_path for each in WheelBuilder(str(ROOT)).recurse_included_files()}
    assert "croupier/rulebook/matrix.json" in files
    if (ROOT / ".git").exists():
        ran = subprocess.run(["git", "check-ignore", "-q", str(matrix.MATRIX)], cwd=ROOT, check=False)
        assert ran.returncode == 1, "matrix.json is ignored, so no commit contains it"


def test_a_wheel_lists_every_paragraph_wherever_it_runs(tmp_path: Path) -> None:
    (wheel,) = WheelBuilder(str(ROOT)).build(directory=str(tmp_path), versions=["standard"])
    with zipfile.ZipFile(wheel) as packed:
        packed.extractall(tmp_path / "installed")
    where = {**os.environ, "PYTHONPATH": str(tmp_path / "installed")}
    words = (sys.executable, "-m", "croupier", "rules")
    printed = [
        subprocess.run((*words, *more), cwd=tmp_path, env=where, capture_output=True, text=True, check=True).stdout
        for more in ((), ("--json",))
    ]
    assert matrix.report().commit[:12] in printed[0]
    rows = json.loads(printed[1])
    assert [(row["id"], row["tests"]) for row in rows] == [(row.id, row.tests) for row in ROWS]
    assert len(rows) == 608


# What people read -----------------------------------------------------------------------------------------
def test_the_page_of_verdicts_is_current() -> None:
    assert (ROOT / "docs" / "fidelity.md").read_text(encoding="utf-8") == fidelity.page(), "run `make docs`"


def test_the_page_has_a_verdict_for_602_paragraphs_and_a_test_to_look_at() -> None:
    lines = re.findall(r"^\| (\S+) \| .+ \| (.+) \| (.*) \|$", fidelity.page(), flags=re.MULTILINE)
    listed = {paragraph: (verdict, look) for paragraph, verdict, look in lines if paragraph in rulebook.paragraphs()}
    assert len(listed) == 602
    for paragraph, (verdict, look) in listed.items():
        if verdict.split(":")[0] in ("met", "partly"):
            assert look, paragraph


def test_a_test_that_the_page_of_verdicts_names_exists() -> None:
    assert named_tests.missing((ROOT / "docs" / "fidelity.md").read_text(encoding="utf-8")) == []


def test_rules_counts_headings_apart_and_names_the_commit() -> None:
    printed = croupier("rules").stdout
    said = " ".join(printed.split())
    assert f"608 paragraphs: {fidelity.counted(ROWS)}" in said
    assert matrix.report().commit[:12] in printed


@pytest.mark.parametrize("status", matrix.STATUSES)
def test_rules_filters_by_status(status: matrix.Status) -> None:
    wanted = [row.id for row in ROWS if row.status == status]
    ran = croupier("rules", "--status", status, "--json")
    if not wanted:
        assert ran.returncode != 0
        return
    found = json.loads(ran.stdout)
    assert [row["id"] for row in found] == wanted
    assert {row["status"] for row in found} == {status}


def test_rules_says_what_is_missing() -> None:
    row = next(row for row in ROWS if row.missing)
    assert f"missing: {row.missing}" in croupier("rules", row.id).stdout
