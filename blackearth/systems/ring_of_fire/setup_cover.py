"""rof:16.1-setup, 16.2-setup - whether a line of hexes is covered by units and their ZOC links at set-up (ROF-A32)."""

from __future__ import annotations

from blackearth.core.refusals import Refusal
from blackearth.hexes.mask import cells, mask_of
from blackearth.hexes.paths import flood
from blackearth.lib.links import Links, links
from blackearth.systems.ring_of_fire.board import State, facts, on_map, reading, roster
from blackearth.systems.ring_of_fire.scenario import SIDES, SetupStep

#: Line to what players call it.
LINE_NAMES = {"first_line": "the first line of fortifications", "soviet_line": "the line in front of the enemy"}
#: How many open hexes a sentence names.
_NAMED = 8


def line_mask(s: State, step: SetupStep) -> int:
    """The hexes of the line that a step of the set-up must cover."""
    return mask_of(s.defn.map.lines[step.covers])


def behind(s: State, step: SetupStep) -> int:
    """The hexes on the own side of the line, the line itself not included."""
    return s.defn.map.masks[f"{SIDES[step.side]}_start"] & ~line_mask(s, step)


def leg_behind(s: State, step: SetupStep) -> list[int]:
    """rof:16.1-setup - leg units that stand in the rear, which they may only when the line is closed without them."""
    rear, r = behind(s, step), roster(s)
    return [u for u in on_map(s, step.side) if r.leg[u] and rear >> s.at[u] & 1]


def gaps(s: State, step: SetupStep) -> int:
    """rof:16.1-setup, 16.2-setup - mask of the hexes through which an enemy passes the step's line; 0 if it is covered.

    Where leg units must cover the line only those on it count, since the rear may be manned only then; else all units
    of the side on the map do. Reading a of ROF-A32 lets an enemy walk from the far side; reading b wants each hex of
    the line held, in a hex link or at a hexside link.
    """
    posts, line = _posts(s, step), line_mask(s, step)
    d = facts(s)
    edge = d.supply_edges[step.side]
    barred = links(d.map.grid, posts, 0, d.beyond[step.side], edge)
    if reading(s, "ROF-A32") == "b":
        return line & ~(posts | barred.hexes | mask_of(barred.walls))
    return _leaks(s, step, posts, barred)


def _posts(s: State, step: SetupStep) -> int:
    """Mask of the hexes whose units count for the cover."""
    if step.covered_by != "leg":
        return s.occupied[step.side]
    r = roster(s)
    return mask_of(s.at[u] for u in on_map(s, step.side) if r.leg[u]) & line_mask(s, step)


def _leaks(s: State, step: SetupStep, posts: int, barred: Links) -> int:
    """rof:10.4 - the hexes from which an enemy who came from the far side can go on to the rear."""
    grid, rear = s.defn.map.grid, behind(s, step)
    free = grid.all & ~(posts | barred.hexes)
    far = s.defn.map.masks[f"{SIDES[1 - step.side]}_start"]
    reached = flood(far, free & ~rear, grid.width, barred.gates)
    return mask_of(
        cell
        for cell in cells(reached)
        for d, near in enumerate(grid.toward[cell])
        if near >= 0 and (free & rear) >> near & 1 and barred.gates[d] >> cell & 1
    )


def cover_refusal(s: State, step: SetupStep) -> Refusal | None:
    """rof:16.1-setup, 16.2-setup - why the line of a step is not covered as it must be, or None if it is.

    The Germans need a closed line only if a leg unit stands behind it.
    """
    if not step.covers or (step.covered_by == "leg" and not leg_behind(s, step)):
        return None
    open_hexes = cells(gaps(s, step))
    if not open_hexes:
        return None
    grid = s.defn.map.grid
    where = ", ".join(grid.label(cell) for cell in open_hexes[:_NAMED])
    if len(open_hexes) > _NAMED:
        where += f" and {len(open_hexes) - _NAMED} more hexes"
    text = f"{LINE_NAMES.get(step.covers, step.covers)} is open at {where}"
    if step.covered_by == "leg":
        text += "; while it is, no leg unit may stand behind it"
    return Refusal(f"{facts(s).content.scenario.cite}-setup", text[0].upper() + text[1:], hexes=tuple(open_hexes))
