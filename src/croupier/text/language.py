"""The languages in which players read Croupier, and the one of the current request or frame.

Only `text` and `web` ask which language is spoken. Rules, games and logs hold facts and English texts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, wraps
from typing import Any, Final, Literal, TypeVar, cast

Language = Literal["en", "es"]

ENGLISH: Final = "en"
#: The languages, each by its own name.
LANGUAGES: Mapping[Language, str] = {"en": "English", "es": "Español"}
_current: ContextVar[Language] = ContextVar("language", default=ENGLISH)
Made = TypeVar("Made", bound=Callable[..., Any])


def current() -> Language:
    """The language of the current request or frame."""
    return _current.get()


@contextmanager
def speaking(language: Language) -> Iterator[None]:
    """Make texts in this language."""
    before = _current.set(language)
    try:
        yield
    finally:
        _current.reset(before)


def known(text: str | None) -> Language | None:
    """A language by its code; None for anything else.

    >>> known("es"), known("fr"), known(None)
    ('es', None, None)
    """
    return cast(Language, text) if text in LANGUAGES else None


def per_language(maxsize: int) -> Callable[[Made], Made]:
    """Remember what a function makes, for each language by itself."""

    def remembering(make: Made) -> Made:
        @lru_cache(maxsize=maxsize * len(LANGUAGES))
        def remembered(language: Language, *about: object) -> object:
            return make(*about)

        @wraps(make)
        def made(*about: object) -> object:
            return remembered(current(), *about)

        vars(made)["cache_clear"] = remembered.cache_clear
        return cast(Made, made)

    return remembering
