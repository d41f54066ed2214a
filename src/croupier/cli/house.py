"""`croupier house`: show a house, check a house file, or say what changes from one version to another."""

from __future__ import annotations

import json as jsonlib
import sys

from cyclopts import App

from croupier.cli import CannotRead
from croupier.cli.arguments import house_named, trusted
from croupier.house import House, Unreadable, Unsound, faults, load, presets
from croupier.text.visible import visible

app = App(
    name="house",
    help="A licensee's choices: show one, check a file against the rules, or compare two.",
    help_epilogue=(
        "Examples:\n\ncroupier house show colorado-craps\n\ncroupier house check my-house.toml --json\n\n"
        "croupier house difference colorado-craps my-house.toml\n\n"
        "croupier house check my-house.toml --trust my-house.toml\n"
    ),
)


@app.command
def show(name: str, *, trust: str | None = None) -> None:
    """Show the choices of a house, as it would post them.

    Parameters
    ----------
    name
        A preset name or a house file.
    trust
        The same file again, if it has variations: their Python code runs only then.
    """
    from croupier.house.show import show as text

    print(text(_sound(name, trust)))


@app.command
def difference(old: str, new: str, *, trust: str | None = None, json: bool = False) -> None:
    """Say in words what changes from one version of a house to another.

    Parameters
    ----------
    old
        A preset name or a house file: how it is now.
    new
        A preset name or a house file: how it would be.
    trust
        A file of the two again, if it has variations: their Python code runs only then.
    json
        Print one array: what each change is about, before and now.
    """
    from croupier.house.difference import difference as changes

    found = changes(_sound(old, trust), _sound(new, trust))
    if json:
        print(jsonlib.dumps([change._asdict() for change in found], ensure_ascii=False))
        return
    for change in found:
        print(change)
    if not found:
        print("Nothing changes.")


def _sound(name: str, trust: str | None) -> House:
    """A house without faults; whatever is wrong with it is said."""
    try:
        if not trusted(name, trust) and (found := faults(name, trust=False)):
            raise Unsound(name, found)
    except (Unreadable, Unsound) as error:
        raise CannotRead(str(error)) from None
    return house_named(name)


@app.command(name="list")
def list_presets() -> None:
    """List the houses that come with Croupier."""
    for name in presets():
        print(f"{name:28} {load(name).name}")


@app.command
def schema() -> None:
    """Print the JSON Schema of house files, for editors that complete and check TOML."""
    from croupier.house.schema import schema as made

    print(jsonlib.dumps(made(), indent=1))


@app.command
def check(file: str, *, trust: str | None = None, json: bool = False) -> None:
    """Check a house file: exit 0 without faults, 1 with faults, 2 if it cannot be read.

    Parameters
    ----------
    file
        A house file, or a preset name.
    trust
        The same file again, if it has variations: their Python code runs only then, and is checked too.
    json
        Print one object: whether the file is sound, its faults, its warnings, and how many states of variations were
        priced.
    """
    try:
        found = faults(file, trust=trusted(file, trust))
    except Unreadable as error:
        raise CannotRead(str(error)) from None
    warnings, states = ([], {}) if found else _warnings(file)
    if json:
        rows = [
            {
                "line": f.line,
                "key": f.key,
                "message": f.message,
                "cite": None if f.cite is None else str(f.cite),
            }
            for f in found
        ]
        said = {"sound": not found, "faults": rows, "warnings": warnings, "priced": states}
        print(jsonlib.dumps(said, ensure_ascii=False))
    else:
        for fault in found:
            print(f"fault: {fault}")
        for warning in warnings:
            print(f"warning: {warning}")
        for wager, count in states.items():
            print(f"{wager}: all {count:,} states priced")
        warned = f", with {len(warnings)} warning(s)" if warnings else ""
        print(f"{visible(file)}: " + (f"{len(found)} fault(s)" if found else f"sound{warned}"))
    sys.exit(1 if found else 0)


def _warnings(file: str) -> tuple[list[str], dict[str, int]]:
    """The warnings, and how many states of each variation were priced."""
    from croupier.house.reachable import counted
    from croupier.house.show import warnings

    house = load(file)
    return warnings(house), counted(house)
