"""Kursk on the page: several hexes attacked as one, open hexes of a line in the set-up, all scenarios in the lobby."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from playwright.sync_api import BrowserContext, expect

from blackearth import systems
from blackearth.core import game, saves
from blackearth.core.dice import SeededDice
from blackearth.core.situation_file import Position, UnitEntry
from tests.browser.table import WAIT, Game, Seat, Server, watch

TARGETS = ["1924", "2024"]
#: Two German hexes with both Soviet ones between them; the battalion counts only with the division beside it.
UNITS = {
    "G-GD": "2023", "G-11Pz": "1925", "G-503Tiger": "1925", "G-Base8A": "2029", "S-6T": "1924", "S-10A": "2024",
}  # fmt: skip
SEED = "03511ed01467f3e21534f25020ca6f70"


class Prepared(Game):
    """A game that begins in a position, brought as a save."""

    def __init__(self, server: Server, position: Position) -> None:
        self.server, self.scenario, self.system = server, position.scenario, position.system
        state = systems.get(position.system).situation(position)
        state.dice = SeededDice(SEED)
        record = game.Game(state, SEED, "suggested").record()
        made = server.call("/api/saves", msgspec.json.decode(saves.encode(record)))
        self.id = made["game"]
        self.keys = {**made["seats"], "watch": made["watch"]}


@pytest.fixture
def between_two_fires(server: Server) -> Game:
    units = tuple(UnitEntry(id=unit, hex=where) for unit, where in UNITS.items())
    position = Position(title="Several", system="kursk", scenario="jul4", side="german", phase="combat", unit=units)
    return Prepared(server, position)


def test_several_hexes_attack_several_as_one(
    context: Callable[..., BrowserContext], between_two_fires: Game, problems: list[str]
) -> None:
    fight, attackers = between_two_fires, ["G-GD", "G-11Pz", "G-503Tiger"]
    seat = Seat(context(), fight, "german", problems=problems)
    page, panel = seat.page, seat.page.get_by_role("complementary", name="Details")
    seat.look_at(TARGETS[0])
    seat.click(TARGETS[0])
    expect(page.locator(".possible button[aria-pressed]")).to_have_count(3)
    page.get_by_role("button", name="All", exact=True).click()
    alone = fight.query("odds", "german", units=attackers, to=TARGETS[0])
    expect(panel.locator(".odds b")).to_have_text(alone["final"])
    expect(panel).to_contain_text("Combat A")  # no number: the rulebook has headings and letters
    page.get_by_role("group", name="Hexes attacked together").get_by_role("button", name=TARGETS[1]).click()
    together = fight.query("odds", "german", units=attackers, to=TARGETS)
    assert together["final"] != alone["final"]
    expect(panel.locator(".odds b")).to_have_text(together["final"])
    expect(panel).to_contain_text("Attack on 1924 and 2024", ignore_case=True)
    expect(panel).to_contain_text("1924 and 2024 are emptied")
    expect(seat.prompt).to_contain_text("Attack on 1924 and 2024: three units.")
    expect(page.locator(".sheet .chip")).to_have_count(1)
    seat.act("declare").click()
    expect(seat.prompt).to_contain_text(f"The attack on 1924 and 2024 stands at {together['final']}", timeout=WAIT)
    assert sorted(attack["to"] for attack in fight.state("german")["view"]["attacks"]) == TARGETS
    expect(panel).to_contain_text("1924 and 2024 are emptied")
    expect(page.locator(".sheet .chip")).to_have_count(1)
    page.keyboard.press("u")
    expect(seat.prompt).to_contain_text("Announce your next attack", timeout=WAIT)
    assert fight.state("german")["view"]["attacks"] == []


def test_open_hexes_of_a_line_are_marked(
    context: Callable[..., BrowserContext], server: Server, problems: list[str]
) -> None:
    made = Game(server, {"soviet": "human", "german": "human"}, "may3", "kursk", setup="own")
    seat = Seat(context(), made, "soviet", problems=problems)
    expect(seat.page.locator(".faulty")).to_have_count(1)
    expect(seat.prompt).to_contain_text("units are still to be placed")
    seat.page.keyboard.press("j")  # a unit in hand changes what is asked, not why the end must wait
    expect(seat.page.locator(".boxes [aria-pressed=true]")).to_have_count(1)
    expect(seat.prompt).to_contain_text("must wait")
    expect(seat.prompt).to_contain_text("units are still to be placed")
    seat.act("suggest-").click()
    expect(seat.page.locator(".faulty")).to_have_count(0, timeout=WAIT)
    expect(seat.act("done-")).to_be_enabled()


def test_every_scenario_of_the_lobby_can_be_clicked(
    context: Callable[..., BrowserContext], server: Server, problems: list[str]
) -> None:
    page = context().new_page()
    watch(page, problems)
    page.goto(server.address)
    page.get_by_role("button", name="Start", exact=True).wait_for()
    last = page.get_by_role("radiogroup", name="Scenario of Kursk").get_by_role("radio").last
    box = last.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] - 4)
    expect(last).to_have_attribute("aria-checked", "true")
