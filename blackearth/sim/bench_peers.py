"""The supply trace by other libraries, for comparison in the same run; they are measured where they are installed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any


def supply(
    steps: list[tuple[int, int]], sources: list[int], size: int
) -> Iterator[tuple[str, Callable[[], Any]]]:  # fmt: skip
    """Calls that find all hexes connected with a source.

    Args:
        steps: open steps from cell to cell, in both directions.
        sources: cells.
        size: number of cells.
    """
    try:
        import networkx

        graph = networkx.DiGraph(steps)
        graph.add_edges_from((size, source) for source in sources)
        yield "supply trace by networkx", lambda: networkx.descendants(graph, size)
    except ImportError:
        pass
    try:
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import breadth_first_order

        all_steps = [*steps, *((size, source) for source in sources)]
        rows, columns = [a for a, _ in all_steps], [b for _, b in all_steps]
        matrix = csr_array(([1] * len(rows), (rows, columns)), shape=(size + 1, size + 1))
        yield (
            "supply trace by scipy, matrix ready",
            lambda: breadth_first_order(matrix, size, directed=True, return_predecessors=False),
        )
    except ImportError:
        pass
