"""Black Earth: a referee, an opponent and a table for operational hex-and-counter wargames.

>>> import blackearth
>>> game = blackearth.new_game("ring-of-fire", "breakthrough", seed="00" * 16)
>>> game.decision.title, game.choices
>>> game.apply("end-phase")
"""

from blackearth.core.game import Game, load, new_game
from blackearth.core.refusals import Refused
from blackearth.core.saves import SaveError

__version__ = "0.1.0"

__all__ = ["Game", "Refused", "SaveError", "__version__", "load", "new_game"]
