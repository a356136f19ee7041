"""An attack: odds before anything is committed, then declared and taken back; a save taken home and brought back."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import BrowserContext, expect

from tests.browser.conftest import Open
from tests.browser.table import READY, WAIT, Game, Held, Server


def _to_the_attacks(game: Game) -> dict[str, list[str]]:
    """Press the button that goes on until attacks can be declared; the hexes that can be attacked."""
    for turn in range(8):
        state = game.state()
        choices = state["decision"]["choices"]
        for choice in choices:
            if choice["kind"] == "attack" and choice["verb"] == "attack":
                targets: dict[str, list[str]] = choice["targets"]
                return targets
        buttons = [c for c in choices if c["kind"] == "button"]
        on = next((c for c in buttons if c.get("primary")), buttons[-1])
        action = {"seq": state["seq"], "action": on["verb"], "id": f"on-{turn}"}
        game.server.call(f"/api/games/{game.id}/actions?key={game.keys['soviet']}", action)
    raise AssertionError("attacks are never asked for")


def test_odds_are_shown_before_an_attack_is_declared(table: Open, game: Game) -> None:
    targets = _to_the_attacks(game)
    target, units = max(targets.items(), key=lambda item: (len(item[1]), item[0]))
    before = game.state()["decisions"]
    seat = table()
    page = seat.page
    seat.look_at(target)
    seat.click(target)
    panel = page.get_by_role("complementary", name="Details")
    expect(panel).to_contain_text(target)
    if len(units) > 1:
        page.get_by_role("button", name="All", exact=True).click()
    odds = game.query("odds", units=units, to=target)
    expect(panel.locator(".odds b")).to_have_text(odds["final"])
    for outcome in odds["outcomes"]:
        expect(panel).to_contain_text(f"{outcome['chance'] * 100:.0f}%")
    assert game.state()["decisions"] == before
    page.locator(".map").focus()
    page.keyboard.press("Enter")
    # There is an arrow before it is declared, too; but then nothing is left to declare.
    expect(seat.act("declare")).to_have_count(0)
    expect(page.locator(".arrow").first).to_be_attached()
    assert game.state()["view"]["attacks"][0]["to"] == target
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    expect(page.locator(".arrow")).to_have_count(0)
    assert game.state()["view"]["attacks"] == []


def test_the_keys_that_show_the_next_attack_do_not_throw_its_die(table: Open, game: Game) -> None:
    target, units = min(_to_the_attacks(game).items(), key=lambda item: (len(item[1]), item[0]))
    for n, action in enumerate((f"attack {units[0]} {target}", "end-declaration")):
        document = {"seq": game.state()["seq"], "action": action, "id": f"declared-{n}"}
        game.server.call(f"/api/games/{game.id}/actions?key={game.keys['soviet']}", document)
    before = game.state()["decisions"]
    seat = table()
    # Enter means what the prompt says even where a button has the focus; a click leaves the focus on the map.
    seat.page.get_by_role("button", name="Settings").click()
    seat.page.get_by_role("button", name="Close", exact=True).click()
    for key in "jjkj":
        seat.page.keyboard.press(key)
    expect(seat.act("resolve-")).to_contain_text("↵")
    assert game.state()["decisions"] == before
    seat.page.keyboard.press("Enter")
    expect(seat.page.locator(".log")).to_contain_text(f"Attack on {target}")
    assert game.state()["decisions"] == before + 1


def test_the_next_attack_stays_open_when_the_answer_to_the_last_comes_late(table: Open, game: Game) -> None:
    targets = _to_the_attacks(game)
    target, units = min(targets.items(), key=lambda item: (len(item[1]), item[0]))
    seat = table()
    seat.look_at(target)
    seat.click(target)
    if len(units) > 1:
        seat.page.get_by_role("button", name="All", exact=True).click()
    late = Held(seat.page, "/actions?")
    seat.act("declare").click()
    late.wait()
    expect(seat.act("declare")).to_have_count(0)
    following = next(h for h in _to_the_attacks(game) if h != target)
    seat.look_at(following)
    seat.click(following)
    expect(seat.prompt).to_contain_text(f"on {following}")
    late.let_go()
    expect(seat.prompt).to_contain_text(f"on {following}")


def test_a_save_is_taken_home_and_opened_again(
    table: Open, game: Game, context: Callable[..., BrowserContext], server: Server, tmp_path: Path
) -> None:
    unit, _, goal = game.mover()
    path = game.query("path", units=[unit], to=goal)["path"]
    action = {"seq": game.state()["seq"], "action": f"move {unit} {' '.join(path)}", "id": "one"}
    game.server.call(f"/api/games/{game.id}/actions?key={game.keys['soviet']}", action)
    seat = table()
    seat.page.get_by_role("button", name="Menu").click()
    with seat.page.expect_download() as download:
        seat.page.get_by_role("link", name="Download a save").click()
    saved = tmp_path / "game.json"
    download.value.save_as(saved)
    page = context().new_page()
    page.goto(server.address)
    page.get_by_role("radio", name="Human, here").click()
    page.locator("input[type=file]").set_input_files(saved)
    page.wait_for_selector(READY, timeout=WAIT)
    expect(page.locator(f"[data-stack='{goal}'] [data-unit='{unit}']")).to_have_count(1, timeout=WAIT)


def test_a_damaged_save_is_refused_in_one_sentence_that_stays(
    context: Callable[..., BrowserContext], server: Server, tmp_path: Path
) -> None:
    broken = tmp_path / "broken.json"
    broken.write_text('{"engine": "1", "system": "ring-of-fire"', encoding="utf-8")
    page = context().new_page()
    games = Held(page, "api/games", first=True)
    page.goto(server.address)
    page.get_by_role("button", name="Start", exact=True).wait_for()
    games.wait()
    page.locator("input[type=file]").set_input_files(broken)
    expect(page.get_by_role("alert")).to_contain_text("broken.json")
    games.let_go()
    expect(page.locator(".list")).not_to_contain_text("Looking")
    expect(page.get_by_role("alert")).to_contain_text("broken.json")
