"""Forms of Kharkov and Rostov on the page: a retreat by the attacker's way, and buttons that just miss one row."""

from __future__ import annotations

import urllib.request
from collections.abc import Callable, Iterator

import msgspec
from playwright.sync_api import BrowserContext, expect

from blackearth.core.choices import Attack, Button
from blackearth.core.dice import SeededDice, seed_of
from blackearth.core.game import Game as Record
from blackearth.core.game import new_game
from blackearth.core.refusals import Refused
from blackearth.core.saves import encode
from tests.browser.table import Game, Seat, Server

Contexts = Callable[..., BrowserContext]


class Uploaded(Game):
    """A game of the Soviets against `random` that goes on from a record."""

    def __init__(self, server: Server, record: Record) -> None:
        self.server, self.system, self.scenario = server, record.system.id, record.defn.scenario
        url = f"{server.address}/api/saves?seats=soviet:human,german:random"
        with urllib.request.urlopen(urllib.request.Request(url, encode(record.record())), timeout=60) as answer:
            made = msgspec.json.decode(answer.read())
        self.id, self.keys = made["game"], {**made["seats"], "watch": made["watch"]}


def at_the_attacks(scenario: str) -> Record:
    """A game whose Soviet player is about to announce attacks; nobody has moved."""
    game = new_game("kharkov", scenario, seed=seed_of(1))
    while game.decision is not None:
        if game.decision.side == 0 and any(isinstance(choice, Attack) for choice in game.choices):
            return game
        buttons = [choice for choice in game.choices if isinstance(choice, Button) and not choice.group]
        game.apply(next((b for b in buttons if b.primary), buttons[-1]).verb)
    raise AssertionError("attacks are never asked for")


def attacks(game: Record) -> Iterator[tuple[Record, str, str]]:
    """Attacks by all who can take part, each made in a game of its own with other dice: game before it, action, hex."""
    choice = next(choice for choice in game.choices if isinstance(choice, Attack)).to_json(game.defn)
    for number in range(40):
        for target, units in choice["targets"].items():
            state, seed = game.state.clone(), seed_of(number)
            state.dice, state.rolls = SeededDice(seed), 0
            yield Record(state, seed, "branch"), f"attack {' '.join(units)} {target}", target


def question(game: Record, action: str) -> str:
    """What is asked after an action; nothing if it is not allowed."""
    trial = Record(game.state.clone(), game.seed, "branch")
    try:
        trial.apply(action)
    except Refused:
        return ""
    return trial.decision.prompt if trial.decision else ""


def test_hexes_of_a_retreat_by_the_attacker_are_shown_right_after_the_attack(
    server: Server, context: Contexts, problems: list[str]
) -> None:
    found = attacks(at_the_attacks("kharkov-1943"))
    record, _, target = next(one for one in found if question(*one[:2]).startswith("You retreat"))
    seat = Seat(context(), Uploaded(server, record), problems=problems)
    seat.look_at(target)
    seat.click(target)
    if seat.page.get_by_role("button", name="All", exact=True).count():
        seat.page.get_by_role("button", name="All", exact=True).click()
    seat.act("declare").click()
    expect(seat.prompt).to_contain_text("You retreat")
    expect(seat.page.locator("path.offered")).to_have_count(1)


def test_buttons_that_just_do_not_fit_one_row_stand_still(
    server: Server, context: Contexts, problems: list[str]
) -> None:
    record, action, _ = next(one for one in attacks(at_the_attacks("rostov-1941")) if "shift" in question(*one[:2]))
    record.apply(action)
    seat = Seat(context(), Uploaded(server, record), problems=problems)
    expect(seat.act("yes-")).to_be_visible()
    heights = seat.page.evaluate(
        """async () => {
            const seen = new Set();
            for (let frame = 0; frame < 12; frame += 1) {
                await new Promise(requestAnimationFrame);
                if (frame > 3) seen.add(document.querySelector("[aria-label='What to do']").clientHeight);
            }
            return seen.size;
        }"""
    )
    assert heights == 1
    seat.act("no-").click()
    expect(seat.act("no-")).to_have_count(0)
