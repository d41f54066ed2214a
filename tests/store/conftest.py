"""A store of every kind."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.stores import APART, LASTING, PLACES, chosen


@pytest.fixture(params=PLACES + APART)
def url(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    return chosen(request, tmp_path, monkeypatch)


@pytest.fixture(params=LASTING + APART)
def lasting(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    return chosen(request, tmp_path, monkeypatch)
