"""How each row of `croupier odds` is played at the tables of `tests/oracle/`: its house, wager and player's acts."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from tests.oracle import craps, roulette, side_bets
from tests.oracle.dice_table import BEHIND, CrapsTable
from tests.oracle.play import BACK2BACK, PROGRESSIVE, SETUPS
from tests.oracle.table import Table
from tests.support.naive.walks import PLAYER, Player, Walk, Walked, opened

#: A stake in dollars for which all payments, commissions, parts and halves are whole dollars, so nothing is rounded.
DOLLARS = 55_440
WHEELS = {"37": "colorado-single-zero", "38": "colorado-double-zero", "39": "colorado-triple-zero"}
#: The multiples of the flat wager: the odds staked or, on the don't side, the amount to win.
MULTIPLES: dict[str, dict[int, int]] = {
    "1x": dict.fromkeys(craps.POINTS, 1),
    "2x": dict.fromkeys(craps.POINTS, 2),
    "3-4-5x": {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3},
    "5x": dict.fromkeys(craps.POINTS, 5),
    "10x": dict.fromkeys(craps.POINTS, 10),
}
#: A house whose limits and odds restrict nothing.
GENEROUS: dict[str, Any] = {
    "limits": {"default": (100, 10**12), "side-bets": (100, 10**12)},
    "odds": {"take": dict.fromkeys(craps.POINTS, 100), "lay": 100},
}


@dataclass(frozen=True)
class Played:
    """One way of playing a row: the result of the walk, the unit in cents, and a name."""

    walked: Walked
    unit: int
    how: str


def setup_of(row: dict[str, Any]) -> dict[str, Any]:
    """The house of a row, as the oracle describes it."""
    options, wager = row["options"], row["wager"]
    if row["game"] == "roulette":
        setup = SETUPS[WHEELS[row["wheel"]]] | {"in_prison": options.get("in_prison", "none") != "none"}
    else:
        setup = SETUPS[f"colorado-{row['variant']}"]
    setup = setup | GENEROUS | {"r15": options.get("R15", "36-counts")}
    if "commission" in options:
        setup["commission"] = ({"always": "up-front", "on-win": "on-win"}[options["commission"]], 5)
    terms: dict[str, dict[str, Any]] = {
        "back2back": BACK2BACK,
        "roulette-up": {"primary_required": False, "aggregate_cents": None},
        "roulette-up-progressive": PROGRESSIVE | {"contribution_percent": 0},  # the meter stays at its seed
    }
    sides = {wager: {**terms.get(wager, {}), "pay_table": row["pay_table"]}} if wager in side_bets.ALL else {}
    return setup | {"side_bets": sides}


def played(row: dict[str, Any], *, whole: bool = False) -> Iterator[Played]:
    """All ways of playing a row; `whole` tries every previous number, and distinguishes bonus balls after a 0."""
    setup, wager = setup_of(row), row["wager"]
    if wager in side_bets.ALL:
        yield from _side_bet(setup, wager, whole)
    elif row["game"] == "roulette":
        yield from _on_every_spot(setup, wager, row["options"].get("in_prison"))
    elif wager in craps.ODDS:
        yield _odds_alone(setup, wager, row["options"].get("number"))
    elif row["game"] == "craps":
        yield _at_craps(setup, wager, row["options"].get("odds"))
    else:
        yield _until_decided(Walk(frozenset({wager})), opened(setup, _up(wager)))


def _up(wager: str, spot: str | None = None, dollars: int = DOLLARS) -> str:
    return f"wager {PLAYER} {dollars} {wager} {spot or ''}"


def _until_decided(walk: Walk, *tables: Table, unit: int = DOLLARS * 100) -> Played:
    walked = walk(*tables)
    how = "every outcome, exactly" if walked.left == 0 else "every outcome, until less than 1e-15 is undecided"
    return Played(walked, unit, how)


# roulette


def _on_every_spot(setup: dict[str, Any], wager: str, in_prison: str | None) -> Iterator[Played]:
    answer = {"half-back": "half-back", "imprisoned": "imprison"}.get(in_prison or "")

    def choose(table: Table, memory: Any, shown: str) -> tuple[list[str], Any]:
        asked = any(one.state == "asked" for one in table.up)
        return [f"choose {PLAYER} {wager} {answer}"] if asked else [], memory

    for spot in sorted(roulette.spot_names(wager, setup["wheel"]), key=str):
        yield _until_decided(Walk(frozenset({wager}), choose), opened(setup, _up(wager, spot)))


def _side_bet(setup: dict[str, Any], wager: str, whole: bool) -> Iterator[Played]:
    """Start before the first spin or roll at which it may be placed: after a number, or behind a line wager."""
    walk = Walk(frozenset({wager}))
    if wager == "roulette-up-progressive":
        yield _until_decided(walk, opened(setup, _up(wager, dollars=1)), unit=100)
    elif wager in ("back2back", "spinner-winner"):
        for previous in roulette.pockets(setup["wheel"]) if whole else ("0",):
            in_order = Walk(frozenset({wager}), in_order=whole and previous == "0")
            yield _until_decided(in_order, opened(setup, f"outcome {previous}", _up(wager)))
    elif wager == "super-front-line-winner":
        yield _until_decided(walk, opened(setup, _up("pass"), _up(wager)))
    else:
        yield _until_decided(walk, opened(setup, _up(wager)))


# craps


def _at_craps(setup: dict[str, Any], wager: str, odds: str | None) -> Played:
    """Working on every roll; come wagers start with a point of four, and odds are made as soon as a point is set."""
    before = ["outcome 2-2"] if wager in craps.COME else []
    called = [f"on {PLAYER} {wager}"] if craps.may_be_called(wager) else []
    table = opened(setup, *before, _up(wager), *called)
    if odds is None:
        return _until_decided(Walk(frozenset({wager})), table)
    return _until_decided(Walk(frozenset({wager, f"{wager}-odds"}), _behind(wager, MULTIPLES[odds])), table)


def _behind(wager: str, multiples: dict[int, int]) -> Player:
    """Take odds of the multiple (or lay odds to win it) behind the point of a wager, and call them on."""

    def player(table: Table, memory: Any, shown: str) -> tuple[list[str], Any]:
        assert isinstance(table, CrapsTable)
        return odds_acts(table, wager, multiples), memory

    return player


def odds_acts(table: CrapsTable, wager: str, multiples: dict[int, int]) -> list[str]:
    """The acts that put odds behind a wager with a point and without odds."""
    acts: list[str] = []
    odds = f"{wager}-odds"
    for one in table.up:
        number = int(one.spot) if one.spot is not None else table.point
        waiting = wager in craps.COME and one.spot is None
        behind = any((each.wager, each.spot) == (odds, one.spot) for each in table.up)
        if one.wager == wager and number in multiples and not waiting and not behind:
            top, bottom = craps.LAY_ODDS[number] if wager.startswith("dont-") else (1, 1)
            dollars = one.stake // 100 * multiples[number] * bottom // top
            spot = one.spot or ""
            acts += [f"wager {PLAYER} {dollars} {odds} {spot}", f"on {PLAYER} {odds} {spot}"]
    return acts


def _odds_alone(setup: dict[str, Any], odds: str, number: str | None) -> Played:
    """Odds of one unit behind each point, weighted by the ways to set it; put odds on the row's number."""
    if odds == "put-odds":
        table = opened(setup, _up(f"put-{number}"), _up(odds, number), f"on {PLAYER} {odds} {number}")
        return _until_decided(Walk(frozenset({odds})), table)
    starts: list[Table] = []
    for one, other in craps.ALL_DICE:
        if one + other in craps.POINTS:
            come = BEHIND[odds] in craps.COME
            spot = str(one + other) if come else None
            before = ["outcome 2-2"] if come else []
            acts = [_up(BEHIND[odds]), f"outcome {one}-{other}", _up(odds, spot), f"on {PLAYER} {odds} {spot or ''}"]
            starts.append(opened(setup, *before, *acts))
    return _until_decided(Walk(frozenset({odds})), *starts)
