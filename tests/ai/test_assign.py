"""The assignment of units to posts against scipy's, on random problems."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest
from scipy.optimize import linear_sum_assignment

from blackearth.ai.assign import NEVER, assign


@pytest.mark.parametrize("seed", range(25))
def test_as_cheap_as_scipys(seed: int) -> None:
    random = Random(seed)
    rows, columns = random.randint(1, 14), random.randint(14, 20)
    cost = [[random.choice([random.random() * 9, NEVER]) for _ in range(columns)] for _ in range(rows)]
    found = assign(cost)
    ours = sum(cost[r][c] if c >= 0 else NEVER for r, c in enumerate(found))
    best = np.array(cost)[linear_sum_assignment(np.array(cost))].sum()
    assert ours == pytest.approx(best)
    taken = [c for c in found if c >= 0]
    assert len(set(taken)) == len(taken)


def test_more_rows_than_columns() -> None:
    found = assign([[1.0], [0.2], [3.0]])
    assert found == [-1, 0, -1]


def test_nothing_to_fill() -> None:
    assert assign([]) == []
    assert assign([[NEVER, NEVER]]) == [-1]
