"""`croupier felt`: draw a layout."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from croupier.cli import CannotRead
from croupier.documents.felts import draw
from croupier.fonts.outlines import outlined
from croupier.games.roulette.options import RouletteOptions
from croupier.games.roulette.wheel import WheelName
from croupier.house import Unreadable, Unsound, load


def felt(
    game: Literal["roulette", "craps", "craps-free", "big-six"],
    *,
    house: str | None = None,
    wheel: WheelName | None = None,
    out: Path | None = None,
) -> None:
    """Draw a layout as SVG; every legal spot is an element.

    Parameters
    ----------
    game
        The game whose layout to draw.
    house
        A preset name or a house file: draw its table, with its odds and the side bets it offers.
    wheel
        For roulette without a house: the kind of wheel; default: double-zero.
    out
        The file to write; default: standard output.
    """
    if wheel is not None and game != "roulette":
        raise CannotRead(f"--wheel is for roulette: {game} has none to choose")
    picture = outlined(_plain(game, wheel) if house is None else _of_house(game, house, wheel))
    if out is None:
        print(picture)
        return
    try:
        out.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise CannotRead(f"cannot write {out}: {error}") from None
    print(f"wrote {out}")


def _plain(game: str, wheel: WheelName | None) -> str:
    """The layout of a game, at the least odds of the rules."""
    if game == "roulette":
        from croupier.games.roulette.layout import layout
        from croupier.games.roulette.svg.felt import draw as draw_roulette

        return draw_roulette(layout(wheel or "double-zero"))
    if game == "big-six":
        from croupier.games.big_six.svg import draw as draw_big_six

        return draw_big_six()
    from croupier.games.craps.svg.felt import draw as draw_craps

    return draw_craps(game)


def _of_house(game: str, name: str, wheel: WheelName | None) -> str:
    """The table of a house, as it is when it opens."""
    try:
        house = load(name)
    except (Unreadable, Unsound) as error:
        raise CannotRead(str(error)) from None
    if game not in (house.variant, house.game_name):
        raise CannotRead(f"the house {name} is for {house.variant}, not for {game}")
    if wheel is not None and wheel != (own := RouletteOptions.of(house).wheel):
        raise CannotRead(f"the house {name} has a {own} wheel, not {wheel}")
    return draw(house)
