"""The terminal in a browser takes part in every close, and warns its player of everything that is wrong with it.

The server is honest. A script between its socket and the page changes what the page is shown, as a house could.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from croupier.cli.verify_round import read, verify_round
from croupier.core.delay import LEAST, PATIENCE_MS
from croupier.floor.crew.paced import Pace
from croupier.table import witness
from croupier.table.proof import to_json
from tests.support.browser.people import DESK, PHONE
from tests.support.web import Server

FEW = 20_000  # iterations
QUICK = Pace(window=1.0, spin=0.2, rest=0.3, show=0.5, offer=0.1)
#: Every frame goes through `tamper`, which returns it or another one, and how many milliseconds it is late.
BETWEEN = """
window.tamper = (frame) => [frame, 0];
Object.defineProperty(WebSocket.prototype, "onmessage", { set(hear) {
  this.addEventListener("message", (event) => {
    const [frame, late] = window.tamper(JSON.parse(event.data));
    const pass = () => hear.call(this, { data: JSON.stringify(frame) });
    if (late) setTimeout(pass, late); else pass();
  });
} });
"""
CLOSING = "frame.kind === 'delta' && frame.happened.find(({ event }) => event === 'closing-published')"
LATE = f"(frame) => [frame, ({CLOSING}) ? 700 : 0]"
MISSING = "(frame) => [frame.kind === 'nonce' ? { ...frame, path: null } : frame, 0]"
FORGED = f"(frame) => {{ const it = {CLOSING}; if (it) it.signature = '00'.repeat(64); return [frame, 0]; }}"
SWAPPED = """(frame) => {
  const it = frame.kind === "delta" && frame.happened.find(({ event }) => event === "seed-revealed");
  if (it) it.proof.closing.nonces = "ab".repeat(32);
  return [frame, 0];
}"""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A table with rounds of two seconds and a short delay."""
    with Server(f"sqlite:///{tmp_path_factory.mktemp('pit')}/pit.db", "B6", pace=QUICK, delay=FEW) as running:
        yield running


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """A page whose frames can be changed; it has no errors."""
    width, height = DESK
    context = browser.new_context(
        base_url=server.origin, viewport={"width": width, "height": height}, reduced_motion="reduce"
    )
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.add_init_script(BETWEEN)
    made, faults = context.new_page(), list[str]()
    made.on("pageerror", lambda error: faults.append(str(error)))
    yield made
    context.close()
    assert faults == []


def _sits(page: Page, tamper: str = "(frame) => [frame, 0]") -> None:
    page.goto("/tables/B6")
    page.wait_for_selector("body.ready")
    page.evaluate(f"() => {{ window.tamper = {tamper}; }}")


def _kept(page: Page) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(page.evaluate("localStorage.getItem('croupier.seen')") or "[]")
    return found


def test_a_good_round(page: Page, server: Server, tmp_path: Path) -> None:
    """The page says that it took part, keeps what it saw, and the page of the round compares it with the proof."""
    _sits(page)
    expect(page.locator("#witness")).to_contain_text("✓ Your device took part in round")
    expect(page.locator("#witness-why")).to_contain_text("was drawn from that closing")
    expect(page.locator("#warning")).to_be_hidden()
    good = [each for each in _kept(page) if each["fault"] is None]
    assert good
    seen = witness.read(json.dumps(good[-1]["seen"]))
    assert witness.fault(seen) is None
    proof = read(server.get(f"/tables/B6/rounds/{seen.round}/proof.json").text)
    assert witness.exchanged(seen, proof) is None
    page.goto(f"/tables/B6/rounds/{seen.round}")
    expect(page.locator("[data-seen]")).to_contain_text("Your device took part in this round")
    expect(page.locator(".verdict")).to_contain_text("All values are equal")
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save what your device saw").click()
    (tmp_path / "proof.json").write_text(to_json(proof), encoding="utf-8")
    with pytest.raises(SystemExit) as ended:
        verify_round(tmp_path / "proof.json", seen=Path(saved.value.path()))
    assert ended.value.code == 0


@pytest.mark.parametrize(
    ("tamper", "fault", "says"),
    [
        (LATE, "late", "did not come within half a second"),
        (MISSING, "missing", "is not in the closing"),
        (FORGED, "signature", "is not signed by the device"),
        (SWAPPED, "closing", "was drawn from another closing"),
    ],
    ids=("late", "missing", "signature", "closing"),
)
def test_a_warning_stays_until_it_is_read(page: Page, tamper: str, fault: str, says: str) -> None:
    """It stays through a reload, with the evidence; the terminal in Python finds the same fault."""
    _sits(page, tamper)
    warning = page.locator("#warning")
    expect(warning).to_contain_text(says)
    expect(page.locator("#urgent")).to_contain_text(says)
    page.evaluate("() => { window.tamper = (frame) => [frame, 0]; }")
    page.get_by_role("button", name="Copy it").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = witness.read(page.evaluate("navigator.clipboard.readText()"))
    found = witness.fault(copied)
    assert (found is None) is (fault == "closing")
    assert fault != "late" or (copied.waited or PATIENCE_MS + 1) > PATIENCE_MS
    page.reload()
    expect(warning).to_contain_text(says)
    while warning.is_visible():
        page.get_by_role("button", name="I have read this").click()
    page.reload()
    page.wait_for_selector("body.ready")
    expect(warning).to_be_hidden()
    assert {each["fault"] for each in _kept(page) if each["fault"]} >= {fault}


def test_a_warning_covers_no_guided_round(page: Page) -> None:
    """It stands beside the card of the coach, over the layout, and can be read and closed at every size."""
    _sits(page, LATE)
    page.locator(".coach-button").click()
    page.get_by_role("button", name="Guided round").click()
    expect(page.locator("#warning")).to_be_visible()
    page.evaluate("() => { window.tamper = (frame) => [frame, 0]; }")
    for width, height in (DESK, (1440, 900), (1920, 1080), PHONE, (844, 390), (768, 1024)):
        page.set_viewport_size({"width": width, "height": height})
        warning, card, tray = (page.locator(each).bounding_box() for each in ("#warning", "#coach", ".tray"))
        assert warning is not None
        assert card is not None
        assert tray is not None
        beside = warning["x"] + warning["width"] <= card["x"]
        assert beside or warning["y"] >= card["y"] + card["height"], (width, height)
        assert warning["x"] >= 0
        assert warning["y"] + warning["height"] <= tray["y"], (width, height)
        page.get_by_role("button", name="I have read this").scroll_into_view_if_needed()
        expect(page.get_by_role("button", name="I have read this")).to_be_in_viewport()


def test_a_lost_connection_is_not_called_good(page: Page) -> None:
    """A closing that comes after the connection was lost shows nothing."""
    _sits(page, f"(frame) => [frame, ({CLOSING}) || frame.kind === 'nonce' ? 5000 : 0]")
    page.evaluate("""() => {
      const send = WebSocket.prototype.send;
      WebSocket.prototype.send = function (said) { send.call(this, said); if (said.includes("nonce")) this.close(); };
    }""")
    expect(page.locator("#witness")).to_contain_text("not checked: connection lost")


def test_the_claim_needs_the_least_delay(server: Server) -> None:
    """The posted rules of this table name its short delay, and do not claim what it does not show."""
    rules = server.get("/tables/B6/rules").text
    assert f"{FEW:,} steps" in rules
    assert "not even the house can choose" not in rules
    assert FEW < LEAST
