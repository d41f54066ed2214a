"""Names of people: when two ways to write a name are of one person, and what a name must not have.

Older versions compared names without case and spacing only. An audit judges a log as they did (`as_before`) where it
differs by the rules of this version, so a log that an older version has made still audits as it did.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

#: Characters that take no width, although their category does not say so: variation selectors and joiners.
_NO_WIDTH = "\u034f\u17b4\u17b5\u180b-\u180f\ufe00-\ufe0f\U000e0100-\U000e01ef"
#: Characters that look like a space and are none: fillers of Hangul, and the empty pattern of Braille.
_BLANK = "\u115f\u1160\u2800\u3164\uffa0"
_ODD, _LOOKS_BLANK = re.compile(f"[{_NO_WIDTH}{_BLANK}]"), re.compile(f"[{_BLANK}]")
#: Control and format characters, surrogates, those for private use, those that do not exist yet, and ends of lines.
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"))
_before: ContextVar[bool] = ContextVar("names as older versions compared them", default=False)


@contextmanager
def as_before() -> Iterator[None]:
    """Compare and accept names as versions before this one did."""
    token = _before.set(True)
    try:
        yield
    finally:
        _before.reset(token)


def same_person(one: str, other: str) -> bool:
    r"""Whether two names are of one person: the same but for case, spacing, encoding and what nobody sees.

    >>> same_person("Jos\u00e9  Roy", "JOSE\u0301 ROY"), same_person("Eve", "\uff25ve\u3164")
    (True, True)
    """
    if one == other or written_alike(one, other):
        return True
    return not _before.get() and form(one) == form(other)


def written_alike(one: str, other: str) -> bool:
    """Whether two names are the same but for case and spacing."""
    return one.casefold().split() == other.casefold().split()


@lru_cache(4096)
def form(name: str) -> str:
    """What all ways to write a name have in common."""
    plain = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    seen = (each for each in _LOOKS_BLANK.sub(" ", plain) if each.isspace() or not _is_unseen(each))
    return " ".join("".join(seen).split())


def unseen(name: str) -> bool:
    """Whether a name has a character that nobody sees. Older versions refused fewer of them."""
    return not _before.get() and any(map(_is_unseen, name))


def _is_unseen(letter: str) -> bool:
    return unicodedata.category(letter) in _UNSEEN or _ODD.match(letter) is not None
