"""Arithmetic of combat that more than one rulebook uses."""

from __future__ import annotations

from collections.abc import Set as AbstractSet


def round_up(parts: int, unit: int) -> int:
    """A number of parts as whole units, any fraction rounded up."""
    return -(-parts // unit)


def column_of(attack: int, defence: int, even: int) -> int:
    """Number of the odds column, rounded down in the defender's favour; unbounded on both sides.

    Args:
        attack: whole strength.
        defence: whole strength; 0 counts as 1.
        even: number of the column 1:1; n:1 lies n - 1 columns to the right, 1:n as many to the left.
    """
    defence = max(1, defence)
    if attack >= defence:
        return even + attack // defence - 1
    if not attack:
        return even - 99
    return even + 1 - round_up(defence, attack)


def is_concentric(directions: AbstractSet[int]) -> bool:
    """Whether attacks from these directions (0..5) come from opposite sides or from three alternate ones."""
    if any(d in directions and d + 3 in directions for d in (0, 1, 2)):
        return True
    return {0, 2, 4} <= directions or {1, 3, 5} <= directions
