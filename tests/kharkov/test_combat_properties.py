"""Combat phases of crowded positions drawn at random: nobody is stuck, nothing that is offered is refused, what the
rules promise of every result holds.
"""

from __future__ import annotations

from random import Random

import pytest

from blackearth.core import flow
from blackearth.core.actions import Action
from blackearth.core.choices import Amount, Choice, Hex, Units
from blackearth.core.dice import SeededDice, seed_of
from blackearth.core.events import AnyEvent, Moved, StepsLost
from blackearth.hexes.mask import cells
from blackearth.systems.kharkov import combat, zones
from blackearth.systems.kharkov.board import ENTRENCHED, State, frozen, roster
from blackearth.systems.kharkov.content import rulings
from blackearth.systems.kharkov.stacking import fits
from blackearth.systems.kharkov.system import SYSTEM
from tests.kharkov.build import Table, position

MODES = ("neutral", "offensive", "defensive")
WEATHER = ("good", "mud", "frost", "snow")
OPTIONS: tuple[tuple[str, ...], ...] = ((), ("air-partly-simultaneous",), ("air-simultaneous",))
SIDES_OF_HEX = ("river", "major_river", "fort_german", "fort_soviet")


def crowd(random: Random, scenario: str) -> Table:
    """Some thirty units close to each other, within the stacking limits, with rivers and terrain among them."""
    defn = SYSTEM.define(scenario, {}, {})
    grid, side = defn.map.grid, random.choice(("soviet", "german"))
    area = cells(grid.within(grid.cell("2647"), 3))
    owner = {cell: random.choice((0, 0, 1, 1, 2)) for cell in area}
    size: dict[int, int] = {}
    units: dict[str, str] = {}
    marks: dict[str, int] = {}
    for unit in random.sample(range(len(defn.roster)), 70):
        cell = random.choice(area)
        limit = (8, 6)[defn.units.side[unit]]
        allied = defn.units.nation[unit] in ("hungarian", "romanian")
        if (
            owner[cell] == defn.units.side[unit]
            and size.get(cell, 0) + defn.units.stacking[unit] <= limit
            and not allied
        ):
            units[defn.roster.ids[unit]] = grid.label(cell)
            size[cell] = size.get(cell, 0) + defn.units.stacking[unit]
            if defn.units.entrenched[unit] and random.random() < 0.3:
                marks[defn.roster.ids[unit]] = ENTRENCHED
    sides = [(grid.label(a), grid.label(b)) for a in area for b in grid.near[a] if a < b and b in owner]
    chosen = random.sample(sides, 24)
    return position(
        units,
        scenario=scenario,
        side=side,
        turn=random.randint(1, 4),
        weather=random.choice(WEATHER),
        marks=marks,
        army_modes={a.group: random.choice(MODES) for a in defn.content.scenario.armies} if "kh" in scenario else {},
        options=random.choice(OPTIONS),
        rulings={r.id: random.choice(list(r.choices)) for r in rulings() if random.random() < 0.3},
        terrain={grid.label(c): random.choice(("forest", "marsh", "difficult", "city", "sea"))
                 for c in random.sample(area, 12) if owner[c] == 2},
        hexsides={kind: chosen[6 * n : 6 * n + 6] for n, kind in enumerate(SIDES_OF_HEX)},
        air=(random.randint(0, 4), random.randint(0, 4)),
        source=SeededDice(seed_of(random.randint(1, 10**6))),
    )  # fmt: skip


def offered(choice: Choice) -> list[Action]:
    """Actions a choice stands for, where it lists them all."""
    if isinstance(choice, Hex):
        pairs = choice.hexes_of or dict.fromkeys(choice.units, choice.hexes)
        if not choice.units:
            return [Action(choice.verb, (), (cell,)) for cell in cells(choice.hexes)]
        return [Action(choice.verb, (unit,), (cell,)) for unit, mask in pairs.items() for cell in cells(mask)]
    if isinstance(choice, Units):
        return [Action(choice.verb, (unit,)) for unit in choice.units]
    if isinstance(choice, Amount):
        return [Action(choice.verb, amounts=(n,)) for n in range(choice.least, choice.most + 1)]
    return []


def check_retreat(before: State, event: Moved) -> None:
    """ms:G4 - no river, no enemy, no enemy zone without friends; room at the end."""
    unit = event.units[0]
    side = roster(before).side[unit]
    zone = zones.of_armour(before, 1 - side) if roster(before).armour[unit] else zones.of(before, 1 - side)
    assert len(set(event.path)) == len(event.path) <= 3
    for a, b in zip(event.path, event.path[1:], strict=False):
        assert not before.defn.map.sides["major_river"].has(a, b)
        assert frozen(before) or not before.defn.map.sides["river"].has(a, b)
        assert not before.occupied[1 - side] >> b & 1
        assert not zone >> b & 1 or before.occupied[side] >> b & 1
        assert not before.defn.map.has("sea", b)


def play(table: Table, random: Random) -> None:
    """A phase to its end, by random decisions."""
    state = table.state
    attacked: set[int] = set()
    for _ in range(400):
        decision = state.decision
        if decision is None:
            return
        for choice in decision.choices(state):
            for action in offered(choice):
                assert not flow.why_not(state, action), (decision.title, action)
        action = decision.sample(state, random)
        assert not flow.why_not(state, action), (decision.title, action)
        if action.verb == "attack":
            assert not attacked & set(action.units)
            attacked |= set(action.units)
        before = state
        state = flow.apply(state, action)
        table.state = state
        check_events(before, state, state.events or [])
    raise AssertionError("the phase does not end")


def check_events(before: State, after: State, events: list[AnyEvent]) -> None:
    """What holds after every decision."""
    retreats = [e for e in events if isinstance(e, Moved) and e.verb == "retreat"]
    if len(retreats) == 1 and not any(isinstance(e, StepsLost) for e in events):
        check_retreat(before, retreats[0])
    for cell, units in after.stacks.items():
        assert len({roster(after).side[u] for u in units}) == 1
        assert fits(after, (), cell), after.defn.map.grid.label(cell)
    assert all((after.steps[u] > 0) == (after.at[u] >= 0) for u in range(len(after.at)) if before.at[u] >= 0)


@pytest.mark.rule("ms:G1", "ms:G4", "ms:G5", "ms:F7", "ms:H1")
@pytest.mark.parametrize("scenario", ["kharkov-1943", "rostov-1941"])
def test_crowded_combat_phases_come_to_an_end(scenario: str) -> None:
    for number in range(40):
        random = Random(number)
        table = crowd(random, scenario)
        for begin in (combat.first_impulse, combat.breakthrough):
            table.run(begin)
            play(table, random)
            assert table.state.extra.fights == ()
