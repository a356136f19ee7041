"""What `blackearth bench` measures of the page is there to be measured; how fast it is does not matter here."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from blackearth.sim import bench_page


def test_each_figure_of_the_page_is_taken(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_page, "PANNING", 100)
    rows = list(bench_page.in_browser(browser, 1))
    assert len(rows) == 5
    assert all(value > 0 for _, _, _, value in rows)
    assert {unit for _, unit, _, _ in rows} == {"kB", "ms", "1/s"}
