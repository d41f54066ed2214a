"""The architecture is a test: imports point down only, no layer knows a game by its id, imports stay fast."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from croupier.core.citation import PARAGRAPHS
from croupier.games import NAMES, discover, game, variants

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "croupier"
MODULES = sorted(SOURCE.rglob("*.py"))
TESTS = sorted((ROOT / "tests").rglob("*.py"))
#: What several tests read.
DATA_OF_TESTS = ("cases", "recorded", "scripts")

#: Lower layers first; a module may import its own layer and those before it.
LAYERS = (
    *"text core rulebook fonts games house felt chain sim".split(),
    *"store conduct people table pit cage device host floor books documents web cli".split(),
)
#: The folders of the games.
GAMES = tuple(name.replace("-", "_") for name in NAMES)
SIDE_BETS = discover(*(f"croupier.games.{path.parent.name}.side_bets" for path in SOURCE.glob("games/*/side_bets")))
#: What only `games` may tell apart: ids of games, of their variants and of their side bets.
IDS = frozenset((*NAMES, *variants(), *SIDE_BETS))
#: Ids of wagers that are ordinary words too.
ORDINARY = frozenset("red black odd even low high line field flag joker one two five ten twenty".split())
WAGERS = frozenset(wager for name in NAMES for wager in game(name).wagers) - ORDINARY
#: Modules outside `games` that import one game, and the part of that game which they implement. Another game does not
#: change them; a layer that shows such a part finds it by the name that the game declares.
PARTS_OF_GAMES = {
    "chain/hand.py": "how long a shooter's hand lasts",
    "chain/plans/dice.py": "what plans see of the line, the point and the hand",
    "cli/felt.py": "the kind of wheel, as an argument",
    "cli/terminal/devices/ball.py": "a ball in the terminal",
    "cli/terminal/devices/clapper.py": "a wheel with a clapper in the terminal",
    "cli/terminal/devices/dice.py": "dice in the terminal",
    "documents/felts.py": "the pictures of the felts",
    "documents/reference/pages.py": "wagers that are on or off, in the reference",
    "floor/crew/dice.py": "the steps of a round with a shooter",
    "table/acts/dice/directing.py": "dice that nobody takes",
    "table/acts/dice/throwing.py": "the dice are thrown",
    "table/acts/dice/turns.py": "the dice go from player to player",
    "web/board/trackers.py": "widgets of the reader board",
    "web/lobby/emblems.py": "pictures of the devices",
    "web/odds/choices.py": "choices of the odds explorer",
    "web/round/facts.py": "what an outcome meant, on the page of a round",
    "web/shared/house_choices.py": "choices that the posted rules list",
    "web/shared/posted_rules.py": "posted rules about the wheel",
    "web/shared/schedules.py": "what side bets pay",
    "web/shared/wager_outcomes.py": "which outcomes decide a spot",
    "web/terminal/boot.py": "the wheel of the terminal",
    "web/views/members.py": "members of views that only some games have",
}
#: Modules that may name a game or a side bet in a string, and why.
NAMED = {
    "cli/__init__.py": "examples in the help",
    "cli/house.py": "examples in the help",
    "cli/terminal/devices/dice.py": "a roll of 2, 3 or 12 is called craps too",
}
#: Layers in which no float may be written.
NO_FLOATS = (*"core text rulebook fonts games house felt conduct people pit table cage".split(),)
#: Layers in which nothing is of type Any.
TYPED = ("core", "games", "felt", "house", "chain")


def _layer(module: Path) -> str:
    parts = module.relative_to(SOURCE).parts
    return parts[0] if len(parts) > 1 else ""


def _imports(module: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            found += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    return [name for name in found if name.split(".")[0] == "croupier"]


def test_every_layer_is_known() -> None:
    folders = {path.name for path in SOURCE.iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders == set(LAYERS)


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_down(module: Path) -> None:
    if _layer(module) == "":
        return  # the package itself names its games by string
    allowed = LAYERS[: LAYERS.index(_layer(module)) + 1]
    for name in _imports(module):
        parts = name.split(".")
        assert len(parts) < 2 or parts[1] in (*allowed, "__version__"), f"{module} imports {name}"


def _where(module: Path) -> str:
    return module.relative_to(SOURCE).as_posix()


def _games_of(module: Path) -> set[str]:
    """The games that a module imports."""
    return {parts[2] for name in _imports(module) if len(parts := name.split(".")) > 2 and parts[2] in GAMES}


def test_the_register_lists_every_game() -> None:
    """A game is a folder with a layout, a course and wagers; the register gives their order."""
    assert {path.parent.name for path in SOURCE.glob("games/*/course.py")} == set(GAMES)


def test_a_game_is_imported_for_a_part_of_it_alone() -> None:
    """A module that is not in the list cannot ask for the types of a game, and so not which game it has."""
    know = {_where(module) for module in MODULES if _layer(module) != "games" and _games_of(module)}
    assert know - PARTS_OF_GAMES.keys() == set(), "ask what the game declares, or say which part of it this is"
    assert PARTS_OF_GAMES.keys() - know == set(), "these import no game any more"


@pytest.mark.parametrize("game", GAMES)
def test_games_do_not_know_each_other(game: str) -> None:
    for module in (SOURCE / "games" / game).rglob("*.py"):
        assert _games_of(module) <= {game}, module


def _any_of(ids: Iterable[str], before: str, after: str) -> re.Pattern[str]:
    longest_first = sorted(ids, key=len, reverse=True)
    return re.compile(f"{before}(?:{'|'.join(map(re.escape, longest_first))}){after}")


#: An id as a word of a string; of a name such as `craps_table`; of a type such as `CrapsTable`.
IN_STRINGS = _any_of(IDS | {each.replace("-", "_") for each in IDS}, "(?<![A-Za-z0-9])", "(?![A-Za-z0-9])")
IN_NAMES = _any_of({each.replace("-", "_") for each in IDS}, "(?:^|_)", "(?:_|$)")
IN_TYPES = _any_of({each.title().replace("-", "") for each in IDS}, "", "(?![a-z])")


def _strings(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The strings of a module, parts of f-strings included and docstrings left out."""
    said = {node.value for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in said:
            yield node.lineno, node.value


def _names(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """The names that a module gives or uses: variables, attributes, parameters, keywords, functions, classes."""
    for node in ast.walk(tree):
        for kind in ("id", "attr", "arg", "name", "asname"):
            if isinstance(name := getattr(node, kind, None), str):
                yield getattr(node, "lineno", 0), name


def _names_by_id(tree: ast.Module, *, part: bool = False, named: bool = False) -> Iterator[tuple[int, str]]:
    """Where code uses an id of a game or a side bet, alone or in a longer string or name.

    A part of a game also has the types of that game and the ids of its wagers.
    """
    for line, text in () if named else _strings(tree):
        if IN_STRINGS.search(text) or (text in WAGERS and not part):
            yield line, text
    for line, name in _names(tree):
        if IN_NAMES.search(name) or (IN_TYPES.search(name) and not part):
            yield line, name


def test_no_layer_above_the_games_tells_them_apart_by_their_ids() -> None:
    """A layer above asks what the game declares: its course, its paragraphs, its parts."""
    for module in MODULES:
        if _layer(module) != "games":
            part, named = _where(module) in PARTS_OF_GAMES, _where(module) in NAMED
            for line, name in _names_by_id(ast.parse(module.read_text(encoding="utf-8")), part=part, named=named):
                raise AssertionError(f"{_where(module)}:{line} knows {name}")


def test_paragraphs_are_cited_by_topic() -> None:
    """Above the games a paragraph is a literal only where a function says that it implements it."""
    above = LAYERS[LAYERS.index("house") :]
    for module in (each for each in MODULES if _layer(each) in above):
        tree = ast.parse(module.read_text(encoding="utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                node.decorator_list = []
        for line, text in _strings(tree):
            assert text not in PARAGRAPHS, f"{_where(module)}:{line} cites {text}: ask the game by topic"


def test_a_module_that_may_name_a_game_does() -> None:
    named = {
        _where(module)
        for module in MODULES
        if any(IN_STRINGS.search(text) for _, text in _strings(ast.parse(module.read_text(encoding="utf-8"))))
    }
    assert NAMED.keys() <= named, "these name no game any more"


@pytest.mark.parametrize(
    "code",
    [
        'state.game == "craps"',
        'house.variant in ("craps", "craps-free")',
        'RULES = {"big-six": 1}',
        "of(roulette=1)",
        "def of(*, big_six: str) -> None: ...",
        "class Kept:\n    roulette: int",
        'match game:\n    case "craps":\n        pass',
        'Game = Literal["roulette", "craps"]',
        'bet.startswith("roulette-up")',
        'wager == "fire-bet"',
        'load("colorado-craps")',
        'f"{state} of a roulette table"',
        "state.fire_bet",
        "def craps_only(state): ...",
        "isinstance(house.options, RouletteOptions)",
        'type(table).__name__ == "x" or BigSixTable',
        'wager == "dont-pass"',
    ],
)
def test_an_id_of_a_game_is_found_in_code(code: str) -> None:
    assert list(_names_by_id(ast.parse(code)))
    assert not list(_names_by_id(ast.parse('"""craps"""\nload("colorado").course.device == "dice"')))


def _tops(module: Path) -> set[str]:
    """The packages that a module imports from, by their first name."""
    found = set()
    for node in ast.walk(ast.parse(module.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found.add((node.module or "").split(".")[0])
        elif isinstance(node, ast.Import):
            found |= {alias.name.split(".")[0] for alias in node.names}
    return found


@pytest.mark.parametrize("layer", ["core", "text"])
def test_it_needs_the_standard_library_only(layer: str) -> None:
    for module in (SOURCE / layer).glob("*.py"):
        assert _tops(module) <= {"croupier", *sys.stdlib_module_names}, module


def test_a_web_server_is_needed_by_the_web_alone() -> None:
    for module in MODULES:
        assert _layer(module) == "web" or not _tops(module) & {"starlette", "uvicorn", "websockets", "jinja2"}, module


@pytest.mark.parametrize("module", MODULES, ids=lambda path: str(path.relative_to(SOURCE)))
def test_a_module_is_documented_and_has_no_float_where_forbidden(module: Path) -> None:
    text = module.read_text(encoding="utf-8")
    tree = ast.parse(text)
    assert ast.get_docstring(tree), "a module says what it is"
    classes = [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    for node in (*tree.body, *(member for kind in classes for member in kind.body)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            assert node.name.startswith("_") or ast.get_docstring(node), f"{node.name} says what it is"
    for each in ast.walk(tree):
        if _layer(module) in NO_FLOATS and isinstance(each, ast.Constant):
            assert not isinstance(each.value, float), f"{module}:{each.lineno} has a float"


@pytest.mark.parametrize("layer", TYPED)
def test_nothing_is_any(layer: str) -> None:
    """A type variable, a protocol or `object` says what is allowed; `Any` would check nothing."""
    for module in sorted((SOURCE / layer).rglob("*.py")):
        text = module.read_text(encoding="utf-8")
        assert "type: ignore" not in text, f"{module} leaves a type unchecked"
        for node in ast.walk(ast.parse(text)):
            named = {ast.Name: "id", ast.Attribute: "attr", ast.alias: "name"}.get(type(node))
            assert named is None or getattr(node, named) != "Any", f"{module} has Any"


def test_tests_are_grouped_by_area() -> None:
    """A test is in the folder of the layer that it tests, or in one of those below; helpers are in support/."""
    folders = {path.name for path in (ROOT / "tests").iterdir() if path.is_dir() and path.name != "__pycache__"}
    assert folders <= {*LAYERS, "attacks", "oracle", "recipes", "repository", "support", *DATA_OF_TESTS}
    assert {path.name for path in (ROOT / "tests").glob("*.py")} == {"__init__.py", "conftest.py"}
    for module in TESTS:
        is_test, helps = module.name.startswith("test_"), "support" in module.parts or "oracle" in module.parts
        assert is_test or helps or module.name in ("__init__.py", "conftest.py"), f"{module} belongs in support/"
    for module in (ROOT / "tests" / "support").rglob("*.py"):
        assert not module.name.startswith("test_"), f"{module}: support/ holds no tests"


def test_every_module_is_used() -> None:
    """Every module is imported by another one, or discovered by its folder, or a command."""
    named = {name for module in MODULES for name in _imports(module)}
    strings = " ".join(module.read_text(encoding="utf-8") for module in MODULES)
    for module in MODULES:
        dotted = ".".join(("croupier", *module.relative_to(SOURCE).with_suffix("").parts)).removesuffix(".__init__")
        folders = ("wagers", "side_bets", "backends", "detectors")
        discovered = module.name in ("__init__.py", "__main__.py", "page.py", "choices.py") or any(
            name in dotted for name in folders
        )
        run = f"-m {dotted}" in (ROOT / "Makefile").read_text(encoding="utf-8")
        assert dotted == "croupier" or discovered or run or dotted in named or f'"{dotted}' in strings, dotted


def test_importing_croupier_stays_light() -> None:
    heavy = "numpy numba matplotlib polars rich cyclopts msgspec".split()
    code = f"import sys, croupier, croupier.felt; print([m for m in {heavy!r} if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_refusal_is_made_without_its_sentence() -> None:
    """The catalogue is read only when a sentence is needed."""
    code = (
        "from croupier.core.refusal import Code, refuse; from croupier.text.render import catalogue\n"
        "no = refuse(Code.BANK_SHORT); before = catalogue.cache_info().currsize; str(no)\n"
        "print(before, catalogue.cache_info().currsize)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "0 1"


def test_commits_carry_no_addresses() -> None:
    """Hashed requirements name no host, and nothing names a machine's path."""
    locks = sorted(ROOT.glob("requirements*.txt"))
    assert len(locks) == 3
    for path in (*locks, ROOT / "pyproject.toml", ROOT / "Makefile"):
        assert "://" not in path.read_text(encoding="utf-8"), path.name
    assert not (ROOT / "uv.lock").exists()
