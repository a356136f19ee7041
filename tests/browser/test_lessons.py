"""A newcomer learns Ring of Fire on the page, does everything wrong once, and plays on."""

from __future__ import annotations

from collections.abc import Callable

from playwright.sync_api import BrowserContext, Locator, expect

from tests.browser.table import READY, WAIT, Game, Seat, Server, watch


class Lesson(Game):
    """A lesson of its own for a test."""

    def __init__(self, server: Server, name: str = "first-attack", system: str = "ring-of-fire") -> None:
        self.server, self.scenario, self.system = server, "breakthrough", system
        made = server.call(f"/api/lessons/{system}/{name}", {})
        self.id = made["game"]
        self.keys = {**made["seats"], "watch": made["watch"]}


def title(seat: Seat, words: str) -> None:
    """Wait for a page of the lesson."""
    expect(seat.page.locator(".lesson h2")).to_have_text(words, timeout=WAIT)


def press(seat: Seat, words: str) -> None:
    seat.page.get_by_role("button", name=words, exact=True).click()


def test_the_first_lesson_from_the_lobby_to_a_game(
    context: Callable[..., BrowserContext], server: Server, problems: list[str]
) -> None:
    page = context().new_page()
    watch(page, problems)
    page.goto(server.address)
    # How large the offer is depends on who has played here before.
    offers = (
        page.get_by_role("button", name="Start the lesson"),
        page.get_by_role("button", name="Ring of Fire: First attack"),
    )
    expect(page.get_by_text("Looking …")).to_have_count(0)
    offers[0].or_(offers[1]).first.click()
    page.wait_for_selector(READY, timeout=WAIT)
    expect(page.locator(".lesson h2")).to_have_text("Welcome to the Vorskla")
    page.get_by_label("Black Earth, to the lobby").click()
    row = page.locator(".list a").first
    expect(row).to_contain_text("Lesson: First attack")
    # What was merely begun is still offered.
    expect(page.get_by_role("heading", name="Go on with the lesson")).to_be_visible()
    page.get_by_label("Lessons").get_by_role("link", name="Go on").click()
    page.wait_for_selector(READY, timeout=WAIT)
    expect(page.locator(".lesson h2")).to_have_text("Welcome to the Vorskla")
    for _ in range(30):
        if page.get_by_role("button", name="Next", exact=True).count():
            page.get_by_role("button", name="Next", exact=True).click()
        elif page.get_by_role("button", name="Do it for me").count():
            was = page.locator(".replay .figure").inner_text()
            page.get_by_role("button", name="Do it for me").click()
            expect(page.locator(".replay .figure")).not_to_have_text(was, timeout=WAIT)
        elif page.get_by_role("button", name="Show me").count():
            page.get_by_role("button", name="Show me").click()
        else:
            break
    expect(page.locator(".lesson h2")).to_have_text("That is the game")
    expect(page.locator("[data-prompt]")).to_contain_text("That was the lesson")
    page.get_by_role("button", name="simple opponent").click()
    expect(page.locator(".lesson")).to_have_count(0, timeout=WAIT)
    expect(page.locator("[data-prompt]")).to_contain_text("Move your units", timeout=WAIT)


def pointed(seat: Seat) -> Locator:
    """The control that the page rings for the learner."""
    return seat.page.locator("button.pointed")


def by_hand(seat: Seat) -> None:
    """All of the lesson with the mouse, as its pages say."""
    title(seat, "Welcome to the Vorskla")
    press(seat, "Next")
    title(seat, "March")
    seat.click("3129")
    expect(seat.prompt).to_contain_text("choose a hex")
    seat.click("3029")
    expect(seat.prompt).to_contain_text("the lesson asks for something else")
    seat.click("2931")
    title(seat, "By road")
    seat.click("3229")
    expect(seat.prompt).to_contain_text("21st Guards Tank Brigade")
    seat.click("2932")
    title(seat, "Zones and links")
    expect(seat.page.locator(".legend")).to_contain_text("two links")
    press(seat, "Next")
    for target in ("2731", "2732"):
        title(seat, "Round the flank")
        seat.click("3229")
        expect(seat.prompt).to_contain_text("choose a hex")
        seat.click(target)
        expect(seat.page.locator(f"[data-stack='{target}']")).to_have_count(1, timeout=WAIT)
    title(seat, "Out of supply")
    expect(seat.page.locator(".legend")).to_contain_text("Two units cut off from supply")
    press(seat, "Next")
    title(seat, "A reserve")
    expect(pointed(seat)).to_have_count(0)
    seat.click("3130")
    expect(pointed(seat)).to_contain_text("Put into reserve")
    seat.act("reserve-").click()
    title(seat, "End of the movement")
    # A unit in reserve has not moved; the lesson has said that it need not, so nobody asks.
    expect(pointed(seat)).to_have_text("End phase E")
    seat.act("end-movement-").click()
    title(seat, "Declare the attack")
    seat.click("2831")
    expect(pointed(seat)).to_have_text("All")
    seat.page.get_by_role("button", name="All", exact=True).click()
    expect(pointed(seat)).to_contain_text("Declare an attack")
    expect(seat.page.locator(".odds b")).to_have_text("5:1")
    seat.act("declare").click()
    title(seat, "All attacks first")
    seat.act("end-declaration-").click()
    title(seat, "Throw the die")
    seat.act("resolve-").click()
    title(seat, "Advance")
    seat.click("2931")
    seat.act("advance-").click()
    title(seat, "Break through")
    seat.click("3130")
    expect(seat.prompt).to_contain_text("choose a hex")
    seat.click("2630")
    title(seat, "That is the game")


def test_every_step_by_hand_and_back_beyond_the_die(
    context: Callable[..., BrowserContext], server: Server, problems: list[str]
) -> None:
    seat = Seat(context(), Lesson(server), problems=problems)
    by_hand(seat)
    for _ in range(3):
        press(seat, "Back")
    title(seat, "Throw the die")
    press(seat, "Take it back and try again")
    expect(seat.page.get_by_role("button", name="Show me")).to_be_visible(timeout=WAIT)
    expect(seat.page.locator("[data-stack='2831']")).to_have_count(1)
    assert seat.game.state()["lesson"]["at"] == 10
    seat.page.reload()
    seat.page.wait_for_selector(READY, timeout=WAIT)
    title(seat, "Throw the die")
    seat.act("resolve-").click()
    title(seat, "Advance")


def test_a_moment_of_the_replay_becomes_a_game(
    context: Callable[..., BrowserContext], server: Server, problems: list[str]
) -> None:
    game = Game(server, {"soviet": "human", "german": "random"})
    unit, start, to = game.mover()
    seat = Seat(context(), game, problems=problems)
    seat.look_at(start)
    seat.click(start)
    expect(seat.prompt).to_contain_text("choose a hex")
    seat.click(to)
    seat.expect_at(unit, to)
    seat.page.keyboard.press(",")
    seat.expect_at(unit, start)
    seat.act("play-on").click()
    expect(seat.act("play-on")).to_have_count(0, timeout=WAIT)
    seat.page.wait_for_function("game => !location.hash.includes(game)", arg=game.id)
    seat.page.wait_for_selector(READY, timeout=WAIT)
    seat.expect_at(unit, start)
    expect(seat.prompt).to_contain_text("Move your units")
    assert game.state()["decisions"] == 1


def test_two_people_are_not_offered_to_play_on(
    context: Callable[..., BrowserContext], game: Game, problems: list[str]
) -> None:
    unit, _, to = game.mover()
    path = game.query("path", units=[unit], to=to)["path"]
    act = {"seq": 0, "action": " ".join(["move", unit, *path]), "id": "1"}
    game.server.call(f"/api/games/{game.id}/actions?key={game.keys['soviet']}", act)
    seat = Seat(context(), game, problems=problems)
    seat.page.keyboard.press(",")
    expect(seat.prompt).to_contain_text("beginning")
    expect(seat.act("back")).to_be_visible()
    expect(seat.act("play-on")).to_have_count(0)
