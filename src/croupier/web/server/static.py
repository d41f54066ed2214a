"""Styles, scripts, pictures and fonts: compressed when the server starts, and kept by browsers.

Their addresses contain a digest of all of them, so an address never gets other content and browsers need not ask
again. Scripts import each other by relative addresses, so this needs no build.
"""

from __future__ import annotations

import hashlib
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import BaseRoute, Route

from croupier import web
from croupier.fonts import FILES
from croupier.web.server.compression import Packed, accepts_gzip, unchanged

#: The folders that browsers may load files from, by the path at which they find them, with the types of these files.
FOLDERS = {
    "": (Path(web.__file__).parent, {".css", ".js", ".svg"}),
    "fonts/": (FILES, {".css", ".woff2", ".txt"}),
}
_YEAR = 365 * 24 * 3600


@dataclass(frozen=True, slots=True)
class File:
    """A file that browsers may load."""

    path: Path
    kind: str
    digest: str
    content: Packed


@cache
def files() -> Mapping[str, File]:
    """All of them, by their path after the version."""
    mimetypes.add_type("font/woff2", ".woff2")  # not known to Python on every system
    mimetypes.add_type("text/javascript", ".js")  # some systems say otherwise
    found = dict[str, File]()
    for at, (folder, types) in FOLDERS.items():
        for path in sorted(each for each in folder.rglob("*") if each.suffix in types):
            kind, body = mimetypes.guess_type(path)[0] or "", path.read_bytes()
            digest = hashlib.sha256(body).hexdigest()[:16]
            found[at + path.relative_to(folder).as_posix()] = File(path, kind, digest, Packed.of(body, kind))
    return found


@cache
def prefix() -> str:
    """Where pages find the files of this version."""
    named = "".join(f"{name} {each.digest}\n" for name, each in files().items())
    return f"/static/{hashlib.sha256(named.encode()).hexdigest()[:12]}"


async def file(request: Request) -> Response:
    """A file. A page of another version, loaded just before an upgrade, gets the file of this one, not to keep."""
    version, name = request.path_params["version"], request.path_params["name"]
    found = files().get(name)
    if found is None:
        raise HTTPException(404, f"There is no file {name!r}.")
    whole = "range" not in request.headers  # a part is one of the file as it is
    packed = whole and found.content.packed is not None and accepts_gzip(request.headers)
    tag = f'"{found.digest}{"-gzip" if packed else ""}"'
    lasting = f"/static/{version}" == prefix()
    headers = {"etag": tag, "cache-control": f"public, max-age={_YEAR}, immutable" if lasting else "no-cache"}
    if found.content.packed is not None:
        headers["vary"] = "accept-encoding"
    if unchanged(request.headers, tag):
        return Response(status_code=304, headers=headers)
    if whole:
        return found.content.answer(request, found.kind, headers)
    return FileResponse(found.path, headers=headers, media_type=found.kind)


routes: list[BaseRoute] = [Route("/static/{version}/{name:path}", file)]
