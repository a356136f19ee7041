"""Victory levels that a difference of points decides."""

from __future__ import annotations

from collections.abc import Iterable


def thresholds(levels: Iterable[tuple[str, int | None]]) -> str:
    """What each level takes: ``Victory from 15, Draw 6 to 14, Defeat less``.

    Args:
        levels: name and fewest points of each, the highest first; None: any number.
    """
    parts: list[str] = []
    above: int | None = None
    for name, least in levels:
        span = "less" if least is None else f"from {least}" if above is None else f"{least} to {above - 1}"
        parts.append(f"{name} {span}")
        above = least
    return ", ".join(parts)
