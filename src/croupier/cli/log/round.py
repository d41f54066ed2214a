"""One round on the screen: a story in the order of time, with the wagers at the close and the settlement in it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rich.console import Console
from rich.padding import Padding
from rich.table import Column, Table
from rich.text import Text

from croupier.books import naming
from croupier.books.days import day_of_round, gaming_day_of
from croupier.books.pays import paid_at, words
from croupier.books.rounds import Decided, RoundTold, decided_by
from croupier.books.sentences import Teller, chips
from croupier.books.times import local
from croupier.books.walk import Told
from croupier.cli.log.refusals import RefusedAt
from croupier.cli.log.screen import grid, headed, right, signed
from croupier.conduct.by import By
from croupier.core.machine import Standing
from croupier.table.acts.wagers.changing import WagerRaised
from croupier.table.acts.wagers.placing import WagerPlaced
from croupier.table.rows import Row
from croupier.text.money import dollars
from croupier.text.visible import visible

#: From this width on there is a column with the chips of each payment.
WIDE = 100
#: How far lists are indented, on a narrow and on a wide screen.
INDENT, WIDER = 2, 10
#: The styles of sentences, by the part of the story.
STYLES = {"irregularities": "yellow", "corrections": "bold yellow", "proof": "dim"}
#: How a settlement is told, in the order of its steps.
STEPS = {"collect": "Collected", "pay": "Paid", "return": "Returned"}


def show(told: RoundTold, teller: Teller, refused: Sequence[RefusedAt], console: Console) -> None:
    """Print a round."""
    zone = gaming_day_of(told.steps[-1].after).zone
    teller = teller.at(zone)
    _head(told, zone, console)
    story = Story(told, teller, console, zone)
    for step in told.steps:
        story.tell(step)
        for each in refused:
            if each.after == step.envelope.version:
                story.refuse(each)
    story.flush()
    _foot(told, console)


def _head(told: RoundTold, zone: str, console: Console) -> None:
    """What the round is, and how it ended."""
    ends = local(told.decided_at or told.steps[-1].event.at, zone)
    day, began = day_of_round(told), local(told.began, zone)
    console.print(Text.assemble((f"{told.table}, round {told.number}", "bold"), f"  {told.house.name}"))
    when = f"Gaming day {day}, {began:%H:%M:%S} to {ends:%H:%M:%S} ({zone})"
    console.print(when + (f", dealer {visible(told.dealer)}" if told.dealer else ""))
    console.print(Text.assemble(*_result(told)))
    console.print()


def _result(told: RoundTold) -> Iterator[str | tuple[str, str]]:
    if told.voided is not None:
        yield f"Voided: {visible(told.voided)}", "bold yellow"
    elif told.outcome is None:
        yield "No outcome", "bold"
    else:
        yield outcome_of(told), "bold"
    if told.corrections:
        yield " (corrected)", "yellow"
    if told.settlement is not None or told.won:
        won = told.won
        said = f"the table won {dollars(won)}" if won > 0 else f"the table lost {dollars(-won)}" if won else "even"
        yield f", {said}"
    if told.tips:
        yield f", tips {dollars(told.tips)}"


def outcome_of(told: RoundTold) -> str:
    """The outcome with its meaning and its draws."""
    assert told.outcome is not None
    named = naming.outcome(told.outcome, told.house)
    meaning = told.meaning or ""
    said = meaning if meaning.startswith(named) else f"{named}: {meaning}" if meaning else named
    return ", ".join((said, *told.draws))


class Story:
    """Prints events in order: time, sentence, who. The wagers at the close and settlements come below their event."""

    def __init__(self, told: RoundTold, teller: Teller, console: Console, zone: str) -> None:
        self._told, self._teller, self._console, self._zone = told, teller, console, zone
        self._lines = _lines()
        self._person = ""  # who did what the last line says
        self._shown = set[str]()  # the wagers in the list at the close
        if told.closed is not None:
            self._shown = {_key(each) for each in told.closed.before.felt.standing}

    def tell(self, step: Told) -> None:
        """Print one event."""
        event, part = step.event, self._teller.part(step.event)
        if isinstance(event, WagerPlaced | WagerRaised) and _placed(event) in self._shown:
            return  # it is in the list of wagers at the close
        says = visible(self._teller.says(step))
        who = self._who(event.by, says)
        clock = f"{local(event.at, self._zone):%H:%M:%S}"
        self._lines.add_row(Text(clock, style="dim"), Text(says, style=STYLES.get(part, "")), Text(who, style="dim"))
        if step is self._told.closed:
            self._insert(*self._wagers(step))
        self._insert(*_settlement(tuple(decided_by(step)), self._console.width))

    def _who(self, by: By, says: str) -> str:
        """Who did it, if that is not said already: by the sentence, or by the line before."""
        if by.role in ("player", "system") or by.person in says:
            return ""
        named = f"{visible(by.person)}, {by.role}"
        before, self._person = self._person, named
        return "" if named == before else named

    def refuse(self, refused: RefusedAt) -> None:
        """Print a refusal: a log has no time of it."""
        cite = f" [{refused.cite}]" if refused.cite else ""
        says = Text.assemble(("Refused: ", "red"), visible(refused.says), (cite, "cyan"))
        self._lines.add_row("", says, "")

    def flush(self) -> None:
        """Print the lines that wait."""
        if self._lines.row_count:
            self._console.print(self._lines)
        self._lines = _lines()

    def _insert(self, *tables: Table) -> None:
        for each in tables:
            self.flush()
            self._console.print(Padding(each, (0, 0, 0, INDENT if self._console.width < WIDE else WIDER)))

    def _wagers(self, step: Told) -> Iterator[Table]:
        """The wagers on the layout when betting closed."""
        felt = step.before.felt
        if not felt.standing:
            return
        at = {_placed(each.event): each.event.at for each in self._told.steps if _is_bet(each)}
        colors = {seat.player: seat for seat in step.before.seats if seat.color and seat.unit}
        chips = [Column("chips", style="dim")] if colors else []
        found = headed(Column("player"), Column("bet"), right("stake"), *chips, Column("placed"))
        for each in felt.standing:
            stake, placed = each.stake or each.collected, at.get(_key(each))
            seat = colors.get(each.seat)
            of = "value chips" if seat is None else _colored(stake, seat.unit or 1, visible(seat.color or ""))
            cells = (of,) if colors else ()
            found.add_row(
                visible(each.seat),
                _badges(naming.spot(each.wager, each.spot, felt.house), each),
                dollars(stake),
                *cells,
                Text("earlier" if placed is None else f"{local(placed, self._zone):%H:%M:%S}", style="dim"),
            )
        yield found


def _lines() -> Table:
    found = grid(Column("at", no_wrap=True), Column("says", ratio=1), Column("who", justify="right", max_width=24))
    found.expand = True
    return found


def _is_bet(step: Told) -> bool:
    return isinstance(step.event, WagerPlaced | WagerRaised)


def _placed(event: object) -> str:
    """What tells the wager of an event apart from the others."""
    return "/".join(str(getattr(event, name, False)) for name in ("player", "wager", "spot", "tip"))


def _key(each: Standing) -> str:
    return "/".join(map(str, (each.seat, each.wager, each.spot, each.tip)))


def _colored(stake: int, unit: int, color: str) -> str:
    count, rest = divmod(stake, unit)
    return f"{count} {color} of {dollars(unit)}" + (f", {dollars(rest)}" if rest else "")


def _badges(name: str, each: Standing) -> str:
    marks = [said for said, on in (("for the dealers", each.tip), ("locked", each.locked)) if on]
    if each.call is not None:
        marks.append("called on" if each.call else "called off")
    return f"{name} ({', '.join(marks)})" if marks else name


def _settlement(decided: Sequence[Decided], width: int) -> Iterator[Table]:
    """Decided wagers in the order in which they were collected and paid."""
    for entry, title in (("settled", ""), ("reversed", "Taken back"), ("corrected", "Settled again")):
        found = [each for each in decided if each.entry == entry]
        if found:
            yield _rows(found, title, wide=width >= WIDE)


def _rows(decided: Iterable[Decided], title: str, *, wide: bool) -> Table:
    names = [Column(title, no_wrap=True), Column("player"), Column("bet"), right("stake"), Column("result")]
    more = [Column("chips")] if wide else []
    found = headed(*names, right("paid"), *more, Column("paragraph", style="cyan", no_wrap=True))
    step = ""
    for each in decided:
        row = each.row
        said = "" if row.step == step else STEPS[row.step].lower()
        step = row.step
        paid = dollars(row.paid) if row.paid else ""
        bet = naming.spot(row.wager, row.spot, each.house) + (" (for the dealers)" if row.tip else "")
        cells = (said, visible(row.player), bet, dollars(row.stake))
        taken = (Text(chips(row.chips), style="dim"),) if wide else ()
        found.add_row(*cells, result(each), paid, *taken, row.cite)
    return found


#: What became of a wager, by its grade; others are rows of a pay table.
GRADES = {"win": "won", "lose": "lost", "push": "push", "half-back": "half back", "returned": "returned"}


def result(each: Decided) -> Text:
    """How a wager ended: at what it was paid, and what was added or kept."""
    row = each.row
    named = GRADES.get(row.grade) or naming.row(row.wager, row.grade, each.house)
    pays = paid_at(row, each.house)
    if pays is not None and row.winnings:
        named += f", {words(pays)}"
    return Text(named + "".join(f", {note}" for note in _notes(row)), style=_style(row))


def _notes(row: Row) -> Iterator[str]:
    for amount, name in (
        (row.rounding, "rounded up by"),
        (row.commission, "commission"),
        (row.coupon, "coupon of"),
        (row.overage, "above the maximum:"),
    ):
        if amount:
            yield f"{name} {dollars(amount)}"
    if row.to_tips and row.paid:
        yield "to the tip tube" if row.tube else "to the tip box"


def _style(row: Row) -> str:
    return "green" if row.profit > 0 else "red" if row.profit < 0 else ""


def _foot(told: RoundTold, console: Console) -> None:
    """Players' results, meters, and wagers that go on."""
    nets: dict[str, int] = {}
    for each in told.decided:
        if not each.row.tip:
            nets[each.row.player] = nets.get(each.row.player, 0) + each.counts * each.row.profit
    if nets:
        console.print()
        said = Text("Players: ")
        for place, (player, net) in enumerate(nets.items()):
            said.append(", " if place else "").append(f"{visible(player)} ").append_text(signed(net))
        console.print(said)
    for was, now in told.meters:
        before = "new" if was is None else dollars(was.cents)
        console.print(f"Meter of {naming.wager(now.wager, told.house)}: {before} → {dollars(now.cents)}")
    if told.undecided:
        named = (
            f"{visible(each.seat)} {dollars(each.stake)} on {naming.spot(each.wager, each.spot, told.house)}"
            for each in told.undecided
        )
        console.print(f"Still on the layout: {'; '.join(named)}")
