"""kursk:zoc-F - zones of control: the six hexes round a unit; those of motorized units end at forest and
swamp.
"""

from __future__ import annotations

from blackearth.systems.kursk.board import State, facts, flying, roster


def of(s: State, side: int) -> int:
    """kursk:zoc-F, tec-forest, air-interdiction - mask of all hexes that ground units of a side
    control, and of those its aircraft interdict.
    """
    key = ("zone", side)
    found = s.cache.get(key)
    if found is None:
        grid, r, masks = s.defn.map.grid, roster(s), facts(s).map.masks
        motorized = other = 0
        for cell, units in s.stacks.items():
            if r.side[units[0]] != side:
                continue
            if any(r.zone[u] and not r.motorized[u] for u in units):
                other |= 1 << cell
            elif any(r.zone[u] for u in units):
                motorized |= 1 << cell
        cover = masks["forest"] | masks["swamp"]
        wide, narrow = grid.around(other), grid.around(motorized)
        found = s.cache[key] = wide | (narrow ^ (narrow & cover)) | flying(s, side, patrol=False)
    result: int = found
    return result


def closed_to_supply(s: State, side: int) -> int:
    """kursk:zoc-E, supply-D - mask of the hexes no supply line of a side may use: enemy units, and enemy zones and
    interdiction where no friendly unit stands.
    """
    enemy = of(s, 1 - side)
    return s.occupied[1 - side] | (enemy ^ (enemy & s.occupied[side]))
