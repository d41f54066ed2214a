"""`croupier felt`: draw a layout."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

from croupier.cli import CannotRead
from croupier.games.roulette.wheel import WheelName


def felt(
    game: Literal["roulette", "craps", "craps-free", "big-six"],
    *,
    wheel: WheelName = "double-zero",
    out: Path | None = None,
) -> None:
    """Draw a layout as SVG, every legal spot an element of its own.

    Parameters
    ----------
    game
        The game whose layout to draw.
    wheel
        For roulette: the kind of wheel.
    out
        The file to write; standard output if left out.
    """
    picture = _draw(game, wheel)
    if out is None:
        print(picture)
        return
    try:
        out.write_text(picture, encoding="utf-8")
    except OSError as error:
        raise CannotRead(f"cannot write {out}: {error}") from None
    print(f"wrote {out}")


def _draw(game: str, wheel: WheelName) -> str:
    if game == "roulette":
        from croupier.games.roulette.layout import layout
        from croupier.games.roulette.svg import draw as draw_roulette

        return draw_roulette(layout(wheel))
    if game == "big-six":
        from croupier.games.big_six.svg import draw as draw_big_six

        return draw_big_six()
    from croupier.games.craps.svg import draw as draw_craps

    return draw_craps(game)
