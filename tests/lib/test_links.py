"""ZOC links: against an oracle that only knows pairs of units, and the situations of rof:10.1-10.7."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from blackearth.hexes.grid import AXIAL, Grid
from blackearth.hexes.mask import cells
from blackearth.lib.links import Links, links, list_links, off_map
from blackearth.lib.supply import supplied_hexes

ROWS, COLUMNS = 9, 8
#: A map of hexes RRCC: rows from the south, even rows half a hex to the right.
GRID = Grid(
    "pointy",
    {f"{r:02}{c:02}": (c, ROWS - r) for r in range(1, ROWS + 1) for c in range(1, COLUMNS + 1)},
    shifted=ROWS & 1,
)
SMALL = (
    Grid("pointy", {f"{r}.{c}": (c, r) for r in range(5) for c in range(6)}),
    Grid("pointy", {f"{r}.{c}": (c, r) for r in range(6) for c in range(5)}, shifted=0),
    Grid("flat", {f"{r}.{c}": (c, r) for r in range(5) for c in range(6)}),
)
Place = tuple[int, int]
Side = frozenset[int]


def _mask(*labels: str) -> int:
    return GRID.mask(labels)


def _sides(grid: Grid, found: Links) -> set[Side]:
    """The barred hexsides; each one must be barred from both hexes."""
    seen: dict[Side, int] = {}
    for d, bar in enumerate(found.bars):
        for cell in cells(bar):
            side = frozenset((cell, grid.toward[cell][d]))
            seen[side] = seen.get(side, 0) + 1
    assert all(count == 2 for count in seen.values())
    return set(seen)


def _barred_sides(found: Links) -> set[frozenset[str]]:
    return {frozenset(GRID.label(cell) for cell in side) for side in _sides(GRID, found)}


def _near(place: Place) -> set[Place]:
    return {(place[0] + q, place[1] + r) for q, r in AXIAL}


def _oracle(grid: Grid, units: set[int], enemies: set[int], edge: set[int]) -> tuple[set[int], set[Side]]:
    """Barred hexes and hexsides of a side: pair by pair, on plain coordinates."""
    on_map = {grid.axial(cell): cell for cell in grid.cells}
    supposed = {place for cell in edge for place in _near(grid.axial(cell)) if place not in on_map}
    real = {grid.axial(cell) for cell in units}
    inner = {grid.axial(cell) for cell in units - edge}
    pairs = [*combinations(sorted(real), 2), *((a, b) for a in inner for b in supposed)]
    hexes, sides = set(), set()
    for a, b in pairs:
        common = _near(a) & _near(b)
        dq, dr = b[0] - a[0], b[1] - a[1]
        if max(abs(dq), abs(dr), abs(dq + dr)) != 2:
            continue
        between = {on_map[place] for place in common if place in on_map}
        if len(common) == 1:
            hexes |= between - enemies
        elif len(between) == 2 and not between <= enemies:
            sides.add(frozenset(between))
    return hexes, sides


@st.composite
def positions(draw: st.DrawFn) -> tuple[Grid, set[int], set[int], set[int]]:
    grid = draw(st.sampled_from(SMALL))
    rim = [cell for cell in grid.cells if len(grid.near[cell]) < 6]
    units = draw(st.sets(st.sampled_from(grid.cells), max_size=12))
    enemies = draw(st.sets(st.sampled_from(grid.cells), max_size=12)) - units
    edge = draw(st.sets(st.sampled_from(rim), max_size=len(rim)))
    return grid, units, enemies, edge


def _bits(some: set[int]) -> int:
    return sum(1 << cell for cell in some)


@pytest.mark.rule("rof:10.3", "rof:10.5", "rof:10.7")
@settings(max_examples=300, deadline=None)
@given(positions())
def test_links_are_those_of_the_oracle(position: tuple[Grid, set[int], set[int], set[int]]) -> None:
    grid, units, enemies, edge = position
    rim = _bits(edge)
    found = links(grid, _bits(units), _bits(enemies), off_map(grid, rim), rim)
    hexes, sides = _oracle(grid, units, enemies, edge)
    assert set(cells(found.hexes)) == hexes
    assert _sides(grid, found) == sides


@settings(max_examples=150, deadline=None)
@given(positions())
def test_the_list_for_people_says_the_same(position: tuple[Grid, set[int], set[int], set[int]]) -> None:
    grid, units, enemies, edge = position
    rim = _bits(edge)
    arguments = grid, _bits(units), _bits(enemies), off_map(grid, rim), rim
    found, listed = links(*arguments), list_links(*arguments)
    alive = [link for link in listed if not link.cancelled]
    assert {link.hexes[0] for link in alive if len(link.hexes) == 1} == set(cells(found.hexes))
    assert {frozenset(link.hexes) for link in alive if len(link.hexes) == 2} == _sides(grid, found)
    assert all(link.units[0] in units and (link.units[1] in units or link.units[1] == -1) for link in listed)


@settings(max_examples=100, deadline=None)
@given(positions())
def test_gates_walls_and_single_steps_agree(position: tuple[Grid, set[int], set[int], set[int]]) -> None:
    grid, units, enemies, _ = position
    found = links(grid, _bits(units), _bits(enemies))
    for a in grid.cells:
        for d, b in enumerate(grid.toward[a]):
            if b >= 0:
                barred = frozenset((a, b)) in _sides(grid, found)
                assert found.bars_step(a, b) == barred
                assert (b in found.walls.get(a, ())) == barred
                assert bool(found.gates[d] >> a & 1) != barred


@pytest.mark.rule("rof:10.1", "rof:10.3")
def test_any_two_units_two_hexes_apart_link_in_every_direction() -> None:
    centre = GRID.cell("0504")
    ring = [cell for cell in GRID.cells if GRID.distance(centre, cell) == 2]
    assert len(ring) == 12
    for other in ring:
        found = links(GRID, 1 << centre | 1 << other, 0)
        common = set(GRID.near[centre]) & set(GRID.near[other])
        if len(common) == 1:
            assert (set(cells(found.hexes)), _sides(GRID, found)) == (common, set())
        else:
            assert (found.hexes, _sides(GRID, found)) == (0, {frozenset(common)})


@pytest.mark.rule("rof:10.2")
def test_a_zone_of_control_alone_bars_nothing() -> None:
    for units in (_mask("0504"), _mask("0504", "0505"), _mask("0504", "0507")):
        found = links(GRID, units, 0)
        assert (found.hexes, any(found.bars)) == (0, False)


@pytest.mark.rule("rof:10.3")
def test_hex_link_and_hexside_link_of_a_known_place() -> None:
    assert links(GRID, _mask("0503", "0505"), 0).hexes == _mask("0504")
    # Two rows up, straight above: the hexside between the two hexes of the row between them.
    found = links(GRID, _mask("0304", "0504"), 0)
    assert (found.hexes, _barred_sides(found)) == (0, {frozenset(("0403", "0404"))})


@pytest.mark.rule("rof:10.4")
def test_no_supply_into_a_hex_link_or_across_a_hexside_link() -> None:
    """A wall of three units, two hexes apart, from rim to rim of a map cut down to a strip."""
    strip = Grid("pointy", {f"{r}{c}": (c, r) for r in range(3) for c in range(5)})
    everything, north = strip.all, strip.mask(f"0{c}" for c in range(5))
    wall = links(strip, strip.mask(["10", "12", "14"]), 0)
    south = strip.mask(f"2{c}" for c in range(5))
    closed = strip.mask(["10", "12", "14"]) | wall.hexes
    assert supplied_hexes(strip, north, closed, wall.gates) & south == 0
    assert supplied_hexes(strip, north, strip.mask(["10", "12", "14"]), None) & south == south
    gap = links(strip, strip.mask(["10", "13"]), 0)
    assert supplied_hexes(strip, north, strip.mask(["10", "13"]) | gap.hexes, gap.gates) & south == south
    assert everything & ~(north | south | closed) == 0


@pytest.mark.rule("rof:10.5")
def test_an_enemy_in_the_middle_cancels_a_hex_link() -> None:
    assert links(GRID, _mask("0503", "0505"), _mask("0504")).hexes == 0
    assert links(GRID, _mask("0503", "0505"), _mask("0604", "0404")).hexes == _mask("0504")


@pytest.mark.rule("rof:10.5")
def test_only_enemies_on_both_sides_cancel_a_hexside_link() -> None:
    pair = _mask("0304", "0504")
    assert _barred_sides(links(GRID, pair, _mask("0403"))) == {frozenset(("0403", "0404"))}
    assert _barred_sides(links(GRID, pair, _mask("0404"))) == {frozenset(("0403", "0404"))}
    assert _barred_sides(links(GRID, pair, _mask("0403", "0404"))) == set()


@pytest.mark.rule("rof:10.5")
def test_a_cancelled_link_revives_when_the_enemy_is_gone() -> None:
    """ROF-A06: links are a function of where units stand now."""
    pair = _mask("0503", "0505")
    before, during, after = (links(GRID, pair, enemies).hexes for enemies in (0, _mask("0504"), 0))
    assert (before, during, after) == (_mask("0504"), 0, _mask("0504"))


@pytest.mark.rule("rof:10.6")
def test_hex_links_of_both_sides_that_cross_bar_the_hex_to_both() -> None:
    mine, yours = _mask("0503", "0505"), _mask("0403", "0604")
    assert set(GRID.near[GRID.cell("0504")]) >= set(cells(mine | yours))
    assert links(GRID, mine, yours).hexes == _mask("0504")
    assert links(GRID, yours, mine).hexes == _mask("0504")


@pytest.mark.rule("rof:10.6", "rof:10.5")
def test_a_hexside_link_is_not_cancelled_by_an_enemy_link_that_crosses_it() -> None:
    mine, yours = _mask("0304", "0504"), _mask("0402", "0404")
    assert _barred_sides(links(GRID, mine, yours)) == {frozenset(("0403", "0404"))}
    assert links(GRID, yours, mine).hexes == _mask("0403")
    assert _barred_sides(links(GRID, mine, yours | _mask("0403"))) == set()


def _edge(*sides: str) -> int:
    tests = {"south": lambda r, c: r == 1, "north": lambda r, c: r == ROWS, "west": lambda r, c: c == 1}
    return GRID.mask(
        label for label in GRID.labels(GRID.all) if any(tests[s](int(label[:2]), int(label[2:])) for s in sides)
    )


def _with_edge(units: int, *sides: str, enemies: int = 0) -> Links:
    edge = _edge(*sides)
    return links(GRID, units, enemies, off_map(GRID, edge), edge)


@pytest.mark.rule("rof:10.7")
@pytest.mark.parametrize(
    ("unit", "edge", "barred"),
    [
        ("0204", "south", ["0104", "0105"]),
        ("0804", "north", ["0904", "0905"]),
        ("0502", "west", ["0501"]),
        ("0402", "west", ["0401"]),
    ],
)
def test_a_unit_one_hex_in_bars_the_edge_hexes_next_to_it(unit: str, edge: str, barred: list[str]) -> None:
    """ROF-A07: two hexes on the sides with straight rows, one on the sides with zigzag columns."""
    assert _with_edge(_mask(unit), edge).hexes == _mask(*barred)
    assert links(GRID, _mask(unit), 0).hexes == 0


@pytest.mark.rule("rof:10.7")
def test_units_on_the_edge_or_two_hexes_in_make_no_link_with_it() -> None:
    for unit in ("0104", "0304"):
        assert _with_edge(_mask(unit), "south").hexes == 0
    for unit in ("0501", "0401", "0503"):
        found = _with_edge(_mask(unit), "west")
        assert (found.hexes, any(found.bars)) == (0, False)


@pytest.mark.rule("rof:10.7", "rof:3.4")
def test_only_a_friendly_edge_makes_links() -> None:
    assert _with_edge(_mask("0204"), "north", "west").hexes == 0


@pytest.mark.rule("rof:10.7", "rof:10.5")
def test_an_enemy_on_the_edge_cancels_the_edge_link_of_its_hex_alone() -> None:
    assert _with_edge(_mask("0204"), "south", enemies=_mask("0104")).hexes == _mask("0105")
