"""From the first visit to a game against the computer; the page's weight."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Response, expect

from blackearth import systems
from tests.browser.table import READY, WAIT, Game, Server, watch

LIMIT = 400_000


def test_first_visit_start_and_resume(
    context: Callable[..., BrowserContext], first_visit: Server, problems: list[str]
) -> None:
    page = context().new_page()
    watch(page, problems)
    page.goto(first_visit.address)
    expect(page.get_by_text("No games yet")).to_be_visible()
    expect(page.get_by_role("heading", name="Learn in ten minutes")).to_be_visible()
    expect(page.get_by_role("button", name="Start the lesson")).to_be_visible()
    start = page.get_by_role("button", name="Start", exact=True)
    expect(start).to_be_focused()
    page.get_by_role("radiogroup", name="Side", exact=True).get_by_role("radio", name="German").click()
    against = page.get_by_role("radiogroup", name="Opponent")
    expect(against.get_by_role("radio", name="Computer")).to_be_checked()
    against.get_by_role("radio", name="Greedy").click()
    expect(page.get_by_text("easy opponent")).to_be_visible()
    # Unfolded, the options cover none of the scenarios.
    page.get_by_role("button", name="Set-up, options").click()
    cards, options = page.locator(".cards").bounding_box(), page.locator("section.start").bounding_box()
    assert cards is not None
    assert options is not None
    assert options["y"] >= cards["y"] + cards["height"]
    start.press("Enter")
    page.wait_for_selector(READY, timeout=WAIT)
    # The computer begins, and may be through with its turn before the page shows it.
    expect(page.locator(".player").filter(has_text="Computer (greedy)")).to_have_count(1)
    expect(page.locator(".player").filter(has_text="You")).to_have_count(1)
    page.get_by_label("Black Earth, to the lobby").click()
    row = page.locator(".list a").first
    expect(row).to_contain_text("against the computer")
    row.click()
    page.wait_for_selector(READY, timeout=WAIT)


def test_the_lobby_weighs_less_than_400_kb(
    context: Callable[..., BrowserContext], server: Server, problems: list[str]
) -> None:
    page = context().new_page()
    watch(page, problems)
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(server.address)
    cards = page.locator("article .crop")
    expect(cards.locator("svg")).to_have_count(len(systems.all_ids()), timeout=4 * WAIT)
    page.wait_for_load_state("networkidle")
    weight = sum(answer.request.sizes()["responseBodySize"] for answer in answers if answer.status == 200)
    assert weight < LIMIT


def test_a_table_weighs_less_than_400_kb(
    context: Callable[..., BrowserContext], game: Game, server: Server, problems: list[str]
) -> None:
    page = context().new_page()
    watch(page, problems)
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    page.goto(game.link("soviet"))
    page.wait_for_selector(READY, timeout=WAIT)
    page.wait_for_load_state("networkidle")
    assert {answer.url.split("/")[2] for answer in answers} == {server.address.split("/")[2]}
    weight = sum(answer.request.sizes()["responseBodySize"] for answer in answers if answer.status == 200)
    assert weight < LIMIT
