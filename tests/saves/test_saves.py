"""There is a save for every frame tag; each loads, is what it says, and can be played on."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from blackearth import systems
from blackearth.core import saves
from blackearth.core.game import load

FOLDER = Path(__file__).parent
FILES = sorted(FOLDER.rglob("*.json"))


def tags(system: str) -> set[str]:
    return {str(frame.__struct_config__.tag) for frame in systems.get(system).frames}


@pytest.mark.parametrize("system", sorted({path.parent.name for path in FILES}))
def test_every_frame_tag_has_a_save(system: str) -> None:
    saved = {path.stem for path in FILES if path.parent.name == system}
    assert tags(system) - saved == set(), "run tools/make_saves.py"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_save_loads_and_goes_on(path: Path) -> None:
    game = load(path)
    assert path.stem in {str(frame.__struct_config__.tag) for frame in game.state.flow}
    assert game.codec.encode(game.state) == saves.unpack(saves.Source.read(path).save().state)
    assert game.system.check(game.state) == []
    random = Random(path.stem)
    for _ in range(40):
        if game.decision is None:
            break
        game.apply(game.decision.sample(game.state, random))
    assert game.system.check(game.state) == []
