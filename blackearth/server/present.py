"""What the page receives of log and players: the engine's records put into the words of docs/architecture.md."""

from __future__ import annotations

from typing import Any

import msgspec

from blackearth.core.game import Game, decision_json, refusal_json
from blackearth.core.refusals import Refusal


def log_entry(raw: dict[str, Any]) -> dict[str, Any]:
    """A log entry with one running text: the texts of its events, a sentence each; dice stand beside it."""
    events = raw.pop("events")
    text: list[Any] = []
    for event in events:
        if event["type"] == "rolled":
            continue
        text += ([". "] if text else []) + event["text"]
        if "cite" in event:
            text += [" ", {"cite": event["cite"]}]
    raw["text"] = text or [raw["action"] or "something hidden"]
    results = [event["result"] for event in events if event["type"] == "result"]
    raw["result"] = results[-1] if results else None
    for name in ("units", "hexes"):
        raw[name] = list(dict.fromkeys(item for event in events for item in event.get(name, ())))
    return raw


def log(game: Game, side: int | None, first: int = 0) -> list[dict[str, Any]]:
    """The log as a side may read it, from decision ``first`` (0 is the first one) on."""
    return [log_entry(entry) for entry in raw_log(game, side, first)]


def raw_log(game: Game, side: int | None, first: int = 0) -> list[dict[str, Any]]:
    """The engine's log entries; an action with a consequence that a side may not know keeps its words from it."""
    entries = game.log_json(side, first)
    for entry, record in zip(entries, game.log[first:], strict=True):
        if len(entry["events"]) < len(record.events):
            entry["action"] = ""
    return entries


class LogBook:
    """The log as each side may read it, encoded entry by entry and kept, since a long game has thousands of them."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._entries: dict[int | None, list[msgspec.Raw]] = {}

    def entries(self, side: int | None, first: int = 0) -> list[msgspec.Raw]:
        """The entries from decision ``first`` (0 is the first one) on."""
        known = self._entries.setdefault(side, [])
        if len(known) < self._game.seq:
            known += [msgspec.Raw(msgspec.json.encode(entry)) for entry in log(self._game, side, len(known))]
        return known[first:]

    def cut(self, length: int) -> None:
        """Forget all entries after the first ``length``: they were taken back."""
        for known in self._entries.values():
            del known[length:]


def position(game: Game, side: int | None) -> msgspec.Raw:
    """View, decision and right to undo of a side, encoded, without the enclosing braces."""
    decision = game.decision
    document = {
        "view": game.view(side),
        "decision": decision_json(game, side),
        "undo": game.can_undo and decision is not None and decision.side == side,
        "decisions": game.seq,
    }
    return msgspec.Raw(msgspec.json.encode(document)[1:-1])


def refusals(game: Game, reasons: list[Refusal]) -> list[dict[str, Any]]:
    """Refusals for the page."""
    return [refusal_json(game.defn, reason) for reason in reasons]
