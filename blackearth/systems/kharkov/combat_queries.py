"""Queries about combat: odds line by line, the table row with the chance of every result, hexes that can be attacked,
duties of Offensive armies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import msgspec

from blackearth.core.system import QueryError
from blackearth.lib.combat import round_up
from blackearth.systems.kharkov import combat, exchange, forced, losses, odds, timoshenko
from blackearth.systems.kharkov.board import Fight, State, extra, facts, reading, roster
from blackearth.systems.kharkov.charts import Result
from blackearth.systems.kharkov.fights import defenders_of, open_fights, targets
from blackearth.systems.kharkov.results import retreat_of
from blackearth.systems.kharkov.visible import visible

Args = Mapping[str, Any]
DIE = 6


class Outcome(NamedTuple):
    """A result an attack can have: its faces, the steps lost at once, whether the hex is emptied if all can retreat."""

    result: Result
    faces: tuple[int, ...]
    attacker: int
    defender: int
    clears: bool

    @property
    def chance(self) -> float:
        """Share of the faces of the die."""
        return len(self.faces) / DIE


def outcomes(s: State, fight: Fight, o: odds.Odds) -> list[Outcome]:
    """Every result of an attack, best for the defender first."""
    faces: dict[str, list[int]] = {}
    results: dict[str, Result] = {}
    for die in range(1, DIE + 1):
        result = odds.outcome(s, o, die)
        faces.setdefault(result.text, []).append(die)
        results[result.text] = result
    return [_outcome(s, fight, results[text], tuple(found)) for text, found in faces.items()]


def _outcome(s: State, fight: Fight, result: Result, faces: tuple[int, ...]) -> Outcome:
    lost = {u: losses.defender_steps(s, u, result) for u in fight.defenders} if result.defender else {}
    defender = sum(lost.values())
    gone = all(lost.get(u, 0) >= s.steps[u] for u in fight.defenders)
    return Outcome(result, faces, _attacker_steps(s, fight, result, lost), defender, gone or retreat_of(result) > 0)


def _attacker_steps(s: State, fight: Fight, result: Result, lost: dict[int, int]) -> int:
    """Steps the attacker loses: under the limits of AE and AR, or by the shortest of the cheapest payments."""
    there = sum(s.steps[u] for u in fight.defenders)
    if result.attacker == "eliminated":
        return min(there, sum(s.steps[u] for u in fight.units))
    if result.attacker:
        most = round_up(there, 2)
        once = reading(s, "KHA-N24") == "a"
        return min(most, len(fight.units) if once else sum(s.steps[u] for u in fight.units))
    if result.exchange:
        price = sum(losses.drop(s, u, n, attacking=False) for u, n in lost.items())
        return exchange.fewest_steps(exchange.ways_to_pay(s, fight.units), price)
    return 0


def fight_of(s: State, side: int | None, args: Args) -> Fight:
    """The attack the arguments describe, or the announced one on that hex.

    Raises:
        QueryError: the arguments make no sense, or the side may not know the units.
    """
    grid, index = s.defn.map.grid, roster(s).index
    target = grid.find(str(args.get("to", "")))
    if target < 0 or target not in s.stacks:
        raise QueryError("“to” must be a hex with units")
    known = visible(s, side)
    named = args.get("units", [])
    names = named.split() if isinstance(named, str) else named
    if not isinstance(names, list | tuple) or not all(n in index and index[n] in known for n in names):
        raise QueryError("“units” must name units")
    standing = next((f for f in open_fights(s) if f.target == target), None)
    if standing:
        return _with_bid(s, standing, side, args)
    units = tuple(dict.fromkeys(index[n] for n in names))
    if not units:
        raise QueryError("name the attacking units")
    for unit in units:
        if s.at[unit] < 0 or target not in grid.near[s.at[unit]]:
            raise QueryError(f"{roster(s).ids[unit]} does not stand next to {grid.label(target)}")
        if roster(s).side[unit] != s.active:
            raise QueryError("it is the turn of the other side")
    defenders = defenders_of(s, target)
    if roster(s).side[defenders[0]] == s.active:
        raise QueryError(f"{grid.label(target)} is not held by the enemy")
    if not known.issuperset(defenders):
        raise QueryError(f"the units in {grid.label(target)} are hidden")
    return _with_help(s, Fight(target, units, defenders), args)


def _markers(s: State, args: Args, key: str) -> int:
    """How many air support markers the arguments ask about; ticked off, one."""
    wanted, most = args.get(key) or 0, facts(s).content.series.air_per_combat
    if not isinstance(wanted, int) or not 0 <= wanted <= most:
        raise QueryError(f"“{key}” must be a number of air support markers, at most {most}")
    return int(wanted)


def _with_bid(s: State, fight: Fight, side: int | None, args: Args) -> Fight:
    """An announced attack with the markers that the side which asks thinks of adding."""
    count = _markers(s, args, "air")
    if side not in (0, 1) or not count:
        return fight
    ours, theirs = fight.air
    return msgspec.structs.replace(fight, air=(ours, theirs + count) if side else (ours + count, theirs))


def _with_help(s: State, fight: Fight, args: Args) -> Fight:
    """The attack with the air support and General Timoshenko's shift that are asked about."""
    own, enemy = _markers(s, args, "air"), _markers(s, args, "enemy_air")
    air = (own, enemy) if s.active == 0 else (enemy, own)
    mark = timoshenko.army(s, fight.units) if args.get("timoshenko") else ""
    return Fight(fight.target, fight.units, fight.defenders, air, mark)


def _what_if(s: State, fight: Fight, args: Args) -> list[dict[str, Any]]:
    """What may still be thrown in, to be ticked off: an air support marker of either side, General Timoshenko."""
    if fight in open_fights(s):
        return []
    found = []
    markers, enemies = extra(s).air[s.active], extra(s).air[1 - s.active]
    if markers:
        found.append(("air", "one of your air support markers", "ms:G2"))
    if enemies:
        found.append(("enemy_air", "an air support marker of the enemy", "ms:G2"))
    if timoshenko.army(s, fight.units):
        found.append(("timoshenko", "General Timoshenko", "rostov:7"))
    return [{"id": key, "label": label, "cite": cite, "value": bool(args.get(key))} for key, label, cite in found]


def query_odds(s: State, side: int | None, args: Args) -> dict[str, Any]:
    """`odds {units, to, air?, enemy_air?, timoshenko?}`: everything about an attack before it is announced; of one that
    is announced with `air` more markers of the side that asks.
    """
    fight = fight_of(s, side, args)
    o = odds.odds(s, fight)
    r, label, table = roster(s), s.defn.map.grid.label, facts(s).content.crt
    attack = odds.attack_tally(s, fight.units, fight.target).to_json(r.ids, label)
    defence = odds.defence_tally(s, fight.defenders, fight.target).to_json(r.ids, label)
    found = outcomes(s, fight, o)
    status = {x for row in table.status for x in row}
    return {
        "attack": attack | {"rounded": o.attack},
        "defence": defence | {"rounded": o.defence},
        "raw": odds.column_text(o.raw),
        "final": odds.column_text(o.final),
        "net": o.net,
        "allowed": not any(refusals(s, fight)),
        "shifts": [{"label": x.label, "amount": x.text, "cite": x.cite, "struck": False} for x in o.shifts],
        "table": {
            "columns": list(table.columns),
            "rows": [[result.text for result in row] for row in table.rows],
            "status": "reconstructed" if "reconstructed" in status else "printed",
        },
        "column": max(0, o.final),
        "below": o.final == odds.BELOW,
        "timoshenko": bool(timoshenko.army(s, fight.units)),
        "options": _what_if(s, fight, args),
        "outcomes": [
            {
                "result": x.result.text, "faces": list(x.faces), "chance": x.chance, "attacker_steps": x.attacker,
                "defender_steps": x.defender, "retreat": retreat_of(x.result),
            }
            for x in found
        ],
        "expected": {"normal": [sum(x.chance * x.attacker for x in found), sum(x.chance * x.defender for x in found)]},
        "clears": {"normal": sum(x.chance for x in found if x.clears)},
    }  # fmt: skip


def refusals(s: State, fight: Fight) -> list[object]:
    """Why an attack that is not announced yet would not be allowed."""
    if fight in open_fights(s):
        return []
    wrong: list[object] = [*combat.target_refusals(s, fight.target)]
    wrong += [refusal for u in fight.units for refusal in combat.unit_refusals(s, u, fight.target)]
    wrong += combat.together_refusals(s, fight.units)
    if not wrong and not extra(s).exploiting:
        wrong += combat.duty_refusals(s, fight.units, fight.target)
    return wrong


def query_targets(s: State, side: int | None, args: Args) -> dict[str, list[str]]:
    """`attacks {}`: the hexes the active side could attack now, each with the units that could take part."""
    r, label, known = roster(s), s.defn.map.grid.label, visible(s, side)
    found = {label(cell): [r.ids[u] for u in units if u in known] for cell, units in targets(s).items()}
    return {cell: units for cell, units in found.items() if units}


def query_duties(s: State, side: int | None, args: Args) -> dict[str, list[str]]:
    """`duties {}`: units of Offensive armies that must still attack, each with the hexes it may choose among."""
    r, label, known = roster(s), s.defn.map.grid.label, visible(s, side)
    return {r.ids[u]: [label(c) for c in hexes] for u, hexes in forced.duties(s).items() if u in known}


QUERIES: dict[str, Callable[[State, int | None, Args], Any]] = {
    "odds": query_odds,
    "attacks": query_targets,
    "duties": query_duties,
}
