"""Turns typed input into a line of the script grammar: the name may be left out, and typos are explained."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import cache

from croupier.core.refusal import Refusal
from croupier.core.show import Prompt
from croupier.felt import Felt, script
from croupier.games import NAMES, game
from croupier.text.money import read_dollars

TABLE_WORDS = ("spin", "roll", "undo", "table", "wagers", "bets", "help", "save", "quit")

#: Synonyms, and the word of the grammar for each.
_MEANT = {
    "bet": "wager",
    "place": "wager",
    "put": "wager",
    "press": "raise",
    "add": "raise",
    "remove": "take-down",
    "down": "take-down",
    "takedown": "take-down",
    "throw": "roll",
    "dice": "roll",
    "status": "table",
    "exit": "quit",
    "?": "help",
}

#: Acts that every game has.
EXAMPLES = {
    "seat": "seat ann 500",
    "wager": "wager 10 {wager}",
    "raise": "raise 5 {changed}",
    "reduce": "reduce 5 {changed}",
    "tip": "tip 1 {wager}",
    "take-down": "take-down {changed}",
    "outcome": "outcome {outcome}",
}


@cache
def _examples() -> Mapping[str, str]:
    """An example for every act: those of all games, and those that games declare as their own."""
    own = {word: act.example for each in map(game, NAMES) for word, act in each.show.prompt.acts.items()}
    return EXAMPLES | own


def example(word: str, said: Prompt) -> str:
    """An act as one would type it at this game.

    >>> example("take-down", game("craps").show.prompt)
    'take-down place-6'
    """
    return _examples()[word].format(wager=said.wager, changed=said.changed, outcome=said.outcome)


def read(felt: Felt, typed: str) -> script.Line:
    """The act in its full form; raises an error with a sentence for the player."""
    words = [word.removeprefix("$") for word in typed.partition("#")[0].split()]
    assert words, "a remark is no act"
    word, *rest = words
    if word not in script.GRAMMAR:
        raise script.ScriptError(_no_such_word(felt, words))
    if (
        "amount" in script.GRAMMAR[word]
        and len(rest) > 1
        and rest[0] in felt.house.game.wagers
        and _is_amount(rest[-1])
    ):
        raise script.ScriptError(f"The amount comes first: {' '.join([word, rest[-1], *rest[:-1]])}")
    text = " ".join((word, *named(felt, word, rest)))
    try:
        line = script.read_line(0, text)
    except script.ScriptError as error:
        said = str(error).removeprefix("line 0: ").partition(": " + word)[0]
        raise script.ScriptError(
            f"{said[:1].upper()}{said[1:]}. For example: {example(word, felt.house.game.show.prompt)}"
        ) from None
    assert line is not None
    return line


def named(felt: Felt, word: str, rest: Sequence[str]) -> Sequence[str]:
    """The words of an act with the player's name in front; added if only one player is seated."""
    slots = script.GRAMMAR[word]
    if word == "seat" or slots[:1] != ("player",) or _has_name(felt, slots, rest):
        return rest
    names = [name for name, _ in felt.racks]
    if len(names) == 1:
        return [names[0], *rest]
    if not names:
        raise script.ScriptError("Nobody is seated. Sit down first: seat you 500")
    full = " ".join([word, names[0], *rest])
    raise script.ScriptError(f"Several players are seated: say who it is, for example: {full}")


def _has_name(felt: Felt, slots: Sequence[str], rest: Sequence[str]) -> bool:
    """Whether the line is complete already: it has a seated name, or some name in that position."""
    needed = sum(not slot.startswith("[") for slot in slots)
    if len(rest) >= needed and any(rest[0] == name for name, _ in felt.racks):
        return True
    if "amount" in slots:
        return len(rest) > 1 and not _is_amount(rest[0]) and _is_amount(rest[1])
    if "[spot]" in slots:
        return len(rest) > 1 and rest[0] not in felt.house.game.wagers and rest[1] in felt.house.game.wagers
    return len(rest) >= needed


def _is_amount(text: str) -> bool:
    try:
        read_dollars(text)
    except ValueError:
        return False
    return True


def _no_such_word(felt: Felt, words: list[str]) -> str:
    """The message for an unknown word: the probable act, and where acts are listed."""
    word, played = words[0], felt.house.game
    amount_first = _is_amount(word) and len(words) > 1 and words[1] in played.wagers
    if amount_first:
        return f"Say what to do with it: wager {' '.join(words)}"
    if word in played.wagers:
        return f"{word} is a wager: say how much, for example: wager 10 {' '.join(words)}"
    if not isinstance(played.read(word, felt.house), Refusal):
        return f"To enter an outcome of your own, type: outcome {word}"
    close = get_close_matches(word, [*script.GRAMMAR, *TABLE_WORDS], n=1)
    meant = _MEANT.get(word.lower()) or (close[0] if close else None)
    if meant is None:
        return f"There is no act {word!r}. Type help for the acts, or wagers for the bets."
    again = meant if meant in TABLE_WORDS else " ".join([meant, *words[1:]])
    return f"There is no act {word!r}. Did you mean: {again}"


def with_completion(words: Sequence[str]) -> None:
    """Editing, history and the Tab key at the prompt, where the system has them."""
    with suppress(ImportError):
        import readline

        def complete(start: str, index: int) -> str | None:
            found = [word for word in words if word.startswith(start)]
            return f"{found[index]} " if index < len(found) else None

        readline.set_completer_delims(" ")
        readline.set_completer(complete)
        readline.parse_and_bind("tab: complete")
