"""The optional rules of the last page that touch regular combat."""

from __future__ import annotations

import pytest

from blackearth.systems.ring_of_fire import odds
from blackearth.systems.ring_of_fire.board import RESERVE
from blackearth.systems.ring_of_fire.declaration import begin
from tests.ring_of_fire.build import Table, position

A, B = "S-167R", "S-180R"
REGIMENT, RECON, PANZER = "G-75-172", "G-11Z-Rec", "G-11Z-Pz"
REGULAR = begin(reserve=False)


def recon(units: dict[str, str], *attacks: str, **more: object) -> Table:
    return position(units, begin=REGULAR, options=["recon-retreat"], **more).do(*attacks, "end-declaration")  # type: ignore[arg-type]


@pytest.mark.rule("rof:opt-air-3")
def test_defensive_ground_support() -> None:
    units = {A: "0306", REGIMENT: "0307", "G-AIR-1": "air-ready", "G-AIR-2": "air-ready", "S-AIR-1": "air-ready"}
    plain = position(units, begin=REGULAR).do("attack S-167R 0307", "end-declaration")
    assert plain.side == "soviet"
    table = position(units, begin=REGULAR, options=["air-defensive-support"])
    table.do("attack S-167R 0307", "support S-AIR-1 0307", "end-declaration")
    assert table.side == "german"
    assert "rof:13.0" in table.cites("cover S-AIR-1 0307")
    table.do("cover G-AIR-1 0307")
    assert table.side == "soviet"  # one air unit for an attack, and there is only one attack
    battle = table.state.extra.battles[0]
    assert [s.text for s in odds.shifts(table.state, battle)] == ["1R", "1L"]
    assert table.where("G-AIR-1") == "air-flown"


@pytest.mark.rule("rof:opt-air-3", "rof:13.0")
def test_air_units_on_interdiction_do_not_cover() -> None:
    units = {A: "0306", REGIMENT: "0307", "G-AIR-1": "0505"}
    table = position(units, begin=REGULAR, options=["air-defensive-support"])
    assert table.do("attack S-167R 0307", "end-declaration").side == "soviet"


@pytest.mark.rule("rof:opt-recon")
def test_recon_units_retreat_before_battle() -> None:
    table = recon({A: "0306", RECON: "0307"}, "attack S-167R 0307")
    assert table.side == "german"
    assert table.cites(f"retreat {RECON} 0306") == ["rof:opt-recon"]
    table.do(f"retreat {RECON} 0308")
    # The hex is empty: the attackers may enter at once, no die is thrown.
    assert table.side == "soviet"
    table.do("advance S-167R")
    assert table.over
    assert table.state.rolls == 0


@pytest.mark.rule("rof:opt-recon")
def test_without_the_option_nobody_retreats() -> None:
    table = position({A: "0306", RECON: "0307"}, begin=REGULAR).do("attack S-167R 0307", "end-declaration")
    assert table.side == "soviet"


@pytest.mark.rule("rof:opt-recon")
def test_others_in_the_stack_stay() -> None:
    table = recon({A: "0306", RECON: "0307", REGIMENT: "0307"}, "attack S-167R 0307", dice=[1])
    assert table.cites(f"retreat {REGIMENT} 0308") == ["rof:opt-recon"]
    table.do(f"retreat {RECON} 0308")
    assert table.verbs == ["resolve", "maximum-effort"]


@pytest.mark.rule("rof:opt-recon")
def test_vacant_hexes_that_it_could_enter() -> None:
    # 0308 is occupied by a friend, 0207 lies in a Soviet hex link: neither will do.
    units = {A: "0306", B: "0206", "S-204R": "0208", RECON: "0307", REGIMENT: "0308"}
    table = recon(units, "attack S-167R 0307")
    assert table.cites(f"retreat {RECON} 0308") == ["rof:opt-recon"]
    assert table.cites(f"retreat {RECON} 0207") == ["rof:opt-recon"]


@pytest.mark.rule("rof:opt-recon")
def test_supports_on_an_emptied_hex_are_lost() -> None:
    units = {A: "3221", RECON: "3122", "S-AIR-1": "air-ready", REGIMENT: "0501"}
    table = recon(units, "attack S-167R 3122", "barrage 3122", "support S-AIR-1 3122", barrages=1)
    table.do(f"retreat {RECON} 3022", "stay")
    assert table.over
    assert table.state.extra.barrages == 0
    assert table.where("S-AIR-1") == "air-flown"


@pytest.mark.rule("rof:opt-recon")
def test_reserves_come_after_the_retreats_and_not_to_emptied_hexes() -> None:
    units = {A: "0306", RECON: "0307", PANZER: "0309"}
    table = recon(units, "attack S-167R 0307", marks={PANZER: RESERVE})
    table.do(f"retreat {RECON} 0207")
    assert table.side == "soviet"
    table.do("stay")
    assert table.over
