"""`croupier` in this process, and the rows that `croupier odds` has."""

from __future__ import annotations

import json
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from functools import cache
from io import StringIO
from typing import Any

import pytest

from croupier.chain.everything import Question, everything
from croupier.cli import app


@dataclass(frozen=True)
class Done:
    """The result of a command."""

    returncode: int
    stdout: str
    stderr: str


def run(*words: str, columns: int = 80) -> Done:
    """Run `croupier WORDS` on a terminal of this width."""
    code, said, told = 0, StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(said), redirect_stderr(told):
        patch.setenv("COLUMNS", str(columns))
        try:
            app(words)
        except SystemExit as left:
            code = int(left.code or 0)
    return Done(code, said.getvalue(), told.getvalue())


def odds(*words: str) -> tuple[list[dict[str, Any]], str]:
    """The rows of `croupier odds` with these words, and what it writes to standard error."""
    done = run("odds", *words, "--json")
    assert done.returncode == 0, done.stderr
    rows: list[dict[str, Any]] = json.loads(done.stdout)
    return rows, done.stderr


@cache
def every_row() -> list[Question]:
    """Every row of every house."""
    return list(everything())


@cache
def rows_by_name() -> dict[tuple[str, str | None, str, str | None, str], Question]:
    """Every row by what tells it apart: variant, wheel, wager, pay table, and its options as JSON."""
    return {
        (each.house.variant, each.wheel, each.wager.id, each.pay_table, json.dumps(dict(each.options))): each
        for each in every_row()
    }


def with_number(number: str) -> list[Question]:
    """The rows of odds behind a number."""
    return [each for each in every_row() if each.options == {"number": number}]
