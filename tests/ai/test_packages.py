"""The choice of packages against the optimum that scipy's integer program finds, on random problems."""

from __future__ import annotations

from collections.abc import Hashable
from random import Random

import numpy as np
import pytest
from scipy.optimize import Bounds, LinearConstraint, milp

from blackearth.ai.packages import Package, choose


def problem(seed: int) -> tuple[list[Package], dict[Hashable, int]]:
    """Targets with competing packages of up to four units of a few, hexes with room, and two kinds of support."""
    random = Random(seed)
    packages = []
    for target in range(random.randint(4, 12)):
        for _ in range(random.randint(2, 8)):
            units = random.sample(range(20), random.randint(1, 4))
            needs: dict[Hashable, int] = {("target", target): 1}
            needs |= {("unit", u): 1 for u in units}
            for _unit in units:
                cell = ("hex", random.randint(0, 9))
                needs[cell] = needs.get(cell, 0) + random.choice([1, 3])
            if random.random() < 0.3:
                needs["air"] = random.randint(1, 2)
            packages.append(Package(random.uniform(-0.5, 1) + 0.6 * len(units), needs))
    stock: dict[Hashable, int] = {("hex", c): 4 for c in range(10)}
    return packages, stock | {"air": 4}


def optimum(packages: list[Package], stock: dict[Hashable, int]) -> float:
    keys = sorted({k for p in packages for k in p.needs}, key=str)
    matrix = np.array([[p.needs.get(k, 0) for p in packages] for k in keys])
    limit = LinearConstraint(matrix, ub=[stock.get(k, 1) for k in keys])
    values = np.array([p.value for p in packages])
    result = milp(-values, constraints=limit, integrality=np.ones(len(packages)), bounds=Bounds(0, 1))
    return float(-result.fun)


@pytest.mark.parametrize("seed", range(30))
def test_close_to_the_optimum_and_within_the_stock(seed: int) -> None:
    packages, stock = problem(seed)
    chosen = choose(packages, stock)
    used: dict[Hashable, int] = {}
    for n in chosen:
        for key, amount in packages[n].needs.items():
            used[key] = used.get(key, 0) + amount
    assert all(amount <= stock.get(key, 1) for key, amount in used.items())
    assert sum(packages[n].value for n in chosen) >= 0.9 * optimum(packages, stock)


def test_close_to_the_optimum_on_average() -> None:
    shares = []
    for seed in range(100, 120):
        packages, stock = problem(seed)
        shares.append(sum(packages[n].value for n in choose(packages, stock)) / optimum(packages, stock))
    assert sum(shares) / len(shares) >= 0.97


def test_nothing_of_negative_value() -> None:
    assert choose([Package(-1.0, {"a": 1}), Package(0.5, {"b": 1})], {}) == [1]
