"""A settled round before the player's eyes: losers are swept, winners paid in order, and a win is shown, not more."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.support.browser.people import DESK, PHONE, People, Terminal

MOVES = "no-preference"
#: Notes in order what is swept, what is paid in how many chips, and the amount that counts up.
_NOTE = """() => {
  window.noted = [];
  const note = ({ dataset: { key = "", won }, classList, children }) => {
    const bet = key.split("|").slice(1, 3).join(" ").trim();
    if (classList.contains("swept")) noted.push(`sweep ${bet}`);
    if (classList.contains("payment")) noted.push(`pay ${bet} ${won} in ${children.length}`);
  };
  new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === "attributes") note(target);
      for (const each of addedNodes) if (each.matches?.(".payment")) note(each);
    }
  }).observe(document.getElementById("felt"), { subtree: true, childList: true, attributeFilter: ["class"] });
  window.counted = [];
  const figure = () => document.querySelector("#banner .win")?.textContent;
  const look = () => {
    const shown = document.querySelector("#banner:popover-open") && figure();
    if (shown && shown !== counted.at(-1)) counted.push(shown);
    requestAnimationFrame(look);
  };
  look();
}"""
#: Waits until what looks once a frame has seen what the page shows now.
_NEXT_FRAME = "() => new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))"
#: Looks at every frame: what the banner covers, whether a question was there with it, and whether betting was open.
_COVERED = """() => {
  window.covered = new Set();
  window.met = 0;
  const look = () => {
    const banner = document.querySelector("#banner:popover-open span")?.getBoundingClientRect();
    if (banner) {
      const called = document.getElementById("banner").matches(".called"); // "no more bets" comes before the close
      if (called && document.body.matches(".taken")) covered.add("the layout of a new round");
      for (const each of document.querySelectorAll("#asked > *, #tooltip")) {
        const { left, right, top, bottom, height } = each.getBoundingClientRect();
        if (height && each.matches(".asked-card")) met += 1;
        const apart = right <= banner.left || left >= banner.right || bottom <= banner.top || top >= banner.bottom;
        if (height && !apart) covered.add(each.id || each.className);
      }
    }
    requestAnimationFrame(look);
  };
  look();
}"""


def _noted(seat: Terminal) -> tuple[list[str], list[str]]:
    noted, counted = seat.page.evaluate("[noted, counted]")
    return noted, counted


def _bets(seat: Terminal, *bets: tuple[str, str]) -> None:
    seat.chip(5)
    for bet in bets:
        seat.put(*bet)


def test_losers_are_swept_then_winners_paid_in_the_order_of_the_procedure(slowly: People) -> None:
    """Outside bets before inside ones, those from the edge inward; the amount counts up to the profit."""
    seat = slowly.at("R00", reduced_motion=MOVES)
    _bets(seat, ("straight", "17"), ("red", ""), ("split", "17-20"), ("black", ""), ("dozen", "1"))
    seat.page.evaluate(_NOTE)
    slowly.server.comes("R00", "17")
    expect(seat.page.locator("#banner .win")).to_have_text("You win $255")
    seat.page.evaluate(_NEXT_FRAME)
    noted, counted = _noted(seat)
    assert noted[:2] in (["sweep red", "sweep dozen 1"], ["sweep dozen 1", "sweep red"])
    assert noted[2:] == ["pay black 500 in 1", "pay split 17-20 8500 in 5", "pay straight 17 17500 in 4"]
    amounts = [int(each.removeprefix("You win $")) for each in counted]
    assert len(amounts) > 3
    assert amounts == sorted(amounts)
    assert amounts[-1] == 255
    seat.page.wait_for_selector("body.taken")
    assert seat.page.locator("#banner:popover-open").count() == 0
    assert seat.page.locator(".payment").count() == 0


@pytest.mark.parametrize(
    ("bets", "outcome", "says"),
    [
        ((("black", ""), ("odd", ""), ("high", ""), ("dozen", "3")), "33", "pay"),
        ((("black", ""), ("dozen", "1"), ("column", "1")), "17", "You lose $5 in all"),
        ((("black", ""), ("red", "")), "17", "You break even"),
    ],
)
def test_only_a_profit_is_celebrated(
    people: People, bets: tuple[tuple[str, str], ...], outcome: str, says: str
) -> None:
    """Not a return of the stake or less, though a bet won."""
    seat = people.at("R00")
    _bets(seat, *bets)
    people.server.comes("R00", outcome)
    seat.says("#banner strong b", says)
    won = says == "pay"
    assert seat.page.locator("#banner .win").count() == won
    assert seat.page.locator("#banner b.won").count() == won
    assert ("You win" in seat.text("#next")) == won


def test_without_motion_there_are_only_the_words(slowly: People) -> None:
    seat = slowly.at("R00")
    _bets(seat, ("straight", "17"), ("red", ""))
    seat.page.evaluate(_NOTE)
    slowly.server.comes("R00", "17")
    expect(seat.page.locator("#banner .win")).to_be_visible()
    seat.page.wait_for_timeout(300)
    assert _noted(seat) == ([], ["You win $170"])


@pytest.mark.parametrize("slowly", [("R0",)], indirect=True)
@pytest.mark.parametrize("size", [DESK, PHONE, (844, 390)])
def test_banners_cover_no_question_no_tooltip_and_no_new_round(slowly: People, size: tuple[int, int]) -> None:
    """A zero is won and asks about a bet in prison; the pointer rests on the felt all the time."""
    seat = slowly.at("R0", size)
    _bets(seat, ("red", ""), ("straight", "0"))
    seat.page.evaluate(_COVERED)
    slowly.server.comes("R0", "0")
    seat.spot("straight", "20").hover()
    expect(seat.page.locator("#asked .asked-card")).to_be_visible()
    expect(seat.page.locator("#banner .win")).to_be_visible()
    seat.page.wait_for_selector("body.taken")
    seat.page.wait_for_timeout(300)
    covered, met = seat.page.evaluate("[[...covered], met]")
    assert covered == []
    assert met > 5, "both were there"
