"""The pay tables of the side bets, typed column by column from 30-2299.01 to .04 and 47.1-2317.01, .02, .04.

What is kept is "to 1" or "for 1" as printed (`Price`); `winnings` turns either into what the player wins.
"""

from __future__ import annotations

Price = tuple[int, str]  # (25, "for") is 25 for 1, (24, "to") is 24 to 1


def winnings(stake_cents: int, price: Price) -> int:
    """What a stake wins: "for 1" keeps the stake in the figure (47.1-2317.01(12), reading C10)."""
    number, kind = price
    assert kind in ("to", "for")
    return stake_cents * (number if kind == "to" else number - 1)


def _column(kind: str, rows: tuple[int, ...], numbers: str) -> dict[int, Price]:
    """One printed column: its rows from the top, and its figures in the same order."""
    return {row: (int(number), kind) for row, number in zip(rows, numbers.split(), strict=True)}


# 30-2299.02(8), the pay table: to 1.
STRAIGHTS: dict[str, int] = {
    "gap": 4,  # 2 Numbers with a 1 Number Gap
    "eights": 4,  # 2 Numbers with 8's in a Row
    "sequential": 7,  # 2 Sequential Numbers in a Row
    "three-eights": 50,  # 3 Sequential Numbers with 8's (8, 18 or 28) in a Row
    "three-sequential": 50,  # 3 Sequential Numbers in a Row
    "8-18-28": 299,  # 8, 18 and 28 once each
}

# 30-2299.03(5): to 1, rows from the top. Reading R13: the second column printed SW2-U03 is SW2-U04.
TWO_BALL_ROWS = ("both-on-main", "same-number", "adjacent", "same-color", "other")
THREE_BALL_ROWS = ("three-adjacent-with-main", "three-adjacent", "two-adjacent", "same-color", "other")
SPINNER: dict[str, tuple[str, dict[str, int]]] = {
    "SW2-U01": ("single-zero", dict(zip(TWO_BALL_ROWS, (300, 150, 100, 40, 10), strict=True))),
    "SW2-U02": ("single-zero", dict(zip(TWO_BALL_ROWS, (1000, 150, 100, 40, 10), strict=True))),
    "SW2-U03": ("double-zero", dict(zip(TWO_BALL_ROWS, (500, 200, 100, 40, 10), strict=True))),
    "SW2-U04": ("double-zero", dict(zip(TWO_BALL_ROWS, (1000, 200, 100, 40, 10), strict=True))),
    "SW3-U01": ("single-zero", dict(zip(THREE_BALL_ROWS, (300, 100, 80, 50, 15), strict=True))),
    "SW3-U02": ("single-zero", dict(zip(THREE_BALL_ROWS, (1000, 100, 80, 50, 15), strict=True))),
    "SW3-U03": ("double-zero", dict(zip(THREE_BALL_ROWS, (300, 100, 80, 70, 10), strict=True))),
    "SW3-U04": ("double-zero", dict(zip(THREE_BALL_ROWS, (1000, 100, 80, 70, 10), strict=True))),
}

# 30-2299.04, bonus: to 1 (reading C10), "push" or, where a length is missing, a loss.
UP_BONUS: dict[str, dict[int, int | str]] = {
    "PT-FLT-RU-01": {8: 400, 7: 150, 6: 100, 5: 30, 4: 10, 3: 2},
    "PT-FLT-RU-02": {8: 400, 7: 100, 6: 25, 5: 10, 4: 4, 3: 2, 2: "push"},
    "PT-FLT-RU-03": {8: 275, 7: 150, 6: 25, 5: 15, 4: 10, 3: 3},
    "PT-FLT-RU-04": {8: 800, 7: 400, 6: 100, 5: 30, 4: 20},
    "PT-FLT-RU-05": {8: 250, 7: 125, 6: 50, 5: 15, 4: 5, 3: 1, 2: "push"},
}
# 30-2299.04, progressive: dollars for a $1 unit ("for 1"), or the whole meter; missing is a loss.
METER = "100%"
UP_PROGRESSIVE: dict[str, dict[int, int | str]] = {
    "PT-BJS-RU-01": {9: METER, 8: 3000, 7: 1500, 6: 250, 5: 25},
    "PT-BJS-RU-02": {9: METER, 8: 5000, 7: 2000, 6: 200, 5: 20, 4: 10},
    "PT-BJS-RU-03": {9: METER, 8: 1000, 7: 500, 6: 100, 5: 20, 4: 10},
    "PT-BJS-RU-04": {8: METER, 7: 250, 6: 50, 5: 20, 4: 4, 3: 2},
    "PT-BJS-RU-05": {8: METER, 7: 350, 6: 75, 5: 15, 4: 4, 3: 2},
    "PT-BJS-RU-06": {8: METER, 7: 500, 6: 100, 5: 20, 4: 10},
    "PT-BJS-RU-07": {8: METER, 7: 450, 6: 100, 5: 20, 4: 10},
}

# 47.1-2317.01(12): the points made; what is missing loses.
FIRE: dict[str, dict[int, Price]] = {
    "FB-1": _column("for", (6, 5, 4), "1000 250 25"),
    "FB-2": _column("to", (6, 5, 4), "999 249 24"),
    "FB-3": _column("for", (6, 5, 4, 3), "300 150 30 7"),
    "FB-4": _column("to", (6, 5, 4, 3), "299 149 29 6"),
}
# 47.1-2317.02(9): the passes made.
_PASSES = (10, 9, 8, 7, 6, 5, 4, 3)
SHARP: dict[str, dict[int, Price]] = {
    "SS-01": _column("for", _PASSES, "300 200 100 50 30 20 10 6"),
    "SS-02": _column("for", _PASSES, "300 200 50 40 30 20 10 7"),
    "SS-03": _column("for", _PASSES, "500 200 100 50 30 20 10 6"),
    "SS-04": _column("to", _PASSES, "299 200 100 50 30 20 9 5"),
    "SS-05": _column("to", _PASSES, "299 200 50 40 30 20 9 6"),
    "SS-06": _column("to", _PASSES, "500 200 100 50 30 15 9 5"),
}
# 47.1-2317.04, pay tables 1 to 10: sevens and elevens, to 1 (reading C10); tables 7 and 10 push on three.
_ELEVENS = (4, 5, 6, 7, 8, 9, 10, 11)
FRONT_LINE: dict[str, dict[int, Price]] = {
    "1": _column("to", _ELEVENS, "3 5 10 20 50 75 100 500"),
    "2": _column("to", _ELEVENS, "3 5 10 25 50 75 100 500"),
    "3": _column("to", _ELEVENS, "2 6 10 30 50 75 100 500"),
    "4": _column("to", _ELEVENS, "4 6 10 20 50 75 100 250"),
    "5": _column("to", _ELEVENS, "3 6 15 25 40 75 100 250"),
    "6": _column("to", _ELEVENS, "4 6 12 30 40 50 100 250"),
    "7": _column("to", _ELEVENS, "3 5 10 20 40 50 100 250"),
    "8": _column("to", _ELEVENS, "5 7 10 25 40 50 75 100"),
    "9": _column("to", _ELEVENS, "5 7 12 20 30 60 75 100"),
    "10": _column("to", _ELEVENS, "3 6 10 25 40 50 75 100"),
}
FRONT_LINE_PUSHES_ON_THREE: frozenset[str] = frozenset({"7", "10"})
