"""A browser at the real page of a real server: what the tests of this folder hold in their hands."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import urllib.request
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import BrowserContext, Page, expect

ROOT = Path(__file__).parents[2]
READY = "[data-ready=true]"
#: Milliseconds; a page may have to share its machine with many others.
WAIT = 120_000
expect.set_options(timeout=WAIT)


def chromium() -> str | None:
    """Where Chromium is, None when there is none."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return os.environ.get("BLACKEARTH_CHROMIUM") or next((path for name in names if (path := shutil.which(name))), None)


#: Keeps answers whose path holds some words in ``beHeld`` until they are let go; all others come as they do.
_HOLD = """
(words) => {
  const real = window.fetch;
  window.beHeld = [];
  window.fetch = async (path, ...more) => {
    const answer = await real(path, ...more);
    if (!String(path).includes(words) || window.fetch === real) return answer;
    const text = await answer.text();
    await new Promise((go) => window.beHeld.push(go));
    return new Response(text, { status: answer.status, headers: answer.headers });
  };
  window.beFree = () => {
    window.fetch = real;
    for (const go of window.beHeld) go();
    return new Promise((done) => setTimeout(done));
  };
}
"""


class Held:
    """Keeps answers to a page back: the server has given them, the page does not know them yet.

    Args:
        page: that waits for them.
        words: of the paths of the requests.
        first: before the page is opened, so that its very first requests count.
    """

    def __init__(self, page: Page, words: str, *, first: bool = False) -> None:
        self.page = page
        if first:
            page.add_init_script(f"({_HOLD})({words!r})")
        else:
            page.evaluate(_HOLD, words)

    def wait(self) -> None:
        """Until an answer is there."""
        self.page.wait_for_function("() => window.beHeld.length > 0")

    def let_go(self) -> None:
        """Give the page all answers; it has taken them when this comes back."""
        self.page.evaluate("() => window.beFree()")


class Server:
    """A server process with its games in a folder."""

    def __init__(self, home: Path, port: int = 0) -> None:
        command = [sys.executable, "-m", "blackearth", "play", "--no-browser", "--home", str(home), "--port", str(port)]
        self.process = subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, "PYTHONPATH": str(ROOT)}, stdout=subprocess.PIPE, text=True
        )
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://[^ ]+?:(\d+)/", line)
        if found is None:
            self.stop()
            raise AssertionError(f"the server did not start: {line!r}")
        self.address, self.port = found[0].rstrip("/"), int(found[1])

    def call(self, path: str, document: Any = None) -> Any:
        """The JSON answer of a GET, or of a POST when there is a document."""
        body = None if document is None else msgspec.json.encode(document)
        request = urllib.request.Request(self.address + path, body, {"content-type": "application/json"})
        with urllib.request.urlopen(request, timeout=WAIT / 1000) as answer:
            return msgspec.json.decode(answer.read())

    def stop(self) -> None:
        """End it."""
        self.process.kill()
        self.process.wait()
        if self.process.stdout is not None:
            self.process.stdout.close()


class Game:
    """A game on the server with the keys of its seats."""

    def __init__(
        self,
        server: Server,
        seats: dict[str, str],
        scenario: str = "breakthrough",
        system: str = "ring-of-fire",
        options: tuple[str, ...] = (),
        setup: str = "suggested",
    ) -> None:
        self.server, self.scenario, self.system = server, scenario, system
        wish = {"system": system, "scenario": scenario, "seats": seats, "setup": setup}
        wish["options"] = dict.fromkeys(options, True)
        made = server.call("/api/games", wish)
        self.id: str = made["game"]
        self.keys: dict[str, str] = {**made["seats"], "watch": made["watch"]}

    def link(self, seat: str) -> str:
        """The secret link of a seat."""
        return f"{self.server.address}/#/game/{self.id}/{self.keys[seat]}"

    def state(self, seat: str = "soviet") -> Any:
        """The game as a seat sees it."""
        return self.server.call(f"/api/games/{self.id}?key={self.keys[seat]}")

    def query(self, name: str, seat: str = "soviet", **args: Any) -> Any:
        """An answer of the engine."""
        return self.server.call(f"/api/games/{self.id}/query/{name}?key={self.keys[seat]}", args)

    @cached_property
    def sheet(self) -> Any:
        """What never changes."""
        return self.server.call(f"/api/systems/{self.system}/{self.scenario}/sheet")

    def mover(self, seat: str = "soviet") -> tuple[str, str, str]:
        """A unit alone in its hex that can move, its hex, and an empty hex two or more away that it can reach."""
        state = self.state(seat)
        route = next(c for c in state["decision"]["choices"] if c["kind"] == "route")
        units = state["view"]["units"]
        held = [where for where, *_ in units.values()]
        for unit in route["units"]:
            start = units[unit][0]
            if held.count(start) > 1 or start.startswith("33"):
                continue
            reach = self.query("reach", seat, units=[unit])["hexes"]
            free = [h for h, cost in sorted(reach.items()) if h not in held and cost >= 4]
            if free:
                return unit, start, free[0]
        raise AssertionError("no unit can move two hexes")


class Seat:
    """A page at a table."""

    def __init__(self, context: BrowserContext, game: Game, seat: str = "soviet", *, problems: list[str]) -> None:
        self.game, self.page = game, context.new_page()
        watch(self.page, problems)
        self.page.goto(game.link(seat))
        self.page.wait_for_selector(READY, timeout=WAIT)

    def point(self, label: str) -> tuple[float, float]:
        """Where the middle of a hex is on the screen."""
        transform, left, top = self.page.evaluate(
            "() => { const box = document.querySelector('.map').getBoundingClientRect();"
            " return [document.querySelector('.map svg.sheet').style.transform, box.left, box.top]; }"
        )
        x, y, _, zoom = (float(number) for number in re.findall(r"(?<=[(, ])-?[\d.]+(?:e-?\d+)?", transform))
        place = self.game.sheet["hexes"][label]
        return place[0] * zoom + x + left, place[1] * zoom + y + top

    def look_at(self, label: str) -> None:
        """Bring a hex to the middle of the map."""
        page = self.page
        page.locator(".map").focus()
        page.keyboard.press("g")
        page.get_by_label("Number or town").fill(label)
        page.keyboard.press("Enter")
        expect(page.get_by_label("Number or town")).to_have_count(0)
        page.wait_for_function(
            "() => { const was = window.beWas; window.beWas = document.querySelector('.map svg.sheet').style.transform;"
            " return was === window.beWas && !document.querySelector('.sheet.busy'); }",
            polling=100,
        )
        page.keyboard.press("Escape")

    def click(self, label: str, **more: Any) -> None:
        """Click the middle of a hex."""
        self.page.mouse.click(*self.point(label), **more)

    def tap(self, label: str) -> None:
        """Tap the middle of a hex."""
        self.page.touchscreen.tap(*self.point(label))

    @property
    def prompt(self) -> Any:
        """The sentence that says what to do."""
        return self.page.locator("[data-prompt]")

    def act(self, name: str) -> Any:
        """A button of the prompt by its id."""
        return self.page.locator(f"[data-act='{name}']")

    def expect_at(self, unit: str, label: str) -> None:
        """Wait until a counter lies in a hex."""
        expect(self.page.locator(f"[data-stack='{label}'] [data-unit='{unit}']")).to_have_count(1, timeout=WAIT)


def watch(page: Page, problems: list[str]) -> None:
    """Note every error of a page."""
    page.on("pageerror", lambda error: problems.append(str(error)))
    # The browser itself notes every refused request as an error; those are answers, not faults.
    page.on(
        "console",
        lambda message: (
            problems.append(message.text)
            if message.type == "error" and not message.text.startswith("Failed to load resource")
            else None
        ),
    )
