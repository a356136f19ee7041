"""Black Earth: a referee, an opponent and a table for operational hex-and-counter wargames.

>>> import blackearth
>>> game = blackearth.new_game("ring-of-fire", "breakthrough", seed="00" * 16)
>>> game.decision.title, game.choices
>>> game.apply("end-movement")
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from blackearth.core.game import Game, load, new_game
    from blackearth.core.refusals import Refused
    from blackearth.core.saves import SaveError

__version__ = "0.1.0"

__all__ = ["Game", "Refused", "SaveError", "__version__", "load", "new_game"]

_HOMES = {"Game": "game", "load": "game", "new_game": "game", "Refused": "refusals", "SaveError": "saves"}


def __getattr__(name: str) -> Any:
    """Import what is asked for: the command line shows its help without loading the engine."""
    if name in _HOMES:
        return getattr(import_module(f"blackearth.core.{_HOMES[name]}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
