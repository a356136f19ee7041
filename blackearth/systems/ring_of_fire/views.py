"""What the page shows of a state. Nothing is hidden in this game but the dice to come (rof:3.5), so both sides and
spectators see the same.
"""

from __future__ import annotations

from typing import Any

from blackearth.lib import views as lib
from blackearth.lib.views import base_view, progress
from blackearth.systems.ring_of_fire import victory
from blackearth.systems.ring_of_fire.board import (
    AIR_FLOWN,
    AIR_READY,
    ARRIVING,
    BOX_IDS,
    ELIMINATED,
    EXITED,
    MARK_NAMES,
    PERMANENT,
    TO_SET_UP,
    WITHDRAWN,
    State,
    extra,
    facts,
    roster,
    supplied,
)
from blackearth.systems.ring_of_fire.odds import odds, ratio_text
from blackearth.systems.ring_of_fire.sequence import TITLE_OF_STEP, TITLES, Play

SIDES = ("soviet", "german")
_BOXES = (
    (TO_SET_UP, "To be set up"),
    (ARRIVING, "Reinforcements"),
    (AIR_READY, "Air units ready"),
    (AIR_FLOWN, "Air units flown"),
    (ELIMINATED, "Eliminated"),
    (PERMANENT, "Permanently eliminated"),
    (EXITED, "Left the map"),
    (WITHDRAWN, "Withdrawn"),
)


def view(s: State) -> dict[str, Any]:
    """The view of docs/architecture.md."""
    content = facts(s).content
    last = content.scenario.last_turn
    turn = min(s.turn, last)
    return base_view(s, turn, last, content.turn(turn).date, victory.score(s), victory.result(s)) | {
        "steps": steps(s),
        "units": units(s),
        "markers": markers(s),
        "attacks": attacks(s),
        "tracks": tracks(s),
        "boxes": boxes(s),
    }


def running_step(s: State) -> int:
    """Number of the running step in `TITLES`; -1 during set-up and after the end."""
    frame = next((f for f in s.flow if isinstance(f, Play)), None)
    return TITLE_OF_STEP[max(0, frame.at - 1)] if frame else -1


def steps(s: State) -> list[tuple[str, str]]:
    """The steps of the player turn with what has become of them."""
    now = running_step(s)
    if now < 0:
        return [("Set-up", "now")] if s.decision else [("The game is over", "now")]
    return progress(TITLES, now)


def units(s: State) -> dict[str, tuple[Any, ...]]:
    """Each unit: its hex or box, steps left, markers, half points spent."""
    r, x, label = roster(s), extra(s), s.defn.map.grid.label
    in_supply = (supplied(s, 0), supplied(s, 1))
    found: dict[str, tuple[Any, ...]] = {}
    for u, name in enumerate(r.ids):
        cell = s.at[u]
        where = label(cell) if cell >= 0 else BOX_IDS[cell]
        bits = s.marks[u]
        marks = [text for bit, text in MARK_NAMES.items() if bits & bit and text != "oos"] if bits else []
        if cell >= 0 and r.ground[u] and not in_supply[r.side[u]] >> cell & 1:
            marks.append("oos")
        if x.spent[u]:
            marks.append("moved")
        found[name] = (where, s.steps[u], marks, x.spent[u])
    return found


def markers(s: State) -> list[dict[str, Any]]:
    """Markers on hexes: interdiction, and barrages and aircraft on hexes under attack."""
    r, label = roster(s), s.defn.map.grid.label
    found: dict[tuple[str, str, str], int] = {}
    for u, cell in enumerate(s.at):
        if cell >= 0 and r.air[u]:
            key = ("interdiction", label(cell), SIDES[r.side[u]])
            found[key] = found.get(key, 0) + 1
    for b in extra(s).battles:
        if b.done:
            continue
        if b.barrage:
            found["barrage", label(b.target), "soviet"] = 1
        if b.support:
            found["support", label(b.target), SIDES[s.active]] = len(b.support)
        if b.cover >= 0:
            found["support", label(b.target), SIDES[1 - s.active]] = 1
    return [{"kind": kind, "hex": cell, "side": side, "count": n} for (kind, cell, side), n in found.items()]


def attacks(s: State) -> list[dict[str, Any]]:
    """Declared attacks with their odds as they stand."""
    r, label = roster(s), s.defn.map.grid.label
    columns = facts(s).content.crt.columns
    found = []
    for b in extra(s).battles:
        origin: dict[str, list[str]] = {}
        for u in b.units:
            if s.at[u] >= 0:
                origin.setdefault(label(s.at[u]), []).append(r.ids[u])
        entry: dict[str, Any] = {"from": origin, "to": label(b.target), "state": "done" if b.done else "declared"}
        if not b.done and b.target in s.stacks:
            o = odds(s, b)
            entry |= {"raw": ratio_text(s, o.raw), "final": "A3" if o.automatic else columns[o.final]}
        found.append(entry)
    return found


def tracks(s: State) -> list[dict[str, Any]]:
    """Replacement steps and Barrage markers in hand, aircraft that can still fly."""
    x, r = extra(s), roster(s)
    found: list[dict[str, Any]] = []
    for side, name in enumerate(SIDES):
        ready = sum(1 for u in r.of_side(side) if s.at[u] == AIR_READY)
        flying = sum(1 for u in r.of_side(side) if r.air[u] and s.at[u] != WITHDRAWN)
        found += [
            {"id": "mobile", "label": "Mobile replacements", "side": name, "value": x.mobile[side]},
            {"id": "leg", "label": "Leg replacements", "side": name, "value": x.leg[side]},
            {"id": "air", "label": "Air units ready", "side": name, "value": ready, "max": flying},
        ]
    found.append({"id": "barrages", "label": "Barrages", "side": "soviet", "value": x.barrages})
    return found


def boxes(s: State) -> list[dict[str, Any]]:
    """The boxes off the map with the units in them; the Substitute Display (rof:2.412, rof:clar-3) follows from the
    steps on the map.
    """
    r = roster(s)
    found = lib.boxes(s, _BOXES, BOX_IDS)
    swapped = [r.ids[u] for u in r.of_side(0) if r.steps[u] == 4 and 0 < s.steps[u] <= 2 and s.at[u] >= 0]
    if swapped:
        found.append(
            {"id": "substitute", "label": "Full-strength counters set aside", "side": "soviet", "units": swapped}
        )
    return found
