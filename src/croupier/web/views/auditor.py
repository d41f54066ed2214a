"""What an auditor sees beyond a supervisor: versions and digests, every account, and what the table remembers."""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from croupier.house import House
from croupier.table import State, digest
from croupier.web.views.crew import DrawShown
from croupier.web.views.patch import Shown, given


# What is sent -----------------------------------------------------------------------------------------------
class HouseShown(Shown, frozen=True, kw_only=True):
    """The house in force: its name, the digest of its text, and the gaming date whose rules it follows."""

    name: str
    version: str
    date: str


class StandingShown(Shown, frozen=True, kw_only=True):
    """Details of a wager besides its chip: the house it was placed under, and the commission held for it."""

    house: str
    commission: int
    draw: str | UnsetType = UNSET  # the draw it waits for


class RepeatShown(Shown, frozen=True, kw_only=True):
    """A wager of a player's last round."""

    wager: str
    spot: str | UnsetType = UNSET
    amount: int


class RememberedShown(Shown, frozen=True, kw_only=True):
    """A settled round that can still be corrected; the digests are of the felt before and after it."""

    number: int
    outcome: str
    draws: tuple[DrawShown, ...]
    caller: str
    rows: int
    before: str
    after: str


class AuditorShown(Shown, frozen=True, kw_only=True):
    """What an auditor sees beyond a supervisor. `version` and `digest` are those of the table's stream and state."""

    version: int
    digest: str
    house: HouseShown
    accounts: dict[str, int]
    tip_box: int
    standing: tuple[StandingShown, ...]  # in the order of the felt
    barred: tuple[str, ...]  # don't wagers that may not be placed again: player, wager, spot
    repeats: dict[str, tuple[RepeatShown, ...]]
    rounds: tuple[RememberedShown, ...]
    disputed: int  # the number of disputes so far
    houses: tuple[str, ...]  # versions in force since the table was opened, the newest last


# The view ---------------------------------------------------------------------------------------------------
def auditor(state: State, version: int) -> AuditorShown:
    """A table as an auditor sees it, beyond what a supervisor sees; `version` is that of its stream."""
    felt, house = state.felt, state.house
    return AuditorShown(
        version=version,
        digest=digest(state).hex(),
        house=HouseShown(name=house.name, version=house.version, date=house.rulebook.on.isoformat()),
        accounts=dict(state.balances),
        houses=tuple(each.version for each in state.houses),
        tip_box=felt.tip_box,
        standing=tuple(
            StandingShown(house=House.of(each).version, commission=each.commission, draw=given(each.draw))
            for each in felt.standing
        ),
        barred=tuple(sorted("|".join(each) for each in felt.barred)),
        repeats={
            player: tuple(RepeatShown(wager=wager, spot=given(spot), amount=amount) for wager, spot, amount in wagers)
            for player, wagers in state.repeats
        },
        rounds=tuple(
            RememberedShown(
                number=each.number,
                outcome=each.outcome,
                draws=tuple(DrawShown(of=draw.of, result=draw.result) for draw in each.draws),
                caller=each.caller,
                rows=len(each.rows),
                before=digest(each.before).hex(),
                after=digest(each.after).hex(),
            )
            for each in state.rounds
        ),
        disputed=state.disputed,
    )
