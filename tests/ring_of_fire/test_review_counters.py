"""Nationality of the counters."""

from __future__ import annotations

import pytest

from blackearth.systems.ring_of_fire import drawing
from blackearth.systems.ring_of_fire.content import load

COLOURS = {"soviet": {"redarmy", "guards", "sovietair"}, "german": {"wehrmacht", "ss", "luftwaffe"}}


@pytest.mark.rule("rof:2.414")
def test_the_colours_of_a_counter_tell_its_side() -> None:
    roster = load("rumyantsev").roster
    seen: dict[int, set[str]] = {0: set(), 1: set()}
    for unit in range(len(roster)):
        nation = drawing.counter(roster, unit).nation
        seen[roster.side[unit]].add(nation)
        assert (nation in ("sovietair", "luftwaffe")) is bool(roster.air[unit])
    assert seen == {0: COLOURS["soviet"], 1: COLOURS["german"]}
