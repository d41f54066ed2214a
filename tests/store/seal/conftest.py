"""Stores whose rows a test may change."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.store.sql import Tables
from tests.support.stores import LASTING, kept_rows


@pytest.fixture(params=LASTING)
def rows(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Tables]:
    """A storage backend whose rows the test may change without the store noticing."""
    with kept_rows(request.param, tmp_path) as found:
        yield found
