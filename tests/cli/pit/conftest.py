"""A house that was opened by the example's script, for the tests of `croupier pit`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.pit.command import Shop, copied, opened


@pytest.fixture(scope="package")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Shop:
    """A house after the opening script; only for reading."""
    return opened(tmp_path_factory.mktemp("house"))


@pytest.fixture
def shop(begun: Shop, tmp_path: Path) -> Shop:
    """A house of its own after the opening script."""
    return copied(begun, tmp_path)
