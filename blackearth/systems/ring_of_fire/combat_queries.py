"""Queries about combat: odds line by line, the table row with the chance of every result, hexes that can be
attacked.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from blackearth.core.system import QueryError
from blackearth.systems.ring_of_fire.board import Battle, State, facts, roster
from blackearth.systems.ring_of_fire.declaration import targets
from blackearth.systems.ring_of_fire.odds import (
    Odds,
    attack_tally,
    defence_tally,
    fortified,
    losses,
    odds,
    ratio_text,
    river_quarters,
)

Args = Mapping[str, Any]
DIE = 6
MOST_SUPPORT = 2  # rof:13.3


def battle_of(s: State, args: Args) -> Battle:
    """The attack the arguments describe: a declared one on the hex, with units and supports added to it; a barrage only
    where it may be placed (rof:12.62).
    """
    grid, index = s.defn.map.grid, roster(s).index
    target = grid.find(str(args.get("to", "")))
    if target < 0 or target not in s.stacks:
        raise QueryError("“to” must be a hex with units")
    named = args.get("units", [])
    names = named.split() if isinstance(named, str) else named
    if not isinstance(names, list | tuple) or not all(n in index for n in names):
        raise QueryError("“units” must name units")
    standing = next((b for b in s.extra.battles if b.target == target), Battle(target, ()))
    units = (*standing.units, *(index[n] for n in names if index[n] not in standing.units))
    for unit in units:
        if s.at[unit] < 0 or target not in grid.near[s.at[unit]]:
            raise QueryError(f"{roster(s).ids[unit]} does not stand next to {grid.label(target)}")
    if not units:
        raise QueryError("name the attacking units")
    wanted = args.get("support") or 0
    if not isinstance(wanted, int):
        raise QueryError("“support” must be a number of air units")
    support = standing.support or (-1,) * min(MOST_SUPPORT, wanted)
    if any(roster(s).side[u] == roster(s).side[s.stacks[target][0]] for u in units):
        raise QueryError(f"{grid.label(target)} is not held by the enemy")
    barrage = standing.barrage or (bool(args.get("barrage")) and fortified(s, standing))
    return msgspec.structs.replace(standing, units=units, support=support, barrage=barrage)


def query_odds(s: State, args: Args) -> dict[str, Any]:
    """`odds {units, to, support?, barrage?, maximum?}`: everything about an attack before it is committed."""
    battle = battle_of(s, args)
    o = odds(s, battle)
    r, label = roster(s), s.defn.map.grid.label
    table = facts(s).content.crt
    both = [
        tally.to_json(r.ids, label)
        for tally in (attack_tally(s, battle.units, battle.target), defence_tally(s, battle.target))
    ]
    status = {x for row in table.status for x in row}
    return {
        "attack": both[0] | {"rounded": o.attack},
        "defence": both[1] | {"rounded": o.defence},
        "raw": ratio_text(s, o.raw),
        "final": table.below.text if o.automatic else table.columns[o.final],
        "net": sum(x.columns for x in o.shifts if not x.struck),
        "allowed": o.raw >= 0 and all(river_quarters(s, u, battle.target)[0] for u in battle.units),
        "shifts": [{"label": x.label, "amount": x.text, "cite": x.cite, "struck": x.struck} for x in o.shifts],
        "table": {
            "columns": list(table.columns),
            "rows": [[result.text for result in row] for row in table.rows],
            "status": "reconstructed" if "reconstructed" in status else "printed",
        },
        "column": o.final,
        "options": [
            {
                "id": "maximum",
                "label": "Maximum Effort: both sides lose twice as much",
                "cite": "rof:12.65",
                "value": bool(args.get("maximum")),
            }
        ],
        "losses": loss_changes(o),
        "outcomes": outcomes(s, o, maximum=bool(args.get("maximum"))),
        "expected": {"normal": expected(s, o, maximum=False), "maximum": expected(s, o, maximum=True)},
        "clears": {name: clears(s, battle, o, maximum=name == "maximum") for name in ("normal", "maximum")},
    }


def loss_changes(o: Odds) -> list[dict[str, str]]:
    """rof:12.64 - what makes the losses differ from the printed result, in words."""
    words = "Behind a fortification: the attacker loses one step more than the result says, the defender one less."
    return [{"label": words, "cite": "rof:12.64"}] if o.fortified else []


def outcomes(s: State, o: Odds, *, maximum: bool) -> list[dict[str, Any]]:
    """Every result with the faces of the die that give it, best for the defender first."""
    found: dict[tuple[str, int, int], list[int]] = {}
    for die in range(1, DIE + 1):
        got = losses(s, o, die, maximum=maximum)
        found.setdefault((got.result, got.attacker, got.defender), []).append(die)
    return [
        {"result": result, "faces": faces, "chance": len(faces) / DIE, "attacker_steps": a, "defender_steps": d}
        for (result, a, d), faces in found.items()
    ]


def expected(s: State, o: Odds, *, maximum: bool) -> list[float]:
    """Mean steps lost by attacker and defender, were there enough of them."""
    results = [losses(s, o, die, maximum=maximum) for die in range(1, DIE + 1)]
    return [sum(x.attacker for x in results) / DIE, sum(x.defender for x in results) / DIE]


def clears(s: State, battle: Battle, o: Odds, *, maximum: bool) -> float:
    """Chance that the hex is emptied."""
    there = sum(s.steps[u] for u in s.stacks[battle.target])
    return sum(losses(s, o, die, maximum=maximum).defender >= there for die in range(1, DIE + 1)) / DIE


def query_targets(s: State, args: Args) -> dict[str, list[str]]:
    """`attacks {}`: the hexes the active side could attack now, each with the units that could take part."""
    r, label = roster(s), s.defn.map.grid.label
    found = targets(s, reserve=bool(args.get("reserve")))
    return {label(cell): [r.ids[u] for u in units] for cell, units in found.items()}


QUERIES: dict[str, Callable[[State, Args], Any]] = {"odds": query_odds, "attacks": query_targets}
