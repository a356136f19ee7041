"""A move by mouse, by keyboard and by touch; undo; refusals."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.table import WAIT, Game, Held


def test_a_move_by_mouse_and_back_again(table: Open, game: Game) -> None:
    unit, start, goal = game.mover()
    seat = table()
    seat.look_at(start)
    seat.click(start)
    expect(seat.page.locator(f"[data-cost='{goal}']")).to_have_count(1)
    seat.page.mouse.move(*seat.point(goal))
    expect(seat.page.locator(".tip")).to_contain_text(goal)
    seat.click(goal)
    seat.expect_at(unit, goal)
    assert game.state()["view"]["units"][unit][0] == goal
    expect(seat.page.locator(".log")).to_contain_text(goal)
    seat.page.keyboard.press("u")
    seat.expect_at(unit, start)
    assert game.state()["view"]["units"][unit][0] == start


def test_a_move_by_keyboard_alone(table: Open, game: Game) -> None:
    seat = table()
    page = seat.page
    page.locator(".map").focus()
    page.keyboard.press("j")
    unit = page.locator("[data-unit]:has(.ring.amber)").get_attribute("data-unit")
    assert unit is not None
    start = game.state()["view"]["units"][unit][0]
    reach = game.query("reach", units=[unit])["hexes"]
    goal, arrows = _way(game, start, reach)
    expect(page.locator(f"[data-cost='{goal}']")).to_have_count(1)
    for arrow in arrows:
        page.keyboard.press(arrow)
    expect(page.locator("#focused-hex")).to_have_attribute("aria-label", re.compile(f"^{goal}, "))
    page.keyboard.press("Enter")
    seat.expect_at(unit, goal)
    page.keyboard.press("u")
    seat.expect_at(unit, start)


def test_the_next_key_counts_as_soon_as_the_table_shows_the_move(table: Open, game: Game) -> None:
    """The socket may bring the new position before the request itself is answered."""
    unit, start, goal = game.mover()
    seat = table()
    seat.look_at(start)
    seat.click(start)
    expect(seat.page.locator(f"[data-cost='{goal}']")).to_have_count(1)
    late = Held(seat.page, "/actions?")
    seat.click(goal)
    late.wait()
    seat.expect_at(unit, goal)
    seat.page.keyboard.press("u")
    seat.expect_at(unit, start)
    late.let_go()
    seat.page.keyboard.press("j")
    expect(seat.page.locator("[data-unit]:has(.ring.amber)")).to_have_count(1)
    seat.expect_at(unit, start)


def _way(game: Game, start: str, reach: dict[str, int]) -> tuple[str, list[str]]:
    """A free hex in the same row that can be reached, and the arrow keys that lead there."""
    held = {where for where, *_ in game.state()["view"]["units"].values()}
    row, column = start[:2], int(start[2:])
    for step in (1, -1, 2, -2, 3, -3):
        goal = f"{row}{column + step:02}"
        if goal in reach and goal not in held:
            return goal, ["ArrowRight" if step > 0 else "ArrowLeft"] * abs(step)
    raise AssertionError(f"nothing free beside {start}")


def test_a_move_by_touch_shows_first(table: Open, game: Game) -> None:
    unit, start, goal = game.mover()
    seat = table(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    seat.look_at(start)
    seat.tap(start)
    expect(seat.page.locator(f"[data-cost='{goal}']")).to_have_count(1)
    seat.tap(goal)
    expect(seat.prompt).to_contain_text(f"to {goal}")
    assert game.state()["view"]["units"][unit][0] == start
    seat.act("here").tap()
    seat.expect_at(unit, goal)


def test_a_refused_hex_says_why_and_which_rule(table: Open, game: Game) -> None:
    _, start, _ = game.mover()
    seat = table()
    seat.look_at(start)
    seat.click(start)
    expect(seat.page.locator("[data-cost]").first).to_be_attached()
    free = _beyond(game, start)
    seat.click(free)
    expect(seat.prompt.locator("b.bad")).to_be_visible(timeout=WAIT)
    expect(seat.prompt).to_have_text(re.compile(r"\(§\s?\d+(\.\d+)?\S*\)"))


def test_a_refusal_that_comes_late_does_not_speak_of_another_unit(table: Open, game: Game) -> None:
    _, start, _ = game.mover()
    seat = table()
    seat.look_at(start)
    seat.click(start)
    expect(seat.page.locator("[data-cost]").first).to_be_attached()
    free, other = _beyond(game, start), _neighbour(game, start)
    late = Held(seat.page, "/query/why?")
    seat.click(free)
    late.wait()
    seat.click(other)
    expect(seat.page.locator(f"[data-stack='{other}'] .ring.amber")).to_have_count(1)
    late.let_go()
    assert seat.prompt.locator("b.bad").count() == 0
    expect(seat.prompt).to_contain_text("choose a hex")


def _apart(game: Game, one: str, other: str) -> float:
    (x, y, _), (u, v, _) = (game.sheet["hexes"][h] for h in (one, other))
    return float(abs(x - u) + abs(y - v))


def _alone(game: Game) -> set[str]:
    """Hexes where a unit that can move stands alone."""
    state = game.state()
    route = next(c for c in state["decision"]["choices"] if c["kind"] == "route")
    held = [where for where, *_ in state["view"]["units"].values()]
    return {w for u in route["units"] if held.count(w := state["view"]["units"][u][0]) == 1}


def _neighbour(game: Game, start: str) -> str:
    """The hex nearest to the start where another unit stands alone that can move."""
    return min(_alone(game) - {start}, key=lambda h: _apart(game, start, h))


def _beyond(game: Game, start: str) -> str:
    """An empty hex near the start that the unit cannot reach."""
    state = game.state()
    unit = next(u for u, (where, *_) in state["view"]["units"].items() if where == start)
    reach = game.query("reach", units=[unit])["hexes"]
    held = {where for where, *_ in state["view"]["units"].values()}
    places: dict[str, tuple[float, float, str]] = game.sheet["hexes"]
    free = (h for h in places if h not in held and h not in reach and places[h][1] > places[start][1])
    return min(free, key=lambda h: _apart(game, start, h))


def test_ending_a_phase_with_units_unmoved_asks_first(table: Open, game: Game) -> None:
    seat = table()
    before = game.state()["decisions"]
    seat.page.locator(".map").focus()
    seat.page.keyboard.press("e")
    expect(seat.prompt).to_contain_text("?")
    expect(seat.act("no")).to_be_visible()
    assert game.state()["decisions"] == before
    seat.page.keyboard.press("Escape")
    expect(seat.act("no")).to_have_count(0)
    seat.page.keyboard.press("e")
    seat.page.keyboard.press("Enter")
    expect(seat.page.locator(".replay")).to_contain_text("1 / 1")
