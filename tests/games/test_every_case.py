"""Every case of the casebook, by its paragraph."""

from __future__ import annotations

import pytest

from tests.support import casebook


@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=pytest.mark.cites(*case.cites), id=case.name) for case in casebook.cases()],
)
def test_case(case: casebook.Case) -> None:
    casebook.run(case)
