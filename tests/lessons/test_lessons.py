"""Every lesson can be learned, and nothing a player does breaks it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from blackearth import systems
from blackearth.core import lesson_check
from blackearth.core.actions import Action
from blackearth.core.choices import Button, Choice
from blackearth.core.game import Game, load
from blackearth.core.lesson_file import folder, lessons_of, read
from blackearth.core.lesson_wishes import after
from blackearth.core.lessons import LessonGame, begin, revived
from blackearth.core.refusals import Refused
from blackearth.core.situation_file import SituationError

LESSONS = [(name, lesson) for name in systems.all_ids() for lesson in lessons_of(systems.get(name))]
everywhere = pytest.mark.parametrize(("system", "name"), LESSONS)


def finish(game: LessonGame) -> None:
    while game.wishes:
        game.apply(game.shown())


@pytest.mark.parametrize("system", systems.all_ids())
def test_each_lesson_plays_by_its_own_solution_as_its_text_says(system: str) -> None:
    assert lesson_check.check(systems.get(system)) == []


@everywhere
def test_a_lesson_teaches_movement_zones_supply_and_an_attack(system: str, name: str) -> None:
    lesson = lessons_of(systems.get(system))[name]
    verbs = {text.split()[0] for step in lesson.step for text in step.do}
    layers = {step.layer for step in lesson.step}
    assert {"move", "attack"} <= verbs
    assert {"zones", "supply"} <= layers
    assert not lesson.step[0].do, "it begins with a page to read"
    assert not lesson.step[-1].do, "it ends with one"


def strange_actions(game: LessonGame, random: Random) -> list[Action]:
    """What somebody might try: legal actions at random, the solution changed in one place, actions of other steps."""
    assert game.decision is not None
    tries = [game.decision.sample(game.state, random) for _ in range(4)]
    units, cells = range(len(game.defn.roster)), game.defn.map.grid.cells
    wish = game.shown()
    for _ in range(3):
        tries.append(Action(wish.verb, wish.units[1:], wish.hexes, wish.amounts[1:], wish.word))
        tries.append(Action(wish.verb, (*wish.units, random.choice(units)), wish.hexes, wish.amounts, wish.word))
        tries.append(Action(wish.verb, wish.units, (*wish.hexes, random.choice(cells)), wish.amounts, wish.word))
        tries.append(Action(wish.verb, wish.units, wish.hexes, wish.amounts, "elsewhere"))
    step = random.choice([step for step in game.lesson.step if step.do])
    return [*tries, game.parse(random.choice(step.do))]


def tried(game: LessonGame, action: Action) -> bool:
    """Whether an action was carried out; it must be, if and only if the step waits for it and the rules allow it."""
    before, reached, wishes = game.seq, game.reached, game.wishes
    if game.why_not(action):
        with pytest.raises(Refused, match=r"\w"):
            game.apply(action)
        assert (game.seq, game.reached, game.wishes) == (before, reached, wishes)
        return False
    game.apply(action)
    assert after(action, wishes) is not None
    return True


@everywhere
@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_tried_the_lesson_goes_on_to_its_end(system: str, name: str, seed: int) -> None:
    random, game = Random(seed), begin(system, name)
    refused = 0
    for _ in range(120):
        if not game.wishes:
            break
        assert game.decision is not None
        assert game.choices or game.decision.side != game.learner, "there is always a way on"
        for action in strange_actions(game, random):
            if tried(game, action):
                break
            refused += 1
        if game.can_undo and random.random() < 0.3:
            reached = game.reached
            game.undo()
            assert game.reached <= reached
            assert game.wishes
        elif game.wishes and random.random() < 0.5:
            game.apply(game.shown())
        assert game.system.check(game.state) == []
    finish(game)
    assert refused > 20
    assert game.reached == len(game.lesson.step)
    assert not game.choices


@everywhere
def test_a_step_may_be_done_by_every_way_that_leads_there(system: str, name: str) -> None:
    """Random legal paths to the same hex are as good, and the lesson still ends as told."""
    for seed in range(6):
        random, game = Random(seed), begin(system, name)
        while game.wishes:
            game.apply(other_way(game, random))
        assert game.reached == len(game.lesson.step)
        done = begin(system, name)
        finish(done)
        assert [roll.value for entry in game.log for roll in entry.dice] == [
            roll.value for entry in done.log for roll in entry.dice
        ]


def other_way(game: LessonGame, random: Random) -> Action:
    """The solution by a detour, if one of some drawn at random is legal."""
    wish, grid = random.choice(game.wishes), game.defn.map.grid
    if len(wish.hexes) < 2 or game.decision is None or game.decision.side != game.learner:
        return wish
    for _ in range(20):
        cut = random.randrange(len(wish.hexes) - 1)
        here, there = wish.hexes[cut], wish.hexes[cut + 1]
        round_by = [cell for cell in grid.near[here] if there in grid.near[cell]]
        if not round_by:
            continue
        hexes = (*wish.hexes[: cut + 1], random.choice(round_by), *wish.hexes[cut + 1 :])
        longer = Action(wish.verb, wish.units, hexes, wish.amounts, wish.word)
        if not game.why_not(longer):
            return longer
    return wish


@everywhere
def test_taking_back_leads_to_the_same_dice(system: str, name: str) -> None:
    game = begin(system, name)
    finish(game)
    digest, length = game.codec.digest(game.state), game.seq
    while game.can_undo:
        game.undo()
    assert game.seq == 0
    with pytest.raises(Refused):
        game.undo()
    finish(game)
    assert (game.codec.digest(game.state), game.seq) == (digest, length)


@everywhere
def test_a_saved_lesson_goes_on_where_it_was(system: str, name: str, tmp_path: Path) -> None:
    game = begin(system, name)
    for _ in range(3):
        game.apply(game.shown())
    game.save(tmp_path / "lesson.json")
    loaded = revived(load(tmp_path / "lesson.json"))
    assert isinstance(loaded, LessonGame)
    assert (loaded.reached, loaded.wishes) == (game.reached, game.wishes)
    loaded.undo()
    finish(loaded)
    assert loaded.reached == len(loaded.lesson.step)


def test_a_record_that_is_not_of_the_lesson_is_an_ordinary_game() -> None:
    begun = begin("ring-of-fire", "first-attack")
    free = Game(begun.state, begun.seed, begun.setup)
    free.apply("end-movement")
    assert not isinstance(revived(free), LessonGame)
    assert not isinstance(revived(Game(begun.state, begun.seed, "lesson:unknown")), LessonGame)
    assert not isinstance(revived(Game(begun.state, begun.seed, "suggested")), LessonGame)


def test_units_of_a_wish_may_go_one_after_the_other_but_nobody_else() -> None:
    wish = Action("move", (1, 2), (5, 6, 7))
    assert after(Action("move", (2,), (4, 7)), [wish]) == (Action("move", (1,), (5, 6, 7)),)
    assert after(Action("move", (2, 1), (5, 7)), [wish]) == ()
    assert after(Action("move", (1, 3), (5, 7)), [wish]) is None
    assert after(Action("move", (1,), (5, 6)), [wish]) is None
    assert after(Action("move", (2,), (4, 7)), [Action("move", (1,), (5, 6, 7))]) is None
    assert after(Action("attack", (1,), (7,)), [Action("attack", (1, 2), (7,))]) is None
    assert after(Action("lose", (2, 1), amounts=(1, 3)), [Action("lose", (1, 2), amounts=(3, 1))]) == ()
    assert after(Action("lose", (1, 2), amounts=(1, 3)), [Action("lose", (1, 2), amounts=(3, 1))]) is None


def _question(choice: Choice) -> str:
    assert isinstance(choice, Button)
    return choice.confirm


@everywhere
def test_nothing_is_asked_back_when_the_lesson_says_to_end_the_phase(system: str, name: str) -> None:
    game = begin(system, name)
    while "end-movement" not in {wish.verb for wish in game.wishes}:
        game.apply(game.shown())
    ordinary = Game(game.state, game.seed, game.setup)
    # In that of Kharkov every unit has moved.
    asks = [bool(_question(choice)) for choice in ordinary.choices if choice.verb == "end-movement"]
    assert asks == [system != "kharkov"]
    assert [_question(choice) for choice in game.choices if choice.verb == "end-movement"] == [""]


def test_of_two_units_from_one_hex_either_may_go_either_way() -> None:
    wishes = [Action("move", (1,), (5, 6, 7)), Action("move", (2,), (5, 6, 8))]
    assert after(Action("move", (2,), (5, 7)), wishes) == (Action("move", (1,), (5, 6, 8)),)
    assert after(Action("move", (1,), (5, 8)), wishes) == (Action("move", (2,), (5, 6, 7)),)
    assert after(Action("move", (3,), (5, 7)), wishes) is None
    apart = [wishes[0], Action("move", (2,), (4, 6, 8))]
    assert after(Action("move", (2,), (4, 7)), apart) is None


FAULTS: list[tuple[str, str, str]] = [
    ("[S-6T-200T]", "[S-52XX]", "[S-52XX] is no rule, unit or hex"),
    ('layer = "zones"', 'layer = "fog"', "no layer “fog”"),
    ('do = ["resolve 2831"]', 'do = ["resolve 2829"]', "step 11"),
    ('seed = "cbf7bb1cef3dd34d0ff61fa3a7dcf6e1"', 'seed = "55"', "G-255-455"),
    ('side = "soviet"\nplayer', 'side = "italian"\nplayer', "italian"),
    ("minutes = 10", "hours = 1", "hours"),
    ('hint = "Press “End declarations”."', "", "needs a hint"),
    ('{id = "S-52GR", hex = "3129"}', '{id = "S-52GR", hex = "9999"}', "9999"),
]


@pytest.mark.parametrize(("old", "new", "told"), FAULTS, ids=[new or old for old, new, _ in FAULTS])
def test_a_fault_of_a_lesson_is_told(
    old: str, new: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = systems.get("ring-of-fire")
    text = (folder(system) / "first-attack.toml").read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "first-attack.toml").write_text(text.replace(old, new), encoding="utf-8")
    here: Callable[[object], Path] = lambda _system: tmp_path  # noqa: E731
    monkeypatch.setattr("blackearth.core.lesson_file.folder", here)
    monkeypatch.setattr("blackearth.core.lesson_check.folder", here)
    faults = lesson_check.check(system)
    assert any(told in fault for fault in faults), faults
    assert all("first-attack.toml" in fault for fault in faults)


def test_a_missing_lesson_is_told(tmp_path: Path) -> None:
    with pytest.raises(LookupError, match="first-attack"):
        begin("ring-of-fire", "last-attack")
    with pytest.raises(SituationError, match="cannot be read"):
        read(tmp_path / "none.toml")
