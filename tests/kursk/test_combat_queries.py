"""kursk: what the page is told about attacks before they are announced."""

from __future__ import annotations

from typing import Any

import pytest

from blackearth.core.system import QueryError
from blackearth.systems.kursk.board import FLOWN, PATROL
from blackearth.systems.kursk.combat_queries import QUERIES
from tests.kursk.build import Table, position

HEX, NORTH, NE, SE, SW, NW = "2015", "2014", "2115", "2116", "1916", "1915"
PZ, INF, INF_B, TANK, RIFLE = "G-2Pz", "G-131ID", "G-321ID", "S-1T", "S-10A"


def ask(table: Table, name: str, **args: object) -> Any:
    return QUERIES[name](table.state, 1, args)


@pytest.mark.rule("kursk:combat-K", "kursk:tec-cumulative")
def test_odds_die_and_chances() -> None:
    units = {PZ: NW, INF: NW, INF_B: NW, TANK: HEX, "G-Base1": "1515", "G-Air1": "at-base"}
    table = position(units, features={"forest": [HEX], "soviet_works": [HEX]})
    answer = ask(table, "odds", units=[PZ, INF, INF_B], to=HEX)
    assert (answer["raw"], answer["final"], answer["die"], answer["allowed"]) == ("2-1", "2-1", -2, True)
    assert [s["struck"] for s in answer["shifts"]] == [False, True]
    assert answer["aircraft"] == {"G-Air1": [HEX]}
    assert [o["result"] for o in answer["outcomes"]] == ["AX", "AR", "BR", "EX"]  # dice -1 to 4
    assert sum(o["chance"] for o in answer["outcomes"]) == pytest.approx(1)
    first, last = answer["outcomes"][0], answer["outcomes"][-1]
    assert (first["faces"], first["attacker_steps"], first["attacker_points"]) == ([1, 2], 3, 19)
    assert (last["attacker_steps"], last["attacker_points"], last["defender_points"]) == (1, 4, 12)
    assert [(o["back"], o["price"]) for o in answer["outcomes"]] == [("", 0), ("attacker", 0), ("both", 0), ("", 4)]
    assert ask(table, "odds", units=PZ, to=HEX, support=HEX)["die"] == 0


@pytest.mark.rule("kursk:combat-D", "kursk:combat-E", "kursk:combat-G")
def test_who_does_not_defend_is_told_with_the_rule() -> None:
    guns = {"S-1AT": HEX, "S-13AT": HEX, "S-4A": HEX, "S-Base1": HEX}
    answer = ask(position({PZ: NW, RIFLE: HEX, **guns}), "odds", units=PZ, to=HEX)
    idle = {line["units"][0]: (line["label"].rpartition(", ")[2], line["cite"]) for line in answer["defence"]["lines"]
            if line.get("struck")}  # fmt: skip
    assert idle == {
        "S-13AT": ("without a partner", "kursk:combat-D"), "S-4A": ("only attacks", "kursk:combat-E"),
        "S-Base1": ("does not defend", "kursk:combat-G"),
    }  # fmt: skip
    assert answer["defence"]["total"] == str(answer["defence"]["rounded"])


@pytest.mark.rule("kursk:combat-H", "kursk:combat-G")
def test_several_hexes_and_hexes_without_a_fighter() -> None:
    table = position({PZ: HEX, TANK: NE, "S-4A": SE})
    answer = ask(table, "odds", units=PZ, to=f"{NE} {SE}")
    assert (answer["lone"], answer["raw"]) == ([SE], "1-1")
    lines = [(line["label"], line["cite"], line.get("struck", False)) for line in answer["defence"]["lines"]]
    assert lines == [
        ("1st Tank Corps", "kursk:combat-A", False),
        ("4th Artillery Corps, eliminated without a die", "kursk:combat-G", True),
    ]
    alone = ask(table, "odds", units=PZ, to=SE)
    assert [(o["result"], o["chance"], o["defender_points"]) for o in alone["outcomes"]] == [("DX", 1, 4)]
    assert ask(table, "attacks") == {NE: [PZ], SE: [PZ]}


@pytest.mark.rule("kursk:combat-E")
def test_what_is_not_allowed_is_told_with_its_odds() -> None:
    table = position({"S-4A": HEX, "S-2A": HEX, RIFLE: HEX, INF: NW}, side="soviet")
    assert not ask(table, "odds", units=["S-4A", "S-2A", RIFLE], to=NW)["allowed"]
    assert ask(table, "odds", units=["S-4A", RIFLE], to=NW)["allowed"]


@pytest.mark.rule("kursk:combat-G")
def test_an_air_base_among_the_attackers_is_not_allowed() -> None:
    table = position({PZ: NW, "G-Base1": NW, RIFLE: HEX})
    assert not ask(table, "odds", units=["G-Base1"], to=HEX)["allowed"]
    assert not ask(table, "odds", units=[PZ, "G-Base1"], to=HEX)["allowed"]


@pytest.mark.rule("kursk:air-close-support")
def test_the_announced_attack_while_support_is_decided() -> None:
    units = {PZ: NW, TANK: HEX, "G-Base1": "1515", "G-Air1": "at-base"}
    table = position(units).do(f"attack {PZ} {HEX}")
    answer = ask(table, "odds")
    assert (answer["raw"], answer["allowed"]) == ("1-1", True)


@pytest.mark.rule("kursk:combat-D")
def test_partners() -> None:
    table = position({PZ: NW, RIFLE: HEX, "S-1AT": HEX, "S-13AT": HEX, "S-4A": HEX})
    answer = ask(table, "partners", hex=HEX)
    assert [pair[1] for pair in answer["pairs"]] == [RIFLE]
    assert len(answer["idle"]) == 2


@pytest.mark.parametrize(
    "args",
    [
        {"units": [PZ]}, {"units": [PZ], "to": NW}, {"units": ["nobody"], "to": HEX}, {"to": HEX},
        {"units": 5, "to": HEX}, {"units": [INF], "to": HEX}, {"units": [TANK], "to": HEX},
        {"units": [PZ], "to": HEX, "support": NE},
    ],
)  # fmt: skip
def test_nonsense_is_refused(args: dict[str, object]) -> None:
    table = position({PZ: NW, INF: "1814", TANK: HEX})
    with pytest.raises(QueryError):
        ask(table, "odds", **args)
    with pytest.raises(QueryError):
        ask(table, "partners", hex="nowhere")


@pytest.mark.rule("kursk:air-close-support", "kursk:air-cap")
def test_what_close_support_would_change_is_asked_only_where_it_can_fly() -> None:
    units = {PZ: NW, TANK: HEX, "G-Base1": "1515", "G-Air1": "at-base"}
    answer = ask(position(units), "odds", units=PZ, to=HEX)
    assert (answer["die"], [o["id"] for o in answer["options"]]) == (0, ["support"])
    table = position(units)
    assert ask(table, "odds", units=PZ, to=HEX, support=True)["die"] == 2
    assert ask(table, "odds", units=PZ, to=HEX, support=False)["die"] == 0
    patrol = {"S-Base1": "2515", "S-Air1": HEX}
    guarded = position(units | patrol, marks={"S-Air1": FLOWN | PATROL})
    assert ask(guarded, "odds", units=PZ, to=HEX)["options"] == []
    assert ask(guarded, "odds", units=PZ, to=HEX, support=True)["die"] == 0


@pytest.mark.rule("kursk:combat-E", "kursk:combat-F", "kursk:combat-D")
def test_it_is_told_who_is_matched_with_whom() -> None:
    units = {"S-4A": HEX, "S-2A": HEX, RIFLE: HEX, "S-1T": HEX, "S-1AT": HEX, INF: NW, "G-505Tiger": NW}
    answer = ask(position(units, side="soviet"), "odds", units=["S-4A", "S-2A", RIFLE, "S-1T"], to=NW)
    pairs = answer["attack"]["note"].split("; ")
    assert len(pairs) == 2
    assert len({pair.split(" with ")[1] for pair in pairs}) == 2
    assert answer["defence"]["note"].endswith(" with 131st Infantry Division")
    assert "note" not in ask(position({PZ: NW, TANK: HEX}), "odds", units=PZ, to=HEX)["attack"]


@pytest.mark.rule("kursk:air-close-support")
def test_close_support_is_thought_of_while_it_is_decided() -> None:
    units = {PZ: NW, TANK: HEX, "G-Base1": "1515", "G-Air1": "at-base"}
    table = position(units).do(f"attack {PZ} {HEX}")
    plain, helped = ask(table, "odds"), ask(table, "odds", support=True)
    assert (plain["die"], helped["die"], helped["allowed"]) == (0, 2, True)
    assert [o["value"] for o in (*plain["options"], *helped["options"])] == [False, True]
