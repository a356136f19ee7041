"""The printed map sheet as one SVG text, everything below the overlays and counters."""

from __future__ import annotations

from blackearth.art import border, forts, ground, lettering, palette, textures
from blackearth.art.frame import Frame
from blackearth.art.names import Box, Gazetteer
from blackearth.art.river_names import place_rivers, river_names, samples
from blackearth.art.rivers import Waters, water
from blackearth.art.roads import bridges, rails, roads, ways
from blackearth.art.svg import num
from blackearth.art.towns import Builder, grounds, urban
from blackearth.core.drawing import MapPicture


def terrain(picture: MapPicture) -> str:
    """The sheet as an SVG document, in map units (64 u across a hex).

    Groups carry classes so that a page can hide them when the map is small: `hexnum`, `village`, `minor-names`,
    `texture`, `grain`, `fort-teeth`; the place names are the last group, `names`.
    """
    frame = Frame(picture)
    defs, body = layers(frame)
    box = f"0 0 {num(frame.width)} {num(frame.height)}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}"><defs>{defs}</defs>{body}</svg>'


def layers(frame: Frame) -> tuple[str, str]:
    """Definitions and drawing of the sheet."""
    name = frame.picture.name
    waters = Waters(frame)
    towns = grounds(frame)
    road, rail = ways(frame, "road"), ways(frame, "rail")
    water_defs, valley, river_lines = water(frame, waters)
    mass_defs, masses = ground.terrain_masses(frame)
    road_defs, road_lines = roads(frame, road)
    rail_defs, rail_lines = rails(frame, rail)
    wet = [point for course in waters.courses for point in samples(course)]
    gazetteer = Gazetteer(frame, wet)
    taken = [named.box for named in gazetteer.names]
    rivers = place_rivers(frame, waters.courses, taken)
    name_defs, water_names = river_names(frame, rivers)
    covered = taken + [Box(x - 5, y - 9, x + 5, y + 2) for river in rivers for x, y in river.path]
    clip = f'<clipPath id="{name}-clip"><path d="{ground.outline_path(frame)}"/></clipPath>'
    defs = clip + textures.grain(f"{name}-grain") + mass_defs + water_defs + road_defs + rail_defs + name_defs
    size = f'width="{num(frame.width)}" height="{num(frame.height)}"'
    inside = (
        f'<rect {size} fill="{palette.PAPER}"/>{ground.mottling(frame)}{valley}'
        f'<rect class="grain" {size} fill="url(#{name}-grain)"/>'
        f"{masses}{urban(towns)}{ground.grid(frame)}{river_lines}{Builder(frame, waters, [road, rail], towns).blocks()}"
        f"{road_lines}{rail_lines}{bridges(frame)}{forts.belts(frame)}{forts.facing(frame)}"
    )
    paint = (
        f'font-family="{lettering.SANS}" stroke="{palette.HALO}" stroke-linejoin="round" paint-order="stroke" '
        'style="font-variant-numeric:lining-nums tabular-nums"'
    )
    return defs, (
        f'{ground.sheet_frame(frame)}<g class="land" clip-path="url(#{name}-clip)">{inside}</g>{forts.front(frame)}'
        f"{ground.numbers(frame, covered)}{water_names}{border.bands(frame)}{border.edge_words(frame)}"
        f'{border.cartouche(frame)}<g class="names" {paint}>{gazetteer.svg()}</g>'
    )
