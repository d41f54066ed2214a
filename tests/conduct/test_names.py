"""Two ways to write a name are of one person, however they are encoded; logs of older versions stay as they are."""

from __future__ import annotations

import json
import unicodedata
from pathlib import Path
from sys import maxunicode
from typing import Any

import msgspec
import pytest

from croupier import store
from croupier.conduct import By, aggregate_of, digest
from croupier.conduct.names import as_before, form, same_person, unseen
from croupier.conduct.two_people import digest_of
from croupier.core.refusal import Code
from croupier.host import Answer, Host, load
from croupier.host.audit import audit
from croupier.table import stream_of
from tests.support.pit.people import ANN, DAYS, DESK, KIM, TERMINAL, founded, founders, register
from tests.support.pit.streams import NOON
from tests.support.stores import SIGNER
from tests.support.table.hosted import Hosted
from tests.support.table.play import by

NFC, NFD, WIDE = "Jos\u00e9 Roy", "Jose\u0301 Roy", "\uff2aos\u00e9 Roy"
#: One of each sort: fillers, an empty pattern, a variation selector, a separator, a joiner, a tag, private use, none.
UNSEEN = "\u3164\u115f\u2800\ufe0f\u180e\u034f\U000e0041\ue000\u0378\u200b\u202e\xad\x00\u2028"


@pytest.mark.parametrize(
    ("one", "other"),
    [(NFC, NFD), (NFC, "JOS\u00c9  ROY"), ("Eve Poe", "\uff25\uff56\uff45\u3000Poe"), ("\ufb01n", "FIN")]
    + [("Eve Poe", f"Eve{each} Poe") for each in UNSEEN if each not in "\x00\u2028"],
)
def test_one_person(one: str, other: str) -> None:
    assert same_person(one, other)
    assert same_person(other, one)


@pytest.mark.parametrize(
    ("one", "other"), [("Eve Poe", "EvePoe"), ("Jose", "Jos\u00e9"), ("Eve", "Eva"), ("Eve", "")]
)
def test_two_people(one: str, other: str) -> None:
    assert not same_person(one, other)


def test_every_control_format_and_private_character_is_unseen() -> None:
    hidden = ("Cc", "Cf", "Cs", "Co", "Zl", "Zp")
    for number in range(maxunicode + 1):
        letter = chr(number)
        category = unicodedata.category(letter)
        if category in hidden or letter in UNSEEN:
            assert unseen(f"a{letter}b"), hex(number)
        if category in ("Ll", "Lu", "Nd", "Zs"):
            assert not unseen(f"a{letter}b"), hex(number)


def test_the_form_of_a_name_is_stable() -> None:
    for number in range(0, maxunicode + 1, 7):
        once = form(f"a {chr(number)} b")
        assert form(once) == once, hex(number)


# The list of people ---------------------------------------------------------------------------------------------
@pytest.mark.parametrize("letter", UNSEEN)
def test_a_new_name_or_licence_has_no_unseen_character(letter: str) -> None:
    people = founded()
    for person, licence in ((f"d{letter}an", "L9"), ("dan", f"L{letter}9")):
        no = register(people, person, "dealer", licence=licence)
        assert getattr(no, "code", None) in (Code.NAME_UNSEEN, Code.PROPOSAL_UNREADABLE)
    assert len(people.state.persons) == 2


def test_the_same_name_is_registered_once() -> None:
    people = founded()
    assert isinstance(register(people, NFC, "dealer"), tuple)
    again = register(people, NFD, "dealer", licence="L9")
    assert getattr(again, "code", None) is Code.PERSON_KNOWN
    assert people.state.person(NFD).name == NFC


# Logs of older versions -----------------------------------------------------------------------------------------
class _Old:
    """A stream that a version before this one has written, with people whose names differ in encoding only."""

    def __init__(self, kept: store.Store, stream: str) -> None:
        self.host, self.count = Host(kept, stream, signer=SIGNER), 0

    def give(self, word: str, who: By, **said: Any) -> Answer:
        self.count += 1
        body = {"do": word, "id": f"c{self.count}", "by": who, "at": NOON, **said}
        answer = self.host.handle(aggregate_of(self.host.stream).commands.read(msgspec.json.encode(body)))
        assert answer.refusal is None, answer.refusal.said()
        return answer

    def both(self, word: str, **said: Any) -> None:
        body = json.dumps({"do": word, **said})
        self.give("propose", ANN, body=body)
        self.give("approve", KIM, number=self.host.state.proposals.count, digest=digest_of(body))


def _people(old: _Old) -> None:
    old.give("found-house", DESK, **founders())
    for number, name in enumerate((NFC, NFD, WIDE)):
        old.both("register-person", person=name, roles=["dealer"], licence=f"L{number + 5}", **DAYS)
        old.both("enrol-credential", person=name, credential=str(number) * 32, kind="pin")
        session = {"person": name, "role": "dealer", "credential": str(number) * 32, "terminal": TERMINAL}
        old.give("sign-in", DESK, **session, session=str(number) * 64)
        old.give("come-on-duty", By(name, "dealer", f"L{number + 5}"), person=name, role="dealer", place=f"R{number}")
    old.give("exclude-patron", KIM, person=NFC.upper())
    old.both("grant-role", person=NFD, role="boxperson")
    old.both("remove-person", person=WIDE, reason="r")


def test_a_list_of_people_of_an_older_version_is_replayed_and_audited_as_it_was(tmp_path: Path) -> None:
    with store.open(f"sqlite:///{tmp_path}/old.db") as kept:
        with as_before():
            old = _Old(kept, "people/main")
            _people(old)
        was = digest(old.host.state)
        assert [(each.name, len(each.roles)) for each in old.host.state.persons[2:]] == [(NFC, 1), (NFD, 2)]
        assert len(old.host.state.sessions) == 2
        old.host.close()
        kind, state = aggregate_of("people/main"), aggregate_of("people/main").fresh("people/main")
        for envelope in kept.read("people/main"):
            state = kind.evolve(state, kind.events.read(envelope.body))
        assert digest(state) == was, "replayed without a snapshot"
        assert digest(load(kept, "people/main")[0]) == was
        found = audit(kept)
        assert (found.fault, found.differences) == (None, [])


def test_a_table_of_an_older_version_is_audited_as_it_was(tmp_path: Path) -> None:
    """There somebody played under another encoding of an excluded name; here it is refused."""
    with store.open(f"sqlite:///{tmp_path}/old.db") as kept:
        host = Host(kept, stream_of("R0"), signer=SIGNER)
        with as_before():
            table = Hosted(host=host)
            table.opened("colorado-single-zero")
            table.do("exclude-patron", by("pit-supervisor"), person=NFC)
            table.do("sit", By(NFD, "player"), player=NFD, place=1)
        table.refuses("bring-chips", By(NFD, "player"), player=NFD, amount=100)
        host.close()
        found = audit(kept)
        assert (found.fault, found.differences) == (None, [])
