"""The rulebooks. `get` and `all_ids` are the only doors to them; a system is imported when it is asked for."""

from __future__ import annotations

from functools import cache
from importlib import import_module

from blackearth.core.system import GameSystem

_MODULES = {
    "ring-of-fire": "blackearth.systems.ring_of_fire.system",
    "kharkov": "blackearth.systems.kharkov.system",
    "kursk": "blackearth.systems.kursk.system",
}


def all_ids() -> list[str]:
    """Ids of the registered systems."""
    return list(_MODULES)


@cache
def get(system: str) -> GameSystem:
    """The system with an id.

    Raises:
        LookupError: there is none; the message names those there are.
    """
    if system not in _MODULES:
        raise LookupError(f"there is no game “{system}”; there are: {', '.join(_MODULES)}")
    found: GameSystem = import_module(_MODULES[system]).SYSTEM
    return found


def register(system: str, module: str) -> None:
    """Make a further system known: ``module`` has it as ``SYSTEM`` and is imported when it is asked for."""
    _MODULES[system] = module
