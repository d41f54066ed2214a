"""Plans compiled to chains: what a round brings, exactly, against the price of each wager alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier import chain, felt, house
from croupier.chain import BUILT_IN
from croupier.chain.plan import PLAYER, BuiltIn, Memory, Move, Plan, told
from croupier.chain.plans.flat import Flat
from croupier.chain.plans.line import Line
from croupier.chain.plans.progressions import Martingale, Paroli
from croupier.chain.plans.wrapping import FiveCount, LimitPerShooter, StopAt
from croupier.cli.plans import plans
from croupier.felt import Place
from croupier.games.craps.facts import CrapsTable

SCRIPTS = Path(__file__).parent / "scripts"


def _flat(*wagers: str, odds: int = 0) -> Flat:
    return Flat("flat", tuple((wager, None, 10_00) for wager in wagers), odds=odds)


@pytest.mark.parametrize("wager", ["pass", "dont-pass", "field", "any-seven", "horn", "hard-6", "big-8", "put-6"])
def test_a_flat_plan_brings_what_its_wager_is_worth(wager: str) -> None:
    """A wager that is put up again at once is exposed every round: net a round is its edge a round."""
    table = house.load("colorado-craps", change={"options.hardways_on_come_out": True})
    stake = 8_00 if wager == "horn" else 10_00
    compiled = chain.compile(table, Flat("flat", ((wager, None, stake),)))
    price = chain.worth(table, wager)
    found = chain.gain(compiled)
    assert found.edge == price.edge
    assert found.net == -price.edge_per_round * stake


def test_line_and_odds_per_dollar_of_all_action() -> None:
    table = house.load("colorado-craps")
    multiples = dict.fromkeys((4, 5, 6, 8, 9, 10), 2)
    assert chain.gain(chain.compile(table, _flat("pass", odds=2))).edge == Fraction(1, 165)
    assert chain.worth(table, "pass", multiples=multiples).edge == Fraction(1, 165)


def test_a_flat_plan_goes_to_prison() -> None:
    table = house.load("colorado-single-zero")
    price = chain.worth(table, "red", choice="imprison")
    found = chain.gain(chain.compile(table, _flat("red")))
    assert found.edge == price.edge == Fraction(19, 1369)
    assert found.net == -price.edge_per_round * 10_00


def test_wagers_that_do_not_touch_add_up() -> None:
    """Expectation is linear: three roulette wagers together bring the sum of what each brings."""
    table = house.load("colorado-double-zero")
    together = chain.gain(chain.compile(table, _flat("red", "odd", "low"))).net
    assert together == sum(chain.gain(chain.compile(table, _flat(wager))).net for wager in ("red", "odd", "low"))


def test_the_side_bet_of_a_whole_hand() -> None:
    """$1 on the line and $100 on Super Front Line Winner for every shooter: each brings its own price a round."""
    table = house.load("colorado-craps")
    line, side = chain.worth(table, "pass"), chain.worth(table, "super-front-line-winner")
    found = chain.gain(chain.compile(table, EveryHand()))
    assert found.net == -(line.edge_per_round * 1_00 + side.edge_per_round * 100_00)


class EveryHand:
    """Pass, and Super Front Line Winner before every shooter's first roll."""

    name = "every-hand"
    wagers = frozenset({"pass", "super-front-line-winner"})

    def begin(self) -> None:
        return None

    def moves(self, view: chain.View, memory: object) -> tuple[tuple[Place, ...], object]:
        acts = [] if view.standing("pass") or not CrapsTable.of(view).come_out else [Place("pass", 1_00)]
        fresh = view.standing("super-front-line-winner") is None and not CrapsTable.of(view).hand.rolled
        return (*acts, *([Place("super-front-line-winner", 100_00)] if fresh else [])), memory


def test_a_plan_that_breaks_a_rule_is_refused_with_its_paragraph() -> None:
    class Come:
        name = "come-on-a-come-out"
        wagers = frozenset({"come"})

        def begin(self) -> None:
            return None

        def moves(self, view: chain.View, memory: object) -> tuple[tuple[Place, ...], object]:
            return (Place("come", 5_00),), memory

    with pytest.raises(chain.PlanRefused, match=r"47\.1-2304\(3\)") as refused:
        chain.compile(house.load("colorado-craps"), Come())
    assert refused.value.refusal.code.word == "not-now"


def test_a_chain_too_large_says_how_large_and_what_made_it_so() -> None:
    class Counts:
        name = "counts-for-ever"
        wagers = frozenset({"red"})

        def begin(self) -> int:
            return 0

        def moves(self, view: chain.View, memory: object) -> tuple[tuple[Place, ...], int]:
            assert isinstance(memory, int)
            return (Place("red", 1_00),), memory + 1

    with pytest.raises(chain.TooLarge, match=r"more than 50 states: 51 memories"):
        chain.compile(house.load("colorado-triple-zero"), Counts(), most=50)


# Built-in plans: a script that shows every branch ----------------------------------------------------------
def branches(view: chain.View, before: Memory, moves: tuple[Move, ...], after: Memory) -> set[str]:
    """What tells a branch: each act, each change of memory, what each wager brings at each amount."""
    ends = {f"{row.wager} {row.net} at {row.stake}" for row in view.decided}
    return {*map(told, moves), f"{before} -> {after}", *ends}


@dataclass
class Watched:
    """A plan that notes every branch it takes."""

    plan: Plan
    taken: set[str] = field(default_factory=set)

    @property
    def name(self) -> str:
        return self.plan.name

    @property
    def wagers(self) -> frozenset[str]:
        return self.plan.wagers

    def begin(self) -> Memory:
        return self.plan.begin()

    def moves(self, view: chain.View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
        moves, after = self.plan.moves(view, memory)
        self.taken |= branches(view, memory, moves, after)
        return moves, after


def _script(name: str) -> list[tuple[str, str, str]]:
    """Each outcome, the dollars it won or lost and the acts after it; the first is the start of the table."""
    lines = (line.partition("#")[0].strip() for line in (SCRIPTS / f"{name}.txt").read_text("utf-8").splitlines())
    rows = [[part.strip() for part in line.split("|")] for line in lines if line]
    return [(outcome, net, acts) for outcome, net, acts in rows]


def _played(plan: Plan, table: house.House, outcomes: list[str]) -> Iterator[tuple[str, str]]:
    """What each outcome brings and the plan's acts after it at the felt; first those before the first outcome."""
    sitting = felt.open(table).sit(PLAYER, 1_000_000_00)
    assert isinstance(sitting, felt.Felt)
    at, memory = sitting, plan.begin()
    view = chain.View(table, at.table, at.standing, felt=at)
    for outcome in (None, *outcomes):
        if outcome is not None:
            played = at.outcome(outcome)
            assert isinstance(played, felt.Played), played
            at = played.felt
            view = chain.View(table, at.table, at.standing, played.resolutions, played.fact, at)
        moves, memory = plan.moves(view, memory)
        for move in moves:
            at = _done(at, move)
        net = sum(row.net for row in view.decided)
        assert net % 100 == 0
        yield f"{net // 100:+d}" if net else "", "; ".join(map(told, moves))


def _done(at: felt.Felt, move: Move) -> felt.Felt:
    if isinstance(move, chain.Answer):
        chosen = at.choose(PLAYER, move.wager, move.choice)
        done = chosen.felt if isinstance(chosen, felt.Played) else chosen
    else:
        done = at.act(PLAYER, move)
    assert isinstance(done, felt.Felt), done
    return done


def test_every_built_in_plan_has_a_script_and_every_script_a_plan() -> None:
    assert {path.stem for path in SCRIPTS.glob("*.txt")} == set(BUILT_IN)


@pytest.mark.parametrize("name", BUILT_IN)
def test_a_script_line_by_line(name: str) -> None:
    """At the felt each line is as the script says; the script is long and takes every branch there is."""
    plan, rows = BUILT_IN[name], _script(name)
    table = house.load(plan.house)
    assert rows[0][0] == "start"
    assert len(rows) > 30
    watched = Watched(plan)
    outcomes = [outcome for outcome, _, _ in rows[1:]]
    for (outcome, *wanted), made in zip(rows, _played(watched, table, outcomes), strict=True):
        assert list(made) == wanted, f"after {outcome}"
    everything = Watched(plan)
    chain.compile(table, everything)
    assert everything.taken - watched.taken == set()


# Built-in plans: their exact values, reckoned apart ---------------------------------------------------------
POINT_ON = Fraction(392, 557)  # of all rolls, those with a point on: 557/165 rolls a decision, one of them a come-out
WAYS = {4: 3, 5: 4, 6: 5, 8: 5, 9: 4, 10: 3}
PLACE_PAYS = {4: Fraction(9, 5), 5: Fraction(7, 5), 6: Fraction(7, 6)}
SEVEN = Fraction(1, 6)
PASS_A_ROLL = Fraction(-7, 1671)  # 7/495 a decision of 557/165 rolls
RED_LOSES = Fraction(10, 19)


def _hit(number: int) -> Fraction:
    return Fraction(WAYS[number], 36)


def _place(number: int, cents: Fraction | int) -> Fraction:
    """What a place wager brings a roll it works on."""
    return cents * (_hit(number) * PLACE_PAYS[min(number, 14 - number)] - SEVEN)


def _spread(units: dict[int, int], times: dict[int, Fraction]) -> Fraction:
    """What place wagers bring a roll, working with a point on, each of so many units on average."""
    return POINT_ON * sum((_place(number, unit * times[number]) for number, unit in units.items()), Fraction(0))


INSIDE = {5: 5_00, 6: 6_00, 8: 6_00, 9: 5_00}
ACROSS = {4: 5_00, **INSIDE, 10: 5_00}


def _pressed_and_back(number: int) -> Fraction:
    """One unit or two: a hit goes there and back, a seven begins anew."""
    return 1 + _hit(number) / (2 * _hit(number) + SEVEN)


def _pressed_and_stays(number: int) -> Fraction:
    """One unit, two after a hit, three after two and more."""
    hit_first = _hit(number) / (_hit(number) + SEVEN)
    return 1 + hit_first + hit_first**2 if number in (6, 8) else Fraction(1)


def _regressed(units: dict[int, int], large: int, wins: int) -> dict[int, Fraction]:
    """Large until so many hits of any of them came before a seven."""
    hit = sum(map(_hit, units), Fraction(0))
    return dict.fromkeys(units, 1 + (large - 1) * (1 - (hit / (hit + SEVEN)) ** wins))


def _mean(weights: list[Fraction], units: list[int]) -> Fraction:
    total = sum((weight * unit for weight, unit in zip(weights, units, strict=True)), Fraction(0))
    return total / sum(weights, Fraction(0))


def _decisions(ahead: int, behind: int, win: Fraction) -> Fraction:
    """How many even-money decisions it takes to be so many units ahead or behind: the classical formula."""
    lose, ends = 1 - win, ahead + behind
    ratio = lose / win
    return (behind - ends * (1 - ratio**behind) / (1 - ratio**ends)) / (lose - win)


STOP = _decisions(3, 2, Fraction(244, 495))

NETS: dict[str, Fraction] = {
    "flat": PASS_A_ROLL * 10_00,
    "flat-red": Fraction(-10_00, 19),
    "pass-odds-place-6-8": PASS_A_ROLL * 10_00 + POINT_ON * 2 * _place(6, 12_00),
    # the field pays even money on 14 of 36 and 2 to 1 on 2 and 12
    "iron-cross": POINT_ON
    * (10_00 * (Fraction(14 + 2 * 2 - 20, 36)) + _place(5, 10_00) + _place(6, 12_00) + _place(8, 12_00)),
    # In Prison loses 19 in 37 * 37, in 38 spins of 37 decisions: half of the other wagers' 1 in 37
    "james-bond": -(Fraction(140_00, 74) + Fraction(60_00, 37)),
    "pass-3-4-5x": PASS_A_ROLL * 10_00,
    "inside-press": _spread(INSIDE, {number: _pressed_and_back(number) for number in INSIDE}),
    "across-press": _spread(ACROSS, {number: _pressed_and_stays(number) for number in ACROSS}),
    "inside-regress": _spread(INSIDE, _regressed(INSIDE, 3, 2)),
    "across-regress": _spread(ACROSS, _regressed(ACROSS, 2, 1)),
    "martingale": -_mean([RED_LOSES**k for k in range(7)], [2**k for k in range(7)]) * 5_00 / 19,
    # the seventh place is the round it sits out
    "grand-martingale": -_mean([RED_LOSES**k for k in range(7)], [1, 3, 7, 15, 31, 63, 0]) * 5_00 / 19,
    "dalembert": -_mean([Fraction(10, 9) ** k for k in range(10)], list(range(1, 11))) * 5_00 / 19,
    # the roll it sits out may set a point, which is waited for: on average one decision of the line
    "stop-at-win-or-loss": PASS_A_ROLL * 10_00 * STOP / (STOP + 1),
    "paroli": PASS_A_ROLL * 5_00 * _mean([Fraction(244, 495) ** k for k in range(3)], [1, 2, 4]),
}

#: What the house keeps of every cent, as its wagers alone, or published with odds of so many times.
EDGES: dict[str, Fraction] = {
    "flat": Fraction(7, 495),
    "flat-red": Fraction(1, 19),
    "pass-3-4-5x": Fraction(7, 495) / (1 + Fraction(2 * (3 * 3 + 4 * 4 + 5 * 5), 36)),
    "three-point-molly": Fraction(7, 495) / (1 + 2 * Fraction(2, 3)),
    "dont-side-lay-odds": Fraction(3, 220) / (1 + 6 * Fraction(2, 3)),
    "five-count": Fraction(1, 66),
    "limit-per-shooter": Fraction(1, 18),
    **dict.fromkeys(("martingale", "grand-martingale", "dalembert", "labouchere"), Fraction(1, 19)),
    **dict.fromkeys(("fibonacci", "paroli", "stop-at-win-or-loss"), Fraction(7, 495)),
}


def _gain(plan: BuiltIn) -> chain.Gain:
    return chain.gain(chain.compile(house.load(plan.house), plan))


@pytest.mark.parametrize("name", BUILT_IN)
def test_the_exact_value_of_a_built_in_plan(name: str) -> None:
    found = _gain(BUILT_IN[name])
    assert name in NETS or name in EDGES
    assert found.net == NETS.get(name, found.net)
    assert found.edge == EDGES.get(name, found.edge)


@pytest.mark.parametrize("name", ["three-point-molly", "dont-side-lay-odds", "pass-3-4-5x"])
def test_odds_cost_nothing(name: str) -> None:
    plan = BUILT_IN[name]
    assert isinstance(plan, Line)
    assert _gain(plan).net == _gain(replace(plan, odds=())).net


def _walked(name: str, lose: float) -> float:
    """The mean units of a progression, by walking a list of chances until it settles."""
    chances: dict[tuple[int, ...], float] = {(0,) if name == "fibonacci" else (1, 2, 3): 1.0}
    start = next(iter(chances))
    for _ in range(2_000):
        after: dict[tuple[int, ...], float] = {}
        for rung, chance in chances.items():
            won: tuple[int, ...]
            lost: tuple[int, ...]
            if name == "fibonacci":
                won, lost = (max(0, rung[0] - 2),), (rung[0] + 1,) if rung[0] < 8 else start
            else:
                won, lost = rung[1:-1] or start, (*rung, _ends(rung))
                lost = lost if len(lost) <= 5 and _ends(lost) <= 9 else start
            after[won] = after.get(won, 0) + chance * (1 - lose)
            after[lost] = after.get(lost, 0) + chance * lose
        chances = after
    fibonacci = (1, 1, 2, 3, 5, 8, 13, 21, 34)
    return sum(c * (fibonacci[rung[0]] if name == "fibonacci" else _ends(rung)) for rung, c in chances.items())


def _ends(line: tuple[int, ...]) -> int:
    return line[0] + (line[-1] if len(line) > 1 else 0)


def test_progressions_against_a_walk() -> None:
    """Fibonacci and Labouchère wager on average what a plain walk over their rungs says."""
    labouchere, fibonacci = _gain(BUILT_IN["labouchere"]), _gain(BUILT_IN["fibonacci"])
    assert float(labouchere.wagered) == pytest.approx(5_00 * _walked("labouchere", 20 / 38), rel=1e-9)
    a_decision = float(fibonacci.wagered / fibonacci.decided)
    assert a_decision == pytest.approx(5_00 * _walked("fibonacci", 251 / 495), rel=1e-9)


def _up(name: str) -> tuple[float, float]:
    """How often the count of a plan about shooters is full with a point on, and how often it is not full."""
    chances: dict[tuple[int, int], float] = {(0, 0): 1.0}  # count and point; a count of rolls, or of lost fields
    full = 5 if name == "five-count" else 3
    for _ in range(3_000):
        after: dict[tuple[int, int], float] = {}
        for (count, point), chance in chances.items():
            for total in range(2, 13):
                now = 0 if total == point else point or (total if total in WAYS else 0)
                if name == "five-count":
                    waits = count in (0, 4) and total not in WAYS
                    counted = count if waits else min(full, count + 1)
                else:
                    counted = min(full, count + (total in (5, 6, 7, 8)))
                to = (0, 0) if point and total == 7 else (counted, now)
                after[to] = after.get(to, 0) + chance * (6 - abs(7 - total)) / 36
        chances = after
    with_a_point = sum(chance for (count, point), chance in chances.items() if count == full and point)
    return with_a_point, sum(chance for (count, _), chance in chances.items() if count < full)


def test_shooters_against_a_walk() -> None:
    """With the count full and a point on, 6 and 8 are decided by 11 rolls of 36. A field is up below its limit."""
    five, limit = _gain(BUILT_IN["five-count"]), _gain(BUILT_IN["limit-per-shooter"])
    assert float(five.wagered) == pytest.approx(_up("five-count")[0] * 24_00 * 11 / 36, rel=1e-9)
    assert float(limit.wagered) == pytest.approx(_up("limit-per-shooter")[1] * 10_00, rel=1e-9)


def _martingale(rungs: int, at_cap: Any) -> Martingale:
    plan = BUILT_IN["martingale"]
    assert isinstance(plan, Martingale)
    return replace(plan, rungs=rungs, at_cap=at_cap)


@pytest.mark.parametrize("at_cap", ["stay", "restart", "sit-out"])
def test_a_cap_moves_the_money_and_not_the_edge(at_cap: str) -> None:
    low, high = (_gain(_martingale(rungs, at_cap)) for rungs in (3, 5))
    assert low.edge == high.edge == Fraction(1, 19)
    assert low.wagered < high.wagered


def test_a_progression_over_the_table_limit_is_refused() -> None:
    with pytest.raises(chain.PlanRefused, match=r"may not wager \$640 red") as refused:
        _gain(_martingale(8, "restart"))
    assert refused.value.refusal.code.word == "over-maximum"


def test_a_progression_on_a_wager_that_stays_up() -> None:
    """A place wager that wins is pressed where it stands, and comes down where the progression sits out."""
    table = house.load("colorado-craps")
    plan = Paroli("paroli", "place-6", 6_00, "sit-out", 2)
    acts = [acts for _, acts in _played(plan, table, ["2-2", "3-3", "4-2", "1-2", "3-4"])]
    assert acts == [
        "wager $6 place-6",
        "",
        "raise $6 place-6",
        "take-down place-6",
        "wager $6 place-6",
        "wager $6 place-6",
    ]


def test_a_progression_goes_to_prison() -> None:
    """At single zero a 0 imprisons red: the rung waits, and a wager set free neither won nor lost."""
    table = house.load("colorado-single-zero")
    acts = [acts for _, acts in _played(_martingale(3, "stay"), table, ["2", "0", "1", "0", "2"])]
    assert acts == [
        *("wager $5 red", "wager $10 red", "choose red imprison", "wager $10 red", "choose red imprison"),
        "wager $20 red",
    ]


# Stopping for good ------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("win", "loss"), [(10_00, 10_00), (30_00, 20_00)])
def test_stopping_for_good_ends_a_session(win: int, loss: int) -> None:
    """$10 on red until so much ahead or behind: the session is a gambler's ruin, and ends stopped."""
    plan = StopAt("stop", Flat("red", (("red", None, 10_00),)), win, loss, "stop")
    found = chain.session(chain.compile(house.load("colorado-double-zero"), plan), 200_00, goal=1_000_00)
    ratio = Fraction(20, 18)
    reached = (1 - ratio ** (loss // 10_00)) / (1 - ratio ** ((win + loss) // 10_00))
    assert found.ends["stopped"] == 1
    assert found.results == ((-loss, 1 - reached), (win, reached))
    assert found.rounds == _decisions(win // 10_00, loss // 10_00, Fraction(18, 38))


def test_a_progression_that_stops_for_good_at_its_cap() -> None:
    """Two rungs, so two losses in a row stop it: how likely in three spins, by hand."""
    found = chain.session(
        chain.compile(house.load("colorado-double-zero"), _martingale(2, "stop")), 100_00, max_rounds=3
    )
    assert found.ends["stopped"] == RED_LOSES**2 + (1 - RED_LOSES) * RED_LOSES**2


def test_at_a_mark_what_stands_is_left_to_be_decided() -> None:
    """6 brings it to the mark: no field goes up, 6 stands until the seven-out, and only then is a round sat out."""
    both = Flat("both", (("field", None, 10_00), ("place-6", None, 12_00)), only_with_a_point=frozenset({"place-6"}))
    plan = StopAt("stop", both, 14_00, 24_00, "sit-out")
    played = list(_played(plan, house.load("colorado-craps"), ["2-2", "3-3", "1-2", "3-4", "5-6"]))
    assert [acts for _, acts in played] == [
        *("wager $10 field", "wager $10 field; wager $12 place-6", "", "", "", "wager $10 field"),
    ]
    assert [net for net, _ in played] == ["", "+10", "+4", "", "-12", ""]


def test_the_five_count_counts_as_it_says() -> None:
    """One at the first point number, two to four at any roll, five at a point number; a seven-out ends it."""
    plan = BUILT_IN["five-count"]
    table = house.load(plan.house)

    class Counts(Watched):
        counts: list[int]

        def moves(self, view: chain.View, memory: Memory) -> tuple[tuple[Move, ...], Memory]:
            moves, after = self.plan.moves(view, memory)
            assert isinstance(after, tuple)
            self.counts.append(after[0])
            return moves, after

    counts = Counts(plan)
    counts.counts = []
    rolls = "6-5 6-6 2-2 3-4 2-2 3-4".split() + "4-4 1-2 6-6 1-1 5-6 1-1 5-4 5-6 3-4".split()
    list(_played(counts, table, rolls))
    assert counts.counts == [0, 0, 0, 1, 0, 1, 0, 1, 2, 3, 4, 4, 4, 5, 5, 0]


def test_a_count_of_another_length() -> None:
    """A count of one plays from the first point number of a shooter on: 6 and 8 as if there were no count."""
    plan = BUILT_IN["five-count"]
    assert isinstance(plan, FiveCount)
    assert _gain(replace(plan, count=1)).net == _gain(plan.plan).net
    assert 0 > _gain(plan).net > _gain(replace(plan, count=3)).net > _gain(replace(plan, count=1)).net


def test_a_limit_per_shooter_limits_another_plan_too() -> None:
    """Pass limited to one loss a hand: it still costs its edge, and is up less often."""
    limited = _gain(LimitPerShooter("limit", Flat("pass", (("pass", None, 10_00),)), losses=1))
    assert limited.edge == Fraction(7, 495)
    assert limited.wagered < _gain(BUILT_IN["flat"]).wagered


def test_the_list_of_plans(capsys: pytest.CaptureFixture[str]) -> None:
    plans(json=True)
    rows = json.loads(capsys.readouterr().out)
    assert [row["name"] for row in rows] == list(BUILT_IN)
    flat = rows[list(BUILT_IN).index("flat")]
    assert [round(flat.pop(key), 3) for key in ("stdev", "skewness", "asymptotic_variance")] == [
        544.254,
        -0.003,
        295147.112,
    ]
    assert flat == {
        "name": "flat",
        "house": "colorado-craps",
        "what": "Pass $10, every come-out roll.",
        "states": 7,
        "net": "-7000/1671",
        "wagered": "165000/557",
        "edge": "7/495",
        "hit": "244/1671",
    }


def test_the_list_of_plans_as_a_table(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(chain, "BUILT_IN", {name: BUILT_IN[name] for name in ("flat", "martingale")})
    plans()
    table = capsys.readouterr().out
    assert "martingale" in table
    assert "-4.189" in table
    assert "5.263%" in table


@pytest.mark.parametrize(("answer", "edge"), [("half-back", Fraction(1, 74)), ("imprison", Fraction(19, 1369))])
def test_what_an_answer_decides_counts(answer: str, edge: Fraction) -> None:
    """In Prison at single zero: half the wager back on 0 is part of that round's net."""

    class Answers:
        name = f"red-{answer}"
        wagers = frozenset({"red"})

        def begin(self) -> None:
            return None

        def moves(self, view: chain.View, memory: object) -> tuple[tuple[Any, ...], object]:
            due = [chain.Answer("red", answer)] if any(each.choices for each in view.mine) else []
            free = [each for each in view.mine if not each.choices and not each.locked]
            return (*due, *([] if free else [Place("red", 10_00)])), memory

    table = house.load("colorado-single-zero")
    found = chain.gain(chain.compile(table, Answers()))
    wagered = Fraction(10_00)  # a fresh wager every round; the imprisoned one stands beside it
    assert found.net == -edge * wagered
