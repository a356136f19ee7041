"""Playing a recorded game again, decision by decision, and comparing what comes out with what was recorded."""

from __future__ import annotations

from collections.abc import Iterator

from blackearth.core import branches, flow, lessons, saves, secrets
from blackearth.core.dice import SeededDice, commitment
from blackearth.core.game import Game, opening_of, passed_on
from blackearth.core.saves import LogEntry
from blackearth.core.state import State


class Dice:
    """The dice of a record: those of its seeds as far as they are known, the recorded ones elsewhere.

    Args:
        game: the record.
        seeded: whether the seed of the last ones is known.
    """

    def __init__(self, game: Game, seeded: bool) -> None:
        self._sources = [(one.until, SeededDice(one.seed) if one.seed is not None else None) for one in game.earlier]
        self._last = SeededDice(game.seed) if seeded else None
        self._first = game.first_die
        self._values = [roll.value for entry in game.log for roll in entry.dice]

    def value(self, index: int, sides: int, purpose: str) -> int:
        """See `DiceSource`.

        Raises:
            LookupError: the record has no such die, and no seed for it.
        """
        source = next((source for until, source in self._sources if index < until), self._last)
        if source is not None:
            return source.value(index, sides, purpose)
        if not 0 <= index - self._first < len(self._values):
            raise LookupError(f"the record has no die for {purpose}")
        return self._values[index - self._first]


def verify(game: Game, *, seeded: bool = True, promised: str = "", short: bool = False) -> list[str]:
    """Every difference between a record and its replay, the first one first; empty if there is none.

    Args:
        game: the record.
        seeded: throw the dice anew from the seed (True) or take the recorded ones (False).
        promised: the hash of the seed that was published before play, if it is known.
        short: the record is without events and without snapshots after the first one.
    """
    return [*_promises(game, promised if seeded else ""), *_start(game, seeded), *_differences(game, seeded, short)]


def _promises(game: Game, promised: str) -> Iterator[str]:
    words = "the seed is not the one whose hash was published before play"
    for one in game.earlier:
        if one.seed is not None and commitment(one.seed) != one.commitment:
            yield f"{words}, for the dice up to number {one.until}"
    if promised and commitment(game.seed) != promised:
        yield words


def _start(game: Game, seeded: bool) -> Iterator[str]:
    """Whether the game began as its set-up says; without the first seed nobody can tell."""
    seed = game.earlier[0].seed if game.earlier else game.seed if seeded else None
    name = game.setup.removeprefix(lessons.PREFIX)
    known = next(spec.setups for spec in game.system.scenarios() if spec.id == game.defn.scenario)
    try:
        if game.setup != name:
            state = lessons.begin(game.system.id, name).state
        elif game.setup in known:
            if seed is None:
                return
            state = game.system.start(game.defn, seed, game.setup)
        elif game.setup.partition(":")[0] == branches.SETUP:
            return
        else:
            raise LookupError(f"there is no set-up “{game.setup}”; there are: {', '.join(known)}")
        if game.opening not in (None, opening_of(state)):
            yield "the start: the record tells of another opening than happened"
        same = saves.unpack(game.snapshots[0].state) == game.codec.encode(state)
    except (LookupError, ValueError) as error:
        yield f"the start: {error.args[0]}"
        return
    if not same:
        yield f"the start: the record has another position than the set-up “{game.setup}” gives"


def _differences(game: Game, seeded: bool, short: bool) -> Iterator[str]:
    try:
        state = game.codec.decode(saves.unpack(game.snapshots[0].state), Dice(game, seeded))
        flow.settle(state)
    except Exception:  # a forged position may make the rules stumble over anything
        yield "the snapshot of the start is damaged"
        return
    snapshots = {snapshot.seq: snapshot.state for snapshot in game.snapshots}
    for number, entry in enumerate(game.log, 1):
        before, name = state, f"decision {number}, “{entry.action[:80]}”"
        try:
            action = game.parse(entry.action)
            state = secrets.apply(before, action)
            played = game.entry(before, action, state)
        except Exception as error:  # as above
            yield f"{name}, cannot be taken any more: {error}"
            return
        yield from (f"{name}: {text}" for text in _fields(entry, played, short))
        if entry.digest != played.digest or entry.dice != played.dice:
            return
        needed = passed_on(before, state) and not short
        yield from _snapshot(game, state, snapshots.get(number), number, needed)
    if game.codec.digest(state) != game.codec.digest(game.state):
        yield "the saved position is not the one the record leads to"


def _fields(entry: LogEntry, played: LogEntry, short: bool) -> Iterator[str]:
    """The fields in which a recorded decision is not what the replay makes of it."""
    rolled, recorded = [r.value for r in played.dice], [r.value for r in entry.dice]
    if rolled != recorded:
        yield f"the record has the dice {recorded}, the seed gives {rolled}"
        return
    for field in entry.__struct_fields__:
        old, new = getattr(entry, field), getattr(played, field)
        if old == new or (short and field == "events"):
            continue
        if field == "digest":
            yield "leads to another position than the record's"
        else:
            yield f"{field}: the record has {_brief(old, new)}, the replay gives {_brief(new, old)}"


def _brief(value: object, other: object) -> str:
    """A value in a few words: of two lists, where they part."""
    if isinstance(value, tuple) and isinstance(other, tuple):
        at = next(
            (n for n, (a, b) in enumerate(zip(value, other, strict=False)) if a != b), min(len(value), len(other))
        )
        return f"number {at + 1} {str(value[at])[:160]}" if at < len(value) else f"only {at}"
    return str(value)[:160]


def _snapshot(game: Game, state: State, packed: str | None, number: int, needed: bool) -> Iterator[str]:
    if packed is None:
        if needed:
            yield f"the snapshot after decision {number} is missing"
        return
    try:
        same = saves.unpack(packed) == game.codec.encode(state)
    except ValueError:
        yield f"the snapshot after decision {number} is damaged"
        return
    if not same:
        yield f"the snapshot after decision {number} is another position"
