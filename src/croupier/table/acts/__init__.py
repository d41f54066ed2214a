"""Every command and event of a table, one module for each group of acts.

A module holds its commands, their decisions, their events, the effects of those events, how they are applied, and
what they post. A new command is written in one module; a new module is added to `MODULES`.
"""

from __future__ import annotations

from croupier.table.acts import clock, corrections, coupons, device, duty, kit, seats, table
from croupier.table.acts.dice import directing, throwing, turns
from croupier.table.acts.irregularities import designation, disputes, lost_seed, stops, voids
from croupier.table.acts.money import bank, buy_in, cage, chips, claims, drop_box, inventory, tips
from croupier.table.acts.round import calling, closing, loading, locking, settling, spinning
from croupier.table.acts.wagers import calls, changing, choosing, moving, placing, repeating
from croupier.table.registry import Act, Happening, register

#: All acts, in the order in which documents list commands and events.
MODULES = (
    *(table, kit, clock, seats),
    *(bank, buy_in, chips, tips, cage, inventory, drop_box, claims),
    *(duty,),
    *(placing, changing, coupons, calls, repeating, choosing, moving),
    *(spinning, device, closing, locking, calling, loading, settling),
    *(turns, directing, throwing),
    *(designation, voids, disputes, stops, lost_seed, corrections),
)
ACTS: tuple[Act, ...] = tuple(act for module in MODULES for act in module.ACTS)
HAPPENINGS: tuple[Happening, ...] = tuple(each for module in MODULES for each in module.HAPPENINGS)

register(HAPPENINGS)
