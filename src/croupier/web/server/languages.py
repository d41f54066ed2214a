"""The language of a visitor: chosen on a page and kept in a cookie, else as the browser prefers, else English.

The API is English. Only a page that is not English asks for its own language, in the address: a visitor who chooses
another one in a second window does not change what the first one receives.
"""

from __future__ import annotations

from http.cookies import SimpleCookie
from urllib.parse import parse_qsl, quote, urlencode

from starlette.datastructures import Headers
from starlette.requests import HTTPConnection
from starlette.responses import RedirectResponse, Response
from starlette.types import Scope

from croupier.text.language import ENGLISH, LANGUAGES, Language, current, known

COOKIE, PARAMETER = "croupier-language", "language"
#: What a page depends on, for caches.
VARY = "cookie, accept-language"
_YEAR = 365 * 24 * 3600
#: Addresses that are not pages.
_API, _FILES = "/api/", "/static/"


def of_page(scope: Scope, headers: Headers) -> Language:
    """The language of a page; the API and everything that is no page is in English."""
    if scope["type"] != "http" or scope["path"].startswith((_API, _FILES)):
        return ENGLISH
    return _kept(headers.get("cookie", "")) or preferred(headers.get("accept-language", ""))


def asked(connection: HTTPConnection) -> Language:
    """The language that a page asks the API for in the address."""
    return known(connection.query_params.get(PARAMETER)) or ENGLISH


def _kept(cookies: str) -> Language | None:
    for part in cookies.split(";"):
        name, _, value = part.strip().partition("=")
        if name == COOKIE:
            return known(value)
    return None


def preferred(accepted: str) -> Language:
    """The language that a browser prefers among those that exist.

    >>> preferred("es-MX,es;q=0.9,en;q=0.8"), preferred("fr, en;q=0.5, es;q=0.4"), preferred("es;q=0"), preferred("")
    ('es', 'en', 'en', 'en')
    """
    weights = dict[Language, float]()
    for each in accepted.lower().split(","):
        tag, _, parameter = each.partition(";")
        language = known(tag.strip().partition("-")[0])
        try:
            weight = float(parameter.partition("=")[2] or 1)
        except ValueError:
            continue  # a weight that cannot be read
        if language is not None and weight > 0:
            weights.setdefault(language, weight)
    return max(weights, key=lambda each: weights[each], default=ENGLISH)


def chosen(scope: Scope, *, secure: bool) -> Response | None:
    """The answer to the choice of a language: the same page again, with a cookie; None for any other request."""
    if scope["type"] != "http" or scope["method"] != "GET" or scope["path"].startswith((_API, _FILES)):
        return None
    query = parse_qsl(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    language = known(dict(query).get(PARAMETER))
    if language is None:
        return None
    rest = urlencode([each for each in query if each[0] != PARAMETER])
    path = "/" + quote(scope["path"].lstrip("/"))  # two slashes would lead to another site
    answer = RedirectResponse(f"{path}?{rest}" if rest else path, 303, {"cache-control": "no-store"})
    answer.headers["set-cookie"] = _cookie(language, secure=secure)
    return answer


def _cookie(language: Language, *, secure: bool) -> str:
    made = SimpleCookie({COOKIE: language})
    made[COOKIE].update({"path": "/", "max-age": str(_YEAR), "httponly": "yes", "samesite": "Lax"})
    made[COOKIE]["secure"] = secure
    return made[COOKIE].OutputString()


def others(connection: HTTPConnection) -> list[tuple[Language, str, str]]:
    """The other languages of a page: code, name, and the address that chooses it."""
    kept = [each for each in connection.query_params.multi_items() if each[0] != PARAMETER]
    return [
        (code, name, "?" + urlencode([*kept, (PARAMETER, code)]))
        for code, name in LANGUAGES.items()
        if code != current()
    ]
