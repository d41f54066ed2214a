"""Random good and bad commands to the people, the pit and some tables of one house, by the desk.

Most are sensible, so that many are accepted.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from croupier.conduct.by import Role
from croupier.conduct.slip import COURIER, Slip
from croupier.floor.crew.performer import stated_moves
from croupier.floor.crew.spins import valid_close, valid_spin
from croupier.floor.houses import charge
from croupier.host.audit import audit
from croupier.pit.kinds import plain
from croupier.table import HouseText, commands
from croupier.table.acts.kit import ReceiveSlip
from croupier.table.kit import KIT
from croupier.table.kit import written as said
from tests.support.pit.at_random import INSPECTED, PEOPLE, PIT, STAFF, TABLES, Desked, text_of
from tests.support.pit.naive import gaming_day
from tests.support.pit.streams import MINUTE

HOUR, DAY = 60 * MINUTE, 24 * 60 * MINUTE
OTHERS = ("eve", "bob", "cy")
ROLES: tuple[Role, ...] = (
    "dealer",
    "stickperson",
    "boxperson",
    "security",
    "maintenance",
    "cage",
    "tournament-director",
)
PART = {"name": "separator", "external": True, "movable": True}


class RandomPit(Desked):
    """One house to which everything happens. `goes_on` lets one thing happen, `ends` audits all of it."""

    # What happens ---------------------------------------------------------------------------------------------
    def goes_on(self) -> None:
        """Something happens: mostly one command, or a few that belong together."""
        random = self.random
        self.at += random.choice((0, 1_000_000, 5_000_000, 20_000_000))
        if random.random() < 0.02:
            self.at += random.choice((6 * MINUTE, 20 * MINUTE, HOUR, 7 * HOUR, DAY, 2 * DAY))
        elif random.random() < 0.03:
            self.at = self.end_of_day()
        random.choice(_HAPPENS)(self)

    def _changes_people(self) -> None:
        random, name = self.random, self.random.choice((*OTHERS, *STAFF))
        until = gaming_day(self.at + random.randrange(-1, 25) * DAY).isoformat()
        licence = {"licence": f"L-{name}", "since": "2022-01-01", "until": until}
        known = self.pit.people.person(name)
        roles = known.roles if known is not None else ROLES
        role: Role = random.choice(roles or ROLES)
        if known is None:
            if self._both(PEOPLE, "register-person", bad=True, person=name, roles=[role], **licence):
                self._enrols(name)
                self._replaces(name)
            return
        over = known.licence.until < gaming_day(self.at).isoformat()
        match "renew" if over else random.choice("renew grant revoke remove enrol register".split()):
            case "renew":
                self._both(PEOPLE, "renew-licence", bad=True, person=name, **licence)
            case "grant":
                self._both(PEOPLE, "grant-role", bad=True, person=name, role=random.choice(ROLES))
            case "revoke":
                role = random.choice([each for each in roles if each not in STAFF.get(name, ())] or ROLES)
                self._both(PEOPLE, "revoke-role", bad=True, person=name, role=role, reason="r")
            case "remove":
                self._both(PEOPLE, "remove-person", bad=True, person=random.choice(OTHERS), reason="r")
            case "enrol":
                if self._enrols(name):
                    self._replaces(name)
            case "register":
                self._both(PEOPLE, "register-person", bad=True, person=name, roles=[role], **licence)

    def _is_on_duty(self) -> None:
        """People come, go and relieve each other, by themselves or because a supervisor says so."""
        random, known = self.random, self.pit.people.persons
        person = random.choice(known)
        role: Role = random.choice(person.roles or ROLES)
        on_duty = [each.name for each in known if each.post is not None] or ["pat"]
        who = None if random.random() < 0.3 else (person.name, role)
        match random.choice("come come off relieve".split()):
            case "come":
                place = random.choice((*TABLES, "pit"))
                self._gives(PEOPLE, "come-on-duty", who=who, person=person.name, role=role, place=place)
            case "off":
                self._gives(PEOPLE, "go-off-duty", who=who, person=random.choice(on_duty))
            case "relieve":
                busy = random.choice([each for each in known if each.post is not None] or [person])
                able = [each for each in known if each.post is None and busy.post and busy.post.role in each.roles]
                other = random.choice(able or [person])
                who = None if who is None else (other.name, busy.post.role if busy.post else role)
                self._gives(PEOPLE, "relieve", who=who, person=other.name, relieves=busy.name)

    def _trusts(self) -> None:
        """Terminals, credentials, sessions and patrons."""
        random, name = self.random, self.random.choice((*STAFF, "al"))
        token = random.choice([each for each, _ in self._tokens.values()])
        match random.choice("terminal drop revoke credential secret lock lock out exclude readmit".split()):
            case "terminal":
                key = random.randbytes(32).hex()
                self._both(PEOPLE, "enrol-terminal", bad=True, terminal=f"t-{random.randrange(3)}", key=key)
            case "drop":
                self._gives(PEOPLE, "revoke-terminal", terminal=f"t-{random.randrange(3)}", reason="r")
            case "revoke":
                self._gives(PEOPLE, "revoke-session", person=name, reason="r")
            case "credential":
                other = random.choice((*OTHERS, "max"))
                if self._gives(PEOPLE, "revoke-credential", person=other, reason="r"):
                    self._enrols(other)
                    self._replaces(other)
            case "secret":
                self._replaces(name)
            case "lock":
                if self._count("lock-session", self.pit.desk.lock(token)):
                    who = next(who for who, (each, _) in self._tokens.items() if each == token)
                    self._count("unlock-session", self.pit.desk.unlock(token, self._secret(who[0])))
            case "out":
                self._count("end-session", self.pit.desk.sign_out(token))
            case word:
                self._gives(PEOPLE, f"{word}-patron", person="al" if random.random() < 0.8 else name)

    # The pit --------------------------------------------------------------------------------------------------
    def _wheel_of(self, table: str) -> str:
        return next((e.id for e in self.pit.register.at_table(table) if e.kind == "roulette-wheel"), f"{table}-wheel")

    def _moves_equipment(self) -> None:
        random, items = self.random, self.pit.register.items
        away = [each for each in items if each.table is None]
        item = random.choice(away if away and random.random() < 0.6 else items)
        home = item.id.partition("-")[0]
        match random.choice("home home move change register retire".split()):
            case "home":
                self._gives(PIT, "move-item", item=item.id, table=home)
            case "move":
                self._gives(PIT, "move-item", item=item.id, table=random.choice((None, None, *TABLES)))
            case "change":
                serial, number = f"S{random.randrange(10**6)}", random.choice([*TABLES])
                fields = random.choice(({"serial": serial}, {"number": number}))
                self._gives(PIT, "change-item", item=item.id, fields=fields, reason="r")
            case "register":
                other = f"{home}-{random.randrange(10**6)}"
                own = {"serial": other} if item.what.serial else {}
                self._gives(PIT, "register-item", item=other, kind=item.kind, fields=plain(item.what) | own)
            case "retire":
                extra = [each.id for each in items if each.id.rpartition("-")[2].isdigit()]
                self._gives(PIT, "retire-item", item=random.choice(extra or ["nothing"]), reason="r")

    def _inspects(self) -> None:
        """Inspections and work on wheels."""
        random, table = self.random, self.random.choice(INSPECTED)
        wheel, passed = self._wheel_of(table), random.random() < 0.9
        waiting = [each.wheel for each in self.pit.register.wheels if each.replaced > each.accepted]
        acts = "table table hand report level adjust adjust adjust replace replace director"
        match random.choice((acts + " director director director" if waiting else acts).split()):
            case "table":
                self._inspects_table(table, passed=passed)
            case "hand":
                self._gives(PIT, "hand-over-inspection", table=table)
            case "report":
                self._gives(PIT, "report-movement", table=table, remark="r")
            case "level":
                results = [{"check": "level", "passed": passed}]
                self._gives(PIT, "inspect-level", table=table, results=results, remark="r")
            case "director":
                wheel = random.choice(waiting or [wheel])
                self._gives(PIT, "director-inspection", wheel=wheel, passed=passed, remark="r")
            case word:
                act = "adjust-wheel" if word == "adjust" else "replace-part"
                self._works(table, act, passed=passed)

    def _works(self, table: str, act: str, *, passed: bool) -> None:
        """Work on a wheel, in an approved place or not; then mostly try to go on with that table."""
        random, wheel, part = self.random, self._wheel_of(table), {**PART, "external": self.random.random() < 0.5}
        if self.pit.register.kit_out(table) and random.random() < 0.7:
            self._closes(table)
        if random.random() < 0.5:
            self._inspects_table(table)
        if random.random() < 0.3:
            self._gives(PIT, "move-item", item=wheel, table=None)
        known = [each.reference for each in self.pit.register.approvals if each.subject == "place"]
        item = self.pit.register.item(wheel)
        at_table = item is not None and item.table == table
        place = None if at_table and random.random() < 0.8 else random.choice((None, "P-0", *known))
        fields = {"table": table, "wheel": wheel, "parts": [part], "place": place, "remark": "r"}
        if not self._both(PIT, act, bad=True, **fields):
            return
        if act == "replace-part" and random.random() < 0.7:
            self._inspects_table(table)
        if random.random() < 0.7:
            self._gives(PIT, "issue-kit", table=table)
        if act == "replace-part" and random.random() < 0.7:
            self._gives(PIT, "director-inspection", wheel=wheel, passed=passed, remark="r")

    def _inspects_table(self, table: str, *, passed: bool = True) -> bool:
        checks = ["magnets", "level", "parts", "ball"][self._rarely(0.05) :]
        results = [{"check": each, "passed": passed or each != "level"} for each in checks]
        return self._gives(PIT, "inspect-table", table=table, results=results, remark="r")

    def _approves(self) -> None:
        """Approvals on record, and versions of houses."""
        random, table = self.random, self.random.choice([*TABLES])
        match random.choice("record withdraw house house back back hand change".split()):
            case "record":
                reference = f"P-{random.randrange(2)}"
                about: dict[str, Any] = {"subject": "place", "day": "2022-01-01", "scope": "s"}
                self._gives(PIT, "record-approval", reference=reference, **about)
            case "withdraw":
                self._gives(PIT, "withdraw-approval", reference=f"P-{random.randrange(2)}", reason="r")
            case "house":
                changes = [{"table": table, "house": self._plain(text_of(table, random.randrange(1, 4)))}]
                self._both(PIT, "activate-house", bad=True, changes=changes)
            case "back":
                known = [each for each in TABLES if len(self.pit.register.versions(each)) > 1]
                self._both(PIT, "roll-back-house", bad=True, tables=[random.choice(known or [table])])
            case "hand":
                if self._gives(PIT, "hand-over-house", table=table):
                    self._gives(f"table/{table}", "change-house", house=self._in_force(table))
            case "change":
                self._gives(f"table/{table}", "change-house", house=text_of(table, random.randrange(1, 4)))

    def _in_force(self, table: str) -> HouseText:
        return self.pit.register.versions(table)[-1].house

    def _alerts(self) -> None:
        """Trouble is found, mostly again; somebody clears an alert."""
        random, known = self.random, self.pit.register.alerts
        if known and random.random() < 0.4:
            number = random.choice([each.number for each in known]) + self._rarely(0.1)
            self._gives(PIT, "clear-alert", number=number, reason="r")
            return
        said: dict[str, Any] = {
            "kind": random.choice(("bank-short", "pace")),
            "about": random.choice(("money", "play")),
        }
        said |= {"table": random.choice((None, *TABLES)), "day": gaming_day(self.at).isoformat(), "key": "a"}
        if known and random.random() < 0.6:
            last = random.choice(known)
            said |= {name: getattr(last, name) for name in ("kind", "table", "day", "key")}
        value: int | str = random.randrange(10**6) if not self._rarely(0.1) else "much"
        other = "short" if self._rarely(0.1) else "owed"
        facts = [{"name": each, "kind": "money", "value": value} for each in ("short", other)]
        said |= {"count": random.randrange(1, 9), "facts": facts}
        body = {"do": "raise-alert", "id": f"alert-{random.getrandbits(64)}", "by": COURIER, "at": self.at, **said}
        host = self.pit.hosts[PIT]
        command = host.kind.commands.read(msgspec.json.encode(body))
        self._count("pit raise-alert", host.handle(command))

    # Tables ---------------------------------------------------------------------------------------------------
    def _hands_over(self) -> None:
        """Kits go to tables and come back; slips that were left in transit are delivered."""
        random, table = self.random, self.random.choice([*TABLES])
        match random.choice("kit kit kit kit back back moved moved deliver deliver forge".split()):
            case "kit":
                self._kit(table)
            case "back":
                self._gives(f"table/{table}", "return-kit")
            case "moved":
                busy = [e for e in INSPECTED if self.pit.hosts[f"table/{e}"].state.phase != "closed"]
                self._gives(f"table/{random.choice(busy or [table])}", "report-wheel-moved", what="w")
            case "deliver":
                self.pit.slips.deliver_from(random.choice((PIT, f"table/{table}")), self.at)
                self.model.catch_up()
            case "forge":
                kit = self.pit.register.last_kit(table)
                text = "" if kit is None else said(kit.kit)
                slip = Slip(PIT, f"forged-{self.at}", f"table/{table}", KIT, said=text)
                command = ReceiveSlip(id=slip.id, by=COURIER, at=self.at, slip=slip)
                assert not self._count("table receive-slip", self.pit.hosts[slip.to].handle(command))

    def _kit(self, table: str) -> None:
        """Get a kit, after all that it needs or not, and mostly open with it."""
        if table in INSPECTED and self.random.random() < 0.8:
            away = [each.id for each in self.pit.register.items if each.table is None]
            for name in away:
                if name.startswith(f"{table}-") and not name.rpartition("-")[2].isdigit():
                    self._gives(PIT, "move-item", item=name, table=table)
            self._inspects_table(table)
        if self._gives(PIT, "issue-kit", table=table) and self.random.random() < 0.9:
            self._opens(table)

    def _opens(self, table: str) -> None:
        house = self._in_force(table)
        fields: dict[str, Any] = {"house": house, "bank": 1_000_00, **charge(house, "dee")}
        self._gives(f"table/{table}", "open-table", **fields)

    def _closes(self, table: str) -> None:
        state = self.pit.hosts[f"table/{table}"].state
        self._gives(f"table/{table}", "close-table", counted=state.balance("bank"))

    def _plays(self) -> None:
        """A table is opened, played at, or closed."""
        random, table = self.random, self.random.choice((*TABLES, *INSPECTED, *INSPECTED))
        stream = f"table/{table}"
        state = self.pit.hosts[stream].state
        if state.phase == "closed":
            self._opens(table) if state.kit is not None or random.random() < 0.1 else self._kit(table)
        elif random.random() < 0.08 and state.phase == "open":
            self._closes(table)
        elif table in INSPECTED:
            dealer: tuple[str, Role] = (state.dealer, "dealer")
            who = None if random.random() < 0.1 else dealer
            if random.random() < 0.1:
                self._gives(stream, "relieve-dealer", **stated_moves(state, commands.KINDS["relieve-dealer"]))
                return
            word, fields = _ROUND[state.phase](state)
            self._gives(stream, word, who=who, **fields, **stated_moves(state, commands.KINDS[word]))

    # At the end -----------------------------------------------------------------------------------------------
    def ends(self) -> None:
        """Deliver what is in transit, and audit everything."""
        self.pit.slips.deliver_all(self.at)
        self.model.catch_up()
        self.pit.close()
        found = audit(self.model.kept)
        assert (found.fault, found.differences) == (None, []), (self.seed, found.fault, found.differences)


_ROUND: dict[str, Callable[[Any], tuple[str, dict[str, Any]]]] = {
    "open": lambda state: ("spin", {}),
    "spun": lambda state: ("call-no-more-bets", valid_close(state)),
    "no-more-bets": lambda state: ("call-outcome", {"outcome": "17", **valid_spin(state)}),
    "called": lambda state: ("settle", {}),
    "settled": lambda state: ("open-betting", {}),
}
_HAPPENS: tuple[Callable[[RandomPit], None], ...] = (
    *(RandomPit._changes_people,) * 3,
    *(RandomPit._is_on_duty,) * 3,
    *(RandomPit._trusts,) * 3,
    *(RandomPit._moves_equipment,) * 3,
    *(RandomPit._inspects,) * 4,
    *(RandomPit._approves,) * 2,
    *(RandomPit._hands_over,) * 3,
    RandomPit._alerts,
    *(RandomPit._plays,) * 8,
)
