"""The terminal game: a person at a table, whose acts are those of a script.

Everything typed becomes a line of the script grammar before the felt sees it, so that the transcript replays
to the same cent. Randomness lives here, at the edge: the felt is told the outcome.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from shlex import quote
from typing import Any

from croupier.cli.terminal import guide, prompt
from croupier.cli.terminal.view import View
from croupier.core.chance import Chance, as_text, nth
from croupier.core.machine import Void
from croupier.core.refusal import Refusal
from croupier.felt import Felt, script
from croupier.felt import open as open_table
from croupier.house import House, Unsound, load, presets

YOU = "you"
RACK = 500_00
PROMPT = "> "


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the transcript: an accepted act, or a remark (`#`)."""

    text: str
    told: script.Told | None = None


class Terminal:
    """One game in the terminal: the transcript, the resulting felt, and the commands of the prompt."""

    def __init__(self, house: House, seed: int | None = None) -> None:
        self.house = house
        self.seed = seed
        self.random: random.Random = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 (to repeat)
        self.opening = open_table(house)
        self.entries: list[Entry] = []
        self.saved: tuple[Path, str] | None = None  # file and content
        self.view = View(house)
        self.words: dict[str, Callable[[str], None]] = {
            "spin": self._draw,
            "roll": self._draw,
            "undo": self._undo,
            "table": lambda rest: self._show(),
            "wagers": lambda rest: guide.wagers(self.view.console, self.house, rest),
            "bets": lambda rest: guide.wagers(self.view.console, self.house, rest),
            "help": lambda rest: guide.help_page(self.view.console, self.house),
            "save": self._save,
        }

    @property
    def felt(self) -> Felt:
        """The felt after the whole transcript."""
        return next((entry.told.felt for entry in reversed(self.entries) if entry.told), self.opening)

    @property
    def acts(self) -> list[script.Told]:
        """The accepted acts, in order."""
        return [entry.told for entry in self.entries if entry.told]

    def run(self) -> None:
        """Play until the person quits or the input ends."""
        _prepare_streams()
        if sys.stdin.isatty():
            prompt.with_completion([*script.GRAMMAR, *self.words, "quit", *sorted(self.house.offered)])
        self._take(f"seat {YOU} {_rack(self.house)}", quiet=True)
        guide.first_screen(self.view.console, self.felt, self.acts[0].line.text)
        self._show()
        while (typed := _ask()) is not None:
            if typed.partition("#")[0].split()[:1] in (["quit"], ["exit"]):
                break
            self.enter(typed)
        self._leave()

    def enter(self, typed: str) -> None:
        """Handle one typed line: a word of the prompt, an act, a remark, or nothing (which shows the table)."""
        if not typed.strip():
            self._show()
            return
        if typed.lstrip().startswith("#"):
            self.entries.append(Entry(typed.strip()))
            return
        word, _, rest = typed.partition("#")[0].strip().partition(" ")
        if word in self.words:
            self.words[word](rest.strip())
        else:
            self._take(typed)

    def _take(self, typed: str, *, quiet: bool = False) -> None:
        """Apply an act to the felt; input that cannot be read is explained, and the game goes on."""
        before = self.felt
        try:
            line = prompt.read(before, typed)
        except script.ScriptError as error:
            self.view.explain(str(error))
            return
        told = script.do(before, line)
        if told.refusal is not None:
            self._refused(line.text, told.refusal)
            return
        self.entries.append(Entry(line.text, told))
        if not quiet:
            self.view.took(before, told)
            if line.word in ("outcome", "choose", "void", *self.house.game.course.draws):
                self._show()

    def _refused(self, text: str, refusal: Refusal) -> None:
        """Show a refusal with its paragraph, and keep it in the transcript as a remark."""
        self.entries.append(Entry(f"# refused {text}: {refusal}"))
        self.view.refused(refusal)

    def _draw(self, rest: str) -> None:
        """Draw an outcome from the device, unless the table would refuse any outcome now."""
        if rest:
            self.view.explain(f"To enter an outcome of your own, type: outcome {rest}")
            return
        if (due := self.felt.draw_due) is not None:
            self._take(f"{due} {as_text(draw(self.house.game.draw_chance(due, self.house), self.random))}")
            return
        chance = self.house.game.chance(self.house)
        refusal = self.felt.outcome(as_text(next(iter(chance))))
        if isinstance(refusal, Refusal):
            self._refused(self.house.game.show.turn, refusal)
            return
        self._take(f"outcome {as_text(draw(chance, self.random))}")

    def _undo(self, rest: str) -> None:
        """Undo the last act, with the remarks after it. The random generator goes on: outcomes are not repeated."""
        if not self.acts:
            self.view.explain("There is nothing to take back.")
            return
        while (entry := self.entries.pop()).told is None:
            pass
        self.view.say(f"Taken back: {entry.text}")
        if not self.acts:
            self.view.explain(f"Nobody is seated now. Sit down again: seat {YOU} {_rack(self.house)}")
        self._show()

    def _show(self) -> None:
        self.view.table(self.felt, self.acts)

    # The transcript ---------------------------------------------------------------------------------------
    def transcript(self) -> str:
        """The game as a script."""
        source = "the operating system" if self.seed is None else f"seed {self.seed}"
        head = [
            f"# {self.house.name} (version {self.house.version}), under the rules of {self.house.rulebook.on}",
            f"# drawn outcomes are from {source}",
            f"# replay: {replay(self.house, 'FILE')}",
        ]
        return "\n".join([*head, *(entry.text for entry in self.entries), ""])

    def _save(self, name: str) -> None:
        if not name:
            self.view.explain("Say where to, for example: save night.txt")
            return
        path = Path(name).expanduser()
        ours = self.saved is not None and self.saved[0] == path
        text = self.transcript()
        try:
            with path.open("w" if ours else "x", encoding="utf-8") as file:
                file.write(text)
        except FileExistsError:
            self.view.explain(f"There is a file {name} already, which stays as it is: choose another name.")
        except (OSError, RuntimeError, ValueError) as error:
            self.view.explain(f"The transcript could not be saved to {name!r}: {error}")
        else:
            self.saved = (path, text)
            self.view.say(f"Saved {len(self.acts)} acts to {name}. To replay them:")
            self.view.say(f"  {replay(self.house, quote(name))}")

    def _leave(self) -> None:
        """The result of the session, and where its transcript is."""
        rounds = sum(told.line.word == "outcome" and not isinstance(told.fact, Void) for told in self.acts)
        self.view.result(self.acts, rounds)
        if self.saved is None:
            if rounds:
                self.view.say("The game was not saved: save FILE keeps it.")
            return
        path, text = self.saved
        self.view.say(f"Transcript: {path}")
        if self.transcript() != text:
            self.view.say("You played on after saving: that is not in it.")


def draw(chance: Chance[Any], source: random.Random) -> Any:
    """One outcome with its exact chance.

    >>> draw(Chance((("never mind", 1),)), random.Random(1))
    'never mind'
    """
    return nth(chance.weights, source.randrange(chance.total))


def replay(house: House, file: str) -> str:
    """The command that replays a transcript; it names the house if that is a preset."""
    return f"croupier play {house.game_name} --house {_source(house)} --script {file}"


def _source(house: House) -> str:
    days: tuple[date | None, ...] = (None, house.rulebook.on)
    for name in presets():
        for on in days:
            with suppress(Unsound):
                if load(name, on=on) == house:
                    return name if on is None else f"{name} --as-of {on}"
    return "HOUSE"


def _rack(house: House) -> str:
    """The player's initial rack in dollars, in whole chips of the table."""
    amount = RACK - RACK % house.lowest_chip or 100 * house.lowest_chip
    whole, part = divmod(amount, 100)
    return f"{whole}.{part:02d}" if part else str(whole)


def _prepare_streams() -> None:
    """Replace characters that cannot be decoded or shown, instead of failing."""
    for stream in (sys.stdin, sys.stdout):
        with suppress(AttributeError, ValueError):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]


def _ask() -> str | None:
    """The next input line, or None at the end. A piped line is echoed."""
    if sys.stdin.isatty():
        try:
            return input(PROMPT)
        except (EOFError, KeyboardInterrupt):
            print()
            return None
    line = sys.stdin.readline()
    if not line:
        return None
    print(f"{PROMPT}{line.rstrip()}")
    return line
