"""Every part that a game or a side bet names exists, and every existing part is named."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import pytest

from croupier import web
from croupier.cli.terminal import devices
from croupier.core.game import AnyGame
from croupier.core.show import WagerShow
from croupier.documents import felts
from croupier.felt import script
from croupier.games import DEFAULT, NAMES, game, variants
from croupier.house import keys, load, presets
from croupier.web.board import trackers
from croupier.web.lobby import cards, emblems
from croupier.web.odds import choices
from croupier.web.round import facts
from croupier.web.shared import house_choices, posted_rules, schedules, wager_outcomes
from croupier.web.shared.messages import words
from croupier.web.terminal import boot
from croupier.web.views import members
from croupier.web.views.crew import CrewShown
from croupier.web.views.player import OwnShown

WEB = Path(web.__file__).parent
GAMES = tuple(map(game, NAMES))


def _shown(each: AnyGame) -> list[WagerShow]:
    return [wager.show for wager in each.wagers.values() if wager.show is not None]


def _of_script(path: str) -> list[str]:
    """The names in the `PARTS` of a script."""
    text = (WEB / path).read_text(encoding="utf-8")
    found = re.search(r"^const PARTS = {\n(.*?)^};", text, re.DOTALL | re.MULTILINE)
    assert found is not None, path
    return re.findall(r"^  (\w+): ", found[1], re.MULTILINE)


SIDE_BETS = tuple(shown for each in GAMES for shown in _shown(each))
#: The parts that are named, and the parts that exist.
PARTS: dict[str, tuple[Iterable[str], Iterable[str]]] = {
    "felts": ([each.show.felt for each in GAMES], felts.PARTS),
    "devices of the terminal game": ([each.show.prompt.device for each in GAMES], devices.PARTS),
    "devices of the lobby": ([each.show.pages.device for each in GAMES], emblems.PARTS),
    "devices of the terminal": ([each.show.pages.device for each in GAMES], _of_script("terminal/devices/parts.js")),
    "outcomes": ([each.show.pages.outcome for each in GAMES], cards.PARTS),
    "outcomes of the terminal": (
        [each.show.pages.outcome for each in GAMES],
        _of_script("terminal/outcome_words.js"),
    ),
    "facts of a round": ([each.show.pages.facts for each in GAMES], facts.PARTS),
    "covers": ([each.show.pages.covers for each in GAMES], wager_outcomes.PARTS),
    "terminal": ([part for each in GAMES for part in each.show.pages.terminal], boot.PARTS),
    "house choices": ([part for each in GAMES for part in each.show.pages.choices], house_choices.PARTS),
    "what if": ([part for each in GAMES for part in each.show.pages.what_if], choices.PARTS),
    "returned stakes": ([part for each in GAMES for part in each.show.pages.returned], posted_rules.RETURNED),
    "schedules": (["rows", *(each.schedule for each in SIDE_BETS)], schedules.SCHEDULES),
    "terms": ([part for each in SIDE_BETS for part in each.terms], schedules.TERMS),
    "trackers": ([each.tracker for each in SIDE_BETS if each.tracker], trackers.SIDE_BET_PARTS),
    "members of views": ([part for each in GAMES for part in each.show.pages.view], (*members.MEMBERS, "dice")),
}


@pytest.mark.parametrize("page", PARTS)
def test_the_parts_asked_for_are_those_there_are(page: str) -> None:
    asked, there = PARTS[page]
    assert set(asked) == set(there)


@pytest.mark.parametrize("each", GAMES, ids=lambda each: each.name)
def test_a_board_has_the_parts_of_its_table_and_of_its_side_bets(each: AnyGame) -> None:
    """In the order that the game declares; no part is in two lists."""
    own = {shown.tracker for shown in _shown(each) if shown.tracker is not None}
    assert set(each.show.pages.board) - trackers.TABLE_PARTS.keys() == own
    assert not trackers.TABLE_PARTS.keys() & trackers.SIDE_BET_PARTS.keys()


def test_the_parts_of_tables_are_on_some_board() -> None:
    assert {part for each in GAMES for part in each.show.pages.board} >= trackers.TABLE_PARTS.keys()


def test_dice_are_members_for_the_crew_and_for_the_player() -> None:
    assert "dice" in CrewShown.__struct_fields__
    assert "dice" in OwnShown.__struct_fields__


@pytest.mark.parametrize("each", GAMES, ids=lambda each: each.name)
def test_words_that_a_game_names_are_in_the_catalogue_and_its_acts_in_the_grammar(each: AnyGame) -> None:
    phases = {f"phase_{key}" for key in each.show.pages.phases.values()}
    assert phases <= words()["lobby"].keys() & words()["terminal"].keys()
    assert each.show.prompt.acts.keys() <= script.GRAMMAR.keys()


def test_the_variants_are_those_of_house_files_each_with_a_preset_of_its_own() -> None:
    assert {variant: each.name for variant, each in variants().items()} == keys.variants()
    for variant, each in variants().items():
        assert each.show.variants[variant].preset in presets()
        assert load(each.show.variants[variant].preset).variant == variant
    assert DEFAULT in variants()


@pytest.mark.parametrize("each", GAMES, ids=lambda each: each.name)
def test_names_are_of_wagers_that_there_are(each: AnyGame) -> None:
    assert each.show.wagers.keys() <= each.wagers.keys()


@pytest.mark.parametrize("ending", ["js", "css", "html"])
def test_no_script_style_or_template_chooses_by_the_id_of_a_game(ending: str) -> None:
    """They choose by parts: no id of a game or variant is a string, a class or a member there."""
    ids = "|".join(re.escape(each) for each in {*NAMES, *variants()})
    for path in sorted(WEB.rglob(f"*.{ending}")):
        found = re.search(rf"[\"'`.](?:{ids})(?![\w-])", path.read_text(encoding="utf-8"))
        assert found is None, f"{path.relative_to(WEB)} knows {found and found[0]}"


@pytest.mark.parametrize("each", GAMES, ids=lambda each: each.name)
def test_a_question_has_a_text_for_every_choice(each: AnyGame) -> None:
    """A game in which players choose asks them, and no other game does."""
    question = each.show.pages.question
    assert (question is None) == (each.default_choice is None)
    assert question is None or each.default_choice in question.answers


@pytest.mark.parametrize("each", GAMES, ids=lambda each: each.name)
def test_every_group_of_wagers_has_a_heading_and_a_place(each: AnyGame) -> None:
    """Side bets have a section of their own, and variations bring groups that no game knows."""
    groups = {wager.group for wager in each.wagers.values()} - {"side-bets"}
    assert each.show.groups.keys() == groups
    places = [each.show.group_place(group) for group in (*each.show.groups, "of a variation")]
    assert places == [*range(len(groups) + 1)]


@pytest.mark.parametrize("each", GAMES, ids=lambda each: each.name)
def test_better_pays_are_of_rows_that_a_preset_pays(each: AnyGame) -> None:
    houses = [house for house in map(load, presets()) if house.game_name == each.name]
    paid = {(wager, row) for house in houses for wager, rows in house.pays_by_wager.items() for row in rows}
    assert each.show.pages.better_pays.keys() <= paid
