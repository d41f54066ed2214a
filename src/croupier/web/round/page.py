"""A past round: its layout with chips, what the outcome meant, every wager decided, and the check of the outcome."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime

from markupsafe import Markup
from msgspec import UNSET
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.core.machine import Standing
from croupier.documents.claims import what_it_shows
from croupier.documents.felts import draw
from croupier.floor.history import PastRound
from croupier.games.chips import Chip
from croupier.table.outcomes import device
from croupier.table.proof import to_json
from croupier.table.rows import Row
from croupier.text.money import dollars, signed
from croupier.web.lobby.cards import Number, number
from croupier.web.round.facts import facts
from croupier.web.server.lookup import in_thread, table_of
from croupier.web.shared import naming, posted_rules
from croupier.web.shared.messages import words
from croupier.web.views.chips import chip_shown
from croupier.web.views.everybody import paint_of

#: The color of a chip whose player has left the table.
GONE = "#5f6b66"


@dataclass(frozen=True, slots=True)
class Decided:
    """A decided wager as the page shows it."""

    player: str
    color: str
    wager: str
    ending: str
    stake: str
    paid: str
    net: str
    sign: str  # won, lost or even
    notes: tuple[str, ...]
    cite: str
    title: str


@dataclass(frozen=True, slots=True)
class Stood:
    """A chip on the layout in words: player, amount, wager and badges."""

    player: str
    color: str
    wager: str
    marks: str


@dataclass(frozen=True, slots=True)
class Shown:
    """A round as the page shows it."""

    table: str
    name: str
    number: int
    at: str
    outcome: Number | None
    felt: Markup
    facts: tuple[tuple[str, str], ...]
    decided: tuple[Decided, ...]
    standing: tuple[Stood, ...]
    past: PastRound
    proof: str  # JSON, or nothing
    shows: tuple[str, ...]  # what the proof shows, in sentences
    chance: str  # what a voided round would have drawn from, if it has a closing and drew nothing


def color_of(past: PastRound, player: str) -> str:
    """The color of a player's chips."""
    seat = next((seat for seat in past.seats if seat.player == player), None)
    return GONE if seat is None else paint_of(seat)


def picture(past: PastRound) -> str:
    """The layout with its chips when the round was decided, and the outcome marked."""
    chips = tuple(_chip(past, each) for each in past.before.standing if not each.collected)
    return draw(past.before.house, past.before, chips, past.outcome)


def _chip(past: PastRound, each: Standing) -> Chip:
    """A chip in the color of its player, with its badges."""
    return Chip(each.wager, each.spot, each.stake, color_of(past, each.seat), mark=_marks(past, each))


def _marks(past: PastRound, each: Standing) -> str:
    """The badges of a wager: called on or off, in prison or locked in, for the dealers."""
    said, seen = words()["terminal"], chip_shown(past.before, each)
    marks = [said["badge_tip"]] if each.tip else []
    marks += [] if seen.on is UNSET else [said["badge_on" if seen.on else "badge_off"]]
    marks += [words()["round"]["locked_in" if each.collected else "prison"]] if each.locked else []
    return " ".join(marks)


def _stood(past: PastRound, each: Standing) -> Stood:
    said = words()["round"]["stood"].format(
        stake=dollars(each.stake or each.collected), wager=naming.spot(each.wager, each.spot, past.before.house)
    )
    return Stood(naming.person(each.seat, past.seats), color_of(past, each.seat), said, _marks(past, each))


def decided(past: PastRound) -> tuple[Decided, ...]:
    """Every decided wager, in the order in which it was taken or paid."""
    return tuple(_decided(past, row) for row in past.rows)


def _decided(past: PastRound, row: Row) -> Decided:
    net, said, house = row.profit, words()["round"], past.before.house
    notes = [said["tip"]] if row.tip else []
    for amount, key in ((row.rounding, "rounding"), (row.commission, "commission"), (row.overage, "overage")):
        notes += [said[key].format(amount=dollars(amount))] if amount else []
    return Decided(
        naming.person(row.player, past.seats),
        color_of(past, row.player),
        naming.spot(row.wager, row.spot, house),
        words()["endings"].get(row.grade) or naming.row(row.wager, row.grade, house),
        dollars(row.stake),
        dollars(row.paid),
        signed(net),
        "won" if net > 0 else "lost" if net < 0 else "even",
        tuple(notes),
        row.cite,
        posted_rules.paragraph(row.cite),
    )


def shown(past: PastRound) -> Shown:
    """A round as the page shows it."""
    house = past.before.house
    return Shown(
        past.table,
        house.name,
        past.number,
        f"{datetime.fromtimestamp(past.at / 1e6, UTC):%Y-%m-%d %H:%M:%S}" if past.at else "",
        None if past.outcome is None or past.voided else number(past.outcome, house),
        Markup(picture(past)),  # noqa: S704 (our own drawing, its words escaped)
        facts(past),
        decided(past),
        tuple(_stood(past, each) for each in past.before.standing),
        past,
        "" if past.proof is None else to_json(past.proof),
        () if past.proof is None else tuple(what_it_shows(past.proof)),
        device(house.game, house) if past.proof is not None and past.proof.closing and not past.proof.draws else "",
    )


async def page(request: Request) -> Response:
    """The page of a round."""
    table, wanted = table_of(request), request.path_params["number"]
    history = table.history
    found = await in_thread(request, lambda: None if (past := history.round(wanted)) is None else shown(past))
    if found is None:
        why = words()["round"]["running" if wanted == table.state.round else "missing"]
        raise HTTPException(404, why.format(name=table.id, number=wanted))
    steps = {key: words()["round"][key] for key in _STEPS}
    answer: Response = request.app.state.render(
        request, "round/round.html", round=found, newest=table.state.round - 1, steps=steps
    )
    return answer


async def proof(request: Request) -> Response:
    """The published proof of a round as a file."""
    table, wanted = table_of(request), request.path_params["number"]
    past = await in_thread(request, table.history.round, wanted)
    if past is None or past.proof is None:
        raise HTTPException(404, words()["round"]["missing"].format(name=table.id, number=wanted))
    name = f'attachment; filename="{table.id}-{wanted}.json"'
    return Response(to_json(past.proof), media_type="application/json", headers={"content-disposition": name})


#: Texts for the check in the browser, by their keys in the catalogue.
_STEPS = tuple(
    """
    seal_step seal_says log_step log_says log_delayed log_whole log_part log_compared
    closing_step closing_says closing_alone closing_digest closing_root
    delay_step delay_says delaying seconds would_step would_says
    draw_step draw_says outcome_step outcome_says computed published recorded message block word remainder picked
    seen_none seen_good seen_bad seen_exchanged seen_save
    equal different all_good all_compared bad no_crypto voided_says rejected in_proof in_log entries entries_before
    """.split()
)

routes = [
    Route("/tables/{table}/rounds/{number:whole}", page),
    Route("/tables/{table}/rounds/{number:whole}/proof.json", proof),
]
