"""The built-in plans by name: one TOML file for each in this folder. The modules here declare their kinds.

>>> from croupier.chain import plans
>>> plans.BUILT_IN["martingale"].wagers
frozenset({'red'})
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from croupier.chain.plan import BuiltIn
from croupier.chain.plans.file import faults, find, load, names, read
from croupier.chain.plans.kinds import KINDS

__all__ = ["BUILT_IN", "KINDS", "faults", "find", "load", "names", "read"]


class _BuiltIn(Mapping[str, BuiltIn]):
    """A mapping that reads each plan when it is first used."""

    def __getitem__(self, name: str) -> BuiltIn:
        if name not in names():
            raise KeyError(name)
        return _read(name)

    def __iter__(self) -> Iterator[str]:
        return iter(names())

    def __len__(self) -> int:
        return len(names())


@cache
def _read(name: str) -> BuiltIn:
    return load(name)


BUILT_IN: Mapping[str, BuiltIn] = _BuiltIn()
