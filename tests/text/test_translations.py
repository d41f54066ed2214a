"""Every text for players exists in every language, with the same values in it, and there is none too many."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from importlib.resources import files
from string import Formatter

import pytest

from croupier.core.refusal import Code, refuse
from croupier.games import NAMES
from croupier.text.facts import Money, Person, WagerId
from croupier.text.language import LANGUAGES, Language, current, per_language, speaking
from croupier.text.phrase import Phrase
from croupier.text.render import LOG, Audience, sentence, sentences
from croupier.text.translations import COMMON, FOLDERS, declared, texts
from croupier.web.shared import messages
from tests.support.declared_texts import common, of_game
from tests.support.not_for_players import NOT_FOR_PLAYERS

OTHERS = sorted(FOLDERS)


def fields(text: str) -> list[tuple[str, str]]:
    """The values in a text, with their kinds, in alphabetical order."""
    return sorted((name, kind or "") for _, name, kind, _ in Formatter().parse(text) if name is not None)


def test_every_language_but_english_has_a_folder() -> None:
    assert FOLDERS.keys() | {"en"} == LANGUAGES.keys()


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_of_the_pages_is_translated(language: Language) -> None:
    english, translated = messages.catalogue("en"), texts(language, "pages")
    assert {section: list(said) for section, said in translated.items()} == {
        section: list(said) for section, said in english.items()
    }
    for section, said in english.items():
        for key, text in said.items():
            assert fields(translated[section][key]) == fields(text), f"{section}.{key}"


@pytest.mark.parametrize("language", OTHERS)
def test_every_refusal_that_a_player_can_read_is_translated(language: Language) -> None:
    english = sentences(tomllib.loads(files("croupier.text").joinpath("catalogue.toml").read_text(encoding="utf-8")))
    translated = sentences(texts(language, "refusals"))
    assert not translated.keys() - english.keys()
    assert english.keys() - translated.keys() == NOT_FOR_PLAYERS
    for key, said in translated.items():
        wanted = english[key].keys() - {"says"} or {"says"}
        assert wanted <= said.keys() <= english[key].keys(), key
        for audience, text in said.items():
            assert set(fields(text)) == set(fields(english[key][audience])), f"{key}: {audience}"


@pytest.mark.parametrize("language", OTHERS)
@pytest.mark.parametrize("section", [COMMON, *NAMES])
def test_every_text_that_a_game_declares_is_translated(language: Language, section: str) -> None:
    wanted = common() if section == COMMON else of_game(section)
    found: Mapping[str, str] = texts(language, "games")[section]
    shared: Mapping[str, str] = {} if section == COMMON else texts(language, "games")[COMMON]
    assert not wanted - found.keys() - shared.keys()
    assert not found.keys() - wanted
    for english, text in found.items():
        assert set(fields(text)) == set(fields(english)), english


# How they are chosen ----------------------------------------------------------------------------------------
def test_only_players_read_a_refusal_in_their_language() -> None:
    no = refuse(Code.NOT_ENOUGH_CHIPS, "with-chips", player=Person("ann"), rack=Money(455_00))
    player, staff = Audience("player", "ann"), Audience("staff")
    english = sentence(no, player)
    with speaking("es"):
        assert "$455" in sentence(no, player)
        assert sentence(no, player) != english
        assert sentence(no, LOG) == no.message
        assert sentence(no, staff) == no.message
    assert sentence(no, player) == english


def test_a_wager_in_a_refusal_is_named_as_the_page_names_it() -> None:
    no = refuse(Code.NOT_OFFERED, wager=WagerId("red"))
    with speaking("es"):
        assert sentence(no, Audience("player", wager=lambda wager: "Rojo")).startswith("Rojo ")


def test_a_phrase_is_filled_in_the_language_with_its_texts_too() -> None:
    said = Phrase("{number} {color}", number="17", color="black")
    assert said == "17 black"
    with speaking("es"):
        assert declared(said, "roulette") == "17 negro"
        assert declared("no such text", "roulette") == "no such text"


def test_what_is_remembered_in_one_language_is_not_said_in_another() -> None:
    made: list[str] = []

    @per_language(8)
    def name(of: str) -> str:
        made.append(current())
        return f"{of} {current()}"

    assert name("a") == "a en"
    with speaking("es"):
        assert name("a") == name("a") == "a es"
    assert name("a") == "a en"
    assert made == ["en", "es"]
