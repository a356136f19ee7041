"""What `blackearth bench` measures exists and is measured; how fast it is does not matter here."""

from __future__ import annotations

import pytest

from blackearth.sim import bench, bench_peers
from tests.cli.runner import Cli


@pytest.fixture(autouse=True)
def _short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "RUN", 0.001)


def test_figures_of_searches_and_states() -> None:
    figures = {figure.name: figure for figure in bench.measure(("movement", "supply", "clone", "bytes"), 5)}
    assert {
        "movement allowance with links and interdiction",
        "supply trace over the whole map",
        "clone of a state",
    } <= set(figures)
    assert all(figure.value > 0 and figure.runs == 5 for figure in figures.values())
    assert figures["clone of a state"].goal == 5


def test_other_libraries_trace_the_same_hexes() -> None:
    from blackearth import systems

    state = bench.position()
    system = systems.get("ring-of-fire")
    steps, sources, size = system.supply_graph(state)  # type: ignore[attr-defined]
    area = set(system.query(state, 0, "supply_area", {"side": "german"}))
    label = state.defn.map.grid.label
    for name, call in bench_peers.supply(steps, sources, size):
        found = {label(int(cell)) for cell in call() if int(cell) != size}
        assert found == area, name


def test_bench_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    rows = Cli(capsys).json("bench", "--only", "clone")
    assert [set(row) for row in rows] == [{"name", "value", "unit", "runs", "goal"}]


def test_the_page_is_measured_where_there_is_a_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BLACKEARTH_CHROMIUM", "")
    monkeypatch.setenv("PATH", "")
    assert list(bench.measure(("page",), 5)) == []
