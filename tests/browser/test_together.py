"""Two browsers at one table, a spectator, hot seat, replay, and a server that goes away."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import Open
from tests.browser.table import READY, WAIT, Game, Held, Seat, Server, watch


def test_two_browsers_see_each_other_move(table: Open, game: Game) -> None:
    unit, start, goal = game.mover()
    soviet, german, watcher = table("soviet"), table("german"), table("watch")
    expect(german.prompt).to_contain_text("Waiting for the Soviet player")
    expect(german.page.locator(".acts button.primary")).to_have_count(0)
    soviet.look_at(start)
    soviet.click(start)
    expect(soviet.page.locator(f"[data-cost='{goal}']")).to_have_count(1)
    soviet.click(goal)
    for seat in (soviet, german, watcher):
        seat.expect_at(unit, goal)
    soviet.page.keyboard.press("u")
    for seat in (soviet, german, watcher):
        seat.expect_at(unit, start)


def test_what_happens_while_the_table_is_laid_is_in_the_log(
    context: Callable[..., BrowserContext], game: Game, problems: list[str]
) -> None:
    page = context().new_page()
    watch(page, problems)
    late = Held(page, "/sheet", first=True)
    page.goto(game.link("soviet"))
    late.wait()
    goals = [_march(game), _march(game)]
    late.let_go()
    expect(page.locator(".replay .figure")).to_have_text("2 / 2")
    for goal in goals:
        expect(page.locator(".log")).to_contain_text(goal)


def _march(game: Game) -> str:
    """Somebody moves by the way of another program; where to."""
    unit, _, goal = game.mover()
    path = game.query("path", units=[unit], to=goal)["path"]
    action = {"seq": game.state()["seq"], "action": f"move {unit} {' '.join(path)}", "id": goal}
    game.server.call(f"/api/games/{game.id}/actions?key={game.keys['soviet']}", action)
    return goal


def test_an_old_tab_is_told_and_catches_up(table: Open, game: Game) -> None:
    unit, start, goal = game.mover()
    seat = table("soviet")
    seat.look_at(start)
    seat.click(start)
    expect(seat.page.locator(f"[data-cost='{goal}']")).to_have_count(1)
    # Updates no longer reach this tab, so that it does not know of the move made elsewhere.
    seat.page.evaluate("() => { WebSocket.prototype.close = () => undefined; }")
    seat.page.route(re.compile("/actions"), lambda route: route.fulfill(status=409, json={"error": "stale", "seq": 9}))
    seat.click(goal)
    expect(seat.prompt).to_contain_text("went on elsewhere")
    seat.page.unroute(re.compile("/actions"))
    seat.act("catch-up").click()
    expect(seat.prompt).not_to_contain_text("went on elsewhere")
    seat.expect_at(unit, start)


def test_a_past_moment_is_shown_striped_and_left_again(table: Open, game: Game) -> None:
    unit, start, goal = game.mover()
    assert _march(game) == goal
    seat = table("soviet")
    seat.expect_at(unit, goal)
    seat.page.locator(".map").focus()
    seat.page.keyboard.press(",")
    seat.expect_at(unit, start)
    expect(seat.page.locator(".prompt.replay")).to_be_visible()
    seat.act("back").click()
    seat.expect_at(unit, goal)


def test_a_curtain_falls_between_players_on_one_screen(
    context: Callable[..., BrowserContext], server: Server, problems: list[str]
) -> None:
    page = context().new_page()
    watch(page, problems)
    page.goto(server.address)
    page.get_by_role("radio", name="Human, here").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.wait_for_selector(READY, timeout=WAIT)
    page.locator(".map").focus()
    curtain = page.get_by_role("dialog", name="German player")
    for _ in range(12):
        # While the page changes to the other seat nobody is asked, and no key is heard.
        curtain.or_(page.locator(".prompt.mine")).first.wait_for(timeout=WAIT)
        if curtain.count():
            break
        before = page.locator(".replay").inner_text()
        page.keyboard.press("e")
        page.locator("[data-act='yes']").or_(page.locator(".replay", has_not_text=before)).first.wait_for(timeout=WAIT)
        if page.locator("[data-act='yes']").count():
            page.keyboard.press("Enter")
        page.wait_for_function("was => document.querySelector('.replay').innerText !== was", arg=before, timeout=WAIT)
    expect(curtain).to_be_visible()
    page.get_by_role("button", name="Ready").click()
    expect(page.locator(".player.now")).to_contain_text("You")
    expect(page.locator("[data-prompt]")).to_be_visible()


def test_the_page_comes_back_by_itself_when_the_server_does(
    context: Callable[..., BrowserContext], tmp_path: Path
) -> None:
    server = Server(tmp_path)
    try:
        seat = Seat(context(), Game(server, {"soviet": "human", "german": "human"}), problems=[])
        port = server.port
        server.stop()
        expect(seat.prompt).to_contain_text("Trying again", timeout=WAIT)
        expect(seat.prompt).to_contain_text("Your last move is safe")
        server = Server(tmp_path, port)
        expect(seat.prompt).to_contain_text("Move your units", timeout=WAIT)
    finally:
        server.stop()
