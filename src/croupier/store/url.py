"""URLs of PostgreSQL databases: which are read, and what of them may be printed. A password never is."""

from __future__ import annotations

import re
from urllib.parse import unquote

from croupier.store.errors import CannotOpen

SCHEME = "postgresql://"
_HOST = r"(?:[A-Za-z0-9._-]|%[0-9A-Fa-f]{2})*|\[[0-9A-Fa-f:.]+\]"
#: Stricter than PostgreSQL's own reader, whose errors quote what it does not understand: perhaps part of a password.
_URL = re.compile(
    rf"{SCHEME}(?:(?P<user>[^:@/?#\s]*)(?::[^@/\s]*)?@)?(?P<at>(?:{_HOST})(?::[0-9]{{1,5}})?"
    rf"(?:,(?:{_HOST})(?::[0-9]{{1,5}})?)*)(?P<name>/[^/?@\s]*)?(?:\?(?P<query>(?:[^=&]+=[^=&]*&?)*))?"
)
#: Parameters that may be printed.
_OPEN = frozenset({"host", "port", "dbname", "user", "sslmode", "application_name", "connect_timeout"})
_BAD_ESCAPE = re.compile(r"%(?![0-9A-Fa-f]{2})|%00")
HIDDEN = f"{SCHEME}…"


def check(url: str) -> None:
    """Refuse a URL that PostgreSQL might read differently from what its user meant; the message quotes nothing."""
    if not url.isprintable() or _BAD_ESCAPE.search(url) or not _URL.fullmatch(url):
        raise CannotOpen(
            "the PostgreSQL URL cannot be read: write postgresql://USER@HOST/DATABASE, and special characters of a "
            "password as %XX, such as %40 for @, %2F for / and %25 for %"
        )


def shown(url: str) -> str:
    """Return a URL without its password, so that it may be printed.

    >>> shown("postgresql://me:se?cr:et@host/db?sslpassword=secret&sslmode=require")
    'postgresql://me@host/db?sslmode=require'
    >>> shown("postgresql://me:p@ss/word@host/db"), shown("sqlite:///shift.db")
    ('postgresql://…', 'sqlite:///shift.db')
    """
    if not url.startswith("postgres"):
        return url
    found = _URL.fullmatch(url)
    if found is None or not url.isprintable() or _BAD_ESCAPE.search(url):
        return HIDDEN
    pairs = [each for each in (found["query"] or "").split("&") if unquote(each.partition("=")[0]) in _OPEN]
    user = f"{found['user']}@" if found["user"] else ""
    return f"{SCHEME}{user}{found['at']}{found['name'] or ''}" + (f"?{'&'.join(pairs)}" if pairs else "")
