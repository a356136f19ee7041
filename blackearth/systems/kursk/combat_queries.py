"""Queries about combat: odds line by line, the die, the chance of every result, hexes that can be attacked, partners of
limited units.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from blackearth.core.system import QueryError
from blackearth.hexes.mask import cells
from blackearth.systems.kursk import close_support, combat, exchange, limited, odds
from blackearth.systems.kursk.board import State, facts, reading, roster
from blackearth.systems.kursk.charts import FACES, HIGHEST, LOWEST, RESULTS, Result
from blackearth.systems.kursk.fights import Fight, running, targets
from blackearth.systems.kursk.query_args import Args, names_of


class Outcome(NamedTuple):
    """A result an attack can have.

    Attributes:
        result: the result.
        faces: the faces of the die that give it.
        attacker, defender: units lost at once, by the shortest payment of an exchange.
        attacker_points, defender_points: what the other side scores for them, by the cheapest payment.
        price: strength that the attacker must pay in an exchange, else 0.
    """

    result: Result
    faces: tuple[int, ...]
    attacker: int
    defender: int
    attacker_points: int
    defender_points: int
    price: int = 0

    @property
    def back(self) -> str:
        """Who goes back one hex: `attacker`, `defender`, `both` or nobody (kursk:crt-AR, crt-BR)."""
        attacker, defender = (x == "retreats" for x in (self.result.attacker, self.result.defender))
        return "both" if attacker and defender else "attacker" if attacker else "defender" if defender else ""

    @property
    def chance(self) -> float:
        """Share of the faces of the die."""
        return len(self.faces) / FACES

    @property
    def clears(self) -> bool:
        """Whether the attacked hexes are emptied."""
        return bool(self.result.defender)


def outcomes(s: State, fight: Fight) -> list[Outcome]:
    """Every result of an attack, best for the defender first; without a die there is one."""
    o = odds.odds(s, fight)
    if not fight.fought or (not o.defence and reading(s, "KUR-A12") == "b"):
        return [_outcome(s, fight, RESULTS["DX"], tuple(range(1, FACES + 1)))]
    faces: dict[str, list[int]] = {}
    for die in range(1, FACES + 1):
        faces.setdefault(odds.outcome(s, o, die).text, []).append(die)
    return [_outcome(s, fight, RESULTS[text], tuple(found)) for text, found in faces.items()]


def _outcome(s: State, fight: Fight, result: Result, faces: tuple[int, ...]) -> Outcome:
    points = roster(s).points
    hexes = fight.targets if result.defender == "destroyed" else set(fight.targets) - set(fight.fought)
    lost = [u for cell in hexes for u in s.stacks.get(cell, ())]
    mine, mine_points, price = 0, 0, 0
    if result.attacker == "destroyed":
        mine, mine_points = len(fight.units), sum(points[u] for u in fight.units)
    elif result.exchange:
        price = exchange.price_of(s, fight.defenders, result)
        worth = [odds.strength(s, u, attacking=True) for u in fight.units]
        mine = exchange.fewest(worth, price)
        mine_points = exchange.cheapest(list(zip(worth, (points[u] for u in fight.units), strict=True)), price)
    return Outcome(result, faces, mine, len(lost), mine_points, sum(points[u] for u in lost), price)


# -- arguments ---------------------------------------------------------------------------------------------------------


def fight_of(s: State, args: Args) -> Fight:
    """The attack the arguments describe; without units the announced one.

    Raises:
        QueryError: the arguments make no sense.
    """
    grid, index = s.defn.map.grid, roster(s).index
    names = names_of(args, "units")
    if any(name not in index for name in names):
        raise QueryError("“units” must name units")
    standing = running(s)
    if standing and not names:
        return _supported(s, standing, args) if args.get("support") is True else standing
    goals = tuple(dict.fromkeys(grid.find(label) for label in names_of(args, "to")))
    if not goals or any(cell not in s.stacks or not s.occupied[1 - s.active] >> cell & 1 for cell in goals):
        raise QueryError("“to” must name hexes held by the enemy")
    units = tuple(dict.fromkeys(index[name] for name in names))
    if not units or any(u not in s.stacks.get(s.at[u], ()) or roster(s).side[u] != s.active for u in units):
        raise QueryError("“units” must name ground units of the side whose turn it is")
    if any(cell not in grid.near[s.at[u]] for u in units for cell in goals):
        raise QueryError("the units must stand next to every attacked hex")
    return _supported(s, combat.fight_of(s, units, goals), args)


def _supported(s: State, fight: Fight, args: Args) -> Fight:
    """The attack with close support over the hexes named in `support`, or over one of them if it is just true."""
    if isinstance(args.get("support"), bool):
        able = 0
        for mask in close_support.flights(s, fight).values():
            able |= mask
        return msgspec.structs.replace(fight, support=tuple(cells(able)[:1])) if args["support"] else fight
    named = tuple(dict.fromkeys(s.defn.map.grid.find(label) for label in names_of(args, "support")))
    if any(cell not in fight.fought for cell in named):
        raise QueryError("“support” must name attacked hexes in which somebody can fight")
    return msgspec.structs.replace(fight, support=named)


# -- queries -----------------------------------------------------------------------------------------------------------


def query_odds(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`odds {units, to, support?}`: everything about an attack before it is announced.

    `to` and `support` are hexes, as a list or as a text with spaces; `support` may be just true. `lone` are the hexes
    that are emptied without a die, `aircraft` who could fly close support and where.
    """
    fight = fight_of(s, args)
    o, found = odds.odds(s, fight), outcomes(s, fight)
    r, grid, table = roster(s), s.defn.map.grid, facts(s).content.crt
    attack = odds.tally(s, fight.units, attacking=True).to_json(r.ids, grid.label) | _matched(s, fight.units)
    counted = odds.tally(s, fight.defenders, attacking=False)
    for unit, why, cite in _uncounted(s, fight):
        counted.add(f"{r.names[unit]}, {why}", r.defence[unit], cite, struck=True, units=(unit,))
    defence = counted.to_json(r.ids, grid.label) | _matched(s, fight.defenders)
    status = {x for row in table.status for x in row}
    return {
        "attack": attack | {"rounded": o.attack},
        "defence": defence | {"rounded": o.defence},
        "raw": odds.ratio_text(o.attack, o.defence),
        "final": table.columns[o.column],
        "column": o.column,
        "die": o.die,
        "net": o.die,
        "allowed": not refusals(s, fight),
        "shifts": [
            {"label": m.label, "amount": f"{m.die:+d}", "cite": m.cite, "struck": m.struck} for m in o.modifiers
        ],
        "lone": [grid.label(cell) for cell in fight.targets if cell not in fight.fought],
        "aircraft": {r.ids[u]: grid.labels(mask) for u, mask in close_support.flights(s, fight).items()},
        "options": _options(s, fight),
        "table": {
            "columns": list(table.columns),
            "dice": list(range(LOWEST, HIGHEST + 1)),
            "rows": [[result.text for result in row] for row in table.rows],
            "status": "reconstructed" if "reconstructed" in status else "printed",
        },
        "outcomes": [
            {
                "result": x.result.text, "faces": list(x.faces), "chance": x.chance, "attacker_steps": x.attacker,
                "defender_steps": x.defender, "attacker_points": x.attacker_points,
                "defender_points": x.defender_points, "price": x.price, "back": x.back, "retreat": int(bool(x.back)),
            }
            for x in found
        ],
        "expected": {"normal": [sum(x.chance * x.attacker for x in found), sum(x.chance * x.defender for x in found)]},
        "clears": {"normal": sum(x.chance for x in found if x.clears)},
    }  # fmt: skip


def _uncounted(s: State, fight: Fight) -> Iterator[tuple[int, str, str]]:
    """kursk:combat-D to combat-G - units in attacked hexes whose defence does not count, why, and by which rule."""
    r = roster(s)
    for cell in fight.targets:
        for unit in s.stacks.get(cell, ()):
            kind = r.limited[unit]
            if cell not in fight.fought:
                yield unit, "eliminated without a die", "kursk:combat-G"
            elif r.aircraft[unit] >= 0:
                yield unit, "does not defend", "kursk:combat-G"
            elif kind == "attack":
                yield unit, "only attacks", limited.CITES[kind]
            elif unit not in fight.defenders:
                yield unit, "without a partner", limited.CITES[kind]


def _matched(s: State, units: tuple[int, ...]) -> dict[str, str]:
    """The note that says which limited unit fights beside which regular one, if there are any."""
    names, pairs = roster(s).names, limited.matches(s, units)
    return {"note": "; ".join(f"{names[gun]} with {names[mate]}" for gun, mate in pairs)} if pairs else {}


def _options(s: State, fight: Fight) -> list[dict[str, Any]]:
    """kursk:air-close-support - the question what close support would change, where an aircraft could fly it."""
    possible = close_support.flights(s, msgspec.structs.replace(fight, support=()))
    if not possible:
        return []
    return [{"id": "support", "label": "Close support", "cite": close_support.CITE, "value": bool(fight.support)}]


def refusals(s: State, fight: Fight) -> list[object]:
    """Why an attack that is not announced yet would not be allowed."""
    if (standing := running(s)) and standing.units == fight.units:
        return []
    wrong: list[object] = [r for cell in fight.targets for r in combat.target_refusals(s, cell)]
    wrong += [r for u in fight.units for r in combat.unit_refusals(s, u, fight.targets)]
    return [*wrong, *combat.together_refusals(s, fight.units)]


def query_targets(s: State, side: int | None, args: Args) -> dict[str, list[str]]:
    """`attacks {}`: the hexes the active side could attack now, each with the units that could take part."""
    r, label = roster(s), s.defn.map.grid.label
    return {label(cell): [r.ids[u] for u in units] for cell, units in targets(s).items()}


def query_partners(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`partners {hex}`: who is matched with which limited unit in a hex when it defends.

    `pairs` are [limited unit, regular unit], `idle` limited units without a partner and air bases.
    """
    cell, r = s.defn.map.grid.find(str(args.get("hex", ""))), roster(s)
    if cell not in s.stacks:
        raise QueryError("“hex” must be a hex with units")
    stack, pairs = s.stacks[cell], limited.matches(s, limited.counted(s, cell))
    used = {*(u for u in stack if r.regular[u]), *(u for u, _ in pairs)}
    return {
        "pairs": [[r.ids[a], r.ids[b]] for a, b in pairs],
        "idle": [r.ids[u] for u in stack if u not in used],
    }


QUERIES: dict[str, Callable[[State, int | None, Args], Any]] = {
    "odds": query_odds,
    "attacks": query_targets,
    "partners": query_partners,
}
