"""What a Big Six house may choose, read from its file: themed symbols; and what it states about its wheel."""

from __future__ import annotations

from collections.abc import Mapping

from croupier.core.citation import implements
from croupier.core.schema import TEXT, table
from croupier.core.sheet import Sheet
from croupier.games.big_six.options import BigSixOptions
from croupier.games.big_six.wagers import WAGERS
from croupier.games.choices import Choices, Chosen, Section

_IDS = tuple(wager.id for wager in WAGERS)


LEAST_INCHES = 60  # five feet
#: A wager on one of these pays the figure of its symbol; flag and joker may be any unique symbol.
_DOLLARS = ("one", "two", "five", "ten", "twenty")


def _read(sheet: Sheet, chosen: Chosen) -> BigSixOptions:
    """What the house states about its wheel, and its symbols."""
    options = sheet.table("options")
    sheet.known(("options",), options, CHOICES.options)
    inches, glass = wheel(sheet, options)
    return BigSixOptions(wheel_inches=inches, glass=glass, symbols=symbols(sheet, chosen))


@implements("30-2702(1)")
def wheel(sheet: Sheet, options: Mapping[str, object]) -> tuple[int | None, bool | None]:
    """A wheel of at least five feet, with its sections under glass."""
    inches = (
        None if "wheel_inches" not in options else sheet.whole(("options", "wheel_inches"), options["wheel_inches"])
    )
    if inches is not None and inches < LEAST_INCHES:
        message = f"a wheel of {inches} inches is below five feet ({LEAST_INCHES} inches) in diameter"
        sheet.fault(("options", "wheel_inches"), message, "30-2702(1)")
    glass = None if "glass" not in options else sheet.flag(("options", "glass"), options["glass"])
    if glass is False:
        sheet.fault(("options", "glass"), "the sections of the wheel must be covered with glass", "30-2702(1)")
    return inches, glass


@implements("30-2702(3)")
def symbols(sheet: Sheet, chosen: Chosen) -> dict[str, str]:
    """Themed symbols in place of the dollar figures, only with the Division's prior approval; no two are alike."""
    given = sheet.table("symbols")
    sheet.known(("symbols",), given, _IDS)
    found = {key: text for key, value in given.items() if (text := sheet.text(("symbols", key), value)) is not None}
    if found.keys() & set(_DOLLARS) and "themed-symbols" not in chosen.approvals:
        sheet.fault(("symbols",), "themed symbols need the approval 'themed-symbols'", "30-2702(3)")
    printed = [text.casefold() for text in ({each: each for each in _IDS} | found).values()]
    if len(set(printed)) < len(printed):
        sheet.fault(("symbols",), "two symbols are alike: each must be unique", "30-2702(1)")
    return found


CHOICES = Choices(
    read=_read,
    options={"wheel_inches": {"type": "integer", "minimum": LEAST_INCHES}, "glass": {"const": True}},
    sections=(Section("symbols", table((), **dict.fromkeys(_IDS, TEXT))),),
    approvals={"electronic-device": "device", "themed-symbols": "symbols"},
)
