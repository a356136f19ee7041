"""The list of games in the lobby: whoever sits at the machine finds them again, and loses none by a slip."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.table import READY, WAIT, Game, Server, watch

Fresh = Callable[..., BrowserContext]


def lobby(context: Fresh, address: str, problems: list[str]) -> Page:
    """The lobby in a browser that was never here."""
    page = context().new_page()
    watch(page, problems)
    page.goto(address)
    page.wait_for_selector(".list .row", timeout=WAIT)
    return page


def test_another_browser_goes_on_with_a_game_on_one_screen(
    context: Fresh, server: Server, game: Game, problems: list[str]
) -> None:
    page = lobby(context, server.address.replace("127.0.0.1", "localhost"), problems)
    row = page.locator(f'.list a[href*="{game.id}"]')
    expect(row).to_contain_text("on one screen")
    row.click()
    page.wait_for_selector(READY, timeout=WAIT)
    page.get_by_role("button", name="Menu").click()
    for side in ("Soviet", "German"):
        expect(page.get_by_role("button", name=f"Copy link: {side} seat")).to_be_visible()


def test_a_game_that_was_removed_comes_back_and_no_other_slides_under_the_pointer(
    context: Fresh, server: Server, problems: list[str]
) -> None:
    games = [Game(server, {"soviet": "human", "german": "human"}) for _ in range(2)]
    page = lobby(context, server.address, problems)
    rows = page.locator(".list .row")
    expect(page.get_by_role("button", name="Start", exact=True)).not_to_be_focused()
    before, first = rows.count(), rows.first
    name = first.locator("a").get_attribute("href")
    first.hover()
    box = first.get_by_title("Take off this list").bounding_box()
    assert box is not None
    page.mouse.dblclick(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    undo = first.get_by_role("button", name="Undo")
    expect(undo).to_be_focused()
    listed = {row["game"] for row in server.call("/api/games")}
    assert (rows.count(), page.locator(".list a").count(), len(listed & {game.id for game in games})) == (
        before, before - 1, 1,
    )  # fmt: skip
    page.keyboard.press("Enter")
    expect(first.locator("a")).to_have_attribute("href", name or "")
    assert listed < {row["game"] for row in server.call("/api/games")}


def test_a_save_is_played_by_whom_it_names_or_whoever_is_named_for_it(
    context: Fresh, server: Server, problems: list[str]
) -> None:
    game = Game(server, {"soviet": "random", "german": "human"})
    save = server.call(f"/api/games/{game.id}/save?key={game.keys['german']}")
    assert save["players"] == {"soviet": "random", "german": "human"}
    for players, button in ((save["players"], None), ({}, "German, against the computer")):
        page = lobby(context, server.address, problems)
        content = msgspec.json.encode(save | {"players": players})
        page.set_input_files(
            "input[type=file]", {"name": "save.json", "mimeType": "application/json", "buffer": content}
        )
        if button:
            page.get_by_role("button", name=button).click()
        page.wait_for_selector(READY, timeout=WAIT)
        expect(page.locator(".player").filter(has_text="You")).to_have_attribute("title", "German")
        page.get_by_label("Black Earth, to the lobby").click()
        expect(page.locator(".list .row", has_text="copy, from a save").first).to_contain_text("German against")
