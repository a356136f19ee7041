"""What the page shows of a state to a side or a spectator."""

from __future__ import annotations

from collections import Counter
from typing import Any

from blackearth.lib import views as lib
from blackearth.lib.views import base_view, progress
from blackearth.systems.kharkov import air, odds, supply, timoshenko, victory
from blackearth.systems.kharkov.board import (
    BOX_IDS,
    COMING,
    DUE,
    ELIMINATED,
    ISOLATED,
    MARK_NAMES,
    SIDES,
    TO_SET_UP,
    WITHDRAWN,
    State,
    extra,
    facts,
    roster,
)
from blackearth.systems.kharkov.sequence import TITLE_OF_STEP, TITLES, Play
from blackearth.systems.kharkov.visible import ALL_SEEING, hidden, visible

_BOXES = (
    (TO_SET_UP, "To be set up"),
    (DUE, "May enter"),
    (COMING, "Reinforcements to come"),
    (ELIMINATED, "Eliminated"),
    (WITHDRAWN, "Withdrawn"),
)


def view(s: State, side: int | None) -> dict[str, Any]:
    """The view of docs/architecture.md, with the weather, the modes of the armies and the stacks that are hidden."""
    last = facts(s).content.scenario.last_turn
    turn = min(s.turn, last)
    return base_view(s, turn, last, date(s, turn), victory.score(s, _known(s, side)), victory.result(s)) | {
        "weather": extra(s).weather,
        "steps": steps(s),
        "units": units(s, side),
        "hidden": hidden_stacks(s, side),
        "markers": own_lures(s, side),
        "attacks": attacks(s, side),
        "modes": modes(s),
        "tracks": tracks(s, side),
        "boxes": boxes(s, side),
    }


def _known(s: State, side: int | None) -> frozenset[int] | None:
    """Units whose losses a side may count; None for all, and when the game is over."""
    return visible(s, side) if hidden(s) and s.flow else None


def date(s: State, number: int) -> str:
    """First and last day of a turn."""
    turn = facts(s).content.turn(number)
    return f"{turn.start} to {turn.end}"


def running_step(s: State) -> int:
    """Number of the running step in `TITLES`; -1 during set-up, at the start of a game turn and after the end."""
    frame = next((f for f in s.flow if isinstance(f, Play)), None)
    return TITLE_OF_STEP[max(0, frame.at - 1)] if frame and frame.name == "player turn" else -1


def steps(s: State) -> list[tuple[str, str]]:
    """The steps of the player turn with what has become of them."""
    now = running_step(s)
    if now < 0:
        if not s.decision:
            return [("The game is over", "now")]
        beginning = any(isinstance(f, Play) for f in s.flow)
        return [("Start of the game turn" if beginning else "Set-up", "now")]
    return progress(TITLES, now)


def units(s: State, side: int | None) -> dict[str, tuple[Any, ...]]:
    """Each unit that the side may know: its hex or box, steps left, markers, half points spent.

    A unit whose line is cut at present has the marker `cut`; the Out of Supply markers that count are `oos`, `oos-2`.
    """
    r, x, label = roster(s), extra(s), s.defn.map.grid.label
    lines = supply.supplied_hexes(s, 0), supply.supplied_hexes(s, 1)
    found: dict[str, tuple[Any, ...]] = {}
    for u in sorted(visible(s, side)):
        cell = s.at[u]
        where = label(cell) if cell >= 0 else BOX_IDS[cell]
        bits = s.marks[u]
        marks = [text for bit, text in MARK_NAMES.items() if bits & bit] if bits else []
        if cell >= 0 and not bits & ISOLATED and not lines[r.side[u]] >> cell & 1:
            marks.append("cut")
        if x.spent[u]:
            marks.append("moved")
        found[r.ids[u]] = (where, s.steps[u], marks, x.spent[u])
    return found


def hidden_stacks(s: State, side: int | None) -> list[dict[str, Any]]:
    """ms:M1, M2 - hexes with units that the side may not know, as hex and owner, with the half divisions told of."""
    known, r, label, told = visible(s, side), roster(s), s.defn.map.grid.label, dict(extra(s).told)
    found: list[dict[str, Any]] = []
    for cell, inside in sorted(s.stacks.items()):
        if any(u not in known for u in inside):
            size = {"size": told[cell]} if cell in told else {}
            found.append({"hex": label(cell), "side": SIDES[r.side[inside[0]]]} | size)
    return found


def own_lures(s: State, side: int | None) -> list[dict[str, Any]]:
    """ms:M2 - the lures that the side knows as such: its own, all of them when the game is over."""
    label, count = s.defn.map.grid.label, Counter((lure.side, lure.cell) for lure in extra(s).lures)
    mine = {key: n for key, n in count.items() if side in (key[0], ALL_SEEING) or not s.flow}
    return [
        {"kind": "lure", "hex": label(cell), "side": SIDES[owner], "count": n}
        for (owner, cell), n in sorted(mine.items())
    ]


def attacks(s: State, side: int | None) -> list[dict[str, Any]]:
    """ms:G1, G2 - the attacks announced in the running phase, those not yet resolved with their odds: units and odds
    are shown before air support is chosen (N47). The one about which something is asked is open.
    """
    r, label, known = roster(s), s.defn.map.grid.label, visible(s, side)
    found, asked = [], _asked(s)
    for fight in extra(s).fights:
        origin: dict[str, list[str]] = {}
        for u in fight.units:
            if s.at[u] >= 0 and u in known:
                origin.setdefault(label(s.at[u]), []).append(r.ids[u])
        state = "done" if fight.done else "open" if fight.target == asked else "declared"
        entry: dict[str, Any] = {"from": origin, "to": label(fight.target), "state": state}
        if not fight.done and fight.target in s.stacks and known.issuperset((*fight.units, *fight.defenders)):
            now = odds.odds(s, fight)
            entry |= {"raw": odds.column_text(now.raw), "final": odds.column_text(now.final)}
        found.append(entry)
    return found


def _asked(s: State) -> int:
    """Hex of the attack about which something is asked before the die is thrown; -1 if there is none."""
    top = s.flow[-1] if s.flow else None
    return top.target if isinstance(top, timoshenko.Timoshenko) else air.bidding(top)


def modes(s: State) -> list[dict[str, str]]:
    """kharkov:8-modes - the modes of the armies; empty where there are none."""
    now = dict(extra(s).modes)
    armies = facts(s).content.scenario.armies
    return [{"army": a.group, "name": a.name, "mode": now[a.group]} for a in armies if a.group in now]


def tracks(s: State, viewer: int | None = ALL_SEEING) -> list[dict[str, Any]]:
    """Air support markers and rail points in hand, and rail points that will be missing in the next player turn. What
    hidden units have spent of the rail points would tell their size (ms:M1).
    """
    secret = hidden(s) and s.flow and viewer != ALL_SEEING
    x, turn = extra(s), facts(s).content.turn(min(s.turn, facts(s).content.scenario.last_turn))
    found: list[dict[str, Any]] = []
    for side, name in enumerate(SIDES):
        if turn.air[side]:
            found.append(
                {"id": "air", "label": "Air support", "side": name, "value": x.air[side], "max": turn.air[side]}
            )
        if turn.rail[side] and not (secret and viewer != side):
            rail = {"id": "rail", "label": "Rail points", "side": name, "value": x.rail[side] / 2}
            found.append(rail | {"max": turn.rail[side]})
        if x.interdicted[side]:
            cut = {"id": "interdicted", "label": "Rail points interdicted", "side": name}
            found.append(cut | {"value": x.interdicted[side] / 2})
    return found


def boxes(s: State, side: int | None) -> list[dict[str, Any]]:
    """The boxes off the map with the units in them that the side may know."""
    return lib.boxes(s, _BOXES, BOX_IDS, visible(s, side))
