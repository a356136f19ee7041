"""The bar of the replay: a step by a click on the log, all of them by themselves, and words on the way out."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, expect

from tests.browser.table import Game, Seat, Server
from tests.browser.test_together import _march


def test_the_replay_goes_where_it_is_pointed_and_by_itself(
    context: Callable[..., BrowserContext], server: Server, problems: list[str]
) -> None:
    game = Game(server, {"soviet": "human", "german": "random"})
    for _ in range(3):
        _march(game)
    seat = Seat(context(), game, problems=problems)
    bar = seat.page.get_by_role("group", name="Replay")
    at, entries = bar.locator(".figure"), seat.page.locator(".entry")
    box, whole = bar.get_by_label("Step of the game").bounding_box(), bar.bounding_box()
    assert box is not None
    assert whole is not None
    assert box["width"] > 0.8 * whole["width"]
    entries.last.dispatch_event("click")
    expect(at).to_have_text("3 / 3")
    back = bar.get_by_label("One step back")
    place = back.bounding_box()
    back.click()
    expect(at).to_have_text("2 / 3")
    expect(bar.get_by_role("button", name="Play on from here")).to_contain_text("this one is kept")
    # What appears does not move what is under the pointer.
    assert back.bounding_box() == place
    entries.nth(-3).dispatch_event("click")
    expect(at).to_have_text("1 / 3")
    bar.get_by_role("button", name="Watch").click()
    expect(at).to_have_text("3 / 3")
    expect(bar.get_by_role("button", name="Watch")).to_be_enabled()
    expect(seat.page.locator(".prompt.replay")).to_have_count(0)
