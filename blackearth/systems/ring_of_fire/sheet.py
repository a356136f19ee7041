"""What never changes of a scenario: the page asks for it once."""

from __future__ import annotations

from typing import Any

import msgspec

from blackearth.lib.sheets import board_sheet
from blackearth.systems.ring_of_fire import content, terrain
from blackearth.systems.ring_of_fire.board import Definition


def sheet(d: Definition) -> dict[str, Any]:
    """The sheet of docs/architecture.md."""
    c, r = d.content, d.units
    board = board_sheet(
        d, c.scenario.name, lambda cell: terrain.words(c, cell), dict(zip(d.system.sides, d.supply_edges, strict=True)),
        lambda p: c.scenario.points.get(p.name, 0), c.sources,
    )  # fmt: skip
    return board | {
        "turns": [_turn(d, n) for n in range(c.scenario.first_turn, c.scenario.last_turn + 1)],
        "units": {r.ids[u]: _unit(d, u) for u in range(len(r))},
        "rules": msgspec.to_builtins(content.panel(d.scenario)),
    }


def _turn(d: Definition, number: int) -> dict[str, Any]:
    """A cell of the turn track with its badges."""
    turn = d.content.turn(number)
    badges = ["barrage"] * turn.barrages + ["withdrawal"] * bool(turn.air_withdrawn)
    arriving = [group.formation for group in d.content.reinforcements if group.turn == number]
    badges += ["reinforcements"] * bool(arriving)
    replacements = [
        {"side": name, "leg": turn.leg[side], "mobile": turn.mobile[side]} for side, name in enumerate(d.system.sides)
    ]
    return {
        "number": number, "date": turn.date, "badges": badges, "arrivals": arriving,
        "barrages": turn.barrages, "air_withdrawn": turn.air_withdrawn, "replacements": replacements,
    }  # fmt: skip


def _unit(d: Definition, u: int) -> dict[str, Any]:
    """A counter's printed facts."""
    r = d.units
    return {
        "side": d.system.sides[r.side[u]], "name": r.names[u], "parent": r.parent[u], "formation": r.formation[u],
        "kind": r.kind[u], "size": r.echelon[u], "steps": r.steps[u], "stacking": r.stacking[u], "move": r.move[u] / 2,
        "attack": list(r.attack[u]), "defence": list(r.defence[u]), "tank": r.tank[u], "air": r.air[u],
        "entry_turn": r.entry_turn[u], "ground": r.ground[u],
    }  # fmt: skip
