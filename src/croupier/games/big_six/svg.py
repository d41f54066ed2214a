"""The Big Six table as a picture: seven betting areas, and beside them the rim of the wheel."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date

from croupier import rulebook
from croupier.core.citation import implements
from croupier.fonts import SERIF
from croupier.games.big_six.wheel import SYMBOLS, sections
from croupier.games.chips import Chip, stacks
from croupier.games.svg import (
    CREAM,
    DEEP,
    FULL,
    GOLD,
    INK,
    RED,
    Area,
    Pays,
    Spot,
    Style,
    circle,
    element,
    fit,
    hit_areas,
    outlined,
    picture,
    posted,
    rect,
    small,
    text,
    title_of,
)


@dataclass(frozen=True, slots=True)
class Plan:
    """How a felt is divided: the size of the picture, the name of the game, and the betting areas row by row."""

    width: int
    height: int
    left: int
    top: int
    across: int
    row: int
    rows: tuple[tuple[str, ...], ...]
    wheel: bool = False  # whether the wheel is on the felt; if not, a terminal shows it beside the felt
    large: int = 100  # the size of symbols and odds in percent

    @property
    def middle(self) -> int:
        """The middle of the betting areas."""
        return self.left + self.across // 2


#: Without the wheel, both felts are the same.
_UPRIGHT = Plan(640, 724, 22, 74, 596, 208, (("joker", "flag", "twenty"), ("ten", "five"), ("two", "one")), large=112)
_SIMPLE = Plan(1200, 600, 26, 26, 1148, 274, (("joker", "flag", "twenty", "ten"), ("five", "two", "one")), large=130)
_FULL = Plan(1520, 880, 52, 132, 654, 230, (("joker", "flag"), ("twenty", "ten", "five"), ("two", "one")), wheel=True)
_DOLLARS = {"one": "$1", "two": "$2", "five": "$5", "ten": "$10", "twenty": "$20"}
#: The colors of a section and of its words, by symbol, as real wheels are painted.
PAINT = {
    "one": ("#f2e6bf", INK),
    "two": ("#1f7a4a", CREAM),
    "five": (RED, CREAM),
    "ten": ("#1d4b94", CREAM),
    "twenty": ("#5f2a85", CREAM),
    "flag": ("#fdfbf4", INK),
    "joker": ("#111111", GOLD),
}

# Lengths in the wheel are tenths of a unit, from its middle at 0, 0. Each section is drawn at the top, then rotated.
_RIM, _INNER, _HUB = 3500, 2260, 2180
_WHEEL_X, _WHEEL_Y = 1116, 456
#: Half the width of a section for each unit of radius: the tangent of 360/108 degrees, in millionths.
_TANGENT = 58_243


def draw(
    chips: Sequence[Chip] = (),
    symbols: Mapping[str, str] | None = None,
    pays: Pays | None = None,
    name: str = "BIG SIX",
    outcome: str | None = None,
    style: Style = FULL,
) -> str:
    """The felt and the wheel. `symbols` are approved themes (30-2702(3)), `name` is the licensee's name for the game.

    The wheel has stopped at the `outcome`; where there is none, at the joker. The simple felt and the upright one
    have no wheel on them: it is defined in the picture, for a screen that shows it beside the felt.
    """
    themed = {} if symbols is None else symbols
    unknown = sorted(themed.keys() - set(SYMBOLS))
    if unknown:
        raise ValueError(f"no symbol {unknown[0]!r} on the rim: it has {', '.join(SYMBOLS)}")
    odds = _least() if pays is None else pays
    plan = _UPRIGHT if style.upright else _SIMPLE if style.simple else _FULL
    spots = tuple(_spots(plan, themed, odds))
    wheel = _wheel(themed, odds, outcome or "joker")
    size = fit(name, plan.across - 8 * len(name), 50, SERIF)
    return picture(
        plan.width,
        plan.height,
        "Big Six layout and wheel",
        text(plan.middle, plan.top // 2 + 12, name, size, fill=GOLD, spacing=8) if plan.top > size else "",
        *(_area(plan, spot, themed, posted(odds, spot.wager)) for spot in spots),
        wheel if plan.wheel else element("defs", wheel),
        hit_areas(spots),
        stacks(chips, spots),
        game="big-six",
        alike=style.upright,
    )


def _least() -> Pays:
    """The minimum odds in the newest edition of the rules."""
    return {wager: row.odds for wager, row in rulebook.colorado(on=date.max).permitted("big-six").items()}


# The felt


@implements("30-2702(7)(b)(i)", "30-2702(7)(b)(ii)", "30-2702(7)(b)(iii)")
def _spots(plan: Plan, symbols: Mapping[str, str], pays: Pays) -> Iterable[Spot]:
    for i, row in enumerate(plan.rows):
        width = plan.across // len(row)
        for j, wager in enumerate(row):
            title = title_of(symbols.get(wager) or _DOLLARS.get(wager, wager), posted(pays, wager))
            area = Area(plan.left + j * width, plan.top + i * plan.row, width, plan.row).inset(4)
            yield Spot(wager, "", *area, title)


@implements("30-2702(7)(c)")
def _area(plan: Plan, spot: Spot, symbols: Mapping[str, str], odds: str) -> str:
    """One betting area: its symbol and its odds, with room for chips between them."""
    x = spot.center[0]
    box = outlined(spot.x - 4, spot.y - 4, spot.width + 8, spot.height + 8, data_cell=spot.wager)
    size = 22 * plan.large // 100
    words = small(x, spot.y + spot.height - size - 10, f"PAYS {odds.upper()}", size, fill=GOLD, font_weight="bold")
    return box + _symbol(plan, spot, spot.y + 12 + 36 * plan.large // 100, symbols) + words


def _symbol(plan: Plan, spot: Spot, y: int, symbols: Mapping[str, str]) -> str:
    x = spot.center[0]
    themed = symbols.get(spot.wager)
    if themed is not None:
        return text(x, y, themed, fit(themed, spot.width - 24, 60, SERIF))
    if spot.wager in _DOLLARS:
        return _note(x, y, plan.large, spot.wager)
    picture = _FIGURES[spot.wager]()
    return element("g", picture, transform=f"translate({x} {y}) scale(0.{66 * plan.large // 100:03d})")


def _note(x: int, y: int, large: int, wager: str) -> str:
    """A banknote in the color of its sections."""
    paint, ink = PAINT[wager]
    note = Area(x - 76 * large // 100, y - 35 * large // 100, 152 * large // 100, 70 * large // 100)
    return (
        rect(*note, rx=6, fill=paint, stroke=CREAM, stroke_width=2)
        + outlined(*note.inset(7), rx=4, stroke=ink, stroke_width=2, stroke_opacity="0.6")
        + text(x, y, _DOLLARS[wager], 44 * large // 100, fill=ink)
    )


def _flag() -> str:
    """A flag, about 1,800 by 1,000."""
    stripes = (rect(-900, -497 + 142 * i, 1800, 142, fill=RED if i % 2 == 0 else "#ffffff") for i in range(7))
    canton = rect(-900, -497, 800, 568, fill="#1d3f7d")
    stars = (circle(-760 + 173 * i, -380 + 165 * j, 42, fill="#ffffff") for i in range(4) for j in range(3))
    edge = rect(-900, -497, 1800, 994, fill="none", stroke=INK, stroke_width=24)
    return "".join((*stripes, canton, *stars, edge))


def _joker() -> str:
    """A jester's cap with bells over a face, about 1,800 by 1,100."""
    cap = {
        "#c4213a": "M-420 120C-520 -260 -700 -330 -860 -60C-900 -420 -560 -620 -180 -160L0 120Z",
        "#1d4b94": "M420 120C520 -260 700 -330 860 -60C900 -420 560 -620 180 -160L0 120Z",
        GOLD: "M-260 120C-240 -250 -160 -420 0 -560C160 -420 240 -250 260 120Z",
    }
    line: dict[str, str | int] = {"stroke": INK, "stroke_width": 22, "stroke_linejoin": "round"}
    face = element("path", d="M-380 130C-370 420 -180 560 0 560C180 560 370 420 380 130Z", fill="#f7e3c4", **line)
    smile = element("path", d="M-190 330Q0 520 190 330", fill="none", stroke=RED, stroke_width=44)
    eyes = circle(-150, 240, 42, fill=INK) + circle(150, 240, 42, fill=INK)
    bells = "".join(circle(x, y, 80, fill=GOLD, **line) for x, y in ((-870, 0), (870, 0), (0, -600)))
    band = rect(-430, 80, 860, 100, rx=50, fill=GOLD, **line)
    return (
        face
        + eyes
        + smile
        + "".join(element("path", d=d, fill=fill, **line) for fill, d in cap.items())
        + band
        + bells
    )


_FIGURES = {"flag": _flag, "joker": _joker}


# The wheel


def _wheel(symbols: Mapping[str, str], pays: Pays, outcome: str) -> str:
    """The wheel, with one section of the outcome under the clapper."""
    rim = sections()
    first = rim.index(outcome)
    return element(
        "g",
        circle(0, 0, _RIM + 230, fill="#2a150a", stroke=GOLD, stroke_width=40),
        *(
            _section(i, (i - first) % len(rim) * 360_000 // len(rim), symbol, symbols, posted(pays, symbol))
            for i, symbol in enumerate(rim)
        ),
        circle(0, 0, _INNER, fill="none", stroke=GOLD, stroke_width=50),
        *_hub(),
        _clapper(),
        class_="wheel",
        transform=f"translate({_WHEEL_X} {_WHEEL_Y}) scale(0.1)",
    )


@implements("30-2702(4)")
def _section(i: int, turn: int, symbol: str, symbols: Mapping[str, str], odds: str) -> str:
    """One section, rotated by thousandths of a degree: its symbol near the rim, its odds near the hub."""
    paint, ink = PAINT[symbol]
    outer, inner = (radius * _TANGENT // 1_000_000 for radius in (_RIM, _INNER))
    wedge = f"M{-outer} {-_RIM}H{outer}L{inner} {-_INNER}H{-inner}Z"
    figure = odds.removesuffix(" to 1")
    return element(
        "g",
        element("path", d=wedge, fill=paint, stroke=GOLD, stroke_width=14),
        _on_rim(symbol, symbols, ink),
        circle(0, -2440, 128, fill=CREAM, stroke=INK, stroke_width=10),
        small(
            0,
            -2440,
            figure,
            fit(figure, 200, 150, bold=True),
            fill=INK,
            font_weight="bold",
            class_="figure",
        ),
        circle(outer, -_RIM - 60, 46, fill="#f4e3a8", stroke=INK, stroke_width=10),
        class_="section",
        data_section=i + 1,
        data_symbol=symbol,
        transform=f"rotate({turn // 1000}.{turn % 1000:03d})",
    )


def _on_rim(symbol: str, symbols: Mapping[str, str], ink: str) -> str:
    words = symbols.get(symbol) or _DOLLARS.get(symbol)
    if words is None:
        turned = (
            "translate(0 -3080) rotate(-90) scale(0.34)" if symbol == "flag" else "translate(0 -3250) scale(0.19)"
        )
        name = (
            "" if symbol == "flag" else text(0, 0, "JOKER", 150, fill=ink, transform="translate(0 -2850) rotate(-90)")
        )
        return element("g", _FIGURES[symbol](), transform=turned) + name
    if len(words) <= 3:
        return text(0, -3150, words, 190 if len(words) < 3 else 160, fill=ink)
    return text(0, 0, words, fit(words, 860, 170, SERIF), fill=ink, transform="translate(0 -3060) rotate(-90)")


def _hub() -> Iterable[str]:
    """The spokes and the boss in the middle of the wheel."""
    yield circle(0, 0, _HUB, fill=DEEP)
    for i in range(12):
        petal = "M0 -2100L190 -700L0 -420L-190 -700Z"
        yield element("path", d=petal, fill=GOLD if i % 2 == 0 else RED, transform=f"rotate({30 * i})")
    yield circle(0, 0, 620, fill="#2a150a", stroke=GOLD, stroke_width=50)
    yield text(0, -150, "BIG", 330, fill=GOLD)
    yield text(0, 190, "SIX", 330, fill=GOLD)


def _clapper() -> str:
    """The leather tongue that points at the winning section, 30-2702(5)."""
    tongue = f"M-120 {-_RIM - 560}H120L36 {-_RIM + 80}H-36Z"
    return element(
        "g",
        rect(-260, -_RIM - 700, 520, 240, rx=60, fill=GOLD, stroke=INK, stroke_width=20),
        element("path", d=tongue, fill="#8a4f24", stroke=INK, stroke_width=20),
        class_="clapper",
    )
