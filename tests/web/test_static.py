"""Static files, pages and JSON: compressed for clients that accept it, and kept by browsers."""

from __future__ import annotations

import gzip
import re
from urllib.parse import urljoin

import httpx
import pytest
from starlette.datastructures import Headers

from croupier.web.server.compression import LEAST, accepts_gzip
from croupier.web.server.static import files, prefix
from tests.support.web import Server


def _raw(server: Server, path: str, method: str = "GET", **headers: str) -> tuple[httpx.Response, bytes]:
    """A response, and its body as it was sent."""
    given = {"accept-encoding": "identity", **{name.replace("_", "-"): value for name, value in headers.items()}}
    with httpx.Client() as client, client.stream(method, f"{server.origin}{path}", headers=given) as answer:
        return answer, b"".join(answer.iter_raw())


@pytest.mark.parametrize(
    ("header", "accepted"),
    [
        ("gzip, deflate, br, zstd", True),
        ("GZIP;q=0.5", True),
        ("*", True),
        ("", False),
        ("br", False),
        ("gzip;q=0, *", False),
        ("identity, *;q=0", False),
        ("gzip;q=much", False),
    ],
)
def test_gzip_is_sent_to_those_who_accept_it(header: str, accepted: bool) -> None:
    assert accepts_gzip(Headers({"accept-encoding": header})) == accepted


#: One of each kind.
LARGE = (
    "/static/terminal/terminal.css /static/terminal/terminal.js /static/fonts/fonts.css /tables/R00 / "
    "/tables/R00/board /api/1/tables/C1/felt.svg /api/1/tables/C1/spots /openapi.json"
)


@pytest.mark.parametrize("path", LARGE.split())
def test_what_is_large_is_compressed(slow: Server, path: str) -> None:
    """The content is the same with and without, and caches keep both apart."""
    path = path.replace("/static", prefix())
    plain, body = _raw(slow, path)
    packed, short = _raw(slow, path, accept_encoding="gzip, deflate, br, zstd")
    assert "content-encoding" not in plain.headers
    assert packed.headers["content-encoding"] == "gzip"
    for answer, sent in ((plain, body), (packed, short)):
        page = answer.headers["content-type"].startswith("text/html")  # pages come in several languages
        assert answer.headers["vary"] == ("accept-encoding, cookie, accept-language" if page else "accept-encoding")
        assert int(answer.headers["content-length"]) == len(sent)
    assert len(body) >= LEAST > 0
    assert len(short) < 0.55 * len(body)
    assert gzip.decompress(short) == body


def test_what_is_short_or_a_font_is_not_compressed(slow: Server) -> None:
    for path in ("/healthz", f"{prefix()}/fonts/roboto.woff2", f"{prefix()}/shared/icon.svg"):
        answer, body = _raw(slow, path, accept_encoding="gzip")
        assert "content-encoding" not in answer.headers, path
        assert len(body) < LEAST or body.startswith(b"wOF2")


def test_a_head_request_says_what_a_get_sends(slow: Server) -> None:
    for path in (f"{prefix()}/terminal/terminal.css", "/api/1/tables/C1/felt.svg", f"{prefix()}/fonts/domine.woff2"):
        for accepted in ("gzip", "identity"):
            head, nothing = _raw(slow, path, "HEAD", accept_encoding=accepted)
            whole, _ = _raw(slow, path, accept_encoding=accepted)
            assert nothing == b""
            for name in ("content-length", "content-type", "etag", "vary", "cache-control", "content-encoding"):
                assert head.headers.get(name) == whole.headers.get(name), (path, name)


def test_browsers_keep_a_file_under_the_address_of_its_version(slow: Server) -> None:
    for name in ("terminal/terminal.js", "fonts/roboto.woff2", "shared/icon.svg"):
        kept, body = _raw(slow, f"{prefix()}/{name}", accept_encoding="gzip")
        assert kept.headers["cache-control"] == "public, max-age=31536000, immutable"
        old, same = _raw(slow, f"/static/0123456789ab/{name}", accept_encoding="gzip")
        assert (old.headers["cache-control"], same) == ("no-cache", body)
    for page in ("/", "/odds", "/tables/R00", "/tables/R00/board", "/tables/R00/rules", "/nowhere"):
        linked = re.findall(r'(?:src|href)="(/static/[^"]+)"', slow.get(page, accept="text/html").text)
        assert linked, page
        assert {each.removeprefix(f"{prefix()}/") for each in linked} <= files().keys(), page


def test_scripts_and_styles_name_each_other_by_relative_addresses() -> None:
    """So the version is in all addresses, without a build."""
    named = 0
    for name, file in files().items():
        text = file.content.body.decode() if file.kind.startswith("text/") else ""
        for address in re.findall(r'^(?:import|export|} ).*from "(.+?)"|url\("([^#"].*?)"', text, re.MULTILINE):
            assert urljoin(name, "".join(address)) in files(), f"{name} names {address}"
            named += 1
    assert named > 80


def test_a_known_file_is_not_sent_again(slow: Server) -> None:
    """Each encoding has its own tag, so that a part of one is never joined with the other."""
    path = f"{prefix()}/terminal/terminal.css"
    tags = {accepted: _raw(slow, path, accept_encoding=accepted)[0].headers["etag"] for accepted in ("gzip", "br")}
    assert tags["gzip"] != tags["br"]
    for accepted, tag in tags.items():
        for known in (tag, f"W/{tag}", f'"other", {tag}', "*"):
            answer, body = _raw(slow, path, accept_encoding=accepted, if_none_match=known)
            assert (answer.status_code, body) == (304, b""), known
            assert answer.headers["etag"] == tag
        assert _raw(slow, path, accept_encoding=accepted, if_none_match='"other"')[0].status_code == 200


def test_a_part_is_one_of_the_file_as_it_is(slow: Server) -> None:
    path = f"{prefix()}/terminal/terminal.css"
    whole, body = _raw(slow, path)
    for accepted in ("gzip", "identity"):
        part, sent = _raw(slow, path, accept_encoding=accepted, range="bytes=100-199")
        assert (part.status_code, sent) == (206, body[100:200])
        assert part.headers["content-range"] == f"bytes 100-199/{len(body)}"
        assert "content-encoding" not in part.headers
        assert part.headers["etag"] == whole.headers["etag"]
    packed = _raw(slow, path, accept_encoding="gzip")[0].headers["etag"]
    again, sent = _raw(slow, path, accept_encoding="gzip", range="bytes=100-199", if_range=packed)
    assert (again.status_code, sent) == (200, body)
    assert _raw(slow, path, range=f"bytes={len(body)}-")[0].status_code == 416
