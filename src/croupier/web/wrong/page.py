"""Error pages: a sentence that says what happened, and where to go from there."""

from __future__ import annotations

from http import HTTPStatus

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from croupier.web.api.routes import json
from croupier.web.shared.messages import words

#: Statuses with their own text; any other is shown as 500 if it is a server error, else as 400.
SAID = (400, 403, 404, 405, 500, 503)


async def refused(request: Request, error: Exception) -> Response:
    """The answer to an HTTP error."""
    assert isinstance(error, HTTPException)
    detail = "" if error.detail == HTTPStatus(error.status_code).phrase else error.detail
    answer = wrong(request, error.status_code, detail)
    answer.headers.update(error.headers or {})
    return answer


async def failed(request: Request, error: Exception) -> Response:
    """The answer to a bug; details are only in the server's log."""
    return wrong(request, 500)


def wrong(request: Request, status: int, detail: str = "") -> Response:
    """A page that says what happened and what to do; JSON if the client asks for it."""
    said, key = words()["wrong"], status if status in SAID else 500 if status > 500 else 400
    says = detail or said[f"says_{key}"]
    if _reads_json(request):
        return json({"error": says}, status)
    table = request.scope.get("path_params", {}).get("table")
    answer: Response = request.app.state.render(
        request,
        "wrong/wrong.html",
        status=status,
        heading=said[f"heading_{key}"],
        says=says,
        advice=said[f"advice_{key}"],
        table=table if table in request.app.state.floor.tables else None,
        again=request.url.path if status >= 500 and request.method == "GET" else None,
    )
    answer.status_code = status
    return answer


def _reads_json(request: Request) -> bool:
    accept = request.headers.get("accept", "")
    return request.url.path.startswith("/api/") or ("application/json" in accept and "text/html" not in accept)
