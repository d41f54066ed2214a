"""The output of the terminal game: the table, outcomes, decided wagers, refusals."""

from __future__ import annotations

from collections.abc import Sequence

from rich.box import ROUNDED
from rich.console import Console, Group
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from croupier.cli.terminal.devices import device_of
from croupier.core.machine import Standing, Void
from croupier.core.refusal import Refusal
from croupier.felt import Felt, script
from croupier.felt.payout import Resolution
from croupier.house import House
from croupier.text.money import dollars
from croupier.text.render import Audience, sentence

#: The name of the seat of the person at the keyboard.
TO_YOU = Audience(reader="you")
GRADES = {"win": "green", "lose": "red", "half-back": "yellow"}


class View:
    """Prints text for one house, with colors on a terminal."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.device = device_of(house)
        self.console = Console(highlight=False, markup=False, emoji=False)

    def say(self, sentence: str) -> None:
        """A plain remark."""
        self.console.print(sentence, soft_wrap=True)

    def explain(self, sentence: str) -> None:
        """Input that could not be used, and what to do instead."""
        self.console.print(Text(sentence, style="yellow"))

    def refused(self, refusal: Refusal) -> None:
        """A refusal, as a sentence with its paragraph."""
        cite = f" [{refusal.cite}]" if refusal.cite else ""
        self.console.print(Text.assemble(("Refused: ", "bold red"), sentence(refusal, TO_YOU), (cite, "cyan")))

    def took(self, before: Felt, told: script.Told) -> None:
        """What an act did."""
        if isinstance(told.fact, Void):
            cite = self.house.rulebook.printed(told.fact.cite)
            self.console.print(Text.assemble((told.fact.says, "bold yellow"), (f" [{cite}]", "cyan")))
        elif told.line.word == "outcome":
            self.console.print(self.device.headline(told))
            for seat, said in self.device.moved(before, told):
                self.say(f"  {_who(told.felt, seat)}{said}")
        elif told.line.word in self.house.game.course.draws:
            self.console.print(Text(f"The {told.line.word}: {told.line.words[0]}", style="bold"))
        else:
            self.console.print(_changed(before, told))
        self._decided(told)
        for text in told.announced:
            self.console.print(Text(text, style="bold yellow"))

    def _decided(self, told: script.Told) -> None:
        """Each decided wager with its net and its paragraph, and the sum where there are several."""
        if not told.resolutions:
            if told.fact is not None and not isinstance(told.fact, Void):
                self.console.print(Text("  No wager is decided.", style="dim"))
            return
        grid = Table.grid(padding=(0, 2, 0, 0))
        for right in (False, False, False, True, False, False):
            grid.add_column(justify="right" if right else "left")
        for row in told.resolutions:
            grid.add_row(
                "",
                _who(told.felt, row.seat) + _name(row.wager, row.spot),
                Text(row.grade, style=GRADES.get(row.grade, "yellow")),
                Text(_signed(row.net), style=_tone(row.net)),
                f"on {dollars(row.stake)}{_notes(row)}",
                Text(str(row.cite), style="dim cyan"),
            )
        net = sum(row.net for row in told.resolutions)
        if len(told.resolutions) > 1 and len(told.felt.racks) == 1:
            grid.add_row("", "together", "", Text(_signed(net), style=f"bold {_tone(net)}"), "", "")
        self.console.print(grid)

    def table(self, felt: Felt, acts: Sequence[script.Told]) -> None:
        """The present table, in a panel."""
        turn = felt.house.game.show.turn
        lines: list[Text | Table] = [self.device.now(felt, acts), *self._trackers(felt)]
        for seat, rack in felt.racks:
            own = [wager for wager in felt.standing if wager.seat == seat]
            out = sum(wager.stake for wager in own)
            lines.append(Text.assemble((f"{seat}: rack {dollars(rack)}", "bold"), f", on the layout {dollars(out)}"))
            if own:
                lines.append(_standing(felt, own))
        lines += [_due(felt, wager) for wager in felt.pending]
        if felt.draw_due is not None:
            lines.append(Text(f"The {felt.draw_due} is due: {turn} draws it, or type it.", style="bold yellow"))
        words = Text(f"wager … · {turn} · undo · wagers · help · save FILE · quit", style="dim")
        title = Text(felt.house.name, style="bold")
        self.console.print(
            Panel(Group(*lines), title=title, title_align="left", subtitle=words, subtitle_align="right", box=ROUNDED)
        )

    def _trackers(self, felt: Felt) -> list[Text]:
        """What the side bets of this table are watching, and its meters."""
        meters = (f"Meter of {meter.wager}: {dollars(meter.cents)}" for meter in felt.meters)
        return [Text(line, style="cyan") for line in (*self.device.trackers(felt), *meters)]

    def result(self, acts: Sequence[script.Told], rounds: int) -> None:
        """How the session went for everyone seated."""
        if not acts:
            self.say("Goodbye.")
            return
        felt = acts[-1].felt
        word = felt.house.game.show.turn
        for seat, rack in felt.racks:
            brought = next(dict(told.felt.racks)[seat] for told in acts if seat in dict(told.felt.racks))
            own = [wager for wager in felt.standing if wager.seat == seat and not wager.tip]
            out = sum(wager.stake + wager.commission for wager in own)
            net = rack + out - brought
            how = f"{'up' if net > 0 else 'down'} {dollars(abs(net))}" if net else "even"
            layout = f" and {dollars(out)} still on the layout" if out else ""
            self.console.print(
                Text.assemble(
                    (f"{seat}: ", "bold"),
                    f"came with {dollars(brought)}, has {dollars(rack)} in the rack{layout}: ",
                    (how, f"bold {_tone(net)}"),
                    f" after {rounds} {word}{'' if rounds == 1 else 's'}.",
                )
            )


# In words -------------------------------------------------------------------------------------------------
def _changed(before: Felt, told: script.Told) -> str:
    """What an act between outcomes changed, in one line."""
    felt, line = told.felt, told.line
    if line.word == "seat":
        return f"{line.words[0]} sits down with {dollars(felt.rack(line.words[0]))}."
    if line.word == "shooter":
        return f"{line.words[0]} has the dice."
    if line.word == "repaired":
        return "The table is back in service."
    old = {wager.key: wager for wager in before.standing}
    new = {wager.key: wager for wager in felt.standing}
    parts = [
        f"{_name(w.wager, w.spot)}: {dollars(w.stake)}{_state(felt, w)}{_held(w)}"
        for w in new.values()
        if w != old.get(w.key)
    ]
    if line.word != "choose":
        parts += [f"{_name(w.wager, w.spot)}: taken down" for key, w in old.items() if key not in new]
    seat = line.words[0]
    return f"{_who(felt, seat)}{', '.join(parts) or line.text}. Rack {dollars(felt.rack(seat))}."


def _held(standing: Standing) -> str:
    return f", commission {dollars(standing.commission)} taken" if standing.commission else ""


def _standing(felt: Felt, wagers: Sequence[Standing]) -> Table:
    """Two wagers per line: name, stake and status."""
    grid = Table.grid(padding=(0, 1))
    for column in range(6):
        grid.add_column(justify="right" if column % 3 == 1 else "left", min_width=(18, 6, 11)[column % 3])
    cells = [
        (Text(f"  {_name(wager.wager, wager.spot)}"), Text(dollars(wager.stake)), _mark(felt, wager))
        for wager in wagers
    ]
    for left in range(0, len(cells), 2):
        grid.add_row(*[cell for pair in cells[left : left + 2] for cell in pair])
    return grid


def _mark(felt: Felt, wager: Standing) -> Text:
    said = _state(felt, wager).strip()
    return Text(said, style="yellow" if said.startswith(("off", "in prison", "choose")) else "green")


def _state(felt: Felt, wager: Standing) -> str:
    """The status of a wager: on or off, in prison, waiting for a choice, for the dealers."""
    words = ["dealers'"] if wager.tip else []
    if wager.choices:
        words.append("choose")
    elif wager.locked:
        words.append("in prison")
    elif felt.house.game.show.on_and_off:
        words.append("on" if felt.working(wager) else "off")
    return f" {' '.join(words)}" if words else ""


def _due(felt: Felt, wager: Standing) -> Text:
    name = "" if len(felt.racks) == 1 else f"{wager.seat} "
    ways = " or: ".join(f"choose {name}{wager.wager} {choice}" for choice in wager.choices)
    return Text(f"A choice is due for {wager.wager}. Type: {ways}", style="bold yellow")


def _who(felt: Felt, seat: str) -> str:
    return "" if len(felt.racks) == 1 else f"{seat}: "


def _name(wager: str, spot: str | None) -> str:
    return f"{wager} {spot}" if spot else wager


def _signed(amount: int) -> str:
    return f"+{dollars(amount)}" if amount > 0 else dollars(amount)


def _tone(net: int) -> str:
    return "green" if net > 0 else "red" if net < 0 else "yellow"


def _notes(row: Resolution) -> str:
    """Notes on rounding, commission and the tip box."""
    notes = [f"rounding {dollars(row.rounding)}"] if row.rounding else []
    notes += [f"commission {dollars(row.commission)}"] if row.commission else []
    notes += [f"tip box {dollars(row.paid)}"] if row.to_the_dealers else []
    notes += ["stays up"] if row.stays else []
    return f", {', '.join(notes)}" if notes else ""
