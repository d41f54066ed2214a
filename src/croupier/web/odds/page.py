"""The odds explorer: every wager of every preset, one in detail, and what another choice of the house would change.

A view is its address: the house, the wager and every choice that is not as posted.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from croupier.house import load, presets
from croupier.text.money import MINUS, dollars
from croupier.web.odds import plots
from croupier.web.odds.choices import Changes, Choice, Unknown, choices, house_of, read
from croupier.web.odds.figures import Detail, Evening, Line, NoEvening, detail, evening, lines
from croupier.web.odds.solver import Busy, Solver
from croupier.web.server.url_numbers import whole
from croupier.web.shared.messages import words

DEFAULT = "colorado-double-zero"
BANKROLLS, ROUNDS = (50_00, 100_00, 200_00, 500_00), (25, 50, 100, 200)
#: Query parameters besides the choices of the house.
_OWN = ("house", "wager", "row", "bankroll", "rounds")
#: A session takes seconds to solve; it has its own solver, so that nothing waits for it.
_prices, _evenings = Solver(), Solver()


def asked(request: Request) -> tuple[str, Changes]:
    """The house and the choices in an address."""
    given = dict(request.query_params)
    name = given.get("house", DEFAULT)
    found = read(name, {key: value for key, value in given.items() if key not in _OWN})
    house_of(name, found)
    return name, found


def address(name: str, changes: Changes, **more: object) -> str:
    """The address of a view."""
    return "/odds?" + urlencode({"house": name, **dict(changes), **{key: str(each) for key, each in more.items()}})


def changed(all_choices: tuple[Choice, ...], changes: Changes) -> tuple[tuple[str, str, str], ...]:
    """The changed choices in words: name, posted value, present value."""
    now = dict(changes)
    return tuple(
        (each.label, dict(each.options).get(each.posted, each.posted), dict(each.options)[now[each.key]])
        for each in all_choices
        if each.key in now
    )


def _whole(request: Request, name: str, allowed: tuple[int, ...], default: int) -> int:
    text = request.query_params.get(name, str(default))
    if (found := whole(text)) is not None and found in allowed:
        return found
    what = "number of rounds" if name == "rounds" else name
    raise Unknown(what, f"{name} cannot be {text!r}: choose one of {', '.join(map(str, allowed))}")


async def page(request: Request) -> Response:
    """The page: all wagers of a house, or one of them."""
    try:
        name, changes = asked(request)
        every = await _prices.ask(lines, name, changes)
        wager = request.query_params.get("wager")
        row = _whole(request, "row", tuple(range(20)), 0)
        one = None if wager is None else await _prices.ask(detail, name, changes, wager, row)
        bankroll = _whole(request, "bankroll", BANKROLLS, 200_00)
        rounds = _whole(request, "rounds", ROUNDS, 100)
    except Unknown as error:
        raise HTTPException(400, words()["odds"]["unsound"].format(why=error)) from None
    except Busy:
        raise HTTPException(503, words()["odds"]["busy"], {"retry-after": "5"}) from None
    offered = choices(name)
    answer: Response = request.app.state.render(
        request,
        "odds/odds.html",
        house=load(name),
        house_name=name,
        houses=[(each, load(each).name) for each in presets()],
        choices=[(each, dict(changes).get(each.key, each.posted)) for each in offered],
        changes=changes,
        changed=changed(offered, changes),
        groups=grouped(every if one is None else tuple(each for each in every if each.group == one.line.group)),
        ranked=sorted(every, key=lambda each: each.edge),
        one=one,
        beside=() if one is None else posted_edge(one, every),
        plot=None if one is None else _payouts(one),
        address=address,
        bankroll=bankroll,
        rounds=rounds,
        bankrolls=[(each, dollars(each)) for each in BANKROLLS],
        round_counts=ROUNDS,
        percent=percent,
        either=either,
        tied=tied,
        bar=bar,
    )
    return answer


def posted_edge(one: Detail, every: tuple[Line, ...]) -> tuple[Fraction, ...]:
    """The edge of the shown wager at the unchanged house; None if nothing was changed."""
    return next(each.posted for each in every if (each.wager, each.row) == (one.line.wager, one.line.row))


def grouped(every: tuple[Line, ...]) -> dict[str, list[Line]]:
    """The wagers by their groups, in the order of the rules."""
    found: dict[str, list[Line]] = {}
    for each in every:
        found.setdefault(each.group, []).append(each)
    return found


def percent(value: float | Fraction) -> str:
    """A share in percent with three decimals."""
    return f"{float(value):.3%}".replace("-", "−").replace("%", " %")


def either(values: tuple[Fraction, ...]) -> str:
    """A share, or several if it depends on the player's choice."""
    return words()["odds"]["or"].join(map(percent, values))


def tied(every: Sequence[Line], line: Line) -> str:
    """The name of a wager with its terms, and how many others have the same edge."""
    name = ", ".join(filter(None, (line.name, line.terms)))
    others = sum(each.edge == line.edge for each in every) - 1
    return words()["odds"]["tied"].format(name=name, count=others) if others else name


def bar(line: Line, most: float = 0.3) -> int:
    """The length of an edge's bar in percent; an edge of 30 % fills it."""
    return max(0, min(100, round(100 * float(line.edge) / most)))


def _payouts(one: Detail) -> Markup:
    title = words()["odds"]["distribution"]
    return Markup(plots.payouts(one.distribution, title))  # noqa: S704 (our own drawing, its words escaped)


async def session(request: Request) -> Response:
    """How sessions with one wager end: a fragment of the page that is loaded later, because it takes seconds."""
    try:
        name, changes = asked(request)
        bankroll = _whole(request, "bankroll", BANKROLLS, 200_00)
        rounds = _whole(request, "rounds", ROUNDS, 100)
        wager = request.query_params.get("wager", "")
        found = await _evenings.ask(evening, name, changes, wager, bankroll, rounds)
    except Unknown as error:
        raise HTTPException(400, words()["odds"]["unsound"].format(why=error)) from None
    except NoEvening as error:
        why = words()["odds"]["session_none"].format(why=error)
        none: Response = request.app.state.render(request, "odds/session.html", why=why, plot=None, said=())
        return none
    except Busy:
        raise HTTPException(503, words()["odds"]["busy"], {"retry-after": "5"}) from None
    plot = plots.evening(found.results, found.mean, _named(found))
    answer: Response = request.app.state.render(
        request,
        "odds/session.html",
        why="",
        plot=Markup(plot),  # noqa: S704 (our own drawing, its words escaped)
        said=sentences(found),
    )
    return answer


def sentences(found: Evening) -> tuple[str, ...]:
    """The results of a session in words."""
    said = words()["odds"]
    exact = said["session_exact"] if found.exact else said["session_bound"].format(error=f"{found.error:.1g}")
    rounds = said["so_many_rolls" if found.rolls else "so_many_rounds"].format(count=found.rounds)
    terms = {"stake": dollars(found.stake), "bankroll": dollars(found.bankroll), "rounds": rounds}
    return (
        said["sessions_says"].format(**terms)
        + (said["session_plain"] if found.plain else "")
        + (said["session_standing"] if found.lasting else ""),
        said["session_mean"].format(mean=_money(found.mean), low=_money(found.low), high=_money(found.high)),
        said["session_ruin"].format(ruin=_rare(found.ruin), ahead=f"{found.ahead:.1%}"),
        exact,
    )


def _named(found: Evening) -> plots.Evenings:
    said = words()["odds"]
    mean = said["plot_mean"].format(mean=_money(found.mean))
    return plots.Evenings(said["sessions"], said["plot_share"], said["plot_result"], mean)


def _rare(chance: float) -> str:
    return f"{chance:.2%}" if chance >= 0.0001 else words()["odds"]["hardly"]


def _money(cents: float) -> str:
    return dollars(round(cents)).replace("-", MINUS)


routes = [Route("/odds", page), Route("/odds/session", session)]
