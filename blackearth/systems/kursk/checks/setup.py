"""Checks of the scenarios: order of battle, set-up, covered lines, supply at the start, arrivals, objectives."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from blackearth.hexes.mask import cells
from blackearth.systems.kursk.checks.files import Files
from blackearth.systems.kursk.content import SIDES, Content

_PRIZES = {"Kursk": 20, "Orel": 20, "Bryansk": 30, "Kharkov": 40, "Belgorod": 10}
#: Points by scenario (kursk:victory-objectives, KUR-13); all others have Kursk alone.
_OBJECTIVES = {
    "aug3-historical": _PRIZES,
    "aug3": {name: points for name, points in _PRIZES.items() if name != "Kursk"},
}
#: Active Soviet lines (kursk:setup-fortified); both German lines always are (KUR-A37).
_ACTIVE = {"may3": 1, "jun12": 2}
#: Printed reinforcements: scenario, turn, row of the chart to number (kursk:reinforcements, KUR-A40).
_ARRIVALS = {
    "aug3": {(1, "2-4"): 6, (2, "3-5"): 3},
    "aug3-historical": {(1, "2-4"): 9, (2, "4-6"): 2, (2, "3-5"): 6, (2, "5-6"): 1},
}


def _setup(files: Files, content: Content) -> str:
    """How messages name the file of the set-up."""
    name = content.scenario.suggested
    return files.setups[name].file if name in files.setups else name


def forces(files: Files, content: Content) -> Iterator[str]:
    """As many units of each type start as the order of battle charts say."""
    roster, scenario = content.roster, content.scenario.id
    have = Counter((SIDES[roster.side[u]], roster.group[u]) for u in content.suggested)
    for row in files.orders:
        if row.scenario == scenario and not row.group.startswith("KG"):
            count = have.pop((row.side, row.group), 0)
            if count != row.count:
                what = f"{count} {row.side} units {row.group} are set up"
                yield f"{_setup(files, content)}: {what}, but {scenario} has {row.count}."
    for group in ("KG-1-8", "KG-2-8"):
        most = sum(roster.kampfgruppe[u] == group for u in range(len(roster)))
        if len(roster.of_group(group)) < most:
            yield f"{files.units.file}: there must be {most} counters {group} (kursk:opt-kampfgruppen)."


def zones(files: Files, content: Content) -> Iterator[str]:
    """Everybody is set up in his zone (kursk:setup, kursk:setup-fortified)."""
    for u, cell in content.suggested.items():
        if not content.zones[content.zone_of[u]].mask >> cell & 1:
            where = f"{content.roster.ids[u]} stands in {content.map.grid.label(cell)}"
            yield f"{_setup(files, content)}: {where}, outside of its zone {content.zone_of[u]}."


def _stacks(content: Content) -> Mapping[int, list[int]]:
    held: dict[int, list[int]] = defaultdict(list)
    for u, cell in content.suggested.items():
        held[cell].append(u)
    return held


def stack_size(content: Content, units: Sequence[int]) -> int:
    """What units count in a stack (KUR-05)."""
    limits, kinds = content.numbers.stacking, [content.roster.stacking[u] for u in units]
    small = max(0, kinds.count("small") - limits.free)
    return kinds.count("full") + kinds.count("air") + -(-small // limits.small)


def stacks(files: Files, content: Content) -> Iterator[str]:
    """No hex of the set-up is overstacked (kursk:stacking-A)."""
    for cell, units in _stacks(content).items():
        size = stack_size(content, units)
        if size > content.numbers.stacking.full:
            text = f"the stack in {content.map.grid.label(cell)} counts {size} (kursk:stacking-A)"
            yield f"{_setup(files, content)}: {text}."


def controlled(content: Content, side: int) -> int:
    """The hexes in zones of a side as set up; those of motorized units stop at forest and swamp (kursk:tec-forest)."""
    roster, masks, grid = content.roster, content.map.masks, content.map.grid
    rough = masks["forest"] | masks["swamp"]
    found = 0
    for u, cell in content.suggested.items():
        if roster.side[u] == side and roster.zone[u]:
            found |= grid.ring[cell] & ~(rough if roster.motorized[u] else 0)
    return found


def cover(files: Files, content: Content) -> Iterator[str]:
    """With a free set-up every hex of the own line is held or in a zone (kursk:setup, KUR-A38)."""
    for step in content.setup:
        own = sum(1 << cell for cell in {content.suggested[u] for u in step.units})
        for cell in cells(step.covered & ~own & ~controlled(content, step.side)):
            text = f"hex {content.map.grid.label(cell)} of the {step.cover} is neither held nor in a zone"
            yield f"{_setup(files, content)}: {text} (kursk:setup)."


def supplied(files: Files, content: Content) -> Iterator[str]:
    """Everybody is in supply at the start (kursk:supply)."""
    roster, grid = content.roster, content.map.grid
    for side in range(len(SIDES)):
        reach = supply_area(content, side)
        for u, cell in content.suggested.items():
            if roster.side[u] == side and not reach >> cell & 1:
                where = f"{_setup(files, content)}: {roster.ids[u]} in {grid.label(cell)}"
                yield f"{where} is out of supply at the start of {content.scenario.id}."


def supply_area(content: Content, side: int) -> int:
    """The hexes in supply as set up (kursk:supply, KUR-11)."""
    chart, roster = content.map, content.roster
    held = [0, 0]
    for u, cell in content.suggested.items():
        held[roster.side[u]] |= 1 << cell
    free = chart.grid.all & ~held[1 - side] & ~(controlled(content, 1 - side) & ~held[side])
    reach = frontier = chart.masks[f"{SIDES[side]}_supply"] & free
    while frontier:
        near = {n for cell in cells(frontier) for n in chart.sides["rail"].sides_of(cell)}
        frontier = sum(1 << n for n in near) & free & ~reach
        reach |= frontier
    for _ in range(content.numbers.supply):
        reach |= chart.grid.spread(reach) & free
    return reach


def arrivals(files: Files, content: Content) -> Iterator[str]:
    """The printed reinforcements arrive, at the edge, and nobody of them is set up (kursk:reinforcements)."""
    scenario, roster = content.scenario, content.roster
    have: Counter[tuple[int, str]] = Counter()
    coming: Counter[int] = Counter()
    for arrival in content.arrivals:
        have.update((arrival.turn, roster.group[u]) for u in arrival.units)
        coming.update(arrival.units)
    want = _ARRIVALS.get(scenario.id, {})
    for turn, group in sorted({*have, *want}):
        count = want.get((turn, group), 0)
        if have[turn, group] != count:
            yield f"{scenario.id}: {have[turn, group]} units {group} arrive on turn {turn}, not {count}."
    for u, count in coming.items():
        if count > 1 or u in content.suggested:
            yield f"{scenario.id}: {roster.ids[u]} is there more than once."
    for entry in scenario.arrivals:
        if entry.source not in files.sources or files.sources[entry.source].status != entry.status:
            yield f'{scenario.id}: {entry.name} of turn {entry.turn} have no source "{entry.source}" of that status.'
    for area in content.entries.values():
        if area.mask & ~content.map.masks["edge_east"]:
            yield f"{scenario.id}: the entry {area.id} is not the east edge (kursk:reinforcements)."


def facts(files: Files, content: Content) -> Iterator[str]:
    """Length, first player, active lines and objectives are the printed ones (kursk:victory-objectives, KUR-13)."""
    scenario = content.scenario
    if (scenario.first_turn, scenario.last_turn) != (1, 6):
        yield f"{scenario.id}: the game lasts six turns (kursk:sequence)."
    if (scenario.first_player == SIDES[0]) != scenario.id.startswith("aug"):
        yield f"{scenario.id}: the Soviets go first in August, the Germans else (KUR-13)."
    soviet = {f"soviet_line_{number}" for number in range(1, 1 + _ACTIVE.get(scenario.id, 3))}
    if set(scenario.lines) != soviet | {"german_line", "hagen_line"}:
        yield f"{scenario.id}: other lines are active (kursk:setup-fortified)."
    if scenario.objectives != _OBJECTIVES.get(scenario.id, {"Kursk": 20}):
        yield f"{scenario.id}: the objectives are not the printed ones (kursk:victory-objectives)."
    if set(scenario.scorers) != ({SIDES[0]} if scenario.id == "aug3" else set(SIDES)):
        yield f"{scenario.id}: the wrong side scores objectives (kursk:victory-objectives)."
    if scenario.source not in files.sources or files.sources[scenario.source].status != scenario.status:
        yield f'{scenario.id}: there is no source "{scenario.source}" of the status {scenario.status}.'


CHECKS = (forces, zones, stacks, cover, supplied, arrivals, facts)
