"""Firefox over WebDriver BiDi and WebKit over WebDriver, with mouse and keys.

Both are Debian's. Their protocols differ in how a command travels; what a mouse or a key does is the same in both.
"""

from __future__ import annotations

import base64
import http.client
import json
import os
import shutil
import socket
import time
from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from typing import Any

import pytest
from websockets.sync.client import ClientConnection, connect

PATIENCE = 60.0  # seconds: these browsers draw without a graphics card
_BUSY = 0.05
#: Pages move as little as they do for people who asked for that.
_FIREFOX = """
user_pref("ui.prefersReducedMotion", 1);
user_pref("app.update.enabled", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "");
"""
_GTK = "[Settings]\ngtk-enable-animations=0\n"
_SAYS = "document.body.innerText.slice(0, 500)"
_MIDDLE = """(() => {
  const found = document.querySelector(%s);
  if (!found) return null;
  found.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  const { x, y, width, height } = found.getBoundingClientRect();
  return width && height ? [Math.round(x + width / 2), Math.round(y + height / 2)] : null;
})()"""


class Window(ABC):
    """One window of a browser."""

    heard = True  # whether it plays sound on a machine without a device for it

    @abstractmethod
    def go(self, url: str) -> None:
        """Open a page, and wait until it is loaded."""

    @abstractmethod
    def look(self, expression: str) -> Any:
        """The value of an expression in the page."""

    @abstractmethod
    def picture(self) -> bytes:
        """What the window shows, as PNG."""

    @abstractmethod
    def _perform(self, actions: list[dict[str, Any]]) -> None:
        """Move and press a mouse, or press keys, as WebDriver describes them."""

    def until(self, expression: str) -> Any:
        """Wait until an expression is true in the page."""
        end = time.monotonic() + PATIENCE
        while not (value := self.look(expression)):
            assert time.monotonic() < end, f"never true: {expression}; the page says {self.look(_SAYS)!r}"
            time.sleep(_BUSY)
        return value

    def click(self, selector: str) -> None:
        """Press the mouse in the middle of an element."""
        x, y = self.until(_MIDDLE % json.dumps(selector))
        press = [{"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        move = {"type": "pointerMove", "x": x, "y": y, "duration": 0}
        self._perform([{"type": "pointer", "id": "mouse", "actions": [move, *press]}])

    def press(self, key: str) -> None:
        """Press a key."""
        self._perform(
            [{"type": "key", "id": "keys", "actions": [{"type": way, "value": key} for way in ("keyDown", "keyUp")]}]
        )

    def text(self, selector: str) -> str:
        """The text of an element."""
        return str(self.until(f"document.querySelector({json.dumps(selector)})?.innerText"))

    def says(self, selector: str, text: str) -> None:
        """Wait until an element contains a text."""
        self.until(f"document.querySelector({json.dumps(selector)})?.innerText.includes({json.dumps(text)})")


# Firefox --------------------------------------------------------------------------------------------------------
class Firefox(Window):
    """A window of Firefox. `faults` has the errors of its pages."""

    heard = False

    def __init__(self, line: ClientConnection, size: tuple[int, int]) -> None:
        self.faults: list[str] = []
        self._line, self._number = line, 0
        self._ask("session.new", capabilities={})
        self._ask("session.subscribe", events=["log.entryAdded"])
        self._context = self._ask("browsingContext.getTree")["contexts"][0]["context"]
        width, height = size
        self._ask("browsingContext.setViewport", context=self._context, viewport={"width": width, "height": height})

    def _ask(self, method: str, **params: Any) -> dict[str, Any]:
        self._number += 1
        self._line.send(json.dumps({"id": self._number, "method": method, "params": params}))
        while True:
            said = json.loads(self._line.recv(timeout=PATIENCE))
            if said["type"] == "event":
                self._noted(said)
            elif said["id"] == self._number:
                assert said["type"] == "success", said
                return dict(said["result"])

    def _noted(self, event: dict[str, Any]) -> None:
        entry = event["params"]
        if (
            entry["level"] == "error"
            and "WebSocket" not in entry["text"]
            and "establish a connection" not in entry["text"]
        ):
            self.faults.append(entry["text"])

    def go(self, url: str) -> None:
        self._ask("browsingContext.navigate", context=self._context, url=url, wait="complete")

    def look(self, expression: str) -> Any:
        wrapped = f"JSON.stringify({expression}) ?? 'null'"
        found = self._ask("script.evaluate", expression=wrapped, target={"context": self._context}, awaitPromise=True)
        assert found["type"] == "success", found
        return json.loads(found["result"]["value"])

    def picture(self) -> bytes:
        return base64.b64decode(self._ask("browsingContext.captureScreenshot", context=self._context)["data"])

    def _perform(self, actions: list[dict[str, Any]]) -> None:
        self._ask("input.performActions", context=self._context, actions=actions)


@contextmanager
def firefox(folder: Path, size: tuple[int, int]) -> Iterator[Firefox]:
    """Start the system's Firefox with a profile of its own in a folder."""
    found = _installed("firefox-esr", "firefox-esr")
    profile = folder / "profile"
    profile.mkdir()
    (profile / "user.js").write_text(_FIREFOX)
    words = [found, "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
    with Popen(words, stdout=DEVNULL, stderr=PIPE, text=True, env={**os.environ, "HOME": str(folder)}) as process:
        try:
            assert process.stderr is not None
            said = next(line for line in process.stderr if "BiDi listening on" in line)
            with connect(f"{said.split()[-1]}/session", max_size=None, open_timeout=PATIENCE) as line:
                window = Firefox(line, size)
                yield window
                assert not window.faults, window.faults
        finally:
            process.terminate()
            process.communicate(timeout=PATIENCE)


# WebKit ---------------------------------------------------------------------------------------------------------
class WebKit(Window):
    """A window of WebKit's MiniBrowser."""

    def __init__(self, port: int, size: tuple[int, int]) -> None:
        self._port, self._session = port, ""
        asked = {"webkitgtk:browserOptions": {"binary": str(_minibrowser()), "args": ["--automation"]}}
        self._session = "/session/" + self._ask("POST", "/session", capabilities={"alwaysMatch": asked})["sessionId"]
        width, height = size
        for _ in range(2):  # the second time, what the window has around the page is known
            extra = self.look("[outerWidth - innerWidth, outerHeight - innerHeight]")
            self._ask("POST", "/window/rect", x=0, y=0, width=width + extra[0], height=height + extra[1])
        self.until(f"innerWidth === {width}")

    def _ask(self, method: str, path: str, **body: Any) -> Any:
        line = http.client.HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        with closing(line):
            line.request(method, self._session + path, json.dumps(body) if method == "POST" else None)
            answer = line.getresponse()
            value = json.loads(answer.read())["value"]
        assert answer.status == http.client.OK, value
        return value

    def go(self, url: str) -> None:
        self._ask("POST", "/url", url=url)

    def look(self, expression: str) -> Any:
        return self._ask("POST", "/execute/sync", script=f"return {expression}", args=[])

    def picture(self) -> bytes:
        return base64.b64decode(self._ask("GET", "/screenshot"))

    def _perform(self, actions: list[dict[str, Any]]) -> None:
        self._ask("POST", "/actions", actions=actions)

    def close(self) -> None:
        """Close the window."""
        self._ask("DELETE", "")


@contextmanager
def webkit(folder: Path, size: tuple[int, int]) -> Iterator[WebKit]:
    """Start the system's WebKit on a screen of its own."""
    driver, xvfb = _installed("WebKitWebDriver", "webkit2gtk-driver"), _installed("Xvfb", "xvfb")
    if _minibrowser() is None:
        pytest.skip("WebKit has no MiniBrowser: install webkit2gtk-driver (on Debian, with apt-get)")
    (folder / "gtk-3.0").mkdir()
    (folder / "gtk-3.0/settings.ini").write_text(_GTK)
    screen = [xvfb, "-displayfd", "1", "-screen", "0", "2000x1400x24", "-nolisten", "tcp"]
    with Popen(screen, stdout=PIPE, stderr=DEVNULL, text=True) as display:
        assert display.stdout is not None
        env = {**os.environ, "DISPLAY": f":{display.stdout.readline().strip()}", "HOME": str(folder)}
        env |= {"XDG_CONFIG_HOME": str(folder), "WEBKIT_DISABLE_COMPOSITING_MODE": "1", "LIBGL_ALWAYS_SOFTWARE": "1"}
        port = _free_port()
        with Popen(
            [driver, f"--port={port}", "--host=127.0.0.1"], stdout=DEVNULL, stderr=DEVNULL, env=env
        ) as process:
            try:
                _listens(port)
                window = WebKit(port, size)
                try:
                    yield window
                finally:
                    window.close()
            finally:
                process.terminate()
                display.terminate()


def _minibrowser() -> Path | None:
    return next(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"), None)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def _listens(port: int) -> None:
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with socket.socket() as tried:
            if tried.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(_BUSY)
    raise AssertionError("WebKitWebDriver does not listen")


def _installed(program: str, package: str) -> str:
    """Where a program is; without it, the test is skipped with a message."""
    found = shutil.which(program)
    if found is None:
        pytest.skip(
            f"there is no {program}: install it (on Debian: apt-get install {package}) to test in this browser"
        )
    return found
