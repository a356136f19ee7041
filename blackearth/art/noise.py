"""Randomness that is always the same: hashed numbers and value noise, seeded by words and places."""

from __future__ import annotations

from math import floor


def chance(*seeds: int) -> float:
    """A number in [0, 1) that depends on the seeds only."""
    h = 0x9E3779B1
    for seed in seeds:
        h = ((h ^ (seed & 0xFFFFFFFF)) * 0x85EBCA6B) & 0xFFFFFFFF
        h ^= h >> 13
        h = (h * 0xC2B2AE35) & 0xFFFFFFFF
        h ^= h >> 16
    return h / 4294967296


def seed(word: str) -> int:
    """A seed from a word, such as a hex's label."""
    h = 2166136261
    for sign in word:
        h = ((h ^ ord(sign)) * 16777619) & 0xFFFFFFFF
    return h


class Noise:
    """Value noise in octaves: smooth, between -0.5 and 0.5."""

    def __init__(self, name: str, wavelength: float, octaves: int) -> None:
        self.seed = seed(name)
        self.wavelength = wavelength
        self.octaves = octaves
        self.total = sum(0.5**k for k in range(octaves))
        self._squares: dict[tuple[int, int, int], tuple[float, float, float, float]] = {}

    def _square(self, place: tuple[int, int, int]) -> tuple[float, float, float, float]:
        """The four terms of the bilinear form in a square of the lattice of an octave."""
        i, j, octave = place
        a, b = chance(self.seed, i, j, octave), chance(self.seed, i + 1, j, octave)
        c, d = chance(self.seed, i, j + 1, octave), chance(self.seed, i + 1, j + 1, octave)
        terms = self._squares[place] = (a - 0.5, b - a, c - a, a - b - c + d)
        return terms

    def __call__(self, x: float, y: float) -> float:
        """The noise at a point."""
        total, scale, weight, squares = 0.0, 1 / self.wavelength, 1.0, self._squares
        for octave in range(self.octaves):
            u, v = x * scale, y * scale
            i, j = floor(u), floor(v)
            u, v = u - i, v - j
            u, v = u * u * (3 - 2 * u), v * v * (3 - 2 * v)
            place = (i, j, octave)
            base, across, down, both = squares.get(place) or self._square(place)
            total += weight * (base + across * u + down * v + both * u * v)
            scale *= 2
            weight /= 2
        return total / self.total


def scatter(name: str, size: float, gap: float, tries: int = 60) -> list[tuple[float, float]]:
    """Points in a square that repeats at its edges, at least `gap` apart, by throwing darts: dense with many tries."""
    start = seed(name)
    cell = gap
    count = max(1, int(size / cell))
    cell = size / count
    cells: dict[tuple[int, int], list[tuple[float, float]]] = {}
    out = []
    for n in range(int(size * size / gap / gap) * tries):
        x, y = chance(start, n, 1) * size, chance(start, n, 2) * size
        i, j = int(x / cell) % count, int(y / cell) % count
        if _free(cells, count, i, j, (x, y), size, gap):
            cells.setdefault((i, j), []).append((x, y))
            out.append((x, y))
    return out


def _free(
    cells: dict[tuple[int, int], list[tuple[float, float]]],
    count: int,
    i: int,
    j: int,
    point: tuple[float, float],
    size: float,
    gap: float,
) -> bool:
    for di in (-1, 0, 1):
        for dj in (-1, 0, 1):
            for x, y in cells.get(((i + di) % count, (j + dj) % count), ()):
                dx, dy = abs(x - point[0]), abs(y - point[1])
                dx, dy = min(dx, size - dx), min(dy, size - dy)
                if dx * dx + dy * dy < gap * gap:
                    return False
    return True
