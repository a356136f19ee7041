"""A front without holes: the cheapest chain of posts from one end of the own map edge to the other.

Two posts close the gap between them if they are neighbours or if their zones meet: two apart in line bar the hex
between them, two apart off line bar the hexside between their common neighbours. A chain of such pairs that begins
and ends at the own map edge lets nobody through. It is found as a shortest path (Dijkstra). Which places lie behind
it is carried along: for each place a curve runs to the enemy's home, and a pair that crosses it flips the place's
parity bit; a place is behind the chain if its bit is set at the end. So the search weighs every post against the
places it saves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from heapq import heappop, heappush

from blackearth.ai.fence import Fence, beside, cross
from blackearth.hexes.grid import Grid

#: What a gap closed by zones costs against neighbours: it opens when one of its ends is lost.
IN_LINE, OFF_LINE = 0.05, 0.2


@dataclass(frozen=True)
class Place:
    """Something to be kept behind the line.

    Attributes:
        cell: where it is.
        home: a cell that is certainly the enemy's.
        worth: what it costs, in posts, to give it up.
    """

    cell: int
    home: int
    worth: float


@dataclass
class Front:
    """What the search is about.

    Attributes:
        grid: the map.
        price: cost of a post in each cell where one may be.
        enemies: mask of the hexes with enemies.
        starts, ends: cells next to the own map edge where the chain may begin and end, with what that gives up.
        places: what is to be kept.
        fence: keeps the enemies on the outside.
    """

    grid: Grid
    price: Mapping[int, float]
    enemies: int
    starts: Mapping[int, float]
    ends: Mapping[int, float]
    places: Sequence[Place] = ()
    fence: Fence | None = None


@dataclass(frozen=True)
class Chain:
    """A line.

    Attributes:
        posts: cells in order.
        cost: of posts, pairs and ends, without what is given up.
        kept: bits of the places behind it.
        lost: worth of the places that are not.
    """

    posts: tuple[int, ...]
    cost: float
    kept: int
    lost: float


def pairs_of(grid: Grid, cell: int, enemies: int) -> list[tuple[int, float]]:
    """The cells with which a post closes a gap, with what the kind of gap costs."""
    found: list[tuple[int, float]] = []
    six = grid.toward[cell]
    everything = grid.all
    for d in range(6):
        near, after = six[d], six[(d + 1) % 6]
        if near >= 0:
            found.append((near, 0.0))
            far = grid.toward[near][d]
            if far >= 0 and not enemies >> near & 1:
                found.append((far, IN_LINE))
            if after >= 0:
                corner = near + after - cell
                if everything >> corner & 1 and not (enemies >> near & 1 and enemies >> after & 1):
                    found.append((corner, OFF_LINE))
    return found


def search(front: Front) -> Chain | None:
    """The chain with the least cost, the worth of what is not behind it included; None if there is none."""
    return _Search(front).run()


class _Search:
    """Dijkstra over (cell, bits). Costs are rounded, so that sums do not depend on their order."""

    def __init__(self, front: Front) -> None:
        self.front, self.flips = front, Flips(front)
        self.best: dict[tuple[int, int], float] = {}
        self.before: dict[tuple[int, int], tuple[int, int]] = {}
        #: What leads on from a post is the same for all bits.
        self.edges: dict[int, list[tuple[int, float, float, int]]] = {}
        self.queue: list[tuple[float, int, int]] = []
        self.worth = _worth(front.places)

    def run(self) -> Chain | None:
        """Search."""
        front = self.front
        for cell in sorted(front.starts):
            if cell in front.price:
                self.best[cell, 0] = round(front.price[cell] + front.starts[cell], 4)
                heappush(self.queue, (self.best[cell, 0], cell, 0))
        final: tuple[float, int, int] | None = None
        settled: set[tuple[int, int]] = set()
        while self.queue:
            cost, cell, bits = heappop(self.queue)
            if (cell, bits) in settled:
                continue
            settled.add((cell, bits))
            if final is not None and cost >= final[0]:
                break
            if cell in front.ends:
                total = cost + front.ends[cell] + self._lost(bits)
                if final is None or total < final[0]:
                    final = total, cell, bits
            self._spread(cost, cell, bits)
        return self._chain(final) if final else None

    def _spread(self, cost: float, cell: int, bits: int) -> None:
        """Look at all posts that close a gap with this one."""
        edges, best, here = self.edges.get(cell), self.best, (cell, bits)
        if edges is None:
            edges = self.edges[cell] = self._edges_of(cell)
        for near, gap, price, flip in edges:
            total = round(cost + gap + price, 4)
            key = near, bits ^ flip
            if total < best.get(key, 1e9):
                best[key], self.before[key] = total, here
                heappush(self.queue, (total, *key))

    def _edges_of(self, cell: int) -> list[tuple[int, float, float, int]]:
        """The posts that close a gap with one: cell, price of the gap and of the post, bits that the pair flips."""
        front, fence = self.front, self.front.fence
        return [
            (near, gap, front.price[near], self.flips.of(cell, near))
            for near, gap in pairs_of(front.grid, cell, front.enemies)
            if near in front.price and not (fence is not None and fence.bars(cell, near))
        ]

    def _lost(self, bits: int) -> float:
        return self.worth[~bits & (len(self.worth) - 1)]

    def _chain(self, final: tuple[float, int, int]) -> Chain:
        total, cell, bits = final
        state, posts = (cell, bits), [cell]
        while state in self.before:
            state = self.before[state]
            posts.append(state[0])
        return Chain(tuple(posts[::-1]), total - self._lost(bits), bits, self._lost(bits))


def _worth(places: Sequence[Place]) -> list[float]:
    """For each set of bits the sum of the places' worths."""
    return [sum(p.worth for n, p in enumerate(places) if bits >> n & 1) for bits in range(1 << len(places))]


class Flips:
    """Which parity bits a pair of cells flips: those of the places whose curve to the enemy's home it crosses."""

    def __init__(self, front: Front) -> None:
        self._grid = front.grid
        self._curves = [
            (beside(front.grid, p.cell, n), beside(front.grid, p.home, n)) for n, p in enumerate(front.places)
        ]
        self._known: dict[tuple[int, int], int] = {}

    def of(self, a: int, b: int) -> int:
        """The bits."""
        key = (a, b) if a < b else (b, a)
        found = self._known.get(key)
        if found is None:
            p, q = self._grid.centre(key[0]), self._grid.centre(key[1])
            found = 0
            for n, (start, end) in enumerate(self._curves):
                if cross(p, q, start, end):
                    found |= 1 << n
            self._known[key] = found
        return found


#: The share of a stretch's worth that is lost with its first hex; the rest goes with the others.
FIRST_HEX = 0.7


def ends_of(
    grid: Grid, perimeter: Sequence[int], given_up: Sequence[tuple[int, float]]
) -> tuple[dict[int, float], dict[int, float]]:
    """Cells that close against the own map edge in its first and in its second half, with what lies outside then.

    Args:
        grid: the map.
        perimeter: the own edge in order.
        given_up: stretches of the edge with what it costs to leave them outside.
    """
    half = len(perimeter) // 2
    found: list[dict[int, float]] = []
    for row in (perimeter[:half], perimeter[half:][::-1]):
        ends: dict[int, float] = {}
        outside = 0
        for cell in row:
            ends[cell] = sum(_lost(mask, outside, worth) for mask, worth in given_up)
            outside |= 1 << cell
        found.append(ends)
    return found[0], found[1]


def _lost(mask: int, outside: int, worth: float) -> float:
    hit = (mask & outside).bit_count()
    return worth * (FIRST_HEX + (1 - FIRST_HEX) * hit / mask.bit_count()) if hit else 0.0
