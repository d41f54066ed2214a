"""`croupier audit`: verifies and replays everything in a store or an export."""

from __future__ import annotations

import json as jsonlib
import sys
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from croupier.cli import CannotRead
from croupier.cli.arguments import name_houses
from croupier.device.log import STREAM as DEVICE
from croupier.host.audit import Audit
from croupier.host.audit.devices import Compared, compare
from croupier.store import Fault
from croupier.text.visible import visible


def audit(
    *,
    db: str,
    anchors: Annotated[tuple[Path, ...], Parameter(name=("--anchors", "--heads"), negative="")] = (),
    house: Annotated[tuple[Path, ...], Parameter(negative="")] = (),
    delays: Annotated[bool, Parameter(negative="")] = False,
    device: str | None = None,
    json: bool = False,
) -> None:
    """Verify, replay and judge everything: exit 0 without faults, 1 with a fault, 2 if it cannot be read.

    Exit 3 if nothing is damaged, but this version would have decided something differently. Warnings do not change
    the exit status: they name what may be an accident or an attack.

    Parameters
    ----------
    db
        The store, as sqlite:///PATH or postgresql://…, or the file of an export.
    anchors
        A file that was kept elsewhere, with anchors, printed anchors that you typed in, or heads; may be repeated.
        Only its keys are accepted, and nothing that it names may be missing or changed.
    house
        A house file whose tables have variations; may be repeated. Their Python code runs; without the file, what was
        decided at these tables cannot be decided again.
    delays
        Also compute the delay of every electronic round again: about five seconds on one core for each tick.
    device
        The log of the device: its folder while it does not run, or an export of it. Both logs must say the same.
    json
        Print one object: whether all checks passed, counts, the first fault and every difference.
    """
    name_houses(house)
    found = _audited(db, anchors)
    if delays and found.fault is None:
        found.fault = _delays(db, found.delays)
    if device is not None and found.fault is None:
        compared = _compared(db, device)
        found.fault = compared.fault
        found.remark(DEVICE, *compared.remarks)
        found.warnings += [(DEVICE, says) for says in compared.warnings]
    if json:
        print(jsonlib.dumps(found.row()))
    else:
        _print(found, delays=delays)
    raise SystemExit(1 if found.fault is not None else 3 if found.otherwise else 0)


#: The label printed for each number of an audit.
COUNTED = {
    "tables": "tables",
    "events": "events",
    "rounds": "rounds settled",
    "proofs": "outcomes drawn again",
    "voided": "outcomes voided",
    "steps": "steps of the clock",
    "commands": "commands",
    "refusals": "commands refused",
    "heads": "signed heads",
    "snapshots": "snapshots",
    "slips": "slips",
}


def _audited(db: str, anchors: tuple[Path, ...]) -> Audit:
    from croupier.host.anchors.kept import Elsewhere
    from croupier.host.audit import CannotAudit, audit_place
    from croupier.store import CannotOpen, Damaged, StoreFailed, shown
    from croupier.store import CannotRead as NoAnchors

    try:
        return audit_place(db, elsewhere=Elsewhere().add(*anchors))
    except Damaged as damaged:  # an incomplete export, or anchors that contradict each other
        return Audit(fault=damaged.fault)
    except (CannotAudit, CannotOpen, NoAnchors, StoreFailed, OSError) as error:
        raise CannotRead(f"cannot audit {shown(db)!r}: {error}") from None


def _delays(db: str, rounds: int) -> Fault | None:
    """Compute every delay again, with progress."""
    from croupier.host.audit.delays import wrong_delay

    def told(done: int, ticks: int) -> None:
        end = "\n" if done == ticks else "\r"
        print(f"delays computed again: {done:,} of {ticks:,} (for {rounds:,} rounds)", end=end, file=sys.stderr)

    return wrong_delay(db, told)


def _compared(db: str, device: str) -> Compared:
    """What a comparison of the log of a device with those of its tables finds."""
    from croupier.host import export
    from croupier.store import CannotOpen, Damaged, StoreFailed

    place = f"sqlite:///{Path(device) / 'log.db'}" if Path(device).is_dir() else device
    try:
        with export.open(db, reading=True) as store, export.open(place, reading=True) as other:
            return compare(store, other)
    except Damaged as damaged:
        return Compared(damaged.fault)
    except (CannotOpen, StoreFailed, OSError) as error:
        raise CannotRead(f"cannot read the log of the device {device!r}: {error}") from None


def _print(found: Audit, *, delays: bool) -> None:
    row = found.row()
    for name, counted in COUNTED.items():
        print(f"{counted:<20} {row[name]:>12,}")
    if found.under_way:
        print(f"{found.under_way:,} slips were issued but not received yet.")
    if found.older:
        print(f"{found.older:,} commands are older than the chain of their records. Refusals could be changed or")
        print("deleted without a trace before the upgrade, or the import, that gave them the chain.")
    for stream, says in found.remarks:
        print(f"{visible(stream)}: {visible(says)}")
    if (more := found.counts.get("remarks", 0) - len(found.remarks)) > 0:
        print(f"and {more:,} more voided rounds, lost seeds and steps of the clock")
    if found.delays and not delays:
        print(f"The delays of {found.delays:,} rounds were not computed again: --delays does that.")
    for difference in found.differences:
        print(f"decided differently by this version: {visible(str(difference))}")
    if found.otherwise > len(found.differences):
        print(f"and {found.otherwise - len(found.differences):,} more")
    for stream, says in found.warnings:
        print(f"warning: {visible(stream)}: {visible(says)}")
    if found.fault is not None:
        print(f"fault: {visible(str(found.fault))}")
        return
    if found.otherwise:
        print("Nothing is damaged. What was decided then is unchanged; this version would decide it differently.")
    else:
        print("Everything is in order.")
    _print_anchored(found)


def _print_anchored(found: Audit) -> None:
    """Since when nothing is anchored, and what that means."""
    from croupier.host.anchors.line import shown

    if found.anchored is not None:
        print(f"The newest anchor or head that you gave is of {shown(found.anchored)}.")
        print(f"{found.unanchored:,} events since then are not anchored: they could be cut off without a trace.")
        return
    if found.recorded is not None:
        print(f"The store was last anchored at {shown(found.recorded)}, by its own record.")
    else:
        print("Nothing was ever anchored: croupier serve --anchor does that.")
    print("The store itself names the key of its heads. To be sure, give --anchors with a file kept elsewhere.")
