"""What a terminal plays in a real browser: the close of betting is heard, and no bet is made before it can be."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from croupier.web.server.static import prefix
from tests.support.browser.people import Demonstration, People, Terminal

#: The loudness of the bell at its first stroke, at its second stroke, and afterwards.
_RENDERED = """async (files) => {
  const { BELL, tone } = await import(`${files}/terminal/sound.js`);
  const context = new OfflineAudioContext(1, 2 * 44100, 44100);
  for (const given of BELL) tone(context, context.destination, ...given);
  const samples = (await context.startRendering()).getChannelData(0);
  const loudest = (from, to) => Math.max(...samples.slice(from * 44100, to * 44100).map(Math.abs));
  return { first: loudest(0, 0.2), second: loudest(0.29, 0.5), after: loudest(1.8, 2) };
}"""

_TONES = """
window.tones = 0;
window.notes = [];
const start = OscillatorNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) {
  if (this instanceof OscillatorNode && this.context.state === "running") {
    tones += 1;
    notes.push(Math.round(this.frequency.value));
  }
  return start.apply(this, when);
};
"""


@pytest.mark.cites("30-2201(7)", "47.1-2201(7)")
def test_blocked_sound_says_so_until_a_click(people: People) -> None:
    """After a reload a browser blocks sound until a click or a key; the page shows that."""
    seat = people.at("R00")
    page = seat.page
    waits = page.locator("#sound-waits")
    expect(waits).to_be_hidden()  # the click in the lobby counts
    page.context.add_init_script(_TONES)
    page.reload()
    seat.seated()
    expect(waits).to_be_visible()
    assert page.evaluate("tones") == 0
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")  # it shows what is heard
    page.locator("#sound").click()
    expect(waits).to_be_hidden()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "true")  # that click woke it
    before = page.evaluate("tones")
    people.server.comes("R00", "17")
    seat.says("#banner", "17")
    assert page.evaluate("tones") >= before + 5  # the bell
    page.locator("#sound").click()
    expect(page.locator("#sound")).to_have_attribute("aria-pressed", "false")
    expect(waits).to_have_text("Muted. Only a demonstration may be.")
    loud = page.evaluate(_RENDERED, prefix())
    assert 0.1 < loud["first"] <= 1  # it is heard at once,
    assert loud["second"] > 0.1  # again when it is struck again,
    assert loud["after"] < 0.01  # and dies away


#: A browser that blocks sound after clicks too, until `allows` is set.
_BLOCKS = """
window.allows = false;
const resume = AudioContext.prototype.resume;
AudioContext.prototype.resume = function () {
  return allows ? resume.call(this) : new Promise(() => {});
};
"""
BELL = 5  # tones
WIN = 659  # a note that nothing else has, in hertz


@pytest.fixture
def enrolled(browser: Browser, tmp_path: Path) -> Iterator[People]:
    """Terminals that may not be muted, as in a casino."""
    with Demonstration(f"sqlite:///{tmp_path}/demo.db", "R00", may_mute=False) as server:
        found = People(browser, server)
        yield found
        found.close()


def _counted(people: People) -> Terminal:
    """A terminal that counts its tones, and whose browser blocks sound."""
    seat = people.at("R00")
    seat.page.context.add_init_script(_TONES + _BLOCKS)
    seat.page.reload()
    seat.seated()
    return seat


def _tones(seat: Terminal) -> int:
    found: int = seat.page.evaluate("tones")
    return found


def _wins(seat: Terminal) -> int:
    """How often a win was heard."""
    notes: list[int] = seat.page.evaluate("notes")
    return notes.count(WIN)


@pytest.mark.cites("30-2201(7)", "47.1-2201(7)")
def test_no_bet_before_the_browser_has_allowed_sound(people: People) -> None:
    """The page refuses it with the paragraph; the first click on the layout allows sound and bets."""
    seat = _counted(people)
    seat.spot("red").click()
    seat.says("#toast", "Turn on sound first: you must be able to hear “no more bets”.")
    seat.says("#toast .cite", "30-2201(7)")
    expect(seat.page.locator("#sound-waits")).to_have_text("Tap, click or press a key for sound")
    assert (seat.laid, _tones(seat)) == (0, 0)
    seat.page.evaluate("allows = true")
    seat.put("red")
    expect(seat.page.locator("#sound-waits")).to_be_hidden()
    before = _tones(seat)
    people.server.comes("R00", "17")
    seat.says("#banner", "17")
    assert _tones(seat) >= before + BELL
    assert seat.said()[0] == ["No more bets", "17 black"]


@pytest.mark.cites("30-2201(7)", "47.1-2201(7)")
def test_muting_an_enrolled_terminal_leaves_the_announcement(enrolled: People) -> None:
    """Effects and the call of the number are silent; bell and voice of the close are not, also after a reload."""
    seat = _counted(enrolled)
    seat.page.evaluate("allows = true")
    seat.put("red")
    seat.page.locator("#sound").click()
    expect(seat.page.locator("#sound")).to_have_attribute("aria-pressed", "false")
    expect(seat.page.locator("#sound-waits")).to_have_text("Effects off. “No more bets” stays on.")
    before = _tones(seat)
    enrolled.server.comes("R00", "17")
    seat.says("#banner", "17")
    assert seat.said()[0] == ["No more bets"]
    assert _tones(seat) == before + BELL  # nothing but the bell
    seat.says("#round", "Round 2")
    seat.page.reload()
    seat.seated()
    seat.spot("red").click()
    seat.says("#toast .cite", "30-2201(7)")
    seat.page.evaluate("allows = true")
    seat.put("red")
    enrolled.server.comes("R00", "17")
    seat.says("#banner", "17")
    assert (seat.said()[0], _tones(seat)) == (["No more bets"], BELL)


@pytest.mark.cites("30-2201(7)")
def test_a_muted_demonstration_says_so_and_plays(people: People) -> None:
    seat = _counted(people)
    seat.page.evaluate("allows = true")
    seat.page.keyboard.press("m")  # wakes the sound
    expect(seat.page.locator("#sound")).to_have_attribute("aria-pressed", "true")
    seat.page.keyboard.press("m")
    expect(seat.page.locator("#sound-waits")).to_have_text("Muted. Only a demonstration may be.")
    seat.put("red")
    before = _tones(seat)
    people.server.comes("R00", "17")
    seat.says("#banner", "17")
    assert (seat.said()[0], _tones(seat)) == ([], before)


def test_a_win_is_heard_unless_sound_is_off(people: People) -> None:
    """Four rising notes; a lost bet has none of them, and a muted terminal no tone at all."""
    seat = _counted(people)
    seat.page.evaluate("allows = true")
    seat.put("black")
    seat.comes("17")
    seat.until(lambda: _wins(seat) == 1)
    seat.put("red")
    seat.comes("17")
    assert _wins(seat) == 1
    seat.page.keyboard.press("m")
    expect(seat.page.locator("#sound")).to_have_attribute("aria-pressed", "false")
    before = _tones(seat)
    seat.put("black")
    seat.comes("17")
    seat.says("#result", "+$5.00")
    assert _tones(seat) == before
