"""A recorded shift, its heads and its export."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.host import export
from croupier.store import Head, Store
from tests.support.audited import STREAM
from tests.support.recorded.shift import scripted_shift


@pytest.fixture(scope="module")
def kept() -> Iterator[Store]:
    with scripted_shift(tables=["B6"]) as found:
        yield found


@pytest.fixture(scope="module")
def heads(kept: Store) -> list[Head]:
    return kept.heads(STREAM)


@pytest.fixture
def file(kept: Store, tmp_path: Path) -> Path:
    export.write(kept, tmp_path / "day.export")
    return tmp_path / "day.export"
