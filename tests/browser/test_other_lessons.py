"""The lessons of Kharkov and of Kursk, each step shown and done by the page."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.table import WAIT, Seat, Server
from tests.browser.test_lessons import Lesson

ON = re.compile("^(Next|Do it for me|Show me)$")
#: What the learner has before the eyes: the page of the lesson with its hint, and how far the game has come.
SEEN = "() => document.querySelector('.lesson').innerText + document.querySelector('.replay .figure').innerText"


@pytest.mark.parametrize(("system", "name"), [("kharkov", "backhand-blow"), ("kursk", "road-to-kursk")])
def test_a_lesson_is_walked_to_its_end(
    context: Callable[..., BrowserContext], server: Server, problems: list[str], system: str, name: str
) -> None:
    lesson = Lesson(server, name, system)
    seat = Seat(context(), lesson, "german", problems=problems)
    page = seat.page
    buttons = page.locator(".lesson").get_by_role("button", name=ON)
    expect(buttons.first).to_be_visible()
    while page.locator(".lesson h2").inner_text() != "That is the game":
        was = page.evaluate(SEEN)
        buttons.first.click()
        page.wait_for_function(f"was => ({SEEN})() !== was", arg=was, timeout=WAIT)
    expect(seat.prompt).to_contain_text("That was the lesson")
    expect(page.locator(".lesson .play").first).to_be_visible()
    assert lesson.state("german")["lesson"]["wishes"] == []
