"""Quick acts in a real browser, at a table with others: each is done completely and once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from tests.support.browser.people import Demonstration, People, Terminal
from tests.support.web import Visitor, check

OTHERS = 7  # other terminals at the table: changes are sent every 100 ms


@pytest.fixture
def seat(browser: Browser, tmp_path: Path) -> Iterator[Terminal]:
    """Somebody at a full table; afterwards its store is audited."""
    with ExitStack() as stack, Demonstration(f"sqlite:///{tmp_path}/demo.db", "R00") as server:
        people = People(browser, server)
        found = people.at("R00")
        for _ in range(OTHERS):
            stack.enter_context(Visitor(server).at("R00"))
        found.chip(1)
        yield found
        people.close()
        server.close()
        check(server.db, "R00")


def press(seat: Terminal, keys: str) -> None:
    """Press keys faster than any answer arrives."""
    seat.page.evaluate(
        "keys => { for (const key of keys) document.body.dispatchEvent("
        "new KeyboardEvent('keydown', { key, bubbles: true })); }",
        list(keys),
    )


def click(seat: Terminal, wager: str, spot: str, times: int) -> None:
    """Click a spot this many times at once."""
    seat.spot(wager, spot).evaluate(
        "(spot, times) => { for (let i = 0; i < times; i += 1)"
        " spot.dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 0 })); }",
        times,
    )


def comes_to(seat: Terminal, cents: int) -> None:
    """Check that the chips on the layout reach this amount, and stay there."""

    def stays() -> bool:
        held = [seat.laid]
        for _ in range(8):
            seat.page.wait_for_timeout(100)
            held.append(seat.laid)
        return held == [cents] * len(held)

    seat.until(stays, tries=10)
    assert seat.balance == 100_000 - cents


def test_quick_acts_are_each_done_once(seat: Terminal) -> None:
    """n undos take back n acts, k doubles double k times, and the immediate drawing shows the final result."""
    click(seat, "dozen", "2", 30)
    seat.until(lambda: seat.stakes("dozen", "2") == {"yours": 3000})  # drawn before the table has it
    press(seat, "uuuuu")
    comes_to(seat, 2500)
    press(seat, "u" * 24)
    comes_to(seat, 100)
    press(seat, "dddd")
    comes_to(seat, 1600)
    press(seat, "uu")
    comes_to(seat, 400)
    press(seat, "cu")
    comes_to(seat, 400)
    assert seat.stakes("dozen", "2") == {"yours": 400}
    press(seat, "du" * 4 + "d")
    comes_to(seat, 800)
    assert not seat.page.locator("#toast").is_visible()


def test_doubles_stop_at_the_limit(seat: Terminal) -> None:
    """Doubles stop at the posted maximum with a sentence, and an undo takes back the accepted part."""
    seat.chip(25)
    click(seat, "straight", "17", 1)
    press(seat, "dddddd")
    seat.says("#toast", "limit")
    comes_to(seat, 40_000)
    press(seat, "du")  # the undo is of a double that was refused
    comes_to(seat, 40_000)
    press(seat, "u")
    comes_to(seat, 20_000)


def test_chips_and_undos_every_100_milliseconds_all_count(seat: Terminal) -> None:
    """At the speed of a person: ten chips and four undos leave six."""
    box = seat.spot("red").bounding_box()
    assert box is not None
    for _ in range(10):
        seat.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for _ in range(4):
        seat.page.keyboard.press("u")
        seat.page.wait_for_timeout(100)
    comes_to(seat, 600)
    for _ in range(3):  # a key held down is one press
        seat.page.keyboard.down("d")
    seat.page.keyboard.up("d")
    comes_to(seat, 1200)


def test_a_quick_removal_and_a_quick_undo_of_a_repeat_work(seat: Terminal) -> None:
    """A chip that was just placed is removed, and a repeat followed by an undo leaves nothing."""
    click(seat, "red", "", 2)
    seat.spot("red").focus()
    seat.page.keyboard.press("Delete")
    comes_to(seat, 0)
    seat.page.keyboard.press("u")
    comes_to(seat, 200)
    seat.comes("17")
    balance = seat.balance
    press(seat, "rd")
    seat.until(lambda: seat.laid == 400)
    press(seat, "uudud")
    seat.until(lambda: seat.laid == 0)
    press(seat, "rdu")
    seat.until(lambda: seat.laid == 200 and seat.stakes("red") == {"yours": 200})
    press(seat, "u")
    seat.until(lambda: seat.laid == 0)
    assert seat.balance == balance


def test_chips_do_not_wait_for_one_another(seat: Terminal) -> None:
    """Four chips are sent before the first is answered, and no more; the tray shows the result at once."""
    sent = seat.page.evaluate("""async () => {
      const sent = [];
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = (frame) => sent.push(frame);  // nothing arrives, so nothing is answered
      const spot = document.querySelector('.spot[data-wager="red"]');
      for (let i = 0; i < 6; i += 1) spot.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 0 }));
      await new Promise((drawn) => setTimeout(drawn, 200));
      WebSocket.prototype.send = send;
      const chips = sent.filter((frame) => frame.includes("place"));  // and perhaps a ping
      return [chips.length, ...["#laid", "#balance"].map((each) => document.querySelector(each).textContent)];
    }""")
    assert sent == [4, "$6.00", "$994.00"]
    seat.page.reload()
    seat.seated()
    comes_to(seat, 0)
