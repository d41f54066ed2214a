"""Every event of every kind of stream has a sentence: undocumented means failing."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from croupier import store as stores
from croupier.books.acts import acts
from croupier.books.rounds import rounds
from croupier.books.sentences import Teller, catalogue, word_of
from croupier.books.values import DERIVED
from croupier.books.walk import Step, replayed, told
from croupier.conduct import Aggregate, Event
from croupier.conduct.aggregate import PLACES, registered
from croupier.conduct.two_people import Proposed
from croupier.store import Envelope
from croupier.table.acts.wagers.changing import WagerTakenDown
from croupier.table.stream import TABLE
from croupier.text.money import dollars
from tests.support import any_event
from tests.support.pit.story import Story
from tests.support.played import shift
from tests.support.table import golden


def _kinds() -> Iterator[tuple[str, Aggregate[Any, Any, Any]]]:
    for prefix in PLACES:
        found = registered(f"{prefix}any" if prefix.endswith("/") else prefix)
        if isinstance(found, Aggregate):
            yield prefix.rstrip("/"), found


KINDS = dict(_kinds())
EVENTS = [(kind, event) for kind, found in KINDS.items() for event in found.events.kinds.values()]


@cache
def _opened() -> Any:
    """A table in the middle of a round."""
    with stores.open(shift(), reading=True) as kept:
        return next(each.after for each in told(kept, "R0") if each.after.phase == "called")


def _step(kind: str, event: Event) -> Step[Any]:
    state = _opened() if kind == "table" else KINDS[kind].fresh(f"{kind}/main")
    envelope = Envelope(f"{kind}/main", 1, word_of(event), b"", "c1", event.at, b"", b"")
    return Step(envelope, event, state, state, ())


@pytest.mark.parametrize("kind", KINDS)
def test_every_event_has_a_sentence_and_no_sentence_is_left_over(kind: str) -> None:
    words = {word.partition("/")[0] for word in KINDS[kind].events.kinds}
    assert words - catalogue()[kind].keys() == set(), "write a sentence into books/sentences.toml"
    assert catalogue()[kind].keys() - words == set(), "no event has these names"


def test_there_are_sentences_for_kinds_of_streams_alone() -> None:
    assert catalogue().keys() == KINDS.keys()


@pytest.mark.parametrize(("kind", "event"), EVENTS, ids=lambda each: getattr(each, "__name__", each))
def test_a_sentence_names_values_that_its_event_has(kind: str, event: type[Event]) -> None:
    word = str(event.__struct_config__.tag).partition("/")[0]
    for path in catalogue()[kind][word].paths:
        first = path.partition(".")[0]
        assert first in DERIVED or first in any_event.fields_of(event), f"{word} has no {first}"


@pytest.mark.parametrize("full", [True, False], ids=["full", "least"])
@pytest.mark.parametrize(("kind", "event"), EVENTS, ids=lambda each: getattr(each, "__name__", each))
def test_every_event_is_told(kind: str, event: type[Event], full: bool) -> None:
    said = Teller(kind).says(_step(kind, any_event.made(event, full=full)))
    assert len(said) > 5
    assert not {"{", "}", "[", "]"} & set(said)
    assert said.endswith((".", "…", "Announced: Ann")), said
    assert "None" not in said
    assert "  " not in said


#: Events that this version reads.
READ = [line for line in golden.EVENTS if TABLE.events.word(line) not in TABLE.events.too_old]


@pytest.mark.parametrize("line", READ, ids=lambda line: line[10:40].decode())
def test_every_version_of_an_event_of_a_table_is_told(line: bytes) -> None:
    event = TABLE.events.read(line)
    assert "None" not in Teller("table").says(_step("table", event))


def test_the_fields_of_a_table_event_are_in_its_sentence() -> None:
    line = next(line for line in golden.EVENTS if line.startswith(b'{"event":"amount-stated/1"'))
    event = TABLE.events.read(line)
    assert Teller("table").says(_step("table", event)) == "The dealer said the amount for Dov: $200."


def test_an_event_without_a_sentence_is_told_by_its_description() -> None:
    class CounterfeitFound(Event, frozen=True):
        """A note is counterfeit."""

        amount: int

    event = any_event.made(CounterfeitFound, full=True)
    assert Teller("table").says(_step("table", event)) == "A note is counterfeit. (amount: 500)"
    assert Teller("table").part(event) == ""


def test_a_proposal_that_is_no_json_is_told() -> None:
    event = any_event.made(Proposed, full=True)
    assert Teller("pit").says(_step("pit", event)) == "Proposal 500: close day (day: 2026-01-01)."


def test_every_act_of_a_shift_is_told() -> None:
    with stores.open(shift(), reading=True) as kept:
        for stream in kept.streams():
            found = list(acts(kept, stream))
            assert [each.version for each in found] == list(range(1, kept.version(stream) + 1))
            for each, step in zip(found, replayed(kept, stream), strict=True):
                assert each.says
                assert each.part, f"{each.event} belongs to no part of the story"
                assert (each.person, each.role) == (step.event.by.person, step.event.by.role)


def test_a_round_has_the_events_that_name_it() -> None:
    with stores.open(shift(), reading=True) as kept:
        found = list(rounds("R0", told(kept, "R0")))
        versions = sorted(step.envelope.version for each in found for step in each.steps)
        assert versions == list(range(1, kept.version("table/R0") + 1)), "each event belongs to one round"
        for each in found:
            for step in each.steps:
                assert getattr(step.event, "round", each.number) == each.number


def test_every_command_of_people_and_pit_is_told() -> None:
    with stores.open("memory:") as kept:
        for _ in Story(kept).tell():
            pass
        found = {stream: list(acts(kept, stream)) for stream in ("people/main", "pit/main")}
    for stream, told_acts in found.items():
        assert len(told_acts) > 20
        for each in told_acts:
            assert "None" not in each.says, f"{stream}: {each.event}"
            assert each.says.endswith(".")


def test_what_went_back_is_told_as_the_amount_that_the_rack_got() -> None:
    seen = 0
    for table in ("C1", "C2", "B6"):
        with stores.open(shift(), reading=True) as kept:
            for step in told(kept, table):
                said = Teller("table").says(step)
                assert "-$" not in said
                if isinstance(step.event, WagerTakenDown):
                    got = sum(amount for account, amount, _ in step.entries if account.startswith("rack:"))
                    assert (f": {dollars(got)} back" in said) == (got > 0)
                    seen += got > 0
    assert seen
