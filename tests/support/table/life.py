"""A random life of a table from a seed: people, wagers, rounds and irregularities, with good and bad commands."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from croupier.conduct.by import ROLES
from croupier.felt import Felt, Place
from croupier.floor.crew.act import Act, Waiting
from croupier.floor.crew.due import next_act
from croupier.floor.crew.spins import valid_close, valid_spin
from croupier.floor.houses import charge
from croupier.games.craps.facts import CrapsTable
from croupier.games.craps.no_roll import NO_ROLL
from croupier.games.roulette.facts import NO_SPIN, RouletteTable
from croupier.games.roulette.options import RouletteOptions
from croupier.host.device import proof_of
from croupier.table import HouseText, outcomes
from croupier.table.acts import device
from croupier.table.acts.dice import directing, turns
from croupier.table.acts.dice.turns import hand_long
from croupier.table.acts.irregularities import disputes, stops, voids
from croupier.table.acts.money import cage
from croupier.table.acts.round import calling, closing, settling
from croupier.table.acts.wagers.placing import tip_position
from croupier.table.commands import KINDS
from croupier.table.people import roles_of
from croupier.table.proof import Proof
from tests.support.table.delays import fixed, published, signed
from tests.support.table.fields import AMOUNTS, HOUSES, PLAYERS, fields_of
from tests.support.table.people import BANKS, Floor
from tests.support.table.play import PEOPLE, by
from tests.support.table.watch import Watched

VOID = {"roulette": "no-spin", "craps": "no-roll", "big-six": "void"}
REASONS = {
    "roulette": (*NO_SPIN, "hands"),
    "craps": (*NO_ROLL, "ball-out"),
    "big-six": ("revolutions", "between-sections", *("clapper-broken",) * 4, "ball-out"),
}
LINE = ("pass", "dont-pass")
#: Wagers that last several rounds, cause draws or choices, or have a meter. They are made more often than others.
LONG = ("fire-bet", "sharp-shooter", "back2back", "spinner-winner", "red", "roulette-up-progressive", "come")


class Life(Floor):
    """The life of one table. Each method makes one kind of move."""

    def __init__(self, game: str, data: Random, table: Watched | None = None, house: HouseText | None = None) -> None:
        super().__init__(game, table or Watched())
        self.drawn: tuple[outcomes.Drawn, ...] = ()  # by the device since its last seal
        self.due: Counter[str] = Counter()  # acts that were due and performed, by the name of the command
        while self.table.state.play is None and data.randrange(4) == 0:
            self.anything(data)
        if self.table.state.play is None:
            self._open(data, house)
        self.game = self.table.state.game  # of the house with which the table was opened

    def _open(self, data: Random, house: HouseText | None = None) -> None:
        house = house or data.choice(HOUSES[self.game])
        dealer, bank = charge(house, PEOPLE["dealer"]), data.choice(BANKS)
        self._opens(house, data, bank=bank, **dealer)
        color = iter(("orange", "yellow"))
        for place, player in enumerate(PLAYERS[:2], start=1):
            self.try_it("sit", by("player", player), player=player, place=place)
            if house.name == "ten-dollar-roulette" or (self.game == "roulette" and data.randrange(4) == 0):
                self.try_it("take-color", by("dealer"), player=player, color=next(color), unit=1_00)
            self._spreads(player, 200_00)

    def lives(self, data: Random, moves: int) -> None:
        """Make a number of moves, most of which advance the game."""
        kinds = (self.goes_on, self.wagers, self.changes, self.corrects, self.irregular, self.deals, self.manages)
        for _ in range(moves):
            if self.closing:
                self.closing -= 1
                self._in_charge()
                self.ends(data)
            elif self.table.state.phase == "closed" and data.randrange(8):
                self._open(data)
            else:
                move = data.choices((*kinds, self.anything), weights=(24, 40, 10, 4, 5, 5, 2, 6))[0]
                (self.anything if self.table.state.phase == "closed" else move)(data)

    # The round ----------------------------------------------------------------------------------------------
    def goes_on(self, data: Random) -> None:
        """Perform the act that is due, which is never refused. Sometimes do something else first."""
        self._in_charge()
        state = self.table.state
        if state.felt.pending and data.randrange(2):
            self.changes(data)
        elif data.randrange(12) == 0:
            self._too_early(data)
        elif self.game != "craps" or state.phase != "open" or not self._shooters(data):
            match next_act(state):
                case Waiting(act=None) as waits:
                    self._inspected() if waits.why == "inspection" else self._comes_to_the_line(data)
                case Waiting(act=Act() as act) | (Act() as act):  # a person acknowledges a step of the clock
                    self._performs(act, data)

    def _performs(self, act: Act, data: Random) -> None:
        """Perform the act that is due, which must be accepted."""
        if act.command is turns.DeclineDice and data.randrange(2):
            self._comes_to_the_line(data)
            return
        if act.command is cage.ReceiveFill and self._fills_otherwise(data):
            return
        word = "decline-dice" if act.role == "player" and data.randrange(3) == 0 else act.word
        who = by("player", act.fields["player"]) if act.role == "player" else by(act.role, act.person)
        self.due[word] += 1
        moves = self.table.moves(word) if "moves" in act.missing else {}
        assert self.try_it(word, who, **act.fields, **self._missing(act, data), **moves), f"{act} was refused"
        if act.command is disputes.RaiseDispute and isinstance(then := next_act(self.table.state), Act):
            self._performs(then, data)  # who is notified mostly answers at once

    def _missing(self, act: Act, data: Random) -> dict[str, Any]:
        """The fields that the performer of an act must add."""
        state = self.table.state
        match act.command:
            case device.PublishSeal:
                self.drawn = ()
                return {"commitment": self.table.secret().commitment}
            case device.PublishClosing:
                return signed(state, published(state, self.table.close[1]))
            case calling.CallOutcome:
                return {"outcome": self._draw("outcome", self._outcome(data)), **valid_spin(state)}
            case closing.CallNoMoreBets:
                return valid_close(state)
            case settling.Draw:
                otherwise = {"award": "10", "bonus": data.choice(["1-2", "1-1", "17-20"])}
                return {"result": self._draw(of := act.fields["of"], otherwise[of])}
            case device.RevealSeed:
                return {"proof": self._proof()}
            case disputes.RaiseDispute:
                return {"about": "nobody may throw"}
            case disputes.ObserveAction:
                return {"action": "done"}
            case stops.DecideResumed:
                return {"go_on": data.choice((False, True)), "reason": "power"}
            case voids.InspectBall:
                return {"fit": data.choice((False, True)), "remark": "seen"}
            case turns.DirectHand:
                return {"way": data.choice(["continue", "return"])}
            case directing.DirectDice:
                return {"direction": "return"}
            case cage.ReceiveFill:
                return {"amount": self._fill(), "slip": "F4", "witness": "sue"}
        assert set(act.missing) <= {"moves"}, act
        return {}

    def _too_early(self, data: Random) -> None:
        """Give a command that may be too early, too late or wrong."""
        dealer, stick = by("dealer"), by("stickperson")
        asked = self.table.state.dice.asked or "ann"
        word, who, fields = data.choice(
            (
                ("spin", dealer, {}), ("call-no-more-bets", dealer, {}), ("settle", dealer, {}),
                ("open-betting", dealer, {}), ("throw-dice", stick, {}), ("push-dice", stick, {}),
                ("inspect-ball", by("pit-supervisor"), {"fit": True, "remark": "seen"}),
                ("offer-dice", stick, {"player": asked, "dice": data.choice([5, 4])}),
                ("accept-dice", by("player", asked), {"player": asked}),
                ("direct-hand", by("boxperson"), {"way": "return"}),
                ("direct-dice", by("boxperson"), {"direction": data.choice(["return", "roll-out"])}),
            )
        )  # fmt: skip
        self.try_it(word, who, **fields)

    def _shooters(self, data: Random) -> bool:
        """Let the shooter leave the line or pass the dice before they go out; return whether that happened."""
        state = self.table.state
        table = CrapsTable.of(state.felt)
        shooter = table.shooter
        line = [each for each in state.felt.standing if each.wager in LINE and not each.tip]
        if table.point is not None and len(line) == 1 and data.choice((False, True)):  # the last may leave the line
            word, fields = "take-down", {"player": line[0].seat, "wager": line[0].wager}
            return self.try_it(word, by("player", line[0].seat), **fields)
        if shooter is not None and table.hand.rolled and hand_long(state.felt) and data.randrange(4) == 0:
            return self.try_it("pass-dice", by("player", shooter), player=shooter)
        if shooter is not None and all(each.seat != shooter for each in line) and data.randrange(2):
            return self._comes_to_the_line(data)
        return False

    def _comes_to_the_line(self, data: Random) -> bool:
        """Make a line wager for the shooter, the next shooter or somebody else; return whether it was accepted."""
        state = self.table.state
        if not state.seats:
            return self.try_it("sit", by("player", "ann"), player="ann", place=1)
        player = CrapsTable.of(state.felt).shooter or state.dice.asked or data.choice(state.seats).player
        if state.felt.rack(player) < 5_00:
            self._spreads(player, 100_00)
        line = {"player": player, "wager": data.choice(LINE), "amount": 5_00}
        if data.randrange(4) == 0:  # a tip on the line keeps a point that nobody may throw for
            self.try_it("place", by("player", player), **line, tip=True)
        return self.try_it("place", by("player", player), **line)

    def _draw(self, of: str, otherwise: str) -> str:
        """The result that the device draws; without a device, the result that a person enters."""
        state = self.table.state
        if not state.house.electronic_device:
            return otherwise
        log = fixed(state, self.table.close[1])
        drawn = outcomes.draw(self.table.secret(), log, len(self.drawn) + 1, of, device.chance_of(state, of))
        self.drawn = (*self.drawn, drawn)
        return drawn.outcome

    def _reveal(self) -> None:
        state = self.table.state
        if not state.house.electronic_device or state.seal is None or state.revealed or state.felt.draw_due:
            return
        self.try_it("reveal-seed", by("device"), proof=self._proof())

    def _proof(self) -> Proof:
        """The proof of the device at the end of a round."""
        state = self.table.state
        log = fixed(state, self.table.close[1]) if self.drawn or state.closing else None
        return proof_of(state, self.table.secret(), log, self.drawn)

    def _outcome(self, data: Random) -> str:
        house = self.table.state.house
        own = house.options
        prison = isinstance(own, RouletteOptions) and own.in_prison
        rare = 2 if prison else 3  # zeros and repeats cause In Prison and awards
        if self.game == "roulette" and data.randrange(rare) == 0:
            return data.choice(("0", "0", RouletteTable.of(self.table.state.felt).previous or "17"))
        shown = data.choice([*house.game.chance(house)])
        return "-".join(map(str, shown)) if isinstance(shown, tuple) else str(shown)

    # Wagers -------------------------------------------------------------------------------------------------
    def wagers(self, data: Random) -> None:
        """Make a wager that is likely to be accepted, at a suitable time."""
        state = self.table.state
        waits = state.phase not in state.course.betting or getattr(state.felt.table, "shooter", "") is None
        if waits and data.randrange(8):
            return self.goes_on(data)
        if not state.seats or data.randrange(16) == 0:
            player, rack, unit = data.choice(PLAYERS), 0, None
        else:
            seat = data.choice(state.seats)
            player, rack, unit = seat.player, state.felt.rack(seat.player), seat.unit
        if rack < 10_00 and data.randrange(4):
            return self._spreads(player, 100_00)
        place = self._fitting(player, unit, data)
        word = data.choice(("place",) * 7 + ("place-coupon", "raise"))
        who = by("dealer") if word == "place-coupon" or data.randrange(3) == 0 else by("player", player)
        fields: dict[str, Any] = {"player": player, "wager": place.wager, "amount": place.amount, "spot": place.spot}
        if word == "place":
            fields["tip"] = place.tip
            if place.tip and tip_position(state, state.house.game.wagers[place.wager]) is not None:
                fields["tip_at"] = data.choice(("top-of-area", "on-own-wager"))
            fields["coins"] = place.wager in LINE and data.randrange(4) == 0
        if word == "place-coupon":
            self._coupon(fields, data)
        self.try_it(word, who, **fields)
        return None

    def _fitting(self, player: str, unit: int | None, data: Random) -> Place:
        """A random wager that the felt accepts, if one is found in a few tries; otherwise the last one tried."""
        felt = self.table.state.felt
        house = felt.house
        offered = [*sorted(house.offered), *sorted(house.offered.intersection(LONG)) * 3]
        for _ in range(4):
            wager = data.choice(offered)
            spots = house.game.wagers[wager].spots(house)
            amount = unit * data.choice((1, 2, 5)) if unit else data.choice(AMOUNTS)
            place = Place(wager, amount, data.choice(spots) if spots else None, data.randrange(6) == 0)
            if data.randrange(12) == 0 or isinstance(felt.act(player, place), Felt):
                break
        return place

    def changes(self, data: Random) -> None:
        """Take down, call or repeat wagers, or make a choice."""
        state = self.table.state
        for due in state.felt.pending:
            choice = data.choice(due.choices)
            self.try_it("choose", by("player", due.seat), player=due.seat, wager=due.wager, choice=choice)
            return
        if state.phase not in state.course.betting and data.randrange(8):
            return
        if not state.felt.standing:
            player = data.choice(PLAYERS)
            self.try_it("repeat", by("player", player), player=player)
            return
        each = data.choice(state.felt.standing)
        who = data.choice([by("player", each.seat), by("dealer")])
        calls = ("call-wager",) * 4 if self.game == "craps" else ()
        word = data.choice(("take-down", "repeat", "clear", "choose", "reduce", "raise", "confirm-call", *calls))
        fields: dict[str, Any] = {"player": each.seat}
        if word not in ("repeat", "clear"):
            fields["wager"] = each.wager
        if word in ("take-down", "call-wager", "confirm-call", "reduce", "raise"):
            fields["spot"] = each.spot
        if word in ("reduce", "raise"):
            fields["amount"] = data.choice(AMOUNTS)
        if word == "call-wager":
            fields["on"] = data.choice((False, True))
            fields |= {"tip": each.tip, "alike": data.randrange(4) == 0}
        if word == "choose":
            fields["choice"] = data.choice(["half-back", "imprison"])
        taken = self.try_it(word, by("dealer") if word == "confirm-call" else who, **fields)
        if taken and word == "call-wager" and who.role == "player" and data.randrange(2):  # else it is due
            where = {"player": each.seat, "wager": each.wager, "spot": each.spot, "tip": each.tip}
            self.try_it("confirm-call", by(data.choice(("dealer", "stickperson"))), **where)

    # What goes wrong ----------------------------------------------------------------------------------------
    def corrects(self, data: Random) -> None:
        """Correct the outcome of some round, or decide a dispute."""
        state = self.table.state
        past = 0 if state.phase in ("called", "settled") else data.choice([1, 1, 2, 0])
        draws = data.choice([(), (), ({"of": "award", "result": "20"},)])
        fields: dict[str, Any] = {
            "outcome": self._outcome(data),
            "reason": "misread",
            "dealer": "dee",
            "draws": draws,
        }
        if data.randrange(4):
            fields |= {"round": max(1, state.round - past), "notice": self._notice(data)}
            self.try_it("correct-outcome", by("pit-supervisor"), **fields)
            return
        self.try_it("raise-dispute", by("dealer"), player=data.choice(PLAYERS), about="x", against="dee")
        self._decides(max(1, state.disputed), data.choice([0, 5_00, -5_00, -500_00]), data)

    def irregular(self, data: Random) -> None:
        """Cause an irregularity: a void, a stop, an inspection or a claim."""
        state = self.table.state
        if state.phase in state.course.runs or (state.running and data.randrange(4) == 0):
            who = (
                by("boxperson") if self.game == "craps" else data.choice([*[by("dealer")] * 3, by("pit-supervisor")])
            )
            reason = data.choice(REASONS[self.game])
            fields: dict[str, Any] = {"reason": reason, "before_rest": data.choice((False, True))}
            if reason == "other":
                fields["notice"] = self._notice(data)
            self.try_it("call-void", who, call=VOID[self.game], **fields)
            return
        own = {"roulette": ("inspect",), "craps": ("pass", "order") * 3, "big-six": ("repair",)}[self.game]
        match data.choice(("stop", "stop", "claim", "claim", "void-round", *own)):
            case "stop":
                self.try_it("resume", by("system"))
            case "inspect":
                self.try_it("inspect-ball", by("pit-supervisor"), fit=data.choice((False, True)), remark="seen")
            case "claim":
                how = data.choice(["rack", "cash", "waived"])
                person = state.claims[0][0] if state.claims else data.choice(PLAYERS)
                self.try_it("settle-claim", by("pit-supervisor"), person=person, how=how)
            case "repair":
                self.try_it("return-to-service", by("key-manager"))
            case "pass":
                player = getattr(state.felt.table, "shooter", None) or "ann"
                self.try_it("pass-dice", by("player", player), player=player)
            case "order":
                self.try_it("order-pass", by("boxperson"), reason="delay")
            case "void-round":
                self._voids(data)

    def ends(self, data: Random) -> None:
        """Make a step towards closing the table: end wagers, settle claims and disputes, let players leave."""
        state, chief = self.table.state, by("pit-supervisor")
        if state.phase == "closed":
            self.closing = 0
        elif state.phase not in ("open", "settled") or state.buying is not None or state.held:
            self.goes_on(data)
        elif state.balance("bank") < 0:
            self._filled(-state.balance("bank"), data)
        elif state.disputes and state.disputes[0].decider:
            self.goes_on(data)  # what was directed is observed
        elif state.disputes:
            self._decides(state.disputes[0].number, 0, data)
        elif state.claims:
            self.try_it("settle-claim", chief, person=state.claims[0][0], how=data.choice(("cash", "waived")))
        elif state.seats:
            seat = data.choice(state.seats)
            if rack := state.felt.rack(seat.player):
                self.try_it("cash-out", by("dealer"), player=seat.player, amount=rack, **self.table.moves("cash-out"))
            if any(each.seat == seat.player for each in state.felt.standing):
                self.try_it("clear", by("player", seat.player), player=seat.player)
                self.goes_on(data)
            else:
                self.try_it("leave", by("player", seat.player), player=seat.player)
        else:
            self._reveal()
            self.try_it("empty-tube", by("dealer"))
            self.try_it("remove-box", by("count-team"), box="tips")
            counted = self._counted(data) if self.of_pit else state.balance("bank")
            self.try_it("close-table", chief, counted=counted)

    def anything(self, data: Random) -> None:
        """Give any command, with any fields that can be parsed, by any person."""
        kind = data.choice(self.kinds)
        role = data.choice([*ROLES, *sorted(roles_of(KINDS[kind])) * 3])
        person, fields = data.choice([*PLAYERS, PEOPLE.get(role, "zoe")]), fields_of(kind, data)
        if role == "device" and (state := self.table.state).phase != "closed" and state.house.electronic_device:
            return  # a device reports what it has drawn
        if data.randrange(20) == 0:  # a clock that is far behind
            fields["at"] = 0
        self.try_it(kind, by(role, person), **fields)
