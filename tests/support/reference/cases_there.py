"""Which of today's cases (`tests/cases/*.toml`) the reference fails: `python -m tests.support.reference.cases_there`.

Each case is played by the reference's own `croupier play --json`, under its own presets.
"""

from __future__ import annotations

import json
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from benchmarks.trees import REFERENCE, reference
from tests.support.casebook import Case, cases
from tests.support.reference.houses import Compared
from tests.support.reference.trees import Tree


def failed(case: Case, tree: Tree, folder: Path) -> str | None:
    """Why the reference fails a case; None if it passes."""
    acts = list(case.data["acts"])
    if not any(act.startswith("seat ") for act in acts):
        acts.insert(0, "seat ann 1000")
    free, game = "craps-free" in case.house, _game(case.house)
    compared = Compared("house", case.house, case.data.get("change", {}), {"free": free, "game": game})
    day = ["--as-of", str(case.data["on"])] if "on" in case.data else []
    place = compared.write(folder, tree.path)
    tree.send(["play", compared.variant, "--house", place, *day, "--script", "-", "--json"], "\n".join(acts))
    answer = tree.receive()
    rows = [json.loads(line) for line in answer["output"].splitlines()]
    if len(rows) < len(acts):
        return str(answer["errors"]).strip()[-200:]
    if refused := next((row for row in rows[:-1] if not row["ok"]), None):
        return f"{refused['act']}: {refused['refusal']['message']}"
    return _wrong(case.data, rows[-1])


def _game(house: str) -> str:
    return next((game for game in ("craps", "big-six") if game in house), "roulette")


def _wrong(data: dict[str, Any], last: dict[str, Any]) -> str | None:
    """What the last answer has otherwise than the case."""
    refusal = last["refusal"] or {"name": None, "cite": None}
    cite = str(refusal["cite"])
    if refusal["name"] != data.get("refused") or cite != data.get("refused_cite", cite):
        return f"{last['act']}: {refusal['name'] or 'accepted'} [{cite}]"
    rows = [f"{r['player']} {r['wager']}{_spot(r)} {r['grade']} {_net(r['net_cents'])}" for r in last["resolved"]]
    if sorted(data.get("resolved", rows)) != sorted(rows):
        return f"{last['act']}: decides {rows}"
    up = [
        f"{r['player']} {r['wager']}{_spot(r)} {_dollars(r['stake_cents'])}{'' if r['working'] else ' off'}"
        for r in last["standing"]
    ]
    if sorted(data.get("standing", up)) != sorted(up):
        return f"{last['act']}: leaves {up}"
    racks = {seat: round(float(dollars) * 100) for seat, dollars in data.get("rack", {}).items()}
    return None if racks.items() <= last["racks"].items() else f"{last['act']}: racks {last['racks']}"


def _spot(row: dict[str, Any]) -> str:
    return f" {row['spot']}" if row["spot"] else ""


def _dollars(cents: int) -> str:
    whole, part = divmod(abs(cents), 100)
    return f"{whole}" + (f".{part:02d}" if part else "")


def _net(cents: int) -> str:
    return ("+" if cents > 0 else "-" if cents < 0 else "") + _dollars(cents)


def main() -> None:
    """Print every case that the reference fails."""
    every = cases()
    with reference() as path, TemporaryDirectory() as folder:
        tree = Tree(path)
        try:
            found = {case.name: why for case in every if (why := failed(case, tree, Path(folder))) is not None}
        finally:
            tree.close()
    for name, why in found.items():
        print(f"{name}\n    {why}")
    print(f"{REFERENCE} fails {len(found)} of {len(every)} cases")


if __name__ == "__main__":
    main()
