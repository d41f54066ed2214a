"""Fixtures that several tests of pages share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from croupier.store import Store
from tests.support.web import SLOW, Server, short_shift


@pytest.fixture(scope="module")
def played() -> Iterator[Store]:
    """One for all tests of this folder."""
    with short_shift() as kept:
        yield kept


@pytest.fixture(scope="module")
def slow(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Tables whose betting stays open, with eight places each."""
    folder = tmp_path_factory.mktemp("slow")
    with Server(f"sqlite:///{folder / 'pit.db'}", "R00", "C1", pace=SLOW, places=8) as running:
        yield running
