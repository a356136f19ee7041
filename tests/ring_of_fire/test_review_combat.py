"""Interplay in regular combat: hexes that their defenders left, reserves that attack early, what-if odds."""

from __future__ import annotations

import pytest

from blackearth.core.events import Note
from blackearth.core.system import QueryError
from blackearth.systems.ring_of_fire import queries
from blackearth.systems.ring_of_fire.board import RESERVE, SPENT_RESERVE
from blackearth.systems.ring_of_fire.declaration import begin
from tests.ring_of_fire.build import Table, position

REGULAR, RESERVES = begin(reserve=False), begin(reserve=True)
A, B, C = "S-167R", "S-180R", "S-204R"  # attack 6
TANK = "S-2T-26T"
THREE, PANZER = "G-75-172", "G-11Z-Pz"


def fight(units: dict[str, str], **more: object) -> Table:
    return position(units, begin=REGULAR, **more)  # type: ignore[arg-type]


@pytest.mark.rule("rof:12.34", "rof:12.72", "rof:14.5")
def test_an_attack_on_a_hex_that_its_reserves_have_left_is_over() -> None:
    units = {A: "0306", B: "0406", PANZER: "0307", THREE: "0308", C: "0309"}
    table = fight(units, marks={PANZER: RESERVE}, dice=[1])
    table.do(f"attack {A} {B} 0307", f"attack {C} 0308", "end-declaration", f"reinforce {PANZER} 0307 0308")
    assert table.choice("resolve")["hexes"] == ["0308"]
    assert any(isinstance(e, Note) and e.hexes == (table.cell("0307"),) for e in table.events)
    # Nobody advances into a hex that was not emptied by losses.
    table.do("resolve 0308")
    assert "advance" not in table.verbs


@pytest.mark.rule("rof:14.5")
def test_reserves_do_not_reinforce_the_hex_they_stand_in() -> None:
    table = fight({A: "0306", PANZER: "0307", C: "0309", THREE: "0308"}, marks={PANZER: RESERVE})
    table.do(f"attack {A} 0307", f"attack {C} 0308", "end-declaration")
    assert table.cites(f"reinforce {PANZER} 0307 0407 0307") == ["rof:14.5"]


@pytest.mark.rule("rof:5.2", "rof:14.2", "rof:14.4")
@pytest.mark.parametrize(("phase", "spent"), [(REGULAR, False), (RESERVES, True)])
def test_only_an_attack_in_the_reserve_combat_phase_uses_a_reserve_up(phase: object, spent: bool) -> None:
    table = position({A: "0306", THREE: "0307"}, begin=phase, marks={A: RESERVE}, dice=[1])  # type: ignore[arg-type]
    table.do(f"attack {A} 0307", "end-declaration")
    assert table.marked(A, SPENT_RESERVE) is spent


@pytest.mark.rule("rof:12.5", "rof:12.62")
def test_odds_asked_for_what_is_not_allowed() -> None:
    table = fight({TANK: "2240", A: "2240", THREE: "2239"})
    both = queries.answer(table.state, 0, "odds", {"units": [TANK, A], "to": "2239"})
    assert not both["allowed"]
    assert both["attack"]["lines"][0]["label"].endswith("across a major river, may not attack")
    alone = queries.answer(table.state, 0, "odds", {"units": [A], "to": "2239", "barrage": True})
    assert alone["allowed"]
    assert [s["amount"] for s in alone["shifts"] if s["label"] == "Barrage"] == ["3R"]
    # No fortification, no barrage.
    open_ground = fight({A: "0306", THREE: "0307"})
    found = queries.answer(open_ground.state, 0, "odds", {"units": [A], "to": "0307", "barrage": True, "support": 5})
    assert [s["amount"] for s in found["shifts"]] == ["2R"]
    with pytest.raises(QueryError):
        queries.answer(open_ground.state, 0, "odds", {"units": [A], "to": "0307", "support": "many"})
    with pytest.raises(QueryError):
        queries.answer(fight({A: "0306", B: "0307", THREE: "0407"}).state, 0, "odds", {"units": [A], "to": "0307"})
