"""Options of the test run, and the citing tests of the compliance matrix, from what pytest collects."""

from __future__ import annotations

import json
import os
import secrets
import subprocess
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from benchmarks.trees import REFERENCE

if TYPE_CHECKING:
    from playwright.sync_api import Browser

    from croupier.floor.crew.paced import Pace
    from tests.support.browser.people import People

settings.register_profile("croupier", derandomize=True, deadline=None, max_examples=60)
settings.register_profile("proof", derandomize=False, deadline=None, max_examples=3000)
settings.load_profile("croupier")

_shares: list[str] = []


@pytest.fixture(autouse=True)
def _own_modules() -> Iterator[None]:
    """What starts processes safely leaves this in the environment; programs of later tests import `tests`."""
    yield
    os.environ.pop("PYTHONSAFEPATH", None)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--matrix", help="write which tests cite which paragraph to this file")
    parser.addoption("--proof", action="store_true", help="run the whole of every large count, with new seeds")
    parser.addoption("--reference", default=REFERENCE, help="the commit whose output this version must give")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """`make proof` draws a new seed for Hypothesis, which every worker uses and the summary prints."""
    if config.getoption("--proof"):
        settings.load_profile("proof")
        if config.option.hypothesis_seed is None:
            config.option.hypothesis_seed = str(secrets.randbits(64))
            _shares.append(
                f"Hypothesis: {settings().max_examples} examples a property, seed {config.option.hypothesis_seed}"
            )


@pytest.fixture(scope="session")
def proof(request: pytest.FixtureRequest) -> bool:
    """Whether this is `make proof`."""
    return bool(request.config.getoption("--proof"))


@pytest.fixture
def share(record_property: Callable[[str, object], None]) -> Callable[[str], None]:
    """Report how much of a large count was run, and from which seed; printed at the end of the run."""
    return lambda text: record_property("share", text)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _shares:
        terminalreporter.section("what was enumerated, and shares of large counts")
        for text in sorted(_shares):
            terminalreporter.write_line(text)


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    if report.when == "call" and report.passed:
        _shares.extend(str(value) for name, value in report.user_properties if name == "share")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Write the citing tests of `croupier rules`. They need not run for it: `make test` fails if one of them does."""
    path = session.config.getoption("--matrix")
    if path is None or hasattr(session.config, "workerinput"):
        return
    citing: dict[str, set[str]] = {}
    for item in session.items:
        for mark in item.iter_markers("cites"):
            for cite in mark.args:
                citing.setdefault(str(cite), set()).add(item.nodeid)
    tests = {cite: sorted(nodes) for cite, nodes in sorted(citing.items())}
    matrix = {"commit": _commit(), "date": datetime.now(UTC).date().isoformat(), "tests": tests}
    Path(path).write_text(json.dumps(matrix, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _commit() -> str | None:
    found = subprocess.run(["git", "rev-parse", "HEAD"], capture_output=True, text=True, check=False)
    return found.stdout.strip() or None


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """One browser for all tests of a file."""
    from tests.support.browser.people import chromium

    with chromium() as found:
        yield found


@pytest.fixture
def people(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[People]:
    """A new demonstration in that browser; afterwards its store is audited."""
    from tests.support.browser.people import PACE

    yield from _people(browser, tmp_path, request, PACE)


@pytest.fixture
def slowly(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[People]:
    """The same with time between the close and the outcome, and between the outcome and the next round."""
    from tests.support.browser.people import SLOWLY

    yield from _people(browser, tmp_path, request, SLOWLY)


def _people(browser: Browser, folder: Path, request: pytest.FixtureRequest, pace: Pace) -> Iterator[People]:
    from tests.support.browser.people import Demonstration, People
    from tests.support.web import check

    tables = getattr(request, "param", ("R00",))
    with Demonstration(f"sqlite:///{folder}/demo.db", *tables, pace=pace) as server:
        found = People(browser, server)
        yield found
        found.close()
        found.server.close()
        check(server.db, *tables)
