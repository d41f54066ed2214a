"""The rules as dated data: paragraphs, permitted wagers, minimum odds, readings.

>>> from datetime import date
>>> from croupier import rulebook
>>> str(rulebook.colorado(on=date(2022, 9, 1)).permitted("roulette")["straight"].odds["win"])
'35 to 1'
"""

from croupier.rulebook.reader import (
    DateNotCovered,
    Move,
    Paragraph,
    PayTable,
    Permitted,
    Reading,
    Rulebook,
    colorado,
    device_spins,
    house_pay_table,
    newest_rules,
    paragraphs,
    procedure_limits,
    procedure_moves,
    readings,
)

__all__ = [
    "DateNotCovered",
    "Move",
    "Paragraph",
    "PayTable",
    "Permitted",
    "Reading",
    "Rulebook",
    "colorado",
    "device_spins",
    "house_pay_table",
    "newest_rules",
    "paragraphs",
    "procedure_limits",
    "procedure_moves",
    "readings",
]
