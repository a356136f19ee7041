"""The page in headless Chromium: how soon it shows, answers a click, and how smoothly the map moves.

Measured where Playwright, Chromium and the built page are there.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import TYPE_CHECKING

import msgspec

from blackearth.sim.bench_server import Server

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext, Page

#: Name, unit, goal and value of a figure.
Row = tuple[str, str, float | None, float]
SYSTEM, SCENARIO = "ring-of-fire", "rumyantsev"
WAIT = 120_000
#: Milliseconds of panning that are measured.
PANNING = 2000

#: Notes when the map with its counters is first in the document, and what happens after the next click.
_WATCH = """
const seen = (mutations) => {
  if (window.beDrawn === undefined && document.querySelector('[data-ready=true]')) window.beDrawn = performance.now();
  if (window.beClicked && !window.beAnswered && document.querySelector('[data-cost]'))
    requestAnimationFrame(() => { window.beAnswered = performance.now(); });
};
new MutationObserver(seen).observe(document, { subtree: true, childList: true, attributes: true });
addEventListener('pointerup', () => { window.beClicked = performance.now(); window.beAnswered = 0; }, true);
"""
_WEIGHT = """
() => ['navigation', 'resource'].flatMap((kind) => performance.getEntriesByType(kind))
  .reduce((sum, entry) => sum + entry.transferSize, 0) / 1000
"""
#: The map glides to what is chosen: whether it stands where it stood when this was last asked.
_STILL = """
() => {
  const was = window.beStood;
  window.beStood = document.querySelector('.map svg.sheet').style.transform;
  return was === window.beStood;
}
"""
#: Until ten frames in a row have come in time, or for five seconds: then everything has been drawn.
_REST = """
() => new Promise((done) => {
  const began = performance.now();
  let last = began, calm = 0;
  const next = (now) => {
    calm = now - last < 25 ? calm + 1 : 0;
    last = now;
    if (calm >= 10 || now - began > 5000) done();
    else requestAnimationFrame(next);
  };
  requestAnimationFrame(next);
})
"""
#: Frames a second while the map follows a pointer that goes in a circle, a step a frame.
_PAN = """
(length) => new Promise((done) => {
  const map = document.querySelector('.map'), box = map.getBoundingClientRect();
  const at = (n) => ({ clientX: box.left + box.width / 2 + 200 * Math.cos(n / 20),
    clientY: box.top + box.height / 2 + 200 * Math.sin(n / 20),
    pointerId: 1, bubbles: true, buttons: 1, isPrimary: true });
  map.dispatchEvent(new PointerEvent('pointerdown', at(0)));
  const began = performance.now();
  let frames = 0;
  const next = () => {
    frames += 1;
    map.dispatchEvent(new PointerEvent('pointermove', at(frames)));
    if (performance.now() - began < length) return requestAnimationFrame(next);
    map.dispatchEvent(new PointerEvent('pointerup', at(frames)));
    done(1000 * frames / (performance.now() - began));
  };
  requestAnimationFrame(next);
})
"""


def measure(runs: int) -> Iterator[Row]:
    """Medians over several loads of a campaign's table; nothing where something needed is missing."""
    path = _chromium()
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        return
    if path is None:
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        try:
            yield from in_browser(browser, runs)
        finally:
            browser.close()


def in_browser(browser: Browser, runs: int) -> Iterator[Row]:
    """The figures in a browser, whose cache is warm but for the first visit."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        try:
            context = browser.new_context(viewport={"width": 1280, "height": 800})
            context.set_default_timeout(WAIT)
            context.add_init_script(_WATCH)
            weight = _load(context, server).evaluate(_WEIGHT)
            found = [_once(context, server) for _ in range(runs)]
            context.close()
        finally:
            server.close()
    yield "page of a table, transferred at the first visit", "kB", 400.0, weight
    for number, (name, unit, goal) in enumerate(_FIGURES):
        yield name, unit, goal, median(values[number] for values in found)


_FIGURES = (
    ("page painted", "ms", 180.0),
    ("page drawn, map and counters", "ms", 250.0),
    ("page answers a click with the reach", "ms", 35.0),
    ("page frames a second while panning", "1/s", 55.0),
)


def _chromium() -> str | None:
    """Where Chromium is, None when there is none."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return os.environ.get("BLACKEARTH_CHROMIUM") or next((path for name in names if (path := shutil.which(name))), None)


def _load(context: BrowserContext, server: Server) -> Page:
    """The table of a new game, drawn."""
    seats = {"soviet": "human", "german": "human"}
    made = msgspec.json.decode(
        server.call("/api/games", {"system": SYSTEM, "scenario": SCENARIO, "setup": "suggested", "seats": seats})
    )
    server.hang_up()
    page = context.new_page()
    page.goto(f"{server.address}/#/game/{made['game']}/{made['seats']['soviet']}")
    page.wait_for_function("() => window.beDrawn !== undefined")
    return page


def _once(context: BrowserContext, server: Server) -> tuple[float, float, float, float]:
    """One load: the figures in the order of `_FIGURES`."""
    page = _load(context, server)
    page.wait_for_function("() => performance.getEntriesByName('first-contentful-paint').length")
    painted = page.evaluate("() => performance.getEntriesByName('first-contentful-paint')[0].startTime")
    drawn = page.evaluate("() => window.beDrawn")
    _click_a_counter(page)
    answered = page.evaluate("() => window.beAnswered - window.beClicked")
    frames = page.evaluate(_PAN, PANNING)
    page.close()
    return painted, drawn, answered, frames


def _click_a_counter(page: Page) -> None:
    """Click a unit that can move on a page at rest, and wait for its reach."""
    page.locator(".map").focus()
    page.keyboard.press("j")
    page.locator("[data-cost]").first.wait_for(state="attached")
    page.wait_for_function(_STILL, polling=100)
    box = page.locator("[data-unit]:has(.ring.amber)").first.bounding_box()
    assert box is not None
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('[data-cost]')")
    page.evaluate(_REST)
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_function("() => window.beAnswered > 0")
