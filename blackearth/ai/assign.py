"""Units to posts: the cheapest assignment of rows to columns (Hungarian method with potentials, in pure Python)."""

from __future__ import annotations

from collections.abc import Sequence

#: A cost that says: not possible.
NEVER = 1e6


def assign(cost: Sequence[Sequence[float]]) -> list[int]:
    """The column of each row, so that the sum of the costs is least; -1 for a row that gets none or only `NEVER` ones.

    Args:
        cost: one row for each thing to be filled, one column for each candidate. There may be fewer columns than rows;
            then the rows whose filling saves least stay empty.
    """
    rows = len(cost)
    if not rows:
        return []
    real = len(cost[0])
    columns = max(real, rows)
    padded = [[*row, *([NEVER] * (columns - real))] for row in cost]
    found = _hungarian(padded, rows, columns)
    return [c if c < real and cost[r][c] < NEVER else -1 for r, c in enumerate(found)]


def _hungarian(cost: Sequence[Sequence[float]], rows: int, columns: int) -> list[int]:
    """Shortest augmenting paths; rows and columns are counted from 1 inside, 0 is the column that seeks."""
    u, v = [0.0] * (rows + 1), [0.0] * (columns + 1)
    match, way = [0] * (columns + 1), [0] * (columns + 1)
    for row in range(1, rows + 1):
        match[0] = row
        column = _augment(cost, columns, u, v, match, way)
        while column:
            match[column] = match[way[column]]
            column = way[column]
    found = [-1] * rows
    for column in range(1, columns + 1):
        if match[column]:
            found[match[column] - 1] = column - 1
    return found


def _augment(
    cost: Sequence[Sequence[float]], columns: int, u: list[float], v: list[float], match: list[int], way: list[int]
) -> int:
    """Search from the row in column 0 for a free column; changes the potentials and returns that column."""
    slack, used = [float("inf")] * (columns + 1), [False] * (columns + 1)
    here = 0
    while True:
        used[here] = True
        row, step, after = match[here], float("inf"), 0
        line, base = cost[row - 1], u[row]
        for c in range(1, columns + 1):
            if used[c]:
                continue
            price = line[c - 1] - base - v[c]
            if price < slack[c]:
                slack[c], way[c] = price, here
            if slack[c] < step:
                step, after = slack[c], c
        for c in range(columns + 1):
            if used[c]:
                u[match[c]] += step
                v[c] -= step
            else:
                slack[c] -= step
        here = after
        if not match[here]:
            return here
