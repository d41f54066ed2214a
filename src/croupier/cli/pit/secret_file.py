"""Passwords and PINs: from the file of `--secrets`, or asked for without showing them.

In the file, NAME is the secret of a person, "first NAME" the one with which somebody else lets the person begin, and
"new NAME" the one that replaces NAME.
"""

from __future__ import annotations

import sys
import tomllib
from getpass import getpass
from pathlib import Path

from croupier.cli import CannotRead


def secret_of(file: Path | None, person: str, *, first: bool) -> str:
    """The secret by which a person proves who they are: their own, or the `first` one, which they must replace."""
    if file is not None:
        return _found(file, f"first {person}" if first else person)
    return _asked(f"{'First password' if first else 'Password'} or PIN of {person}: ")


def chosen_for(file: Path | None, person: str, name: str) -> str:
    """A secret that a person is to get; in the file it has this name.

    Where it is typed, it is typed twice: a slip of a finger would lock the person out.
    """
    if file is not None:
        return _found(file, name)
    chosen = _asked(f"New password or PIN of {person}: ")
    if _asked("The same again: ") != chosen:
        raise CannotRead("these are two different secrets: nothing is changed")
    return chosen


def _asked(question: str) -> str:
    if not sys.stdin.isatty():
        raise CannotRead("--secrets: name a file with the secrets, since nobody can be asked here")
    try:
        return getpass(question)
    except EOFError:
        raise CannotRead("no secret was typed: nothing is changed") from None


def _found(file: Path, name: str) -> str:
    known = _read(file)
    if name not in known:
        raise CannotRead(f'--secrets: {file} needs a line "{name}" = "SECRET"')
    return known[name]


def _read(file: Path) -> dict[str, str]:
    if not file.is_file():
        raise CannotRead(f"--secrets: there is no file {file}")
    try:
        if file.stat().st_mode & 0o077:
            raise CannotRead(f"--secrets: others can read {file}; make it yours alone: chmod 600 {file}")
        found = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else error
        raise CannotRead(f"--secrets: {file} cannot be read: {why}") from None
    if wrong := [name for name, secret in found.items() if not isinstance(secret, str)]:
        raise CannotRead(f"--secrets: in {file}, the secret of {wrong[0]} is not a text in quotes")
    return found
