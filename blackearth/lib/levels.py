"""Victory levels that a difference of points decides."""

from __future__ import annotations

from collections.abc import Iterable


def note(now: str, measure: str, levels: Iterable[tuple[str, int | None]]) -> str:
    """How the game would end now, and what each level takes.

    Args:
        now: the result, a sentence.
        measure: which points decide (``Soviet points less German ones``).
        levels: see `thresholds`.
    """
    return f"If the game ended now: {now} The levels, by {measure}: {thresholds(levels)}."


def thresholds(levels: Iterable[tuple[str, int | None]]) -> str:
    """What each level takes: ``Victory from 15; Draw 6 to 14; Defeat below 6``.

    Args:
        levels: name and fewest points of each, the highest first; None: any number.
    """
    parts: list[str] = []
    above: int | None = None
    for name, least in levels:
        span = f"below {above}" if least is None else f"from {least}" if above is None else f"{least} to {above - 1}"
        parts.append(f"{name} {span}")
        above = least
    return "; ".join(parts)
