"""Choosing among packages that compete for the same units, hexes and supports.

Prices for the scarce things are found by a few dozen rounds (what is asked for too often becomes dearer); the
packages are taken in the order of what they are worth after prices; then a local search puts in one package, takes
out those that clash with it, fills up again, and keeps what is better.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

ROUNDS = 40
#: Packages that the local search tries to put in, the best after prices first.
TRIED = 160


@dataclass(frozen=True)
class Package:
    """Something that may be done as a whole.

    Attributes:
        value: what it is worth.
        needs: how much of each scarce thing it takes.
    """

    value: float
    needs: Mapping[Hashable, int]


def choose(packages: Sequence[Package], stock: Mapping[Hashable, int]) -> list[int]:
    """Indices of packages with a great total value that the stock allows together, in ascending order.

    Args:
        packages: the packages.
        stock: how much there is of each thing; one of what is not named.
    """
    worth_it = [n for n, p in enumerate(packages) if p.value > 0 and _fits(p, stock, {})]
    if not worth_it:
        return []
    prices = _prices(packages, worth_it, stock)
    rank = {n: packages[n].value - sum(prices[k] * amount for k, amount in packages[n].needs.items()) for n in worth_it}
    by_rank = sorted(worth_it, key=lambda n: (-rank[n], -packages[n].value, n))
    by_value = sorted(worth_it, key=lambda n: (-packages[n].value, n))
    by_share = sorted(worth_it, key=lambda n: (-packages[n].value / (1 + sum(packages[n].needs.values())), n))
    best: list[int] = []
    for order in (by_rank, by_value, by_share):
        found = _improve(packages, stock, _fill(packages, stock, [], order), by_rank)
        if _total(packages, found) > _total(packages, best) + 1e-9:
            best = found
    return sorted(best)


def _total(packages: Sequence[Package], chosen: Sequence[int]) -> float:
    return sum(packages[n].value for n in chosen)


def _fits(package: Package, stock: Mapping[Hashable, int], used: Mapping[Hashable, int]) -> bool:
    for key, amount in package.needs.items():  # noqa: SIM110 - asked very often, and a generator takes twice as long
        if used.get(key, 0) + amount > stock.get(key, 1):
            return False
    return True


def _use(used: dict[Hashable, int], package: Package, sign: int = 1) -> None:
    for key, amount in package.needs.items():
        used[key] = used.get(key, 0) + sign * amount


def _prices(packages: Sequence[Package], able: Sequence[int], stock: Mapping[Hashable, int]) -> dict[Hashable, float]:
    """Subgradient rounds: each package that pays after prices asks for its needs; what is over-asked rises."""
    keys = list(dict.fromkeys(k for n in able for k in packages[n].needs))
    price = dict.fromkeys(keys, 0.0)
    top = max(packages[n].value for n in able)
    for turn in range(ROUNDS):
        asked = dict.fromkeys(keys, 0)
        for n in able:
            needs = packages[n].needs
            if packages[n].value > sum(price[k] * amount for k, amount in needs.items()):
                for k, amount in needs.items():
                    asked[k] += amount
        step = 0.1 * top / (1 + turn / 4)
        for k in keys:
            have = stock.get(k, 1)
            price[k] = max(0.0, price[k] + step * max(-0.5, min(1.0, (asked[k] - have) / (2 * max(1, have)))))
    return price


def _fill(
    packages: Sequence[Package], stock: Mapping[Hashable, int], chosen: Sequence[int], order: Sequence[int]
) -> list[int]:
    """Add packages in an order as long as they fit."""
    found, used = list(chosen), dict[Hashable, int]()
    for n in found:
        _use(used, packages[n])
    inside = set(found)
    for n in order:
        if n not in inside and _fits(packages[n], stock, used):
            _use(used, packages[n])
            found.append(n)
    return found


def _improve(
    packages: Sequence[Package], stock: Mapping[Hashable, int], chosen: Sequence[int], order: Sequence[int]
) -> list[int]:
    """Put in one package, take out what clashes, fill up; go on while the total rises."""
    best, total = list(chosen), _total(packages, chosen)
    for _ in range(6):
        better = False
        for n in order[:TRIED]:
            if n in best:
                continue
            kept = _make_room(packages, stock, best, n)
            found = _fill(packages, stock, kept, order)
            value = _total(packages, found)
            if value > total + 1e-9:
                best, total, better = found, value, True
        if not better:
            break
    return best


def _make_room(
    packages: Sequence[Package], stock: Mapping[Hashable, int], chosen: Sequence[int], new: int
) -> list[int]:
    """The chosen packages less those that clash with a new one, which is added."""
    used = dict[Hashable, int]()
    _use(used, packages[new])
    kept = [new]
    for n in sorted(chosen, key=lambda n: -packages[n].value):
        if _fits(packages[n], stock, used):
            _use(used, packages[n])
            kept.append(n)
    return kept
