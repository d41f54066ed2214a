"""The first screen, the help and the list of wagers: what a newcomer has to know, from the house itself."""

from __future__ import annotations

from collections.abc import Iterable

from rich.box import ROUNDED
from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from croupier.cli.terminal import prompt
from croupier.core.machine import Return, Wager
from croupier.core.refusal import Refusal
from croupier.felt import Felt, script
from croupier.house import House
from croupier.house.show import words
from croupier.text.money import dollars, read_dollars

#: Descriptions of the acts that every game has.
_MEANS = {
    "seat": "seat another player; then start each act with a name:",
    "wager": "place a bet, or add to it:",
    "raise": "add to a bet on the layout:",
    "reduce": "take part of it back:",
    "tip": "bet for the dealers:",
    "take-down": "take all of it back:",
    "outcome": "enter an outcome yourself:",
}

#: Descriptions of playing a round, by the word for a round.
_TURNS = {"roll": "throw the dice", "spin": "spin the wheel"}

_TABLE_WORDS = {
    "wagers": "every bet and what it pays; or some: wagers {start}",
    "undo": "take back the last act, as often as you like",
    "table": "show the table again (so does an empty line)",
    "save FILE": "save the game as a script that you can replay",
    "quit": "leave the table with your result (so does Ctrl-D)",
}


def first_screen(console: Console, felt: Felt, seat_line: str) -> None:
    """A short description of the game, three things to try, and the most important commands."""
    house, show = felt.house, felt.house.game.show
    grid = Table.grid(padding=(0, 3, 0, 0))
    for line in (line for line in show.prompt.tries if _is_taken(felt, line)):
        _, amount, wager, *spot = line.split()
        said = f"{dollars(int(read_dollars(amount)))} on {' '.join((wager, *spot))}: {pays(house, wager)}"
        grid.add_row(Text(f"  {line}", style="bold"), said)
    for typed, said in _first_words(house):
        grid.add_row(Text(f"  {typed}", style="bold"), said)
    sits = f"You sit with {dollars(felt.racks[0][1])} in your rack ({seat_line}). Type:"
    how = Text(f"{show.variants[house.variant].how} {sits}")
    title = Text(f"Croupier: {house.game_name}, under Colorado's rules of {house.rulebook.on}", style="bold")
    console.print(Panel(Group(how, grid), title=title, title_align="left", box=ROUNDED))


def _is_taken(felt: Felt, typed: str) -> bool:
    """Whether this table would accept the wager now; only such wagers are suggested."""
    return script.do(felt, prompt.read(felt, typed)).refusal is None


def _first_words(house: House) -> Iterable[tuple[str, str]]:
    turn, own = house.game.show.turn, prompt.example("outcome", house.game.show.prompt)
    yield turn, f"{_TURNS[turn]} ({own} enters your own)"
    yield "undo", "take back the last act, even an outcome"
    yield "wagers", "every bet offered, and what it pays"
    yield "help", "all other acts, with examples"
    yield "quit", "leave, with your result (save FILE keeps the game)"


def help_page(console: Console, house: House) -> None:
    """The grammar of the acts at this game, each with an example, then the words of the table."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    own = house.game.show.prompt
    means = _MEANS | {word: act.means for word, act in own.acts.items()}
    for word in script.GRAMMAR:
        if word not in means or (word == "tip" and not house.tip_wagers):
            continue
        shown = prompt.example(word, own)
        grid.add_row(Text(_form(word), style="bold"), _meaning(means[word], shown if shown != word else ""))
        if word == "wager" and own.with_spot:
            grid.add_row("", _meaning("with a spot where it needs one:", own.with_spot))
    grid.add_row("", "")
    grid.add_row(Text(house.game.show.turn, style="bold"), "draw a random outcome")
    for typed, said in _TABLE_WORDS.items():
        grid.add_row(Text(typed, style="bold"), said.format(start=own.part_of_list))
    console.print(grid)


def _form(word: str) -> str:
    """The form of an act without the player's name, which may be left out.

    >>> _form("wager")
    'wager AMOUNT WAGER [SPOT]'
    """
    slots = ["name" if slot == "player" else slot for slot in script.GRAMMAR[word]]
    needed = slots if word in ("seat", "shooter") else [slot for slot in slots if slot != "name"]
    return " ".join((word, *(slot.upper() for slot in needed)))


def _meaning(means: str, example: str) -> Text:
    return Text.assemble(means, (f" {example}" if example else "", "cyan"))


def wagers(console: Console, house: House, only: str) -> None:
    """The wagers offered by kind, with what they pay; `only` picks a kind or the beginning of an id."""
    offered = [wager for wager in house.game.wagers.values() if wager.id in house.offered and wager.spots(house)]
    if only:
        offered = [wager for wager in offered if wager.group == only or wager.id.startswith(only)]
    if not offered:
        console.print(Text(f"No bet here is called {only!r}. Type wagers for all of them.", style="yellow"))
        return
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_column(no_wrap=True)
    for group in sorted({wager.group for wager in offered}, key=house.game.show.group_place):
        by_pay: dict[str, list[str]] = {}
        for wager in (wager for wager in offered if wager.group == group):
            by_pay.setdefault(pays(house, wager.id), []).append(_with_spot(wager, house))
        for text, names in by_pay.items():
            grid.add_row(Text(_lines(names), style="bold"), text)
    console.print(grid)
    limits = ", ".join(
        f"{'each spot' if key == 'default' else key} {dollars(limit.least)} to {dollars(limit.most)}"
        for key, limit in house.limits.items()
    )
    start = house.game.show.prompt.part_of_list
    console.print(Text(f"Limits: {limits}. For part of this list type: wagers {start}", style="dim"))


def _lines(names: list[str], width: int = 44) -> str:
    """Names in columns, each kept on one line with its spot."""
    lines = [names[0]]
    for name in names[1:]:
        longer = f"{lines[-1]}  {name}"
        if len(longer) > width:
            lines.append(name)
        else:
            lines[-1] = longer
    return "\n".join(lines)


def _with_spot(wager: Wager, house: House) -> str:
    """The id, with a spot for example where it needs one."""
    if not isinstance(wager.read_spot(None, house), Refusal):
        return wager.id
    return f"{wager.id} {getattr(wager, 'example', '5')}"


def pays(house: House, wager_id: str) -> str:
    """What a wager pays here, in a few words."""
    wager = house.game.wagers[wager_id]
    if wager.parts:
        return "pays part by part"
    rows: dict[str, list[str]] = {}
    for row, pay in house.pays_by_wager[wager_id].items():
        if not isinstance(pay, Return):
            rows.setdefault(words(pay), []).append(row.removeprefix("win on ").removeprefix("win the "))
    text = "; ".join(odds if names == ["win"] else f"{odds} ({'/'.join(names)})" for odds, names in rows.items())
    if wager.commission is not None:
        policy = house.options.commission_on(wager.group)
        when = "when placed" if policy.when == "up-front" else "from a win"
        text += f" less {policy.percent} % of the {wager.commission} in whole chips, taken {when}"
    return f"pays {text}"
