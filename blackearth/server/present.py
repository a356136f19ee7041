"""What the page receives of log and players: the engine's records put into the words of docs/architecture.md."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from blackearth.core.game import Game, decision_json, refusal_json
from blackearth.core.lessons import LessonGame
from blackearth.core.refusals import Refusal

#: Types of events that are not told where anything else is.
_PASSING = ("step", "turn", "rolled")


def log_entry(raw: dict[str, Any]) -> dict[str, Any]:
    """A log entry with one running text: the texts of its events, a sentence each; dice stand beside it. What a
    decision led to in the next game turn stands in ``later``, in the same form.
    """
    events = raw.pop("events")
    begins = next((n for n, event in enumerate(events) if event["type"] == "turn"), len(events))
    now, later = events[:begins], events[begins + 1 :]
    if all(event["type"] in _PASSING for event in later):
        now, later = events, []
    raw |= _told(now) | {"text": _running(now) or [raw["action"] or "something hidden"]}
    if later:
        thrown = sum(event["type"] == "rolled" for event in now)
        raw["later"] = _told(later) | {
            "turn": events[begins]["turn"], "text": _running(later), "dice": raw["dice"][thrown:],
        }  # fmt: skip
        raw["dice"] = raw["dice"][:thrown]
    return raw


def _told(events: list[dict[str, Any]]) -> dict[str, Any]:
    """The result of events, and what they are about."""
    results = [event["result"] for event in events if event["type"] == "result"]
    about = {
        name: list(dict.fromkeys(item for event in events for item in event.get(name, ())))
        for name in ("units", "hexes")
    }
    return {"result": results[-1] if results else None} | about


def _running(events: list[dict[str, Any]]) -> list[Any]:
    """The texts of events, a sentence each; what was found out comes last. That a step begins is told only if nothing
    else is: the next entry stands under its name.
    """
    text: list[Any] = []
    step: list[Any] = []
    for event in sorted(events, key=lambda event: bool(event["type"] == "learned")):
        if event["type"] == "step":
            step = ["On to ", *(part.lower() for part in event["text"])]
        elif event["type"] not in _PASSING:
            text += ([". "] if text else []) + event["text"]
            text += [" ", {"cite": event["cite"]}] if "cite" in event else []
    return text or step


class Lines:
    """Entries of a log, and the events in them, encoded."""

    def __init__(self) -> None:
        self.entries: list[msgspec.Raw] = []
        self.events: list[list[msgspec.Raw]] = []


class Presenter:
    """What each side may see of a game, encoded and kept: the position until it changes, the log as it grows.

    Where all may see the same, it is made once for all.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._open = bool(getattr(game.system, "open_information", False))
        self._views: dict[int | None, msgspec.Raw] = {}
        self._positions: dict[int | None, bytes] = {}
        self._lines: dict[int | None, Lines] = {}
        self._openings: dict[int | None, list[msgspec.Raw]] = {}

    def changed(self, length: int) -> None:
        """The position has changed, and the log after its first ``length`` entries."""
        self._views.clear()
        self._positions.clear()
        if not self._open and self._game.decision is None:
            self._lines.clear()  # now all may read everything
            self._openings.clear()
        for lines in self._lines.values():
            del lines.entries[length:], lines.events[length:]

    def view(self, side: int | None) -> msgspec.Raw:
        """The view of a side."""
        who = None if self._open else side
        if who not in self._views:
            self._views[who] = msgspec.Raw(msgspec.json.encode(self._game.view(who)))
        return self._views[who]

    def position(self, side: int | None) -> bytes:
        """View, decision and right to undo of a side, encoded, without the enclosing braces."""
        if side not in self._positions:
            game, decision = self._game, self._game.decision
            document = {
                "view": self.view(side),
                "decision": decision_json(game, side),
                "undo": game.can_undo and decision is not None and decision.side == side,
                "decisions": game.seq,
            }
            if isinstance(game, LessonGame):
                document["lesson"] = game.progress()
            self._positions[side] = msgspec.json.encode(document)[1:-1]
        return self._positions[side]

    def entries(self, side: int | None, first: int = 0) -> list[msgspec.Raw]:
        """The log as a side may read it, from decision ``first`` (0 is the first one) on."""
        return self._complete(side).entries[first:]

    def whole(self, side: int | None, last: int | None = None) -> list[msgspec.Raw]:
        """The log of the first ``last`` decisions (None: of all) as a side may read it, after what happened before."""
        return [*self._opening(side), *self.entries(side)[:last]]

    def events(self, side: int | None, first: int) -> list[msgspec.Raw]:
        """The events that a side may know since decision ``first``."""
        return [event for events in self._complete(side).events[first:] for event in events]

    def _opening(self, side: int | None) -> list[msgspec.Raw]:
        """The entry of what happened before the first decision, if there is anything to read."""
        who = None if self._open else side
        if who not in self._openings:
            raw = self._game.opening_json(who)
            self._openings[who] = [] if raw is None else [msgspec.Raw(msgspec.json.encode(log_entry(raw)))]
        return self._openings[who]

    def _complete(self, side: int | None) -> Lines:
        who = None if self._open else side
        lines = self._lines.setdefault(who, Lines())
        for entry in self._readable(who, len(lines.entries)):
            lines.events.append([msgspec.Raw(msgspec.json.encode(event)) for event in entry["events"]])
            lines.entries.append(msgspec.Raw(msgspec.json.encode(log_entry(entry))))
        return lines

    def _readable(self, side: int | None, first: int) -> Iterator[dict[str, Any]]:
        """The engine's entries."""
        yield from self._game.log_json(side, first)


def refusals(game: Game, reasons: list[Refusal]) -> list[dict[str, Any]]:
    """Refusals for the page."""
    return [refusal_json(game.defn, reason) for reason in reasons]
