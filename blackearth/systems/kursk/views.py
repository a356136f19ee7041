"""What the page shows of a state; all may see the same."""

from __future__ import annotations

from collections import Counter
from typing import Any

from blackearth.lib import views as lib
from blackearth.lib.views import base_view, progress
from blackearth.systems.kursk import air, odds, victory
from blackearth.systems.kursk.board import (
    ARRIVING,
    AT_BASE,
    BOX_IDS,
    ELIMINATED,
    FLOWN,
    IN_RESERVE,
    MARK_NAMES,
    PATROL,
    TO_SET_UP,
    State,
    facts,
    roster,
)
from blackearth.systems.kursk.charts import ODDS
from blackearth.systems.kursk.fights import running
from blackearth.systems.kursk.mapfiles import SIDES
from blackearth.systems.kursk.sequence import TITLE_OF_STEP, TITLES, Play
from blackearth.systems.kursk.supply import supplied

_BOXES = (
    (TO_SET_UP, "To be set up"),
    (ARRIVING, "Reinforcements"),
    (AT_BASE, "Aircraft at base"),
    (IN_RESERVE, "Kampfgruppen in reserve"),
    (ELIMINATED, "Eliminated"),
)


def view(s: State) -> dict[str, Any]:
    """The view of docs/architecture.md."""
    last = facts(s).content.scenario.last_turn
    turn = min(s.turn, last)
    return base_view(s, turn, last, date(s, turn), victory.score(s), victory.result(s)) | {
        "steps": steps(s),
        "units": units(s),
        "markers": markers(s),
        "attacks": attacks(s),
        "tracks": tracks(s),
        "boxes": boxes(s),
    }


def date(s: State, number: int) -> str:
    """First and last day of a turn."""
    turn = facts(s).content.turn(number)
    return f"{turn.start} to {turn.end}"


def running_step(s: State) -> int:
    """Number of the running step in `TITLES`; -1 during set-up and after the end."""
    frame = next((f for f in s.flow if isinstance(f, Play)), None)
    return TITLE_OF_STEP[max(0, frame.at - 1)] if frame else -1


def steps(s: State) -> list[tuple[str, str]]:
    """The steps of the player turn with what has become of them."""
    now = running_step(s)
    if now < 0:
        return [("Set-up" if s.decision else "The game is over", "now")]
    return progress(TITLES, now)


def units(s: State) -> dict[str, tuple[Any, ...]]:
    """Each counter: its hex or box, steps left, markers, half points spent (0: nobody moves twice in a phase).

    A ground counter that is out of supply now has the marker `cut`; `oos` counts for the running movement phase.
    """
    r, label = roster(s), s.defn.map.grid.label
    names = r.ids
    found: dict[str, tuple[Any, ...]] = {}
    for u, cell in enumerate(s.at):
        bits = s.marks[u]
        marks = [text for bit, text in MARK_NAMES.items() if bits & bit] if bits else []
        if cell >= 0 and r.ground[u] and not supplied(s, u):
            marks.append("cut")
        found[names[u]] = (label(cell) if cell >= 0 else BOX_IDS[cell], s.steps[u], marks, 0)
    return found


def markers(s: State) -> list[dict[str, Any]]:
    """kursk:air-interdiction, air-cap, air-close-support, air-superiority - aircraft over hexes."""
    r, label, count = roster(s), s.defn.map.grid.label, Counter[tuple[str, int, int]]()
    for u, cell in enumerate(s.at):
        if cell >= 0 and not r.ground[u]:
            count["patrol" if s.marks[u] & PATROL else "interdiction", cell, r.side[u]] += 1
    if fight := running(s):
        count.update(("support", cell, s.active) for cell in fight.support)
    for base, planes in air.raids(s):
        count["raid", s.at[base], s.active] += planes
    return [
        {"kind": kind, "hex": label(cell), "side": SIDES[side], "count": n}
        for (kind, cell, side), n in sorted(count.items())
    ]


def attacks(s: State) -> list[dict[str, Any]]:
    """kursk:combat-H - the attack that is being resolved: an entry for each attacked hex, the odds for all together."""
    fight = running(s)
    if fight is None:
        return []
    r, label, origin = roster(s), s.defn.map.grid.label, dict[str, list[str]]()
    for u in fight.units:
        if s.at[u] >= 0:
            origin.setdefault(label(s.at[u]), []).append(r.ids[u])
    entries = []
    now = odds.odds(s, fight)
    for cell in fight.targets:
        entry: dict[str, Any] = {"from": origin, "to": label(cell), "state": "open"}
        if cell in fight.fought:
            entry |= {"raw": odds.ratio_text(now.attack, now.defence), "final": ODDS[now.column]}
        entries.append(entry)
    return entries


def tracks(s: State) -> list[dict[str, Any]]:
    """kursk:air-D - aircraft elements that have not flown, of those that are left."""
    r, found = roster(s), list[dict[str, Any]]()
    for side, name in enumerate(SIDES):
        planes = [u for u in r.of_side(side) if not r.ground[u] and s.at[u] not in (ELIMINATED, -1)]
        if planes:
            ready = sum(s.at[u] == AT_BASE and not s.marks[u] & FLOWN for u in planes)
            found.append({"id": "air", "label": "Aircraft ready", "side": name, "value": ready, "max": len(planes)})
    return found


def boxes(s: State) -> list[dict[str, Any]]:
    """The boxes off the map with the counters in them; Kampfgruppen wait only where the option is in force."""
    options = s.defn.options
    return lib.boxes(s, (b for b in _BOXES if b[0] != IN_RESERVE or options.get("kampfgruppen", False)), BOX_IDS)
