"""What every system promises at every decision, checked on positions met in play: by tests and by `simulate --check`.

Each function gives sentences about what is broken; none means that the promise is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import msgspec

from blackearth.core import flow
from blackearth.core.actions import Action, parse
from blackearth.core.choices import Allocate, Amount, Attack, Button, Choice, Hex, Route, Target, Units
from blackearth.core.codec import Codec
from blackearth.core.game import Game
from blackearth.core.refusals import Refused
from blackearth.core.state import State


def broken(game: Game, random: Random) -> list[str]:
    """Every broken promise at the pending decision of a game; the game itself is not changed."""
    state, codec = game.state, game.codec
    before = codec.digest(state)
    found: list[str] = []
    for part in (_invariants, _choices, _sampled, _mutated, _round_trip, _clone, _view):
        found += part(state, codec, random)
        if codec.digest(state) != before:
            return [*found, f"{part.__name__[1:]}: looking at the position changed it"]
    return found + _undo(game, random)


def _invariants(s: State, codec: Codec, random: Random) -> list[str]:
    return s.defn.system.check(s)


def _choices(s: State, codec: Codec, random: Random) -> Iterator[str]:
    """Somebody can act; choices are JSON; labels and verbs are there."""
    decision = s.decision
    if decision is None:
        if s.flow:
            yield "nobody is asked, but the sequence of play goes on"
        return
    choices = decision.choices(s)
    if not any(not isinstance(c, Button) or not c.blocked for c in choices):
        yield f"nobody can act at {decision.title}"
    for choice in choices:
        entry = choice.to_json(s.defn)
        if not _is_json(entry):
            yield f"the choice {choice.verb} is no JSON"
        if not choice.label:
            yield f"the choice {choice.verb} has no label"


def _is_json(value: object) -> bool:
    """Whether nothing is lost on the way to the page: there and back gives the same text."""
    data = msgspec.json.encode(value)
    return msgspec.json.encode(msgspec.json.decode(data)) == data


def _drawn(s: State, random: Random) -> list[Action]:
    """An action of each offer that has one."""
    assert s.decision is not None
    drawn = [offer.sample(s, random) for offer in s.decision.offers if offer.weight > 0]
    return [action for action in drawn if action is not None]


def _sampled(s: State, codec: Codec, random: Random) -> Iterator[str]:
    """What is drawn from an offer is accepted, is covered by a choice, and its text parses back."""
    if s.decision is None:
        return
    choices = s.decision.choices(s)
    for action in _drawn(s, random):
        text = action.text(s.defn.roster, s.defn.map.grid)
        if parse(text, s.defn.roster, s.defn.map.grid) != action:
            yield f"“{text}” does not parse back"
        if refusals := flow.why_not(s, action):
            yield f"“{text}” is offered, but refused: {refusals[0].text}"
        elif not any(covers(choice, action) for choice in choices):
            yield f"“{text}” is drawn, but no choice covers it"


def _mutated(s: State, codec: Codec, random: Random) -> Iterator[str]:
    """An action is either refused with a reason and changes nothing, or it is one that a choice covers."""
    if s.decision is None:
        return
    choices = s.decision.choices(s)
    for action in _drawn(s, random):
        for _ in range(3):
            other = mutate(action, s, random)
            yield from _judge(s, other, choices)


def _judge(s: State, action: Action, choices: list[Choice]) -> Iterator[str]:
    text = action.text(s.defn.roster, s.defn.map.grid)
    try:
        refusals = flow.why_not(s, action)
    except Exception as error:  # whatever it is, it is a defect
        yield f"asking why not “{text}” fails: {error!r}"
        return
    if not refusals:
        if not listed(choices, action):
            yield f"“{text}” is accepted, but no choice covers it"
        return
    if not all(refusal.text for refusal in refusals):
        yield f"“{text}” is refused without a reason"
    try:
        flow.apply(s, action)
    except Refused:
        return
    yield f"“{text}” has refusals, but was carried out"


def mutate(action: Action, s: State, random: Random) -> Action:
    """An action that differs a little: other units, hexes, amounts, word or verb, or some of them missing or twice."""
    grid, count = s.defn.map.grid, len(s.defn.roster)
    unit, cell = random.randrange(count), random.choice(grid.cells)
    assert s.decision is not None
    units, hexes, amounts = action.units, action.hexes, action.amounts
    changes: list[Callable[[], Action]] = [
        lambda: msgspec.structs.replace(action, units=(unit, *units[1:])),
        lambda: msgspec.structs.replace(
            action, units=(*units, unit), amounts=(*amounts, 1) if amounts and units else amounts
        ),
        lambda: msgspec.structs.replace(action, units=units[:-1], amounts=amounts[:-1] if units else amounts),
        lambda: msgspec.structs.replace(action, units=units * 2, amounts=amounts * 2 if units else amounts),
        lambda: msgspec.structs.replace(action, hexes=(*hexes[:-1], cell)),
        lambda: msgspec.structs.replace(action, hexes=(*hexes, random.choice(grid.near[hexes[-1]]) if hexes else cell)),
        lambda: msgspec.structs.replace(action, hexes=hexes[:-1]),
        lambda: msgspec.structs.replace(action, amounts=tuple(n + 1 for n in amounts)),
        lambda: msgspec.structs.replace(action, word="" if action.word else "elsewhere"),
        lambda: msgspec.structs.replace(action, verb=random.choice([o.verb for o in s.decision.offers] + ["fly"])),  # type: ignore[union-attr]
    ]
    return random.choice(changes)()


def listed(choices: list[Choice], action: Action) -> bool:
    """Whether the choices stand for an action: one of them for the whole of it, or for each of its units one."""
    if any(covers(choice, action) for choice in choices):
        return True
    each = [msgspec.structs.replace(action, units=(unit,)) for unit in dict.fromkeys(action.units)]
    hexes = [choice for choice in choices if isinstance(choice, Hex)]
    several = len(each) == len(action.units) > 1 and not action.amounts
    return several and all(any(covers(choice, part) for choice in hexes) for part in each)


def covers(choice: Choice, action: Action) -> bool:
    """Whether an action is one of those a choice stands for (for a route: as far as its units tell)."""
    if choice.verb != action.verb:
        return False
    units = set(action.units)
    if len(units) != len(action.units):
        return False
    return _COVERS[type(choice)](choice, action, units)


def _button(choice: Button, action: Action, units: set[int]) -> bool:
    return not choice.blocked and action == Action(choice.verb, word=choice.word)


def _units(choice: Units, action: Action, units: set[int]) -> bool:
    bare = not action.hexes and not action.amounts and not action.word
    return bare and units <= set(choice.units) and choice.least <= len(units) <= choice.most


def _hex(choice: Hex, action: Action, units: set[int]) -> bool:
    if len(action.hexes) != 1 or action.amounts or action.word:
        return False
    if not choice.units:
        return not units and bool(choice.hexes >> action.hexes[0] & 1)
    if not units or not units <= set(choice.units):
        return False
    masks = [choice.hexes_of[u] if choice.hexes_of else choice.hexes for u in units]
    return all(mask >> action.hexes[0] & 1 for mask in masks)


def _route(choice: Route, action: Action, units: set[int]) -> bool:
    return bool(units) and units <= set(choice.units) and not action.amounts and bool(action.hexes)


def _attack(choice: Attack, action: Action, units: set[int]) -> bool:
    count = len(set(action.hexes))
    if (
        action.amounts
        or action.word
        or count != len(action.hexes)
        or not 1 <= count <= (count if choice.several else 1)
    ):
        return False
    return bool(units) and all(units <= set(choice.targets.get(cell, ())) for cell in action.hexes)


def _allocate(choice: Allocate, action: Action, units: set[int]) -> bool:
    if len(action.amounts) != len(action.units) or action.hexes or action.word:
        return not action.amounts and choice.total == 1 and len(units) == 1 and units <= set(choice.units)
    given = dict(zip(action.units, action.amounts, strict=True))
    total = min(choice.total, sum(choice.units.values()))
    return all(1 <= n <= choice.units.get(u, 0) for u, n in given.items()) and sum(given.values()) == total


def _target(choice: Target, action: Action, units: set[int]) -> bool:
    if len(action.units) != 2 or action.hexes or action.amounts or action.word:
        return False
    unit, target = action.units
    targets = choice.targets_of.get(unit, ()) if choice.targets_of else choice.targets
    return unit in choice.units and target in targets


def _amount(choice: Amount, action: Action, units: set[int]) -> bool:
    if len(action.amounts) != 1 or action.hexes or action.word:
        return False
    if not choice.units:
        return not units and choice.least <= action.amounts[0] <= choice.most
    if len(units) != 1 or not units <= set(choice.units):
        return False
    most = choice.most_of[action.units[0]] if choice.most_of else choice.most
    return choice.least <= action.amounts[0] <= most


_COVERS: dict[type[Choice], Callable[..., bool]] = {
    Button: _button, Units: _units, Hex: _hex, Route: _route, Attack: _attack, Allocate: _allocate, Target: _target,
    Amount: _amount,
}  # fmt: skip


def _round_trip(s: State, codec: Codec, random: Random) -> Iterator[str]:
    """Bytes and back give the same position, and play goes on alike."""
    data = codec.encode(s)
    twin = codec.decode(data, s.dice)
    flow.settle(twin)
    if codec.encode(twin) != data:
        yield "a saved position is not the same after loading"
        return
    if s.decision is None:
        return
    seed = random.getrandbits(32)
    one, two = s.clone(), twin
    for turn in range(4):
        if one.decision is None or two.decision is None:
            break
        a = one.decision.sample(one, Random(seed + turn))
        b = two.decision.sample(two, Random(seed + turn))
        if a != b:
            yield "a loaded position offers other choices"
            return
        flow.perform(one, a)
        flow.perform(two, b)
        if codec.digest(one) != codec.digest(two):
            yield f"a loaded position goes on differently after “{a.text(s.defn.roster, s.defn.map.grid)}”"
            return


def _clone(s: State, codec: Codec, random: Random) -> Iterator[str]:
    """What happens to a clone does not touch the original, and cached values are those of a fresh computation."""
    before, view = codec.encode(s), msgspec.json.encode(s.defn.system.view(s, 0))
    twin = s.clone()
    for _ in range(3):
        if twin.decision is None:
            break
        flow.perform(twin, twin.decision.sample(twin, random))
    if codec.encode(s) != before or msgspec.json.encode(s.defn.system.view(s, 0)) != view:
        yield "what happened to a clone changed the original"
    yield from (f"after a move: {text}" for text in twin.defn.system.check(twin))
    fresh = s.clone()
    fresh.rebuild()
    if msgspec.json.encode(fresh.defn.system.view(fresh, 0)) != view:
        yield "the view differs when all cached values are computed anew"


def _view(s: State, codec: Codec, random: Random) -> Iterator[str]:
    """The views of both sides and of a spectator are JSON."""
    for side in (0, 1, None):
        view = s.defn.system.view(s, side)
        if not _is_json(view):
            yield f"the view of {side} is no JSON"


def _undo(game: Game, random: Random) -> list[str]:
    """A decision that can be taken back leaves no trace."""
    if game.decision is None:
        return []
    twin = Game(game.state, game.seed, game.setup)
    before = twin.codec.encode(twin.state)
    seen = twin.asked_outlook()
    assert seen.decision is not None
    entry = twin.apply(seen.decision.sample(seen, random))
    if twin.can_undo:
        twin.undo()
        if twin.codec.encode(twin.state) != before or twin.log:
            return [f"taking back “{entry.action}” leaves another position"]
    return []
