"""The figures of a table's last 100 rounds: shares, and what came more or less often than expected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from croupier.core.show import Split
from croupier.floor import luck
from croupier.house import House
from croupier.web.lobby.cards import Number, number
from croupier.web.shared import naming
from croupier.web.shared.messages import words

RANKED = 3
#: A split with more groups than this is drawn as a column for each of them.
BARS = 4


@dataclass(frozen=True, slots=True)
class Group:
    """A group of outcomes: how often it came, and its share beside the exact one."""

    id: str
    name: str
    count: int
    percent: str  # its share, or a dash before the first round
    share: float  # in percent, for its bar
    expected: str
    tall: int  # the height of its column, in percent of the highest
    expected_tall: int


@dataclass(frozen=True, slots=True)
class Shares:
    """The groups of a split, drawn as one bar, or as columns."""

    name: str
    columns: bool
    groups: tuple[Group, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """An outcome that came more or less often than expected, in words."""

    number: Number
    count: str
    expected: str
    chance: str
    share: int  # in percent of the longest bar
    expected_share: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """What came in the last rounds. `hot` and `cold` are empty until there are enough rounds."""

    rounds: int
    last: tuple[Number, ...]  # the latest first
    shares: tuple[Shares, ...]
    hot: tuple[Seen, ...]
    cold: tuple[Seen, ...]
    usual_hot: str
    usual_cold: str
    too_few: str  # how many rounds are missing until then; empty if none
    honest: str


def statistics(house: House, last: Sequence[tuple[int, str]]) -> Statistics:
    """The figures of the last rounds; `last` are rounds with their outcomes, the latest first."""
    said, exact, shown = words()["statistics"], luck.chances(house), list(last[: luck.MOST])
    found = luck.luck([outcome for _, outcome in shown], house, RANKED)
    counted = [luck.total(outcome, house) for _, outcome in shown]
    missing = luck.LEAST - len(shown)
    return Statistics(
        len(shown),
        tuple(number(outcome, house, which) for which, outcome in shown),
        tuple(_shares(split, counted, exact, house) for split in house.game.show.pages.splits),
        _seen(found, found.hot, house) if found else (),
        _seen(found, found.cold, house) if found else (),
        said["usual_hot"].format(count=found.rounds, chance=_about(found.usual_hot)) if found else "",
        said["usual_cold"].format(count=found.rounds, chance=_about(found.usual_cold)) if found else "",
        said["too_few"].format(count=luck.LEAST, missing=missing) if missing > 0 else "",
        said["honest" if len(set(exact.values())) == 1 else "honest_weighed"],
    )


def _shares(split: Split, counted: Sequence[str], exact: dict[str, Fraction], house: House) -> Shares:
    came = Counter(map(split.of, counted))
    chances = dict.fromkeys(split.groups, Fraction(0))
    for outcome, chance in exact.items():
        chances[split.of(outcome)] += chance
    rounds = len(counted)
    most = max(*map(Fraction, came.values()), *(max(rounds, 1) * chance for chance in chances.values()))
    return Shares(
        naming.said(split.name, house),
        len(split.groups) > BARS,
        tuple(
            Group(
                each,
                naming.said(name, house),
                came[each],
                f"{came[each] / rounds:.0%}" if rounds else "–",
                round(100 * came[each] / rounds, 1) if rounds else 0.0,
                words()["statistics"]["expected_share"].format(share=f"{float(chances[each]):.0%}"),
                round(float(100 * came[each] / most)),
                round(float(100 * max(rounds, 1) * chances[each] / most)),
            )
            for each, name in split.groups.items()
        ),
    )


def _seen(found: luck.Luck, came: tuple[luck.Came, ...], house: House) -> tuple[Seen, ...]:
    said = words()["statistics"]
    longest = max([1, *(max(each.count, int(each.expected) + 1) for each in (*found.hot, *found.cold))])
    return tuple(
        Seen(
            number(each.outcome, house),
            said["times"].format(count=each.count),
            said["expected"].format(expected=f"{float(each.expected):.1f}"),
            said["next"].format(chance=f"{each.chance} = {float(each.chance):.2%}"),
            round(100 * each.count / longest),
            round(100 * float(each.expected) / longest),
        )
        for each in came
    )


def _about(chance: float) -> str:
    """A chance in whole percent; never 0 % or 100 % unless it is exact."""
    said = words()["statistics"]
    return said["rare"] if chance < 0.005 else said["usual"] if chance > 0.995 else f"{chance:.0%}"
