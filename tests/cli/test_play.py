"""The terminal game as a person uses it: typed lines, printed text, and a transcript that replays."""

from __future__ import annotations

import os
import pty
import random
import re
import subprocess
from collections import Counter
from pathlib import Path

import pytest

from croupier import house as houses
from croupier.cli.terminal import guide, prompt, terminal
from croupier.core.chance import Chance
from croupier.felt import script
from croupier.felt.felt import Felt
from tests.support.command import CROUPIER
from tests.support.typed import read_until, replay, sit, transcript, words

GAMES = {
    "craps": ("wager 10 pass", "wager 6 place-8", "roll", "wager 10 come", "roll", "off place-8", "roll", "roll"),
    "roulette": ("wager 10 red", "wager 5 split 17-20", "spin", "wager 5 dozen 2", "raise 5 dozen 2", "spin"),
    "big-six": ("wager 10 one", "wager 5 joker", "spin", "void revolutions", "wager 10 two", "spin"),
}

#: acts that the help shows only at one game
ONLY = {
    "craps": ("on", "off", "shooter", "no-roll"),
    "roulette": ("choose", "no-spin", "award", "bonus"),
    "big-six": ("void", "repaired"),
}


@pytest.fixture(autouse=True)
def _plain_80_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same screen on every machine."""
    monkeypatch.setenv("COLUMNS", "80")
    for name in ("FORCE_COLOR", "NO_COLOR", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        monkeypatch.delenv(name, raising=False)


# The transcript is itself a script ------------------------------------------------------------------------
@pytest.mark.parametrize(("game", "typed"), GAMES.items(), ids=GAMES)
def test_a_saved_game_replays_to_the_same_table(game: str, typed: tuple[str, ...], tmp_path: Path) -> None:
    saved = tmp_path / "night.txt"
    shown = sit(game, *typed, f"save {saved}", "table", "quit", options=("--seed", "11"))
    acts = replay(game, saved)
    assert all(act["ok"] for act in acts)
    assert len(acts) == len(typed) + 1, "every act taken is in the transcript, after the seat"
    last = acts[-1]
    rack, standing = last["racks"]["you"], last["standing"]
    on_layout = sum(wager["stake_cents"] for wager in standing)
    panel = shown.rpartition("> table")[2]
    assert f"you: rack ${rack // 100}, on the layout ${on_layout // 100} " in panel
    for wager in standing:
        name = " ".join(filter(None, (wager["wager"], wager["spot"])))
        mark = {"craps": " on" if wager["working"] else " off"}.get(game, "")
        assert f"{name} ${wager['stake_cents'] // 100}{mark}" in panel
    won = rack + on_layout - 50_000
    assert rack + on_layout == 50_000 + sum(row["net_cents"] for act in acts for row in act["resolved"])
    result = f"up ${won // 100}" if won > 0 else f"down ${-won // 100}" if won else "even"
    assert f": {result} after {sum(word in ('roll', 'spin') for word in typed)} " in panel
    assert panel.endswith(f"Transcript: {saved}")


def test_the_replay_command_names_the_house_and_its_date(tmp_path: Path) -> None:
    saved = tmp_path / "night.txt"
    options = ("--house", "colorado-single-zero", "--as-of", "2023-05-01")
    sit("roulette", "wager 10 red", "outcome 0", "choose red imprison", f"save {saved}", options=options)
    command = "# replay: croupier play roulette --house colorado-single-zero --as-of 2023-05-01 --script FILE"
    assert command in saved.read_text(encoding="utf-8").splitlines()
    (prisoner,) = replay("roulette", saved, *options)[-1]["standing"]
    assert (prisoner["wager"], prisoner["stake_cents"]) == ("red", 1000)


def test_the_name_is_put_where_the_script_needs_it(tmp_path: Path) -> None:
    saved = tmp_path / "night.txt"
    sit(
        "craps",
        *("wager 10 pass", "outcome 4-2", "wager 12 place-8", "off place-8", "on you place-8", "raise 6 place-8"),
        *("reduce 6 place-8", "wager 10 come", "outcome 4-1", "wager 10 come-odds 5", "take-down come-odds 5"),
        *("shooter", "seat ann 100", "wager ann 5 field", f"save {saved}"),
    )
    assert ", ".join(transcript(saved)) == (
        "seat you 500, wager you 10 pass, outcome 4-2, wager you 12 place-8, off you place-8, on you place-8, "
        "raise you 6 place-8, reduce you 6 place-8, wager you 10 come, outcome 4-1, wager you 10 come-odds 5, "
        "take-down you come-odds 5, shooter you, seat ann 100, wager ann 5 field"
    )


def test_with_several_players_the_name_is_asked_for(tmp_path: Path) -> None:
    saved = tmp_path / "night.txt"
    shown = sit("big-six", "seat ann 100", "wager 5 two", "wager ann 5 two", "outcome two", f"save {saved}")
    assert "say who it is, for example: wager you 5 two" in shown
    assert transcript(saved)[2:] == ["wager ann 5 two", "outcome two"]
    assert "ann: two win +$10 on $5" in shown
    assert "ann: came with $100, has $110 in the rack: up $10 after 1 spin." in shown
    assert replay("big-six", saved)[-1]["racks"] == {"you": 50_000, "ann": 11_000}


# Refusals and typos ---------------------------------------------------------------------------------------
def test_a_refusal_is_a_sentence_with_its_paragraph_and_changes_nothing(tmp_path: Path) -> None:
    saved = tmp_path / "night.txt"
    shown = sit("craps", "wager 7 horn", "wager 10 come", "take-down pass", f"save {saved}")
    assert "Refused: horn has 4 equal parts: wager a multiple of $4, not $7. [47.1-2306(4)]" in shown
    assert "there is no point yet. [47.1-2304(3)]" in shown
    assert "Refused: You have no pass bet." in shown
    text = saved.read_text(encoding="utf-8").splitlines()
    assert transcript(saved) == ["seat you 500"]
    refused = [line.partition(":")[0].removeprefix("# refused ") for line in text[-3:]]
    assert refused == ["wager you 7 horn", "wager you 10 come", "take-down you pass"]
    assert [act["racks"] for act in replay("craps", saved)] == [{"you": 50_000}]


def test_nothing_is_drawn_while_a_choice_is_due(tmp_path: Path) -> None:
    saved = tmp_path / "night.txt"
    options = ("--house", "colorado-single-zero", "--seed", "5")
    opening = ("wager 10 red", "outcome 0")
    shown = sit("roulette", *opening, "spin", "choose red half-back", "spin", f"save {saved}", options=options)
    assert "Refused: Choose first what happens to your red bet: half-back or imprison. [30-2204(2)]" in shown
    assert "Type: choose red half-back or: choose red imprison" in shown
    assert "red half-back -$5 on $10" in shown
    undisturbed = tmp_path / "undisturbed.txt"
    sit("roulette", *opening, "choose red half-back", "spin", f"save {undisturbed}", options=options)
    assert transcript(saved) == transcript(undisturbed), "the refused spin used up no outcome"


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("bet 10 pass", "Did you mean: wager 10 pass"),
        ("wagr 10 pass", "Did you mean: wager 10 pass"),
        ("10 pass", "wager 10 pass"),
        ("pass", "pass is a wager: say how much, for example: wager 10 pass"),
        ("4-2", "To enter an outcome of your own, type: outcome 4-2"),
        ("roll 4-2", "To enter an outcome of your own, type: outcome 4-2"),
        ("wager pass 10", "The amount comes first: wager 10 pass"),
        ("wager 10", "lacks its wager. For example: wager 10 pass"),
        ("wager ten pass", "Not a dollar amount: 'ten'. For example: wager 10 pass"),
        ("xyzzy", "There is no act 'xyzzy'. Type help"),
        ("save", "for example: save night.txt"),
        ("wagers xyzzy", "No bet here is called 'xyzzy'."),
        ("wager bob 10 pass", "Refused: Nobody called bob is seated."),
    ],
)
def test_a_slip_is_explained(typed: str, answer: str, capsys: pytest.CaptureFixture[str]) -> None:
    game = seated("craps")
    capsys.readouterr()
    game.enter(typed)
    assert answer in words(capsys.readouterr().out)
    assert [told.line.text for told in game.acts] == ["seat you 500"], "and nothing was done"


def seated(game: str, seed: int | None = None) -> terminal.Terminal:
    preset = {"craps": "colorado-craps", "roulette": "colorado-double-zero", "big-six": "colorado-big-six"}[game]
    table = terminal.Terminal(houses.load(preset), seed)
    table.enter("seat you 500")
    return table


# Undo -----------------------------------------------------------------------------------------------------
def test_undo_takes_back_acts_and_outcomes_and_their_lines(tmp_path: Path) -> None:
    saved = tmp_path / "night.txt"
    shown = sit(
        "craps",
        *("wager 10 pass", "outcome 4-2", "wager 7 horn", "outcome 3-4", "undo", "undo", "wager 5 field"),
        *("outcome 6-5", f"save {saved}"),
    )
    assert "Taken back: outcome 3-4" in shown
    assert "Taken back: outcome 4-2" in shown
    assert transcript(saved) == ["seat you 500", "wager you 10 pass", "wager you 5 field", "outcome 6-5"]
    assert "horn" not in saved.read_text(encoding="utf-8"), "what was refused after it is gone with it"
    assert replay("craps", saved)[-1]["racks"] == {"you": 51_500}


def test_undo_has_no_end_but_the_empty_table(capsys: pytest.CaptureFixture[str]) -> None:
    game = seated("roulette", 3)
    opening = game.opening
    states: list[Felt] = []
    for typed in ("wager 5 red", "spin", "wager 5 straight 00", "spin", "spin"):
        states.append(game.felt)
        game.enter(typed)
    for state in reversed(states):
        game.enter("undo")
        assert game.felt == state
    game.enter("undo")
    assert game.felt == opening
    capsys.readouterr()
    game.enter("undo")
    assert "nothing to take back" in capsys.readouterr().out
    assert game.felt == opening


# Chance ---------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("game", "go"), [("craps", "roll"), ("roulette", "spin"), ("big-six", "spin")])
def test_a_seed_gives_the_same_game_again(game: str, go: str, tmp_path: Path) -> None:
    def outcomes(name: str, *options: str) -> list[str]:
        sit(game, *[go] * 30, f"save {tmp_path / name}", options=options)
        return transcript(tmp_path / name)[1:]

    first = outcomes("a", "--seed", "1")
    assert len(first) == 30
    assert outcomes("b", "--seed", "1") == first
    assert outcomes("c", "--seed", "2") != first
    # 30 outcomes of the system's own agree by chance less than once in 10 ** 12 games.
    assert outcomes("d") != outcomes("e")


def test_outcomes_are_drawn_with_their_weights(monkeypatch: pytest.MonkeyPatch) -> None:
    chance, source, every = Chance((("often", 5), ("seldom", 1))), random.Random(), iter(range(6))
    monkeypatch.setattr(source, "randrange", lambda total: {6: every}[total].__next__())
    assert Counter(terminal.draw(chance, source) for _ in range(6)) == {"often": 5, "seldom": 1}


def test_without_a_seed_the_operating_system_draws() -> None:
    assert isinstance(seated("craps").random, random.SystemRandom)
    assert not isinstance(seated("craps", 0).random, random.SystemRandom), "0 is a seed"


# Output ---------------------------------------------------------------------------------------------------
def test_craps_in_words() -> None:
    shown = sit(
        "craps",
        *("wager 10 pass", "wager 10 hard-8", "outcome 2-4", "wager 10 come", "outcome 4-5", "outcome 6-1"),
        *("wager 5 pass", "outcome 1-1", "wager 10 pass", "outcome 4-4", "outcome 6-2"),
    )
    for said in (
        "2-4 makes 6: the point is 6.",
        "Puck ON 6",
        "4-5 makes 9: the point is still 6. come moves to 9",
        "6-1 makes 7: seven-out.",
        "come 9 lose -$10 on $10 47.1-2304(3)(b)",
        "Puck OFF: a come-out roll is next.",
        "1-1 makes 2: craps on the come-out roll. pass lose -$5",
        "4-4 makes 8 the hard way: the point is 8.",
        "6-2 makes 8: the point is made. The next roll is a come-out roll. pass win +$10",
    ):
        assert said in shown
    come_out, _, point_on = shown.partition("> outcome 2-4")
    assert "hard-8: $10 off." in come_out
    assert "hard-8 $10 on" in point_on.partition("> ")[0]


def test_roulette_shows_the_last_numbers_with_their_colors() -> None:
    shown = sit("roulette", "wager 5 straight 17", "outcome 17", "outcome 32", "outcome 00")
    assert "17 black straight 17 win +$175 on $5 30-2203(6)(a)" in shown
    assert "Last: 00 green, 32 red, 17 black" in shown


def test_big_six_shows_which_way_the_wheel_goes() -> None:
    shown = sit(
        "big-six", "outcome five", "void between-sections", "void clapper-broken", "spin", "repaired", "table"
    )
    before, _, after = shown.partition("The clapper rests in: five")
    assert "The next spin goes clockwise." in before
    assert "The next spin goes counterclockwise." in after.partition("> void between")[0]
    assert "The next spin goes clockwise." in after.partition("> void clapper")[0].partition("> void between")[2]
    assert "Refused: The clapper is broken: the table is out of service until it is repaired. [30-2703(5)]" in after
    assert "The next spin goes counterclockwise." in after.partition("> table")[2]


@pytest.mark.parametrize("preset", houses.presets())
def test_the_first_screen_suggests_wagers_the_table_takes(preset: str) -> None:
    game = houses.load(preset).game_name
    shown = sit(game, options=("--house", preset)).partition("╰")[0]
    suggested = re.findall(r"wager [0-9]+ \S+(?: [0-9-]+)?(?= \$)", shown)
    assert len(suggested) >= 2
    assert "Refused" not in sit(game, *suggested, options=("--house", preset))


def test_the_first_screen_leaves_out_what_the_table_would_refuse(capsys: pytest.CaptureFixture[str]) -> None:
    house = houses.load("colorado-double-zero", change={"limits.default.min": 10})
    table = terminal.Terminal(house)
    table.enter("seat you 500")
    guide.first_screen(table.view.console, table.felt, "seat you 500")
    shown = capsys.readouterr().out
    assert "wager 10 red" in shown
    assert "wager 5 straight" not in shown


@pytest.mark.parametrize("game", GAMES)
def test_help_and_wagers_are_complete_and_fit_80_columns(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    table = seated(game)
    assert {*table.words, "quit"} == set(prompt.TABLE_WORDS)
    capsys.readouterr()
    table.enter("wagers")
    listed = capsys.readouterr().out
    assert table.house.offered <= set(listed.split())
    table.enter("help")
    helped = capsys.readouterr().out
    first_words = {line.split()[0] for line in helped.splitlines() if line.strip() and not line.startswith(" ")}
    for word, slots in script.GRAMMAR.items():
        here = word in ONLY[game] or not any(word in acts for acts in ONLY.values())
        assert (word in first_words) is here
        if here and slots:
            shown = prompt.example(word, table.house.game.show.prompt)
            assert shown in words(helped)
            assert prompt.read(table.felt, shown).word == word
    assert max(map(len, (listed + helped).splitlines())) <= 80


def test_first_five_is_not_listed_without_a_double_zero() -> None:
    assert "first-five" not in sit("roulette", "wagers", options=("--house", "colorado-single-zero"))
    assert "first-five" in sit("roulette", "wagers")


# Files ----------------------------------------------------------------------------------------------------
def test_a_strangers_file_is_not_overwritten_but_ones_own_is(tmp_path: Path) -> None:
    other, own = tmp_path / "thesis.txt", tmp_path / "my night.txt"
    other.write_text("years of work", encoding="utf-8")
    shown = sit("craps", f"save {other}", f"save {own}", "wager 5 field", f"save {own}", "wager 5 field")
    assert "stays as it is" in shown
    assert other.read_text(encoding="utf-8") == "years of work"
    assert transcript(own) == ["seat you 500", "wager you 5 field"]
    assert "You played on after saving: that is not in it." in shown
    assert "could not be saved" in sit("craps", f"save {tmp_path / 'no' / 'such' / 'folder.txt'}")


# A real terminal ------------------------------------------------------------------------------------------
def test_under_a_pseudo_terminal(tmp_path: Path) -> None:
    """With a prompt, colors and Ctrl-D, as a person has it."""
    saved = tmp_path / "night.txt"
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color"}
    process = subprocess.Popen(
        [CROUPIER, "play", "craps"], stdin=theirs, stdout=theirs, stderr=theirs, env=env, start_new_session=True
    )
    os.close(theirs)
    try:
        shown = read_until(ours, "> ")
        assert "Croupier: craps" in shown
        for typed, answer in (
            ("nonsense", "There is no act"),
            ("wager 10 pass", "Rack $490."),
            ("wager 7 horn", "47.1-2306(4)"),
            ("outcome 5-5", "the point is 10."),
            ("outcome 6-1", "seven-out."),
            ("undo", "Taken back: outcome 6-1"),
            (f"save {saved}", "--script"),
        ):
            os.write(ours, f"{typed}\n".encode())
            said = read_until(ours, "> ", after=answer)
            assert answer in said
            shown += said
        os.write(ours, b"\x04")
        shown += read_until(ours, "after 1 roll.")
        assert process.wait(timeout=10) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)
    assert "\x1b[" in shown, "colors on a terminal"
    last = replay("craps", saved)[-1]
    assert last["racks"] == {"you": 49_000}
    assert [(wager["wager"], wager["working"]) for wager in last["standing"]] == [("pass", True)]


def test_spin_draws_an_award_and_a_bonus_that_are_due(tmp_path: Path) -> None:
    """Back2Back and Spinner Winner after a repeat: typing spin twice draws award and bonus, and the game replays."""
    lines = "outcome 17", "wager 5 back2back", "wager 2 spinner-winner", "outcome 17", "spin", "spin"
    file = tmp_path / "repeat.txt"
    shown = sit("roulette", *lines, f"save {file}", "quit", options=("--seed", "3"))
    assert "The award is due" in shown
    assert "The bonus is due" in shown
    assert [line.split()[0] for line in transcript(file)][-2:] == ["award", "bonus"]
    last = replay("roulette", file)[-1]
    assert last["ok"]
    assert last["resolved"][0]["wager"] == "spinner-winner"
