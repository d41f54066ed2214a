"""Craps and Craps Free Craps, settled naively: tables typed from the text and one long chain of ifs.

Sources: 47.1-2304 (what wins), 47.1-2306 (what it pays), 47.1-2307 (buy, lay), 47.1-2308 (odds),
47.1-2317.03 (Craps Free Craps), readings C1 to C8 and A1 to A4.
"""

from __future__ import annotations

from fractions import Fraction

Dice = tuple[int, int]
Settlement = tuple[str, int, bool, str | None]

POINTS = (4, 5, 6, 8, 9, 10)  # 47.1-2302(2), (4), (7)
FREE_POINTS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)  # 47.1-2317.03/wagers(1)(a), (3)(a)
WAYS = {2: 1, 3: 2, 4: 3, 5: 4, 6: 5, 7: 6, 8: 5, 9: 4, 10: 3, 11: 2, 12: 1}  # of the 36 ordered pairs
ALL_DICE: tuple[Dice, ...] = tuple((a, b) for a in range(1, 7) for b in range(1, 7))

# 47.1-2306(1), place bets to win; the totals 2, 3, 11, 12 from 47.1-2317.03/odds.
PLACE = {4: (9, 5), 5: (7, 5), 6: (7, 6), 8: (7, 6), 9: (7, 5), 10: (9, 5)}
FREE_PLACE = {2: (11, 2), 3: (11, 4), **PLACE, 11: (11, 4), 12: (11, 2)}
# 47.1-2306(1), place bets to lose.
PLACE_TO_LOSE = {4: (5, 11), 5: (5, 8), 6: (4, 5), 8: (4, 5), 9: (5, 8), 10: (5, 11)}
# 47.1-2307(1), buy; 2, 3, 11, 12 from 47.1-2317.03/buy(1).
BUY = {4: (2, 1), 5: (3, 2), 6: (6, 5), 8: (6, 5), 9: (3, 2), 10: (2, 1)}
FREE_BUY = {2: (6, 1), 3: (3, 1), **BUY, 11: (3, 1), 12: (6, 1)}
# 47.1-2307(2), lay.
LAY = {4: (1, 2), 5: (2, 3), 6: (5, 6), 8: (5, 6), 9: (2, 3), 10: (1, 2)}
# 47.1-2308(1), (3): odds taken behind pass and come, and by 47.1-2304(42) behind a put.
TAKE_ODDS = {4: (2, 1), 5: (3, 2), 6: (6, 5), 8: (6, 5), 9: (3, 2), 10: (2, 1)}
# 47.1-2308(2), (4): odds laid behind don't pass and don't come.
LAY_ODDS = {4: (1, 2), 5: (2, 3), 6: (5, 6), 8: (5, 6), 9: (2, 3), 10: (1, 2)}
# Reading C7: whole dollars in which these odds pay exactly.
TAKE_UNIT_DOLLARS = {4: 1, 5: 2, 6: 5, 8: 5, 9: 2, 10: 1}
LAY_UNIT_DOLLARS = {4: 2, 5: 3, 6: 6, 8: 6, 9: 3, 10: 2}
# 47.1-2306(1), hardways; 47.1-2304(7)-(10).
HARD = {4: 7, 6: 9, 8: 9, 10: 7}
# 47.1-2304(22)-(38) and 47.1-2306(1): seventeen hops, faces in rising order.
HOPS = {
    "hop-2-2": 30, "hop-3-3": 30, "hop-4-4": 30, "hop-5-5": 30,
    "hop-1-3": 15, "hop-1-4": 15, "hop-2-3": 15, "hop-1-5": 15, "hop-2-4": 15, "hop-1-6": 15, "hop-2-5": 15,
    "hop-3-4": 15, "hop-2-6": 15, "hop-3-5": 15, "hop-3-6": 15, "hop-4-5": 15, "hop-4-6": 15,
}  # fmt: skip
# 47.1-2304(12)-(17) and 47.1-2306(1): one-roll wagers on totals: what is paid, to 1, on which totals.
ONE_ROLL: dict[str, dict[int, int]] = {
    "any-seven": {7: 4},
    "any-craps": {2: 7, 3: 7, 12: 7},
    "craps-2": {2: 30},
    "craps-3": {3: 15},
    "craps-12": {12: 30},
    "eleven": {11: 15},
    "field": {2: 2, 3: 1, 4: 1, 9: 1, 10: 1, 11: 1, 12: 2},  # 47.1-2304(11)
}
# 47.1-2304(18)-(21), 47.1-2306(2), (3), readings C4, C14: the equal parts of each combination.
PARTS: dict[str, tuple[str, ...]] = {
    "c-and-e": ("any-craps", "eleven"),
    "horn": ("craps-2", "craps-3", "eleven", "craps-12"),
    "horn-high-2": ("craps-2", "craps-3", "eleven", "craps-12", "craps-2"),
    "horn-high-3": ("craps-2", "craps-3", "eleven", "craps-12", "craps-3"),
    "horn-high-11": ("craps-2", "craps-3", "eleven", "craps-12", "eleven"),
    "horn-high-12": ("craps-2", "craps-3", "eleven", "craps-12", "craps-12"),
    "whirl": ("craps-2", "craps-3", "eleven", "craps-12", "any-seven"),
}
# 47.1-2304(20), (21): what a house without such an area on its layout makes of them (units of each wager).
BROKEN_DOWN: dict[str, tuple[tuple[str, int], ...]] = {
    "horn-high-2": (("horn", 4), ("craps-2", 1)),
    "horn-high-3": (("horn", 4), ("craps-3", 1)),
    "horn-high-11": (("horn", 4), ("eleven", 1)),
    "horn-high-12": (("horn", 4), ("craps-12", 1)),
    "whirl": (("horn", 4), ("any-seven", 1)),
}
LINE = ("pass", "dont-pass")
COME = ("come", "dont-come")
ODDS = ("pass-odds", "dont-pass-odds", "come-odds", "dont-come-odds", "put-odds")
# families whose last word is a number; "place-to-lose" before "place"
_FAMILIES = ("place-to-lose", "place", "buy", "lay", "put", "hard", "big")


def family(wager: str) -> tuple[str, int | None]:
    """("place", 6) of "place-6", ("pass", None) of "pass": the kind of wager and the number in its name."""
    for kind in _FAMILIES:
        rest = wager.removeprefix(kind + "-")
        if rest != wager and rest.isdigit():
            return (kind, int(rest))
    return (wager, None)


def wagers(free: bool = False) -> tuple[str, ...]:
    """Every wager id: 47.1-2304(1)-(42), 2307, 2308; Craps Free by 47.1-2317.03 and reading C8."""
    names = ["pass", "come", "pass-odds", "come-odds", "put-odds"]
    names += [f"place-{n}" for n in (FREE_PLACE if free else PLACE)]
    names += [f"buy-{n}" for n in (FREE_BUY if free else BUY)]
    if not free:
        names += ["dont-pass", "dont-come", "dont-pass-odds", "dont-come-odds"]
        names += [f"place-to-lose-{n}" for n in POINTS]
        names += [f"lay-{n}" for n in POINTS]
    names += [f"put-{n}" for n in POINTS]
    names += [f"hard-{n}" for n in HARD]
    names += [*ONE_ROLL, *PARTS, *HOPS, "six-seven-eight", "big-6", "big-8"]
    return tuple(names)


def is_one_roll(wager: str) -> bool:
    """Decided by the very next roll, whatever it is (47.1-2304(11)-(39))."""
    return wager in ONE_ROLL or wager in PARTS or wager in HOPS or wager == "six-seven-eight"


def may_be_called(wager: str) -> bool:
    """On and Off exist for this wager (reading A1): it can come down and needs more than one roll."""
    return wager in ODDS or family(wager)[1] is not None


def off_on_come_out(wager: str, hardways_on_come_out: bool = False) -> bool:
    """Inactive on a come-out unless called On (47.1-2305(5), 2304(5), reading C2)."""
    kind = family(wager)[0]
    if kind == "hard":
        return not hardways_on_come_out
    return kind in ("place", "buy") or wager in ("come-odds", "put-odds")


def stays_up_when_won(wager: str) -> bool:
    """Paid and left standing: place to win, buy, hardway, Big 6, Big 8 (the issue's rule)."""
    return family(wager)[0] in ("place", "buy", "hard", "big")


def single_odds(wager: str) -> tuple[int, int] | None:
    """The one price, a to b, of a wager that might not come out in whole chips; None for all the others."""
    kind, number = family(wager)
    tables = {"place": FREE_PLACE, "place-to-lose": PLACE_TO_LOSE, "buy": FREE_BUY, "lay": LAY}
    if kind in tables and number is not None:
        return tables[kind][number]
    return None


def true_odds(wager: str) -> Fraction:
    """Ways to lose over ways to win of a wager on one number against the seven."""
    kind, number = family(wager)
    assert number is not None
    number_ways, seven_ways = WAYS[number], WAYS[7]
    if kind in ("place", "buy"):
        return Fraction(seven_ways, number_ways)
    assert kind in ("place-to-lose", "lay")
    return Fraction(number_ways, seven_ways)


def round_up(cents: Fraction | int, chip: int = 100) -> int:
    """A payout goes up to the lowest chip, never down (47.1-2306(4), reading C4)."""
    chips = Fraction(cents) / chip
    whole = chips.numerator // chips.denominator
    if whole < chips:
        whole += 1
    return whole * chip


def payable(wager: str, stake_cents: int, *, chip: int = 100, c4: str = "true-odds") -> bool:
    """Whether this whole stake may stand (47.1-2306(4), readings C4 and A2): chips, parts, rounding."""
    if stake_cents <= 0 or stake_cents % (chip * len(PARTS.get(wager, ("one part",)))) != 0:
        return False
    price = single_odds(wager)
    if price is None or c4 == "accept-all":
        return True
    exact = Fraction(stake_cents * price[0], price[1])
    rounded = round_up(exact, chip)
    if c4 == "exact-only":
        return rounded == exact
    assert c4 == "true-odds"
    return rounded <= stake_cents * true_odds(wager)


def commission_cents(
    wager: str, stake_cents: int, *, percent: int = 5, c6: str = "of-the-win", chip: int = 100
) -> int:
    """The charge on a buy or a lay, rounded down to the lowest chip (47.1-2307, reading C6); else nothing.

    A lay's possible win is what the odds give, before rounding up: so the charge is never above the cap.
    """
    kind = family(wager)[0]
    if kind not in ("buy", "lay"):
        return 0
    base = Fraction(stake_cents)
    if kind == "lay" and c6 == "of-the-win":
        price = single_odds(wager)
        assert price is not None
        base = Fraction(stake_cents * price[0], price[1])
    return int(base * percent // (100 * chip)) * chip


def odds_unit_cents(wager: str, number: int) -> int:
    """Whole units in which odds are taken or laid on a number (reading C7)."""
    dollars = LAY_UNIT_DOLLARS if wager.startswith("dont-") else TAKE_UNIT_DOLLARS
    return dollars[number] * 100


def _one_roll_pays(wager: str, dice: Dice) -> int | None:
    """What a single one-roll wager is paid on these dice, to 1; None where it loses (47.1-2306(1))."""
    total = dice[0] + dice[1]
    if wager in ONE_ROLL:
        return ONE_ROLL[wager].get(total)
    if wager in HOPS:
        faces = f"hop-{min(dice)}-{max(dice)}"
        return HOPS[wager] if wager == faces else None
    assert wager == "six-seven-eight"  # 47.1-2304(39)
    if total in (6, 8):
        return 2 if dice[0] == dice[1] else 1
    return 1 if total == 7 else None


def _one_roll_net(wager: str, stake_cents: int, dice: Dice) -> int:
    """Net of a one-roll wager; a combination part by part (47.1-2306(2), (3))."""
    parts = PARTS.get(wager, (wager,))
    each = stake_cents // len(parts)
    net = 0
    for part in parts:
        pays = _one_roll_pays(part, dice)
        net += -each if pays is None else each * pays
    return net


def _line(wager: str, total: int, number: int | None, free: bool) -> str | None:
    """Pass and don't pass before (number None) and after their point: win, lose, push, sets, or nothing.

    47.1-2304(1), (2); come and don't come are the same on their own number: 47.1-2304(3), (4). Craps Free:
    47.1-2317.03/wagers(1), (3). Reading C1: void on 12 is a push.
    """
    right = wager in ("pass", "come")
    if number is not None:
        if total == number:
            return "win" if right else "lose"
        if total == 7:
            return "lose" if right else "win"
        return None
    if free:
        assert right
        return "win" if total == 7 else "sets"
    if total in (7, 11):
        return "win" if right else "lose"
    if total in (2, 3):
        return "lose" if right else "win"
    if total == 12:
        return "lose" if right else "push"
    return "sets"


def _odds_grade(wager: str, total: int, number: int) -> str | None:
    """Odds go with the wager they stand behind (47.1-2308)."""
    laid = wager.startswith("dont-")
    if total == number:
        return "lose" if laid else "win"
    if total == 7:
        return "win" if laid else "lose"
    return None


def _number_grade(kind: str, number: int, dice: Dice) -> str | None:
    """Wagers on a number against the seven (47.1-2304(5)-(10), (40)-(42), 47.1-2307)."""
    total = dice[0] + dice[1]
    if kind == "hard":
        if total == number:
            return "win" if dice[0] == dice[1] else "lose"
        return "lose" if total == 7 else None
    against = kind in ("place-to-lose", "lay")
    if total == number:
        return "lose" if against else "win"
    if total == 7:
        return "win" if against else "lose"
    return None


def _winnings(wager: str, number: int | None, stake_cents: int, chip: int) -> int:
    """What a won wager is paid, rounded up to the lowest chip (47.1-2306(1), (4); 2307; 2308)."""
    kind, named = family(wager)
    if wager in ODDS:
        assert number is not None
        top, bottom = (LAY_ODDS if wager.startswith("dont-") else TAKE_ODDS)[number]
    elif kind == "hard":
        assert named is not None
        top, bottom = HARD[named], 1
    else:
        top, bottom = single_odds(wager) or (1, 1)
    return round_up(Fraction(stake_cents * top, bottom), chip)


def settle(
    wager: str,
    spot: str | None,
    stake_cents: int,
    point: int | None,
    dice: Dice,
    *,
    free: bool = False,
    working: bool = True,
    parent_working: bool = True,
    commission: tuple[str, int] = ("on-win", 5),
    c6: str = "of-the-win",
    chip: int = 100,
) -> Settlement | None:
    """One wager and one roll: (grade, net, stays up, spot afterwards), or None where nothing happens.

    `point` is the table's before the roll; `spot` is the number of a come-type wager that travelled and of
    come and put odds. A come wager that travels is ("moves", 0, True, its number). `working` says whether the
    wager is on; odds that are off when their wager is decided are "returned" (readings C2, A1), any other
    wager that is off doesn't see the roll. `parent_working` is for put odds alone: behind a put that is off
    nothing is decided.
    """
    total = dice[0] + dice[1]
    kind, named = family(wager)
    number = int(spot) if spot is not None else None
    if is_one_roll(wager):
        net = _one_roll_net(wager, stake_cents, dice)
        return ("win" if net > 0 else "push" if net == 0 else "lose", net, False, spot)
    if wager in LINE or wager in COME:
        grade = _line(wager, total, point if wager in LINE else number, free)
        if grade == "sets":
            return ("moves", 0, True, str(total)) if wager in COME else None
    elif wager in ODDS:
        behind = point if wager in ("pass-odds", "dont-pass-odds") else number
        assert behind in POINTS, "odds need a point"
        grade = _odds_grade(wager, total, behind)
        number = behind
        if grade is not None and not parent_working:
            return None
        if grade is not None and not working:
            return ("returned", 0, False, spot)
    else:
        assert named is not None, wager
        grade = _number_grade(kind, named, dice) if working else None
    if grade is None:
        return None
    when, percent = commission
    fee = commission_cents(wager, stake_cents, percent=percent, c6=c6, chip=chip)
    if grade == "push":
        return ("push", 0, False, spot)
    if grade == "lose":
        return ("lose", -stake_cents - (fee if when == "up-front" else 0), False, spot)
    return ("win", _winnings(wager, number, stake_cents, chip) - fee, stays_up_when_won(wager), spot)
