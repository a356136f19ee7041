"""Headless Chromium at a server of its own. Tests are skipped without Chromium and fail without the built page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser.table import ROOT, WAIT, Game, Seat, Server, chromium

Open = Callable[..., Seat]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(item.path).parent == Path(__file__).parent:
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = chromium()
    if path is None:
        pytest.skip("Chromium is missing; install Debian's chromium, or name one in BLACKEARTH_CHROMIUM")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    built = ROOT / "blackearth" / "static" / "index.html"
    assert built.exists(), "the page is not built: run npm ci and npm run build in web"
    server = Server(tmp_path_factory.mktemp("games"))
    # The map is drawn when it is first asked for; no test shall wait for that.
    server.call("/api/systems/ring-of-fire/breakthrough/sheet")
    yield server
    server.stop()


@pytest.fixture
def first_visit(tmp_path: Path) -> Iterator[Server]:
    """A server that nobody has played at yet."""
    server = Server(tmp_path)
    yield server
    server.stop()


@pytest.fixture
def problems() -> Iterator[list[str]]:
    """Errors of the pages of a test; there must be none."""
    found: list[str] = []
    yield found
    assert not found


@pytest.fixture
def context(browser: Browser) -> Iterator[Callable[..., BrowserContext]]:
    opened: list[BrowserContext] = []

    def fresh(**more: Any) -> BrowserContext:
        options: dict[str, Any] = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", **more}
        opened.append(browser.new_context(**options))
        opened[-1].set_default_timeout(WAIT)
        return opened[-1]

    yield fresh
    for one in opened:
        one.close()


@pytest.fixture
def game(server: Server) -> Game:
    return Game(server, {"soviet": "human", "german": "human"})


@pytest.fixture
def table(context: Callable[..., BrowserContext], game: Game, problems: list[str]) -> Open:
    """Opens a seat of the game in a browser of its own."""

    def open_seat(seat: str = "soviet", **more: Any) -> Seat:
        return Seat(context(**more), game, seat, problems=problems)

    return open_seat
