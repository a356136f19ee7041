"""What a computer player asks of a rulebook: the `Advice` protocol.

A computer player knows hexes, units, steps, losses and points, but no rulebook. Everything else it asks here, about one
position and for one side, and what it then wants to do it says with the builders at the end. All costs are half
movement points; strengths are those of the counters in their present state.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple, Protocol, runtime_checkable

from blackearth.core.actions import Action
from blackearth.core.state import State

#: What is being asked, in words that fit any rulebook.
STAGES = (
    "set-up", "replace", "move", "exploit", "engage", "fire", "strike", "declare", "reinforce", "resolve", "lose",
    "advance", "remove", "posture", "other",
)  # fmt: skip

#: For each cell its ways out, or in: (neighbour, cost in half points).
Ways = Sequence[Sequence[tuple[int, int]]]


class Bars(Protocol):
    """What the units of a side bar for the enemy by their mere places."""

    @property
    def hexes(self) -> int:
        """Mask of the hexes that may not be entered."""

    @property
    def gates(self) -> tuple[int, ...]:
        """Six masks: the cells that may be left in each direction."""

    @property
    def walls(self) -> Mapping[int, Sequence[int]]:
        """For a cell the neighbours that cannot be entered from it."""


class Exit(NamedTuple):
    """A stretch of the map edge where a side leaves the map for points."""

    edge: str
    mask: int
    points: float


class Goal(NamedTuple):
    """A place that earns side 0 points if it controls all of it (side 1 loses as much)."""

    name: str
    cells: tuple[int, ...]
    mask: int
    points: float


class Attack(NamedTuple):
    """An attack that could be made.

    Attributes:
        target: cell of the defenders.
        posts: (unit, cell from which it attacks).
        air: air units in support.
        barrage: whether a barrage falls on the target.
        maximum: whether the attacker pays for greater losses on both sides.
        extra: further defending units that are thought to stand in the target.
    """

    target: int
    posts: tuple[tuple[int, int], ...]
    air: int = 0
    barrage: bool = False
    maximum: bool = False
    extra: tuple[int, ...] = ()


class Prospect(NamedTuple):
    """What an attack leads to, exactly.

    Attributes:
        results: (chance, steps the attacker loses, steps the defender loses); never more than there are.
        cleared: chance that no defender is left.
        attacker, defender: expected steps.
        column: number of the odds column, higher is better for the attacker.
    """

    results: tuple[tuple[float, int, int], ...]
    cleared: float
    attacker: float
    defender: float
    column: int


class Duel(NamedTuple):
    """Expected steps lost in a fight of armour, and the chances that one side is wiped out."""

    attacker: float
    defender: float
    cleared: float
    repelled: float


@runtime_checkable
class Foresight(Protocol):
    """What advice has besides where a player turn is quick enough to be played on many times."""

    def standing(self) -> float:
        """What the position is worth to the side, less what it is worth to the enemy, in points."""

    def severed(self, occupied: int) -> tuple[float, int]:
        """What lack of supply costs the enemy if units of the side stood in these hexes and nowhere else: points, and
        the number of hexes of ways by which his supply comes yet.
        """

    def postures(self) -> Sequence[Sequence[Action]]:
        """In the stage ``posture``: the answers to weigh, each as the actions that make it; the usual one first."""


@runtime_checkable
class Staffed(Protocol):
    """What advice has besides where zones slow and do not bar, so that a line is no plan: the rulebook's own plans."""

    def orders(self) -> Sequence[Action]:
        """What the best player does in a phase of movement, or the attack it declares next; without the end of it."""


class Advice(Protocol):
    """Knowledge about one position for one side (``side``); it reads the state and never changes it."""

    state: State
    side: int

    # -- the running step --------------------------------------------------------------------------------------------

    @property
    def stage(self) -> str:
        """One of `STAGES`."""

    @property
    def turns_left(self) -> int:
        """Game turns that follow the running one."""

    @property
    def second_half(self) -> bool:
        """Whether the player turn has come to its last movement and combat: what has not been used by then is lost."""

    def turns_to_come(self, side: int) -> int:
        """Player turns of a side that have not begun."""

    # -- units -------------------------------------------------------------------------------------------------------

    def units(self, side: int) -> list[int]:
        """Ground units of a side on the map."""

    def size(self, unit: int) -> int:
        """What the unit counts in a stack."""

    @property
    def limit(self) -> int:
        """What a stack may count."""

    def attack(self, unit: int) -> int:
        """Strength in attack."""

    def defence(self, unit: int) -> int:
        """Strength in defence."""

    def mobile(self, unit: int) -> bool:
        """Whether it moves with the costs of motor vehicles."""

    def rating(self, unit: int) -> int:
        """Worth in a fight of armour, 0 if it takes no part."""

    def march(self, unit: int) -> int:
        """Half points it will have in its next full move."""

    def step_value(self, unit: int) -> float:
        """What one step is worth in points, for the rest of the game."""

    def reserve(self, unit: int) -> bool:
        """Whether it is in reserve."""

    # -- ground ------------------------------------------------------------------------------------------------------

    def costs(self, side: int, mobile: bool) -> Ways:
        """Costs of leaving each cell for its neighbours, in force for a side now."""

    def costs_back(self, mobile: bool) -> Ways:
        """For each cell its neighbours with the cost of coming **from** them, by terrain alone."""

    def bars(self, side: int, occupied: int, enemies: int) -> Bars:
        """What units of a side in the hexes of a mask bar for enemies that stand in those of another mask."""

    def shift(self, cell: int, side: int) -> int:
        """Columns that the ground of a hex costs the attacker of units of a side in it (0 or more)."""

    def crossing(self, cell: int, target: int, mobile: bool) -> int:
        """Quarters of its strength with which a unit attacks from a cell into a neighbouring one."""

    def perimeter(self, side: int) -> tuple[int, ...]:
        """The map edge of a side, in order along the edge of the map, beginning where it meets the enemy's."""

    def supplied(self, side: int) -> int:
        """Mask of the hexes in which units of a side are in supply."""

    # -- what scores -------------------------------------------------------------------------------------------------

    def goals(self) -> tuple[Goal, ...]:
        """The places that earn points."""

    def exits(self, side: int) -> tuple[Exit, ...]:
        """Where a side leaves the map for points."""

    @property
    def exit_cost(self) -> int:
        """Half points that leaving the map costs."""

    # -- what could be done ------------------------------------------------------------------------------------------

    def movable(self) -> tuple[int, ...]:
        """Units that may move in this phase."""

    def reach(self, units: tuple[int, ...], far: bool = True) -> dict[int, int]:
        """Cells that units of one hex reach together now, with the cost; ``far``: by strategic movement, too."""

    def left(self, unit: int) -> int:
        """Half points a unit has left in this phase, strategic movement not counted."""

    def room(self, cell: int) -> int:
        """What a hex can still take of this side."""

    def targets(self) -> dict[int, tuple[int, ...]]:
        """Enemy hexes that may be attacked now, each with the units that may take part."""

    def air(self) -> tuple[int, ...]:
        """Air units that may fly now."""

    def barrages(self) -> int:
        """Barrages in hand."""

    def barrage_fits(self, target: int) -> bool:
        """Whether a barrage may fall on a hex that is attacked."""

    def may_attack(self, unit: int) -> bool:
        """Whether a unit may attack in the coming combat of this phase of the turn."""

    def prospect(self, attack: Attack) -> Prospect | None:
        """What an attack leads to; None if it is not allowed."""

    def declared(self) -> tuple[Attack, ...]:
        """The attacks declared and not yet resolved, by either side."""

    def duel(self, attackers: Sequence[int], defenders: Sequence[int]) -> Duel:
        """What a fight of armour between two stacks leads to."""

    def strike_chance(self, air: int) -> float:
        """Chance that an air strike takes a step."""

    def may_reserve(self) -> tuple[int, ...]:
        """Units that may be put into reserve now."""

    def arrivals(self) -> dict[int, int]:
        """Reinforcements that may enter now, each with the mask of its hexes."""

    def hexes_defended(self) -> int:
        """Mask of the hexes of this side that are under attack."""

    def commit(self, units: tuple[int, ...]) -> dict[int, tuple[int, ...]]:
        """Hexes under attack that reserves of one hex can come to, each with the path."""

    def combat(self) -> int:
        """Cell that the running losses or advance are about, or -1."""

    # -- actions -----------------------------------------------------------------------------------------------------

    def act_move(self, units: tuple[int, ...], target: int, edge: str = "") -> Action | None:
        """Move units of one hex to a cell by the cheapest way, then off the map if an edge is named; None:
        impossible.
        """

    def act_enter(self, units: tuple[int, ...], cell: int) -> Action:
        """Bring reinforcements in."""

    def act_reserve(self, units: tuple[int, ...]) -> Action:
        """Put units into reserve."""

    def act_attack(self, units: tuple[int, ...], target: int) -> Action:
        """Declare an attack."""

    def act_support(self, air: int, target: int) -> Action:
        """Send an air unit to an attack."""

    def act_barrage(self, target: int) -> Action:
        """Place a barrage."""

    def act_resolve(self, target: int, maximum: bool) -> Action:
        """Resolve an attack."""

    def advised(self) -> Action | None:
        """The rulebook's own answer to a decision that fits no stage, or to one for which no plan is left."""
