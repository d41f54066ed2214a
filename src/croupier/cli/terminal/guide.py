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
from croupier.games.big_six.facts import VOID
from croupier.games.craps.no_roll import NO_ROLL
from croupier.games.roulette.facts import NO_SPIN
from croupier.house import House
from croupier.house.show import words
from croupier.text.money import dollars, read_dollars

_HOW = {
    "craps": "Bet, then roll two dice. For pass, a first roll of 7 or 11 wins and 2, 3 or 12 loses; any other "
    "total becomes the point, which must come again before a 7.",
    "craps-free": "Bet, then roll two dice. For pass, a first roll of 7 wins; any other total becomes the point, "
    "which must come again before a 7.",
    "roulette": "Bet on numbers or colors, then spin. The number where the ball lands decides every bet.",
    "big-six": "Bet on a symbol of the big wheel, then spin. The section where the clapper rests decides every bet.",
}

_FIRST = {
    "craps": ("wager 10 pass", "wager 5 field"),
    "roulette": ("wager 10 red", "wager 5 straight 17", "wager 5 split 17-20"),
    "big-six": ("wager 10 one", "wager 5 twenty", "wager 5 joker"),
}

#: acts that exist at one game only
_ONLY = {
    "choose": "roulette",
    "no-spin": "roulette",
    "on": "craps",
    "off": "craps",
    "shooter": "craps",
    "award": "roulette",
    "bonus": "roulette",
    "no-roll": "craps",
    "void": "big-six",
    "repaired": "big-six",
}

_MEANS = {
    "seat": "seat another player; then start each act with a name:",
    "wager": "place a bet, or add to it:",
    "raise": "add to a bet on the layout:",
    "reduce": "take part of it back:",
    "tip": "bet for the dealers:",
    "take-down": "take all of it back:",
    "on": "the next rolls count for this bet:",
    "off": "the next rolls do not count for it:",
    "choose": "In Prison, half-back or imprison:",
    "award": "the Back2Back award, when one is due (spin draws it):",
    "bonus": "the Spinner Winner balls, when due (spin draws them):",
    "shooter": "take the dice:",
    "outcome": "enter an outcome yourself:",
    "no-roll": f"the throw does not count: {', '.join(NO_ROLL)}:",
    "no-spin": f"the spin does not count: {', '.join(NO_SPIN)}:",
    "void": f"the spin does not count: {', '.join(VOID)}:",
    "repaired": "the broken clapper is repaired",
}

_SPOTS = {"craps": "wager 10 come-odds 5", "roulette": "wager 5 split 17-20"}

_TABLE_WORDS = {
    "wagers": "every bet and what it pays; or some: wagers {start}",
    "undo": "take back the last act, as often as you like",
    "table": "show the table again (so does an empty line)",
    "save FILE": "save the game as a script that you can replay",
    "quit": "leave the table with your result (so does Ctrl-D)",
}

_STARTS = {"craps": "place", "roulette": "outside", "big-six": "t"}

_ORDER = ("line", "odds", "field", "place", "hardways", "big", "one-roll", "hops", "buy", "lay", "outside", "inside")


def first_screen(console: Console, felt: Felt, seat_line: str) -> None:
    """What the game is, three things to try and the few words one needs."""
    house = felt.house
    grid = Table.grid(padding=(0, 3, 0, 0))
    for line in (line for line in _FIRST[house.game_name] if _is_taken(felt, line)):
        _, amount, wager, *spot = line.split()
        said = f"{dollars(int(read_dollars(amount)))} on {' '.join((wager, *spot))}: {pays(house, wager)}"
        grid.add_row(Text(f"  {line}", style="bold"), said)
    for typed, said in _first_words(house):
        grid.add_row(Text(f"  {typed}", style="bold"), said)
    how = Text(f"{_HOW[house.variant]} You sit with {dollars(felt.racks[0][1])} in your rack ({seat_line}). Type:")
    title = Text(f"Croupier: {house.game_name}, under Colorado's rules of {house.rulebook.on}", style="bold")
    console.print(Panel(Group(how, grid), title=title, title_align="left", box=ROUNDED))


def _is_taken(felt: Felt, typed: str) -> bool:
    """Whether this table would take the wager now: nothing is suggested that it refuses."""
    return script.do(felt, prompt.read(felt, typed)).refusal is None


def _first_words(house: House) -> Iterable[tuple[str, str]]:
    own = prompt.example("outcome", house.game_name)
    if house.game_name == "craps":
        yield "roll", f"throw the dice ({own} enters your own)"
    else:
        yield "spin", f"spin the wheel ({own} enters your own)"
    yield "undo", "take back the last act, even an outcome"
    yield "wagers", "every bet offered, and what it pays"
    yield "help", "all other acts, with examples"
    yield "quit", "leave, with your result (save FILE keeps the game)"


def help_page(console: Console, house: House) -> None:
    """The grammar of the acts at this game, each with an example, then the words of the table."""
    grid = Table.grid(padding=(0, 2, 0, 0))
    game = house.game_name
    for word in script.GRAMMAR:
        if _ONLY.get(word, game) != game or (word == "tip" and not house.tip_wagers):
            continue
        grid.add_row(Text(_form(word), style="bold"), _meaning(word, game))
        if word == "wager" and game in _SPOTS:
            grid.add_row("", Text.assemble("with a spot where it needs one: ", (_SPOTS[game], "cyan")))
    grid.add_row("", "")
    grid.add_row(Text("roll" if game == "craps" else "spin", style="bold"), "draw a random outcome")
    for typed, said in _TABLE_WORDS.items():
        grid.add_row(Text(typed, style="bold"), said.format(start=_STARTS[game]))
    console.print(grid)


def _form(word: str) -> str:
    """An act's form, less the name that need not be given.

    >>> _form("wager")
    'wager AMOUNT WAGER [SPOT]'
    """
    slots = ["name" if slot == "player" else slot for slot in script.GRAMMAR[word]]
    needed = slots if word in ("seat", "shooter") else [slot for slot in slots if slot != "name"]
    return " ".join((word, *(slot.upper() for slot in needed)))


def _meaning(word: str, game: str) -> Text:
    shown = "" if word == "repaired" else f" {prompt.example(word, game)}"
    return Text.assemble(_MEANS[word], (shown, "cyan"))


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
    for group in sorted({wager.group for wager in offered}, key=_place):
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
    start = _STARTS[house.game_name]
    console.print(Text(f"Limits: {limits}. For part of this list type: wagers {start}", style="dim"))


def _lines(names: list[str], width: int = 44) -> str:
    """Names side by side, never parted from their spots."""
    lines = [names[0]]
    for name in names[1:]:
        longer = f"{lines[-1]}  {name}"
        if len(longer) > width:
            lines.append(name)
        else:
            lines[-1] = longer
    return "\n".join(lines)


def _place(group: str) -> tuple[int, str]:
    return (_ORDER.index(group) if group in _ORDER else len(_ORDER), group)


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
        policy = house.options.commissions[wager.group]
        when = "when placed" if policy.when == "up-front" else "from a win"
        text += f" less {policy.percent} % of the {wager.commission} in whole chips, taken {when}"
    return f"pays {text}"
