"""rof:16.1-turn1, 16.2-turn1 - who is held back on the first game turn.

The flags stand in the scenario's file. Whoever knows whether the running phase is a reserve phase says so;
otherwise it is read from the sequence of play.
"""

from __future__ import annotations

from blackearth.systems.ring_of_fire.board import State, facts, roster
from blackearth.systems.ring_of_fire.scenario import SOVIET


def first_turn(s: State) -> bool:
    """Whether the first game turn of the scenario is running."""
    return s.turn == facts(s).content.scenario.first_turn


def turn_one_cite(s: State) -> str:
    """Id of the scenario's special rules for the first turn."""
    return f"{facts(s).content.scenario.cite}-turn1"


def reserve_phase(s: State) -> bool:
    """Whether the Reserve Movement or the Reserve Combat Phase is running, judged by the sequence of play."""
    from blackearth.systems.ring_of_fire.sequence import TITLE_OF_STEP, TITLES, Play

    running = next((frame for frame in reversed(s.flow) if isinstance(frame, Play)), None)
    return running is not None and TITLES[TITLE_OF_STEP[max(0, running.at - 1)]].startswith("Reserve")


def east_of_donets(s: State, unit: int) -> bool:
    """ROF-S09 - whether a unit stands on the east bank; on the first turn that is where it was set up."""
    cell = s.at[unit]
    return cell >= 0 and s.defn.map.has("east_of_donets", cell)


def _held_all_turn(s: State, unit: int) -> bool:
    """rof:16.1-turn1 - independent Soviet tank brigades east of the Donets do nothing in the entire first turn."""
    rules = facts(s).content.scenario.turn_one
    return (
        rules.soviet_independent_east_frozen_all_turn
        and first_turn(s)
        and roster(s).independent[unit]
        and east_of_donets(s, unit)
    )


def frozen(s: State, unit: int, reserve: bool | None = None) -> bool:
    """rof:16.1-turn1, 16.2-turn1 - whether a Soviet mobile unit may neither move nor attack in this phase of the
    Soviet player turn. Independent brigades are held only in the scenario that says so, those east of the Donets in
    the reserve phases, too.

    Args:
        s: the state.
        unit: any unit.
        reserve: whether the phase is a reserve phase; read from the sequence of play if None.
    """
    r = roster(s)
    if s.active != SOVIET or r.side[unit] != SOVIET or not r.mobile[unit] or not first_turn(s):
        return False
    if _held_all_turn(s, unit):
        return True
    rules = facts(s).content.scenario.turn_one
    held = rules.soviet_independent_frozen if r.independent[unit] else rules.soviet_mobile_frozen
    return held and not (reserve_phase(s) if reserve is None else reserve)


def may_not_move(s: State, unit: int, reserve: bool | None = None) -> bool:
    """rof:16.1-turn1, 16.2-turn1 - whether the first turn forbids a unit to move now; see `frozen`."""
    return frozen(s, unit, reserve)


def may_not_attack(s: State, unit: int, reserve: bool | None = None) -> bool:
    """rof:16.1-turn1, 16.2-turn1 - whether the first turn forbids a unit to attack now; see `frozen`."""
    return frozen(s, unit, reserve)


def german_reserves_frozen(s: State) -> bool:
    """rof:16.1-turn1, 16.2-turn1 - the Germans commit no reserve to a battle of the first Soviet player turn."""
    return facts(s).content.scenario.turn_one.german_reserves_frozen and first_turn(s) and s.active == SOVIET


def may_not_reinforce(s: State, unit: int) -> bool:
    """rof:16.1-turn1, 16.2-turn1 - whether the first turn forbids a unit to come as a defensive reserve: German
    reserves in the Soviet player turn; in the German one only Soviet independent brigades east of the Donets, since
    the other Soviet units are held in phases of their own player turn alone (ROF-A22).
    """
    if roster(s).side[unit] != SOVIET:
        return german_reserves_frozen(s)
    return _held_all_turn(s, unit)
