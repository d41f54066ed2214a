"""`croupier pit` as a pit manager uses it: every command accepted and refused."""

from __future__ import annotations

import re
import tomllib
from datetime import date
from pathlib import Path

import pytest

from croupier import store as stores
from croupier.cli import app
from croupier.cli.pit.acts import ACTS, SLIPS
from croupier.conduct import aggregate_of
from croupier.conduct.powers import POWERS
from croupier.floor.demo.pit import PASSWORD
from croupier.host.audit import audit_place
from tests.support.pit.command import ADA, DEE, KIM, OPENING, PAT, ROOT, Shop, pit

CATALOGUE = ROOT / "src" / "croupier" / "text" / "catalogue.toml"
BALL = ("fields.material=resin", "fields.metal=false", "fields.diameter=11")


# The example ----------------------------------------------------------------------------------------------------
def test_the_example_takes_a_new_house_to_two_tables_that_may_open(begun: Shop) -> None:
    assert [(row["table"], row["kit"]) for row in begun.rows("house")] == [("R1", 1), ("C1", 1)]
    assert [row["missing"] for row in begun.rows("inspect")] == [[], []]
    found = audit_place(begun.db)
    assert (found.fault, found.counts["tables"]) == (None, 2)


def test_the_example_stops_at_a_line_that_is_refused(begun: Shop) -> None:
    """It says which line, and what the rule is; a second opening changes nothing."""
    said = begun.no("run", OPENING)
    number = next(n for n, line in enumerate(OPENING.read_text().splitlines(), 1) if line.startswith("begin"))
    assert f"opening.txt, line {number}: begin" in said
    assert len(begun.rows("people")) == 5


# Names of commands ----------------------------------------------------------------------------------------------
@pytest.mark.parametrize("kind", ["people", "pit", "cage"])
def test_every_act_that_a_person_gives_belongs_to_one_command(kind: str) -> None:
    kinds = {command: command if command in ("people", "cage") else "pit" for command in ACTS}
    listed = [act for command, acts in ACTS.items() if kinds[command] == kind for act in acts]
    elsewhere = {"propose", "approve", "withdraw-proposal", "enrol-credential", "replace-credential"}
    given = [word for word, power in POWERS.commands[kind].items() if set(power.roles) - {"system"}]
    assert sorted(listed) == sorted(set(given) - elsewhere)
    for act in listed:
        assert set(SLIPS) >= {act} or "slip" not in aggregate_of(f"{kind}/main").commands.kinds[act].__struct_fields__


def test_every_command_that_a_sentence_names_exists() -> None:
    """A refusal says `croupier pit house --approvals`, and that can be typed."""
    texts = re.findall(r"`croupier ([^`]+)`", CATALOGUE.read_text())
    assert {"pit equipment", "pit house --approvals"} <= set(texts)
    for text in texts:
        words = text.split()
        if words[0] == "pit":
            command, _, _ = app.parse_args(words, print_error=False, exit_on_error=False)
            assert command.__name__ == words[1]
    assert tomllib.loads(CATALOGUE.read_text())


# People ---------------------------------------------------------------------------------------------------------
NEW = ("people", "register-person", "person=Sal Weber", "roles=security", "licence=S-1", "since=2026-01-01")


def test_people_are_proposed_and_approved(shop: Shop) -> None:
    said = shop.done(*NEW, "until=2099-12-31", as_=ADA)
    assert "key-manager or administrator approves it: croupier pit approve people/5 --as NAME" in said
    (row,) = shop.rows("proposals")
    assert (row["proposal"], row["by"], row["body"]["person"]) == ("people/5", ADA, "Sal Weber")
    assert "Sal Weber" in shop.done("proposals")
    assert "person: Sal Weber" in shop.done("approve", "people/5", "--yes", as_=KIM)
    assert shop.rows("people")[-1]["roles"] == ["security"]
    assert shop.done("proposals") == "No proposal waits.\n"
    shop.done("people", "exclude-patron", "person=Ann Cole", as_=PAT)
    assert shop.rows("people", "--patrons") == [{"patron": "Ann Cole"}]


def test_people_are_refused(shop: Shop) -> None:
    assert "not for" in shop.no(*NEW, "until=2099-12-31", as_=PAT)
    shop.done(*NEW, "until=2099-12-31", as_=ADA)
    assert shop.no("approve", "people/5", "--yes", as_=ADA)
    shop.done("withdraw", "people/5", "another name", as_=KIM)
    assert "No proposal people/5 waits" in shop.no("approve", "people/5", "--yes", as_=KIM)
    assert "No proposal people/5 waits" in shop.no("withdraw", "people/5", "again", as_=KIM)
    assert len(shop.rows("people")) == 5


def test_an_approval_needs_somebody_who_says_yes(shop: Shop) -> None:
    shop.done(*NEW, "until=2099-12-31", as_=ADA)
    assert "--yes" in shop.no("approve", "people/5", as_=KIM, status=2)
    assert len(shop.rows("proposals")) == 1


def test_whoever_approves_reads_first_and_signs_in_then(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """However long somebody reads, the proof of who it is is fresh; whoever says no has not signed in."""
    shop.done(*NEW, "until=2099-12-31", as_=ADA)
    versions: list[int] = []

    def asked(question: str) -> str:
        versions.append(_version(shop.db))
        return answers.pop()

    answers = ["y", "n"]
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", asked)
    before = _version(shop.db)
    assert "It still waits" in shop.done("approve", "people/5", as_=KIM)
    assert _version(shop.db) == before
    assert "person: Sal Weber" in shop.done("approve", "people/5", as_=KIM)
    assert versions == [before, before], "nobody signs in before the answer"
    assert shop.rows("people")[-1]["name"] == "Sal Weber"


def test_what_became_something_else_while_it_was_read_is_not_approved(
    shop: Shop, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another house came into force at the table, so this proposal changes something else than what was shown."""
    for house in ("colorado-single-zero", "ten-dollar-roulette"):
        shop.done("house", "activate-house", f"R9={house}", as_=PAT)

    def asked(question: str) -> str:
        shop.done("approve", "pit/3", "--yes", as_=KIM)
        return "y"

    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", asked)
    assert "look at it again" in shop.no("approve", "pit/2", as_=KIM)
    assert [row["versions"] for row in shop.rows("house")] == [1, 1, 1]


def _version(db: str) -> int:
    with stores.open(db, reading=True) as kept:
        return kept.version("people/main")


def test_what_is_approved_cannot_fake_a_line(shop: Shop) -> None:
    """No control character, and none that turns text around, reaches the terminal of the second person."""
    shop.done("people", "revoke-role", f"person={DEE}", "role=dealer", "reason=late\u202e\u009b2J", as_=ADA)
    shop.done("house", "activate-house", "late\u202e\u009b2J=colorado-craps", as_=PAT)
    listed = shop.done("proposals")
    for name in ("people/5", "pit/2"):
        for said in (listed, shop.done("approve", name, "--yes", as_=KIM)):
            assert "late\\u202e\\x9b2J" in said
            assert all(line.isprintable() for line in said.splitlines())


def test_a_terminal_is_enrolled_by_its_key_here(shop: Shop) -> None:
    shop.done("people", "enrol-terminal", "terminal=cage", as_=ADA)
    shop.done("approve", "people/5", "--yes", as_=KIM)
    assert [row["terminal"] for row in shop.rows("people", "--terminals")] == ["desk", "cage"]
    shop.done("people", "exclude-patron", "person=Ann Cole", "--terminal", "cage", as_=PAT)
    assert "is wrong" in shop.no("people", "readmit-patron", "person=Ann Cole", "--terminal", "door", as_=PAT)


# Equipment, inspections, houses ---------------------------------------------------------------------------------
def test_equipment_is_registered_moved_and_refused(shop: Shop) -> None:
    said = shop.done("equipment", "register-item", "item=ball-6", "kind=ball", *BALL, "fields.serial=6", as_=PAT)
    assert said.startswith("ball-6: ")
    row = shop.rows("equipment")[-1]
    assert (row["table"], row["fields"]["serial"], row["fields"]["metal"]) == ("store room", "6", False)
    assert "Table R1 has its kit" in shop.no("equipment", "move-item", "item=ball-6", "table=R1", as_=PAT)
    assert "needs the field 'material'" in shop.no("equipment", "register-item", "item=b", "kind=ball", as_=PAT)
    assert "has the id 'b'" in shop.no("equipment", "retire-item", "item=b", "reason=lost", as_=PAT)
    shop.done("equipment", "change-item", "item=ball-6", "fields.diameter=12", "reason=measured", as_=PAT)
    assert shop.rows("equipment")[-1]["fields"]["diameter"] == 12
    assert shop.no("equipment", "issue-kit", "table=R1", as_=PAT)
    assert shop.done("equipment", "--table", "R9") == "No equipment is at table R9.\n"


def test_a_table_without_its_equipment_gets_no_kit(shop: Shop) -> None:
    """The list of inspections and the refusal name what is missing."""
    shop.done("house", "activate-house", "R2=colorado-single-zero", as_=PAT)
    shop.done("approve", "pit/2", "--yes", as_=KIM)
    missing = shop.rows("inspect")[-1]["missing"]
    assert "a drop box [30-2202]" in missing
    assert "a drop box [30-2202]" in shop.no("equipment", "issue-kit", "table=R2", as_=PAT)


def test_an_inspection_is_recorded_and_refused(shop: Shop) -> None:
    passed = "passed=magnets,level,parts,ball"
    shop.done("inspect", "inspect-table", "table=R1", passed, "remark=again", as_=PAT)
    shop.done("inspect", "hand-over-inspection", "table=R1", as_=PAT)
    assert "ball is missing" in shop.no(
        "inspect", "inspect-table", "table=R1", "passed=magnets,level", "failed=parts", "remark=x", as_=PAT
    )
    assert shop.rows("inspect", "--log") == []
    assert shop.done("inspect", "--log").startswith('"date","table","work"')


def test_the_list_of_inspections_alerts_from_the_hour_of_the_house_on(shop: Shop, tmp_path: Path) -> None:
    """At the hour at which the gaming day begins, an open table without an inspection is an alert at once."""
    assert [(row["due"], row["alert"]) for row in shop.rows("inspect")] == [(None, False)] * 2
    early = tmp_path / "early.toml"
    preset = ROOT / "src" / "croupier" / "house" / "presets" / "colorado-single-zero.toml"
    early.write_text(
        preset.read_text().replace("gaming_day_starts", "inspection_alert = 06:00:00\ngaming_day_starts")
    )
    shop.done("house", "activate-house", f"R1={early}", as_=PAT)
    shop.done("approve", "pit/2", "--yes", as_=KIM)
    assert shop.rows("inspect")[0]["alert"] is False, "it was inspected today"
    fails = ("passed=magnets,level,ball", "failed=parts", "remark=x")
    shop.done("inspect", "inspect-table", "table=R1", *fails, as_=PAT)
    row = shop.rows("inspect")[0]
    assert (row["inspected"], row["alert"]) == (None, True)
    assert date.fromisoformat(row["due"])
    assert "alert" in shop.done("inspect")


def test_the_second_person_sees_what_changes_at_a_table(shop: Shop, tmp_path: Path) -> None:
    """A house file comes into force; its difference is shown before it is approved, and it is taken back."""
    lower = tmp_path / "lower.toml"
    preset = ROOT / "src" / "croupier" / "house" / "presets" / "colorado-single-zero.toml"
    lower.write_text(re.sub(r"max = 500\b", "max = 300", preset.read_text()))
    shop.done("house", "activate-house", f"R1={lower}", as_=PAT)
    said = shop.done("approve", "pit/2", "--yes", as_=KIM)
    assert re.search(r"\$300; before: .*\$500", said), said
    assert [row["versions"] for row in shop.rows("house")] == [2, 1]
    shop.done("house", "roll-back-house", "tables=R1", as_=PAT)
    said = shop.done("approve", "pit/3", "--yes", as_=KIM)
    assert "R1: colorado-single-zero" in said
    assert re.search(r"\$500; before: .*\$300", said), "going back is shown as what changes too"
    assert [row["versions"] for row in shop.rows("house")] == [1, 1]
    assert "No version of the house was in force" in shop.no("house", "roll-back-house", "tables=R1", as_=PAT)


def test_approvals_are_recorded_and_refused(shop: Shop) -> None:
    words = ("house", "record-approval", "reference=D-1", "subject=device", "day=2026-01-01", "scope=the device")
    assert shop.no(*words, as_=PAT)
    shop.done(*words, as_=KIM)
    assert shop.no(*words, as_=KIM)
    assert [row["reference"] for row in shop.rows("house", "--approvals")] == ["L-1", "D-1"]
    shop.done("house", "withdraw-approval", "reference=D-1", "reason=over", as_=KIM)
    assert [row["reference"] for row in shop.rows("house", "--approvals")] == ["L-1"]


# Secrets and the demonstration ----------------------------------------------------------------------------------
def test_a_secret_is_replaced(shop: Shop) -> None:
    """The first one lasts until it is replaced; then the new one proves it, and the old one does not."""
    new = f'\n"first {DEE}" = "only for a day or less"\n"{DEE}" = "482915"\n"new {PAT}" = "yet another sentence"\n'
    shop.secrets.write_text(shop.secrets.read_text() + new)
    shop.done("secret", DEE, as_=ADA)
    shop.done("approve", "people/5", "--yes", as_=KIM)
    duty = ("people", "come-on-duty", f"person={DEE}", "role=dealer", "place=R1", "--role", "dealer")
    assert shop.no(*duty, as_=DEE), "with a first secret one can only choose another"
    shop.done("secret", "--kind", "pin", "--role", "dealer", as_=DEE)
    shop.done(*duty, as_=DEE)
    shop.done("secret", as_=PAT)
    assert shop.no("people", "exclude-patron", "person=x", as_=PAT) == "Name, secret or terminal is wrong."
    shop.secrets.write_text(f'"{PAT}" = "yet another sentence"\n"new {PAT}" = "short"')
    assert "password" in shop.no("secret", as_=PAT)
    shop.done("people", "exclude-patron", "person=x", as_=PAT)


def test_secrets_and_approvals_are_typed(shop: Shop, monkeypatch: pytest.MonkeyPatch) -> None:
    """At a terminal: a new secret is typed twice, and only "y" approves."""
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    shop.done("people", "enrol-terminal", "terminal=cage", as_=ADA)
    for answer, said in (("n", "Not approved"), ("", "Not approved"), ("y", "is carried out")):
        monkeypatch.setattr("builtins.input", lambda _, typed=answer: typed)
        assert said in shop.done("approve", "people/5", as_=KIM)
    secret = tomllib.loads(shop.secrets.read_text())[PAT]
    for new, again, why in (("482915", "482951", "two different secrets"), ("482915", "482915", "")):
        typed = iter([secret, new, again])
        monkeypatch.setattr("croupier.cli.pit.secret_file.getpass", lambda _, typed=typed: next(typed))
        ended = pit("secret", "--kind", "pin", "--as", PAT, "--db", shop.db)
        assert (ended.status, why in ended.err) == (2 if why else 0, True), ended


def test_a_house_begins_once(shop: Shop) -> None:
    begin = ("begin", "--first", ADA, "--first-licence", "1", "--second", KIM, "--second-licence", "2")
    assert shop.no(*begin, "--until", "2099-12-31")
    assert [row["name"] for row in shop.rows("people")][:2] == [ADA, KIM]


def test_the_demonstration_is_made_once_and_elsewhere_refused(begun: Shop, tmp_path: Path) -> None:
    db = f"sqlite:///{tmp_path}/demo.db"
    for kits in ("R0, R00, R000, C1, B6", "none, they have one"):
        ended = pit("demo", "--db", db)
        assert (ended.status, ended.err) == (0, "")
        assert ended.out.endswith(f"Tables that got a kit: {kits}\n")
    assert audit_place(db).fault is None
    names = {PAT: PASSWORD, ADA: PASSWORD, f"new {ADA}": "something else", "A": PASSWORD, "B": PASSWORD}
    secrets = tmp_path / "secrets.toml"
    secrets.write_text("".join(f'"{name}" = "{secret}"\n' for name, secret in names.items()))
    secrets.chmod(0o600)
    own = Shop(db, secrets)
    own.done("secret", as_=ADA)
    own.done("people", "revoke-credential", f"person={PAT}", "reason=gone", as_=PAT)
    people = f"sqlite:///{tmp_path}/people.db"
    two = ("--first", "A", "--first-licence", "1", "--second", "B", "--second-licence", "2", "--until", "2099-12-31")
    assert pit("begin", *two, "--db", people, "--secrets", secrets).status == 0
    for other, why in (
        (db, "is not as it was made"),
        (people, "name another store"),
        (begun.db, "name another store"),
    ):
        ended = pit("demo", "--db", other)
        assert (ended.status, why in ended.err) == (2, True), ended


# Scripts and what is printed ------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("line", "status", "why"),
    [
        ("people 'x", 2, "No closing quotation"),
        ("people fly", 2, "no such act"),
        ("fly", 2, "Unknown command"),
        ("equipment retire-item item=none reason=x --as 'Pat Reyes'", 1, "has the id 'none'"),
    ],
)
def test_a_script_stops_at_the_first_line_that_fails(shop: Shop, line: str, status: int, why: str) -> None:
    script = shop.secrets.with_name("script.txt")
    last = f"equipment retire-item item=ball-6 reason=x --as '{PAT}'"
    first = f"equipment register-item item=ball-6 kind=ball {' '.join(BALL)} --as '{PAT}'"
    script.write_text(f"# a comment\n\n{first}\n{line}\n{last}\n")
    ended = shop("run", script)
    assert (ended.status, why in ended.err, "script.txt, line 4" in ended.err) == (status, True, True), ended
    assert shop.rows("equipment")[-1]["id"] == "ball-6"


def test_every_list_fits_100_columns(begun: Shop) -> None:
    lists = [[command, "--acts"] for command in ACTS]
    lists += [["people"], ["equipment"], ["equipment", "--table", "R1"], ["equipment", "--kinds"], ["house"]]
    lists += [["inspect"], ["house", "--approvals"], ["people", "--terminals"], ["proposals"]]
    for words in lists:
        said = begun.done(*words)
        assert said.strip()
        assert max(map(len, said.splitlines())) <= 100, words
        begun.done(*words, "--json")
    assert "By everybody but auditor, regulator, administrator." in begun.done("people", "--acts")
