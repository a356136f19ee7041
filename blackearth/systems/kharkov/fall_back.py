"""ms:G3-D1, KHA-N27 - what the defender may make of a D1."""

from __future__ import annotations

from blackearth.core.events import Note
from blackearth.core.frames import Frame
from blackearth.core.offers import Decision, Press
from blackearth.systems.kharkov import retreat_paths as paths
from blackearth.systems.kharkov.board import State, reduce, roster
from blackearth.systems.kharkov.retreat import RetreatOne, RetreatTwo


class FallBack(Frame, frozen=True, tag="kharkov.fall-back"):
    """ms:G3-D1, KHA-N27 - the defender retreats one hex himself, has the attacker retreat the units two hexes, or has
    all of them reduced.

    Attributes:
        origin: hex of the combat.
        units: all units there.
        choice: whether he may choose.
    """

    origin: int
    units: tuple[int, ...]
    choice: bool

    def step(self, state: State) -> Decision | None:
        """Ask, if there is anything to choose: who cannot retreat at all is reduced by each of the three."""
        if not self.choice or not any(paths.one_hex(state, u, self.units) for u in self.units):
            state.become(RetreatOne(self.origin, self.units, self.units))
            return None
        label = state.defn.map.grid.label(self.origin)
        stay_words = "Stay and lose a step" if len(self.units) == 1 else "Stay, each unit loses a step"
        offers = (
            Press("retreat-one", "Retreat one hex", self._one, "ms:G3-D1", primary=True, weight=4),
            Press(
                "retreat-two", "Retreat two hexes", self._two, "ms:G3-D2",
                note="The attacker chooses the way; no zone of control until this player turn ends.",
            ),
            Press("reduce", stay_words, self._reduce, "ms:G3-D1", confirm=self._confirm),
        )  # fmt: skip
        return Decision(
            1 - state.active, "Retreat", f"{label} must be left: choose how, for all units there.", "ms:G3-D1", offers
        )

    def _confirm(self, state: State) -> str:
        dying = tuple(u for u in self.units if state.steps[u] == 1)
        return f"{roster(state).text(dying)} will be eliminated. Stay?" if dying else ""

    def _one(self, state: State) -> None:
        self._tell(state, "Retreat of one hex", "ms:G3-D1")
        state.become(RetreatOne(self.origin, self.units, self.units))

    def _two(self, state: State) -> None:
        self._tell(state, "Retreat of two hexes, by the attacker's choice", "ms:G3-D2")
        state.become(RetreatTwo(self.origin, self.units, self.units))

    def _tell(self, state: State, words: str, cite: str) -> None:
        label = state.defn.map.grid.label(self.origin)
        state.emit(Note(side=1 - state.active, text=f"{words} from {label}", hexes=(self.origin,), cite=cite))

    def _reduce(self, state: State) -> None:
        state.pop()
        for unit in self.units:
            reduce(state, unit, 1, "combat", "ms:G3-DR")
