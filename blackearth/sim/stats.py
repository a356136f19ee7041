"""Rates with their intervals."""

from __future__ import annotations

from math import sqrt

import msgspec

#: Standard normal quantile of a two-sided 95 % interval.
Z95 = 1.959963984540054


class Rate(msgspec.Struct, frozen=True):
    """A share of successes with its 95 % Wilson interval."""

    rate: float
    low: float
    high: float


def wilson(successes: int, trials: int, z: float = Z95) -> Rate:
    """The share of successes with Wilson's score interval.

    Args:
        successes: how many.
        trials: out of how many; with none the interval is everything.
        z: standard normal quantile.
    """
    if not trials:
        return Rate(0.0, 0.0, 1.0)
    share = successes / trials
    spread = 1 + z * z / trials
    middle = (share + z * z / (2 * trials)) / spread
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / spread
    return Rate(share, max(0.0, middle - half), min(1.0, middle + half))
