"""Whatever is wrong with a save, one sentence says so: no other error, and nothing is written."""

from __future__ import annotations

import base64
import json
import re
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from blackearth.core.game import load, new_game
from blackearth.core.json_lines import line_of
from blackearth.core.saves import SaveError
from blackearth.sim.replay import verify

SAVE = Path(__file__).parent.parent / "games" / "ring-of-fire-breakthrough-2.json"


def attempt(path: Path, data: bytes) -> str:
    """The sentence that refuses a file, or nothing if it can still be read; then comparing does not fail."""
    path.write_bytes(data)
    try:
        game = load(path)
    except SaveError as error:
        message = str(error)
        assert re.match(re.escape(str(path)) + r", line [1-9][0-9]*: .", message), message
        assert "\n" not in message
        assert path.read_bytes() == data
        return message
    verify(game)
    return ""


@pytest.mark.parametrize("seed", range(6))
def test_flipped_and_missing_bytes(tmp_path: Path, seed: int) -> None:
    random, data = Random(seed), SAVE.read_bytes()
    refused = 0
    for _ in range(8):
        at = random.randrange(len(data))
        broken = bytearray(data)
        if random.random() < 0.5:
            broken[at] ^= 1 << random.randrange(8)
        else:
            del broken[at : at + random.randrange(1, 2000)]
        refused += bool(attempt(tmp_path / "save.json", bytes(broken)))
    assert refused


def test_a_file_cut_off_names_the_line(tmp_path: Path) -> None:
    data = SAVE.read_bytes()
    assert f", line {data[:5000].count(bytes([10])) + 1}: " in attempt(tmp_path / "save.json", data[:5000])


CHANGES: list[tuple[str, Any]] = [
    ("format", "white earth"), ("version", 2), ("version", "x"), ("version", 0), ("version", -1), ("version", None),
    ("version", 1.0), ("version", True), ("version", "1"), ("version", 10**40), ("system", "chess"),
    ("scenario", "nowhere"), ("commitment", "x"), ("commitment", "AB" * 32), ("commitment", None), ("first_die", 3),
    ("first_die", -1), ("earlier", [{"until": 0, "commitment": "ab" * 32}]), ("earlier", [{"until": 3}]),
    ("earlier", [{"until": 2**40, "commitment": "ab" * 32}]), ("earlier", [{"until": 9999, "commitment": "ab" * 32}]),
    ("earlier", [{"until": 3, "commitment": "ab" * 32, "seed": "xyz"}]), ("earlier", [7]),
    ("options", {"fog": True}), ("rulings", {"ROF-A99": "a"}), ("setup", None), ("units", "0" * 16), ("seed", "xyz"),
    ("seed", "abc"), ("seed", ""), ("seed", "\n"), ("seed", "00" * 16 + "\n"), ("seed", "00" * 1_000_000),
    ("state", ""), ("state", "AAAA"), ("state", "eJwDAAAAAAE="), ("log", {}), ("log", [{"side": 0}]),
    ("snapshots", []), ("snapshots", [{"seq": 5, "state": "AAAA"}]),
]  # fmt: skip


@pytest.mark.parametrize(("field", "value"), CHANGES)
def test_a_wrong_field_is_refused(tmp_path: Path, field: str, value: Any) -> None:
    save = json.loads(SAVE.read_bytes())
    save[field] = value
    text = json.dumps(save, indent=1)
    line = next(n for n, line in enumerate(text.split("\n"), 1) if line.startswith(f' "{field}": '))
    found = attempt(tmp_path / "save.json", text.encode())
    assert int(re.findall(r", line (\d+): ", found)[0]) in range(line, line + 5)  # a list begins above its fault


@pytest.mark.parametrize("field", ["format", "version", "system", "units", "seed", "commitment", "state", "log"])
def test_a_missing_field_is_refused(tmp_path: Path, field: str) -> None:
    save = json.loads(SAVE.read_bytes())
    del save[field]
    assert attempt(tmp_path / "save.json", json.dumps(save, indent=1).encode())


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """A save whose first entry has everything that can be forged."""
    path = tmp_path_factory.mktemp("played") / "save.json"
    game, random = new_game("ring-of-fire", "breakthrough", seed="ab" * 16), Random(1)
    while game.decision is not None and not (game.log and game.log[-1].dice):
        game.apply(game.decision.sample(game.state, random))
    game.save(path)
    save: dict[str, Any] = json.loads(path.read_bytes())
    cell = game.defn.map.grid.cells[0]
    save["log"][0]["dice"] = save["log"][-1].pop("dice")
    save["log"][0]["dice"][0]["to"] = -1
    save["log"][0]["unheard"] = [0]
    save["log"][0]["events"] = [
        {"event": "moved", "to": -1, "units": [1, 2], "path": [cell, cell], "verb": "move", "cost": 1},
        {"event": "placed", "unit": 1, "where": cell},
        {"event": "lost", "unit": 1, "steps": 1, "left": 0, "cause": "", "box": -3},
        {"event": "rolled", "side": 0, "sides": 6, "value": 2, "purpose": "", "hexes": [cell]},
        {"event": "result", "title": "", "target": cell, "result": ""},
        {"event": "step", "turn": 1, "side": 0, "title": ""},
    ]
    return save


@pytest.mark.parametrize("told", [{}, {"first_die": None}])
def test_an_opening_with_dice_that_were_not_thrown_is_refused(
    tmp_path: Path, played: dict[str, Any], told: dict[str, Any]
) -> None:
    opening = {"side": 0, "action": "", "digest": "", "turn": 1, "step": ""}
    path = tmp_path / "save.json"
    assert attempt(path, json.dumps(played | told | {"opening": opening}).encode()) == ""
    opening["dice"] = [{"purpose": "", "sides": 6, "value": 1, "side": 0}]
    assert "opening" in attempt(path, json.dumps(played | told | {"opening": opening}).encode())


OUT_OF_RANGE: list[tuple[str, Any]] = [
    ("side", 2), ("side", -1), ("side", 2**63), ("side", "0"), ("side", None), ("side", 0.5), ("turn", -1),
    ("turn", 2**63), ("turn", "1"), ("step", 7), ("step", None), ("action", 7), ("digest", None), ("unheard[0]", 3),
    ("unheard[0]", -1), ("final", 1), ("dice[0].sides", 0), ("dice[0].sides", 2**60), ("dice[0].value", 0),
    ("dice[0].value", 7), ("dice[0].side", 2), ("dice[0].to", -2), ("events[0].units[1]", 999),
    ("events[0].units[1]", -1), ("events[0].path[0]", -1), ("events[0].path[1]", 10**6), ("events[0].to", 13),
    ("events[0].to", -2), ("events[0].event", "danced"), ("events[0].cost", -1), ("events[1].unit", 999),
    ("events[1].unit", -1), ("events[1].where", 10**6), ("events[1].where", -100), ("events[2].box", 1),
    ("events[2].left", -1), ("events[3].side", 2), ("events[3].hexes[0]", 0), ("events[3].value", -1),
    ("events[4].target", 10**6), ("events[5].side", -1), ("events[5].turn", -1), ("events[5].turn", 1000),
]  # fmt: skip


def test_the_record_that_is_forged_is_read(tmp_path: Path, played: dict[str, Any]) -> None:
    path = tmp_path / "save.json"
    path.write_text(json.dumps(played))
    assert load(path).log[0].unheard == (0,)


@pytest.mark.parametrize(("place", "value"), OUT_OF_RANGE)
def test_an_entry_out_of_range_is_refused_by_its_line(
    tmp_path: Path, played: dict[str, Any], place: str, value: Any
) -> None:
    save = json.loads(json.dumps(played))
    *way, last = [int(step) if step.isdigit() else step for step in re.findall(r"\w+", place)]
    target = save["log"][0]
    for step in way:
        target = target[step]
    target[last] = "HERE"
    text = json.dumps(save, indent=1)
    line = text[: text.index('"HERE"')].count("\n") + 1
    message = attempt(tmp_path / "save.json", text.replace('"HERE"', json.dumps(value)).encode())
    # A whole event is at fault when its kind is unknown.
    assert int(re.findall(r", line (\d+): ", message)[0]) in (line - place.endswith(".event"), line), message


STATE: list[tuple[str, Callable[[list[Any]], None]]] = [
    ("unit stands", lambda s: s[0].__setitem__(0, 10**7)),
    ("unit stands", lambda s: s[0].__setitem__(0, -100)),
    ("steps", lambda s: s[1].__setitem__(0, -1)),
    ("steps", lambda s: s[1].__setitem__(0, 100)),
    ("markers", lambda s: s[2].__setitem__(0, -1)),
    ("markers", lambda s: s[2].__setitem__(0, 2**40)),
    ("turn", lambda s: s.__setitem__(4, -1)),
    ("turn", lambda s: s.__setitem__(4, 2**63)),
    ("active side", lambda s: s.__setitem__(5, 2)),
    ("active side", lambda s: s.__setitem__(5, -1)),
    ("dice", lambda s: s.__setitem__(6, -1)),
    ("dice", lambda s: s.__setitem__(6, 2**64 - 1)),
    ("another number of dice", lambda s: s.__setitem__(6, 3)),
    ("damaged", lambda s: s.__setitem__(7, [["no frame"]])),
    ("damaged", lambda s: s.__setitem__(8, [])),
    ("like that", lambda s: s[7].append({"frame": "rof.sequence", "name": "siesta", "at": 0})),
    ("like that", lambda s: s[7].append({"frame": "rof.sequence", "name": "player turn", "at": -1})),
    ("like that", lambda s: s[7].append({"frame": "rof.sequence", "name": "player turn", "at": 99})),
    ("like that", lambda s: s[7].append({"frame": "rof.set-up", "number": 99})),
    ("like that", lambda s: s[7].append({"frame": "rof.advance", "target": 10**6, "units": [1]})),
    ("like that", lambda s: s[7].append({"frame": "rof.set-up", "number": -1})),
    ("like that", lambda s: s[7].append({"frame": "rof.advance", "target": 200, "units": [999]})),
]


@pytest.mark.parametrize(("words", "change"), STATE)
def test_a_number_of_the_position_out_of_range_is_refused(
    tmp_path: Path, words: str, change: Callable[[list[Any]], None]
) -> None:
    save = json.loads(SAVE.read_bytes())
    state = msgspec.msgpack.decode(zlib.decompress(base64.b64decode(save["state"])))
    change(state)
    save["state"] = base64.b64encode(zlib.compress(msgspec.msgpack.encode(state))).decode()
    assert words in attempt(tmp_path / "save.json", json.dumps(save, indent=1).encode())


def test_lines_of_a_document() -> None:
    document = b'{"a": [1,\n {"b": "]\\"{,:",\n "c": [[],\n 2]}],\n "d": {}}'
    places = {"$": 1, "$.a": 1, "$.a[0]": 1, "$.a[1]": 2, "$.a[1].b": 2, "$.a[1].c": 3, "$.a[1].c[1]": 4, "$.d": 5}
    assert {path: line_of(document, path) for path in places} == places
    assert [line_of(document, path) for path in ("$.x", "$.a[1].c[9].y", "$.d.e", "$.a[...]")] == [1, 3, 5, 1]


@pytest.mark.parametrize(
    ("number", "words"), [(0, "the snapshot of the start is damaged"), (40, "decision 40 is damaged")]
)
def test_a_damaged_snapshot_is_found_by_verifying(tmp_path: Path, number: int, words: str) -> None:
    save = json.loads(SAVE.read_bytes())
    damaged = {"seq": number, "state": "AAAA"}
    save["snapshots"] = [damaged] if number == 0 else [*save["snapshots"], damaged]
    path = tmp_path / "save.json"
    path.write_text(json.dumps(save))
    game = load(path)
    assert any(words in text for text in verify(game))
    with pytest.raises(SaveError, match="is damaged"):
        game.at(number)


def test_a_deeply_nested_file_is_no_save(tmp_path: Path) -> None:
    path = tmp_path / "deep.json"
    path.write_text("[" * 60_000)
    with pytest.raises(SaveError, match=r"deep\.json"):
        load(path)
