"""`croupier felt`: draw a layout."""

from __future__ import annotations

from pathlib import Path

from croupier.cli import CannotRead
from croupier.cli.arguments import house_named
from croupier.cli.names import VariantName, WheelName
from croupier.documents.felts import draw, plain
from croupier.fonts.outlines import outlined
from croupier.games import variants
from croupier.games.roulette.options import RouletteOptions


def felt(
    game: VariantName,
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
    if wheel is not None and not variants()[game].show.wheels:
        others = ", ".join(name for name, each in variants().items() if each.show.wheels)
        raise CannotRead(f"--wheel is for {others}: {game} has none to choose")
    picture = outlined(plain(game, wheel) if house is None else _of_house(game, house, wheel))
    if out is None:
        print(picture)
        return
    try:
        out.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise CannotRead(f"cannot write {out}: {error}") from None
    print(f"wrote {out}")


def _of_house(game: str, name: str, wheel: WheelName | None) -> str:
    """The opening state of a house's table."""
    house = house_named(name)
    if game not in (house.variant, house.game_name):
        raise CannotRead(f"the house {name} is for {house.variant}, not for {game}")
    if wheel is not None and wheel != (own := RouletteOptions.of(house).wheel):
        raise CannotRead(f"the house {name} has a {own} wheel, not {wheel}")
    return draw(house)
