"""A table where the enemy is hidden: his stacks show the backs of their counters and nothing else."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import BrowserContext, expect

from tests.browser.table import Game, Seat, Server


@pytest.mark.parametrize("option", ["hidden-stacks", "total-fog"])
def test_hidden_stacks_are_drawn_for_the_enemy_only(
    server: Server, context: Callable[..., BrowserContext], problems: list[str], option: str
) -> None:
    seats = {"soviet": "human", "german": "human"}
    game = Game(server, seats, "rostov-1941", system="kharkov", options=(option,))
    view = game.state("soviet")["view"]
    told = {stack["hex"] for stack in view["hidden"]}
    assert told, "a game with this option begins with hidden stacks"
    sides = {unit: facts["side"] for unit, facts in game.sheet["units"].items()}
    page = Seat(context(), game, "soviet", problems=problems).page
    expect(page.locator("[data-hidden]")).to_have_count(len(told))
    drawn = page.locator("[data-hidden]").evaluate_all("all => all.map(one => one.dataset.hidden)")
    assert set(drawn) == told
    counters = page.locator("[data-unit]").evaluate_all("all => all.map(one => one.dataset.unit)")
    assert {sides[unit] for unit in counters} == {"soviet"}
