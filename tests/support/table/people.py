"""What people do at a random table besides wagering: players sit, buy in, tip and leave; staff manages the table."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from msgspec import structs

from croupier.conduct.slip import Slip
from croupier.core.refusal import Refusal
from croupier.table import By, HouseText, digest
from croupier.table.cage_slips import FILL, Fill
from croupier.table.cage_slips import written as sent
from croupier.table.chips import break_down
from croupier.table.commands import KINDS
from croupier.table.kit import HOUSE, INSPECTED, KIT, InForce, Inspected, Kit
from croupier.table.kit import written as said
from tests.support.table.fields import AMOUNTS, HOUSES, PLAYERS
from tests.support.table.kits import kit_of
from tests.support.table.play import by
from tests.support.table.watch import Watched

BANKS = (300_00, 1_000_00, 100_000_00)
#: Commands about kits: a table without a pit refuses them, and a host refuses slips that nobody issued.
ABOUT_KITS = {"receive-slip", "take-back-slip", "return-kit", "report-wheel-moved"}
#: A gaming day after all others: no spin waits for the clock.
LATE = "9999-12-31"
LAST_MOVES = 150  # the most moves for closing a table


class Floor:
    """A table, and counts of its accepted and refused commands."""

    of_pit = False  # whether the table gets kits from a pit, and its chips from a cage
    kinds = sorted(KINDS.keys() - ABOUT_KITS)  # what anybody may try to do

    def __init__(self, game: str, table: Watched) -> None:
        self.game, self.table = game, table
        self.handed = 0  # kits and houses that the pit has handed over
        self.answers: Counter[str] = Counter()  # accepted commands by name; also "refused NAME" and "no CODE"
        self.closing = 0  # moves left for closing the table

    def try_it(self, word: str, who: By, /, **fields: Any) -> bool:
        """Give a command that may be refused; return whether it was accepted."""
        before = self.table.state
        said = digest(before) if self.table.number % 8 == 0 else None  # not always: it takes longer than a refusal
        done = self.table.ask(word, who, **fields)
        if isinstance(done, Refusal):
            assert self.table.state is before
            assert said is None or digest(before) == said
            assert done.message[-1] in ".?", done.message
            self.answers[f"refused {word}"] += 1
            self.answers[f"no {done.code.word}"] += 1
            return False
        assert done, f"{word} made no event"
        for event in done:
            self.table.happen(event)
        self.answers[word] += 1
        return True

    def _in_charge(self) -> None:
        """Put the usual dealer in charge again, unless money has to be dropped first."""
        state, dealer = self.table.state, by("dealer")
        given = state.buying is not None and state.buying.step == "given"
        if state.dealer not in (None, dealer.person) and not given and not state.held:
            assert self.try_it("relieve-dealer", dealer, **self.table.moves("relieve-dealer"))

    # What the pit hands over -----------------------------------------------------------------------------------
    def _from_the_pit(self, what: str, document: Kit | Inspected | InForce) -> None:
        slip = Slip("pit/main", f"p{self.handed}", f"table/{self.table.state.table_id}", what, said=said(document))
        self.try_it("receive-slip", by("system"), slip=slip)

    def _handed_over(self, text: HouseText) -> None:
        """At a table of a pit: a kit for this house, or the house for the kit that is there."""
        if not self.of_pit:
            return
        self.handed += 1
        kit = kit_of(text, self.handed)
        kit = kit if kit.inspected is None else structs.replace(kit, inspected=LATE)
        if (here := self.table.state.kit) is None:
            self._from_the_pit(KIT, kit)
        elif here.house != kit.house:
            self._from_the_pit(HOUSE, InForce(here.number, self.handed, kit.house, kit.areas))

    def _opens(self, text: HouseText, data: Random, **fields: Any) -> None:
        """Open the table; one of a pit gets a kit before, which sometimes goes back unused."""
        self._handed_over(text)
        if self.of_pit and data.randrange(4) == 0 and self.try_it("return-kit", by("pit-supervisor")):
            self._handed_over(text)
        if self.of_pit:
            if (more := fields["bank"] - self.table.state.chips_there) > 0:
                self._filled(more, data)
            fields["bank"] = self._counted(data)
        self.try_it("open-table", by("pit-supervisor"), house=text, **fields)

    def _filled(self, amount: int, data: Random) -> None:
        """At a table of a pit: a fill comes from the cage; some go back."""
        chief, state = by("pit-supervisor"), self.table.state
        if not self.of_pit:
            moves = self.table.moves("receive-fill")
            self.try_it("receive-fill", chief, amount=amount, slip="F1", witness="sue", **moves)
            return
        self.handed += 1
        chips, table = self._chips(amount), f"table/{state.table_id}"
        text = sent(Fill(self.handed, chips))
        self.try_it(
            "receive-slip", by("system"), slip=Slip("cage/main", f"f{self.handed}", table, FILL, amount, text)
        )
        if data.randrange(5) == 0:
            self.try_it("return-fill", chief, fill=self.handed, reason="a chip is missing", witness="sue")
            self._filled(amount, data)
            return
        moves = {} if state.play is None else self.table.moves("receive-fill")
        fields = {"amount": amount, "slip": str(self.handed), "witness": "sue", "chips": chips}
        self.try_it("receive-fill", chief, **fields, **moves)

    def _fill(self) -> int:
        """How much the bank needs."""
        state = self.table.state
        return max(5_000_00, (state.buying.amount if state.buying else 0) - state.balance("bank"))

    def _fills_otherwise(self, data: Random) -> bool:
        """Whoever buys in does not always wait for a fill; at a table of a pit it comes from the cage."""
        buying = self.table.state.buying
        if buying is not None and data.randrange(2):
            self.try_it("return-cash", by("dealer"), player=buying.player, **self.table.moves("return-cash"))
            return True
        if self.of_pit:
            self._filled(self._fill(), data)
        return self.of_pit

    def _chips(self, amount: int) -> tuple[tuple[int, int], ...]:
        """Chips of this table that make an amount."""
        state = self.table.state
        values = (1_00, 5_00, 25_00, 100_00) if state.play is None else state.house.denominations
        return break_down(amount, values)

    def _counted(self, data: Random) -> int:
        """Two people count the chips of a table of a pit, now and then $1 less; return what there is then."""
        there = self.table.state.chips_there
        short = 1_00 if there >= 1_00 and data.randrange(6) == 0 else 0
        chips = self._chips(max(there - short, 0))
        if self.try_it("count-inventory", by("key-manager"), chips=chips):
            self.try_it("confirm-inventory", by("pit-supervisor"), chips=chips)
        return self.table.state.chips_there

    def _inspected(self) -> None:
        """The wheel was inspected after all movements that were reported."""
        known = self.table.state.of_pit
        assert known is not None
        assert known.kit is not None
        self._from_the_pit(INSPECTED, Inspected(known.kit.number, LATE, known.moves))

    # Money and places ---------------------------------------------------------------------------------------
    def _spreads(self, player: str, amount: int) -> None:
        """Buy in, in four steps, smaller amounts with a new ticket."""
        dealer, moves = by("dealer"), self.table.moves
        fields: dict[str, Any] = {"player": player, "instrument": "cash", "amount": amount}
        if amount <= 100_00:
            fields |= {"instrument": "ticket", "serial": f"T{len(self.table.state.tickets_used)}"}
        if self.try_it("spread-cash", dealer, **fields, **moves("spread-cash")):
            self.try_it("state-amount", dealer, player=player, amount=amount)
            self.try_it("give-chips", dealer, player=player, **moves("give-chips"))
            self.try_it("drop-cash", dealer, player=player)

    def deals(self, data: Random) -> None:
        """Let a player sit down, buy in, color up, tip, cash out or leave."""
        state = self.table.state
        player = data.choice([*PLAYERS, *(seat.player for seat in state.seats)])
        who, dealer = data.choice((by("player", player), by("dealer"))), by("dealer")
        rack = state.felt.rack(player) if state.seat(player) else 0
        match data.choice("sit color buy buy bring up out tip tip leave".split()):
            case "sit":
                self.try_it("sit", who, player=player, place=data.randrange(1, 6))
            case "color":
                color = data.choice(("orange", "yellow", "pink"))
                self.try_it("take-color", who, player=player, color=color, unit=data.choice((1_00, 5_00)))
            case "buy":
                self._spreads(player, data.choice((20_00, 100_00, 5_000_00)))
            case "bring":
                self.try_it("bring-chips", who, player=player, amount=data.choice(AMOUNTS))
            case "up":
                self.try_it("color-up", dealer, player=player, amount=rack or 5_00, **self.table.moves("color-up"))
            case "out":
                fields = {"player": player, "amount": data.choice((rack or 5_00, 5_00))}
                self.try_it("cash-out", who, **fields, **self.table.moves("cash-out"))
            case "tip":
                tube = self.game == "craps" and data.randrange(4) > 0
                if self.try_it("tip", who, player=player, amount=data.choice(AMOUNTS), tube=tube) and tube:
                    self.try_it("empty-tube", dealer)
            case "leave":
                self.try_it("leave", who, player=player)

    def _coupon(self, fields: dict[str, Any], data: Random) -> None:
        """Any coupon of the register, mostly with its face value and beside chips if it needs them."""
        coupons = self.table.state.house.coupons
        fields["coupon"] = data.choice([*coupons, "K"])
        if (issued := coupons.get(fields["coupon"])) is not None:
            fields["amount"] = issued.face
            if data.randrange(3):
                self.try_it("place", by("dealer"), **{key: fields[key] for key in fields if key != "coupon"})

    # Irregularities -----------------------------------------------------------------------------------------
    def _decides(self, number: int, amount: int, data: Random) -> None:
        """Decide a dispute; the act that is due then is to observe what was directed, and it may come late."""
        who = by("pit-supervisor", data.choice(("pat", "una")))
        self.try_it("decide-dispute", who, number=number, decision="fair", amount=amount)

    def _notice(self, data: Random) -> int | None:
        """The number of a notification, mostly one made just now."""
        if data.randrange(6):
            self.try_it("raise-dispute", by(self.table.state.course.caller), about="something odd")
        return self.table.state.disputed or None

    def _voids(self, data: Random) -> None:
        """Void the round, sometimes because the device has lost its seed."""
        state = self.table.state
        fields: dict[str, Any] = {"reason": "smoke", "notice": self._notice(data)}
        if state.round % 3 == 0 and state.house.electronic_device:
            fields["commitment"] = state.seal or "ab" * 32
            self.try_it("declare-seed-lost", by("key-manager"), **fields)
        else:
            self.try_it("void-round", by("key-manager"), **fields)

    def manages(self, data: Random) -> None:
        """Do what supervisors do: bank, boxes, house, clock, barred players, and closing the table."""
        chief, manager = by("pit-supervisor"), by("key-manager")
        bank = self.table.state.balance("bank")
        kinds = "fill fill credit box tube house house clock patron patron designate relief end".split()
        match data.choice([*kinds, "wheel", "kit"] if self.of_pit else kinds):
            case "fill":
                self._filled(max(5_000_00, -bank), data)
            case "credit":
                amount = max(1_00, bank - data.choice(BANKS))
                fields = {"amount": amount, "slip": "F2", "witness": "sue"}
                fields |= {"chips": self._chips(amount)} if self.of_pit else {}
                self.try_it("send-credit", chief, **fields, **self.table.moves("send-credit"))
            case "box":
                self.try_it("remove-box", by("count-team"), box=data.choice(("drop", "tips", "validator")))
            case "tube":
                self.try_it("empty-tube", by("dealer"))
            case "house":
                house = data.choice(HOUSES[self.game])
                if self.of_pit and data.randrange(3):
                    self._handed_over(house)
                self.try_it("change-house", manager, house=house)
            case "wheel":
                self.try_it("report-wheel-moved", by("dealer"), what="somebody hit the table")
            case "kit":
                self.try_it("return-kit", chief)
            case "clock":
                step = {"before": self.table.state.at, "after": data.choice((0, self.table.state.at + 2_000_000))}
                self.try_it("report-clock-step", by("system"), **step)
                self.try_it("acknowledge-clock", manager, at=data.choice((0, self.table.number)))
            case "patron":
                word = data.choice(("exclude-patron", "readmit-patron", "readmit-patron"))
                self.try_it(word, chief, person=data.choice(PLAYERS[1:]))
            case "designate":
                self.try_it("designate", manager, person=data.choice(("dee", "pat")), licence="L-1")
            case "relief":
                self.try_it("relieve-dealer", by("dealer", "dov"), **self.table.moves("relieve-dealer"))
            case "end":
                self.closing = LAST_MOVES
