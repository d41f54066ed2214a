"""The catalogue and the code agree, every sentence can be rendered for every audience, and names change nothing."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from datetime import date
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pytest

from croupier import felt, games
from croupier.core.refusal import Code, Refusal, refuse
from croupier.host.answer import Answer, Refused, read, refused
from croupier.house import load
from croupier.table.state import Seat, begin
from croupier.text.facts import Fact, Money, Person, SpotId, WagerId
from croupier.text.language import speaking
from croupier.text.render import KINDS, LOG, Audience, Entry, catalogue, sentence
from croupier.text.visible import visible
from croupier.web.server import refusals
from croupier.web.shared import naming

SOURCE = Path(__file__).parents[2] / "src" / "croupier"
WRAPPED = {
    "person": "Person",
    "wager": "WagerId",
    "limited": "WagerId",
    "spot": "SpotId",
    "money": "Money",
    "multiples": "Money",
}
#: Functions that take the variant as an argument: their code, and the position of the argument.
PASSED_ON = {
    "in_phase": ("not-in-this-phase", 2),
    "_gives_up": ("not-in-this-phase", 1),
    "not_the_same": ("same-person", 2),
    "_step": ("cash-on-the-table", 3),
}


class Use(NamedTuple):
    """A refusal as the source makes it: where, under which key, with which facts (the source of each)."""

    where: str
    key: str
    facts: dict[str, ast.expr] | None


def _uses() -> Iterator[Use]:
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            where = f"{path.relative_to(SOURCE)}:{node.lineno}"
            if node.func.id == "refuse":
                yield from _made(where, node)
            elif node.func.id in PASSED_ON and where.startswith("table/"):
                code, at = PASSED_ON[node.func.id]
                yield from (Use(where, f"{code}.{word}", None) for word in _words(node.args[at]))


def _made(where: str, node: ast.Call) -> Iterator[Use]:
    assert isinstance(node.args[0], ast.Attribute), where
    code = Code[node.args[0].attr].word
    facts = {each.arg: each.value for each in node.keywords if each.arg not in (None, "cite")}
    for word in _words(node.args[1]) if len(node.args) > 1 else ("",):
        yield Use(where, f"{code}.{word}".rstrip("."), {name: facts[name] for name in facts if name is not None})


def _words(node: ast.expr) -> tuple[str, ...]:
    """The possible values of an argument: one or two literals, or those passed to the function."""
    match node:
        case ast.Constant(value=str(word)):
            return (word,)
        case ast.IfExp(body=ast.Constant(value=str(one)), orelse=ast.Constant(value=str(other))):
            return one, other
        case ast.Attribute(attr="call"):
            return tuple(games.game(name).course.void for name in games.NAMES)
        case ast.Attribute(attr="device"):
            return tuple(games.game(name).course.device for name in games.NAMES)
        case ast.Attribute(attr="of"):
            return tuple(draw for name in games.NAMES for draw in games.game(name).course.draws)
        case ast.JoinedStr(values=[ast.Constant(value=str(start)), _]):
            return tuple(f"{start}{name}" for name in games.NAMES if games.game(name).course.staff)
    return ()


USES = tuple(_uses())


def _named(entry: Entry) -> dict[str, str]:
    """The facts in its sentences, with their kinds."""
    parts = (part for sentence in (entry.says, *entry.to.values(), entry.you or ()) for part in sentence)
    return {part.fact: part.kind for part in parts if part.fact is not None}


def test_every_use_has_an_entry_and_every_entry_is_used() -> None:
    assert {use.key for use in USES} == set(catalogue())
    assert {key.partition(".")[0] for key in catalogue()} == {code.word for code in Code}


@pytest.mark.parametrize("use", [use for use in USES if use.facts is not None], ids=lambda use: use.where)
def test_every_fact_of_a_sentence_is_given_and_of_its_kind(use: Use) -> None:
    named = _named(catalogue()[use.key])
    assert use.facts is not None
    assert use.facts.keys() == named.keys()
    for name, kind in named.items():
        match use.facts[name]:
            case ast.Call(func=ast.Name(id=made)) if made in WRAPPED.values():
                assert WRAPPED.get(kind) == made, f"{name} is a {made}, told as a {kind}"
            case _:
                assert kind not in WRAPPED or isinstance(use.facts[name], ast.Name), f"{name} is no {WRAPPED[kind]}"


@pytest.mark.parametrize("use", [use for use in USES if use.facts is not None], ids=lambda use: use.where)
def test_no_fact_is_a_finished_sentence(use: Use) -> None:
    """Texts from elsewhere are reports; no fact is composed of words in the code."""
    assert use.facts is not None
    for name, kind in _named(catalogue()[use.key]).items():
        match use.facts[name]:
            case (
                ast.JoinedStr() | ast.Call(func=ast.Name(id="str")) | ast.Attribute(attr="says" | "fault" | "message")
            ):
                assert kind == "report", f"{name} is a {kind}"


def test_only_texts_from_elsewhere_are_reports() -> None:
    reports = {key for key, entry in catalogue().items() if {"report", "faults"} & set(_named(entry).values())}
    assert reports == {
        "house-unsound.faults",
        "house-unsound.of-the-log",
        "house-unsound.unreadable",
        "kit-incomplete",
        "not-attested.move",
        "proposal-unreadable",
        "roles-clash",
        "table-failed",
    }


def test_an_entry_speaks_to_each_person_it_names_and_to_nobody_else() -> None:
    for key, entry in catalogue().items():
        persons = {name for name, kind in _named(entry).items() if kind == "person"}
        assert entry.to.keys() == persons, key
        assert set(_named(entry).values()) <= KINDS.keys(), key
        facts = {part.fact for part in entry.says if part.fact}
        for person, parts in entry.to.items():
            assert {part.fact for part in parts if part.fact} <= facts - {person}, key
        if entry.you is not None:
            assert not persons, f"{key} names a person: give that person a sentence instead"
            assert {part.fact for part in entry.you if part.fact} <= facts, key


def test_players_read_bet_and_not_wager() -> None:
    """ "Wager" is the word for staff, law and code."""
    for key, entry in catalogue().items():
        for parts in (*entry.to.values(), entry.you or ()):
            assert not any(re.search(r"\bwager", part.words) for part in parts), key


SAMPLES: dict[str, Fact] = {
    "person": Person("ann"),
    "wager": WagerId("place-6"),
    "limited": WagerId("place-6"),
    "spot": SpotId("17"),
    "money": Money(5_00),
    "multiples": Money(5_00),
    "number": 4,
    "word": "open",
    "name": "my.toml",
    "quoted": "banana",
    "report": "line 3 is no TOML",
    "day": date(2022, 8, 1),
    "or": ("half-back", "imprison"),
    "list": (Money(1_00), Money(5_00)),
    "faults": ("no wheel", "no chips"),
}
CALLED = partial(naming.wager, house=load("colorado-craps"))
AUDIENCES = {
    "log": LOG,
    "staff": Audience("staff", None, str, CALLED),
    "the player": Audience("player", "ann", lambda name: f"<{name}>", CALLED),
    "another player": Audience("player", "bob", lambda name: f"<{name}>", CALLED),
}


def _sample(key: str, entry: Entry, **instead: Fact) -> Refusal:
    word, _, variant = key.partition(".")
    code = Code[word.replace("-", "_").upper()]
    named = _named(entry)
    facts = {name: SAMPLES[kind] for name, kind in named.items()} | instead
    return Refusal(code, tuple(facts.items()), None, variant)


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_every_sentence_is_rendered_for_every_audience(key: str) -> None:
    refusal = _sample(key, entry := catalogue()[key])
    said = {who: sentence(refusal, audience) for who, audience in AUDIENCES.items()}
    for text in said.values():
        assert re.fullmatch(r"(?s)\S.*[^ ]", text)
        assert not re.search(r"[{}]|  ", text)
    assert all(text[-1] in ".?…" for text in said.values())
    if entry.to:
        assert re.search(r"\b[Yy]ou(r|rs)?\b", said["the player"])
        assert "<ann>" in said["another player"]
        assert "ann" in said["log"]
        assert "ann" in said["staff"]
    wagers = not {"wager", "limited"}.isdisjoint(_named(entry).values())
    assert ("Place 6" in said["the player"]) is ("Place 6" in said["staff"]) is wagers
    assert ("place-6" in said["log"]) is wagers


#: Names that are words of sentences, ids of wagers, markup, patterns, or written from right to left.
NAMES = (
    "Al",
    "Pass",
    "a",
    "is",
    "you",
    "place-6",
    "{player}",
    "{}",
    "{0:money}",
    "O'Brien",
    '"',
    "\\1",
    ".*",
    "$5",
    "(",
)
RTL = ("\u05d3\u05d5\u05d3", "\u0645\u0631\u064a\u0645", "\u202eann")


@pytest.mark.parametrize("name", [*NAMES, *RTL])
def test_an_odd_name_changes_nothing_else_in_a_sentence(name: str) -> None:
    marked = "\u2620"
    for key, entry in catalogue().items():
        for person in entry.to:
            theirs = _sample(key, entry, **{each: Person("bob") for each in entry.to} | {person: Person(name)})
            plain = _sample(key, entry, **{each: Person("bob") for each in entry.to} | {person: Person(marked)})
            assert sentence(theirs) == sentence(plain).replace(marked, visible(name))
            to_another = Audience("player", "bob?", str, CALLED)
            assert sentence(theirs, to_another) == sentence(plain, to_another).replace(marked, visible(name))
            to_them, to_mark = Audience("player", name), Audience("player", marked)
            if name != "bob":
                assert sentence(theirs, to_them) == sentence(plain, to_mark)


def test_a_player_reads_what_a_bet_covers_and_amounts_that_fit() -> None:
    """The names of bets on numbers are jargon, and nobody computes multiples; in Spanish too."""
    wheel = begin("T1").but(play=felt.open(load("colorado-double-zero")))
    stake, most = Money(1000_00), Money(500_00)
    for wager, english, spanish in (
        ("straight", "The limit on one number is $500.", "El límite en un número es $500."),
        ("corner", "The limit on a corner is $500.", "El límite en un cuadro es $500."),
        ("black", "The limit on black is $500.", "El límite en Negro es $500."),
    ):
        no = refuse(Code.OVER_MAXIMUM, "wager", wager=WagerId(wager), stake=stake, most=most)
        kept = refused("c1", 1, no).refusal
        assert kept is not None
        assert no.message == f"$1,000 is above the maximum of $500 for {wager}."
        assert refusals.to("ann", kept, wheel).message == english
        with speaking("es"):
            assert refusals.to("ann", kept, wheel).message == spanish
    no = refuse(Code.NOT_WHOLE_PARTS, wager=WagerId("horn"), parts=4, unit=Money(4_00), stake=Money(1_00))
    dice, kept = wheel.but(play=felt.open(load("colorado-craps"))), refused("c1", 1, no).refusal
    assert kept is not None
    assert refusals.to("ann", kept, dice).message == "Horn needs $4, $8, $12…"
    with speaking("es"):
        assert refusals.to("ann", kept, dice).message == "En Cuerno se apuestan $4, $8, $12…"


def test_a_player_reads_you_and_spoken_names() -> None:
    state = begin("T1").but(play=felt.open(load("colorado-craps")), seats=(Seat(3, "guest-00000002"),))
    me, guest, gone = Person("guest-00000001"), Person("guest-00000002"), Person("guest-00000003")
    place = WagerId("place-6")
    for no, said in (
        (
            refuse(Code.NOT_ENOUGH_CHIPS, "with-chips", player=me, rack=Money(2_00)),
            "Not enough chips: you have $2.",
        ),
        (refuse(Code.OUT_OF_TURN, "not-the-shooter", player=me), "You are not the shooter."),
        (refuse(Code.OUT_OF_TURN, "not-offered", player=me), "It is not your turn to shoot."),
        (refuse(Code.NO_CALL, wager=place), "You cannot turn Place 6 on or off."),
        (refuse(Code.NO_CALL, wager=WagerId("pass")), "You cannot turn pass on or off."),
        (refuse(Code.NOTHING_STANDS, "wager", player=me, wager=WagerId("pass")), "You have no pass bet."),
        (refuse(Code.CLAIM_OPEN, "before-closing", player=me), "Your claim is not settled."),
        (refuse(Code.CHIPS_REMAIN, "seated", player=guest), "Guest 3 is still seated."),
        (refuse(Code.CHIPS_REMAIN, "seated", player=gone), "A guest is still seated."),
        (refuse(Code.NOT_SEATED, player=me), "You have no seat at this table. Open its page to take one."),
    ):
        kept = refused("c1", 1, no).refusal
        assert kept is not None
        assert refusals.to(me, kept, state) == refusals.Spoken(int(no.code), no.code.word, said, None)


@pytest.mark.parametrize("name", ["guest-list", "guest-", "guest-0000000g", "Guest-00000002"])
def test_only_the_names_that_visitors_are_given_are_guests(name: str) -> None:
    no = refused("c1", 1, refuse(Code.NOT_YOUR_SEAT, player=Person("ann"), other=Person(name))).refusal
    assert no is not None
    for seats in ((), (Seat(3, name),)):
        assert refusals.to("zed", no, begin("T1").but(seats=seats)).message == f"ann cannot act for {name}."


def test_a_guest_who_is_gone_is_called_so_within_a_sentence_too() -> None:
    gone = Person("guest-00000003")
    for no, said in (
        (refuse(Code.NOT_YOUR_SEAT, player=Person("ann"), other=gone), "ann cannot act for a guest."),
        (refuse(Code.NOT_YOUR_SEAT, player=gone, other=Person("ann")), "A guest cannot act for ann."),
    ):
        kept = refused("c1", 1, no).refusal
        assert kept is not None
        assert refusals.to("zed", kept, begin("T1")).message == said


def test_staff_read_names_as_they_are_written() -> None:
    """Names of people and of house files, even at the start of a sentence; wagers by their spoken names."""
    staff = Audience("staff", "pat", str, CALLED)
    for no, said in (
        (
            refuse(Code.HOUSE_UNSOUND, "variations", house="my.toml"),
            "my.toml has variations, and the operator has not named that file: their code does not run.",
        ),
        (refuse(Code.SEAT_TAKEN, player=Person("ann")), "ann is seated already."),
        (refuse(Code.SEAT_TAKEN, player=Person("guest-00000003")), "guest-00000003 is seated already."),
        (refuse(Code.NO_CALL, wager=WagerId("pass")), "Pass cannot be called on or off."),
        (refuse(Code.COLOR_TAKEN, color="red", player=Person("ann")), "Red is ann's color."),
        (refuse(Code.SAME_PERSON, "own-fill", player=Person("pat")), "Somebody else must witness your fill."),
    ):
        assert sentence(no, staff) == said


@pytest.mark.parametrize("key", sorted(catalogue()))
def test_an_answer_keeps_the_facts_and_gives_the_same_sentence(key: str) -> None:
    refusal = _sample(key, catalogue()[key])
    answer = refused("c1", 7, refusal)
    again = read(answer.write())
    assert again == answer
    assert again.refusal is not None
    assert b'"message"' not in answer.write()
    for audience in AUDIENCES.values():
        assert again.refusal.said(audience) == sentence(refusal, audience)


def test_an_answer_of_an_older_version_still_says_its_sentence() -> None:
    no = b'{"code":111,"word":"not-seated","message":"No.","cite":null}'
    old = b'{"command":"c1","version":7,"events":[],"refusal":' + no + b"}"
    assert read(old) == Answer("c1", 7, (), Refused(111, "not-seated", message="No."))
    found = read(old).refusal
    assert found is not None
    assert {found.said(audience) for audience in AUDIENCES.values()} == {"No."}


def test_a_fact_of_another_kind_is_an_error() -> None:
    with pytest.raises(AssertionError, match="which is not a person"):
        sentence(refuse(Code.SEAT_TAKEN, player="ann"))
