"""A game with its record: state, log, undo, save. What server, command line and computer players hold."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from blackearth.core import flow, save_checks, saves, secrets
from blackearth.core.actions import Action, ActionError, parse
from blackearth.core.choices import Choice
from blackearth.core.codec import Codec
from blackearth.core.describe import event_json
from blackearth.core.dice import ScriptedDice, SeededDice, Stretch, commitment, fresh_seed
from blackearth.core.events import StepBegan, hears
from blackearth.core.offers import Decision
from blackearth.core.options import OptionError
from blackearth.core.refusals import Refusal, Refused
from blackearth.core.saves import LogEntry, Save, SaveError, Snapshot, Source
from blackearth.core.state import Definition, State
from blackearth.core.system import GameResult, GameSystem

ENGINE = "1"


class Game:
    """A running or finished game.

    Args:
        state: the settled state.
        seed: seed of the dice.
        setup: how it was set up.
        log: the decisions so far.
        snapshots: states at each change of the deciding side; the first one is the start.
        earlier: the dice before those of the seed.
        opening: what happened before the first decision.
    """

    def __init__(
        self,
        state: State,
        seed: str,
        setup: str,
        log: list[LogEntry] | None = None,
        snapshots: list[Snapshot] | None = None,
        earlier: Sequence[Stretch] = (),
        opening: LogEntry | None = None,
    ) -> None:
        self.state, self.seed, self.setup, self.earlier = state, seed, setup, tuple(earlier)
        self.opening = opening
        self.defn = state.defn
        self.codec = Codec(state.defn)
        self.log = log or []
        self.snapshots = snapshots or [Snapshot(0, saves.pack(self.codec.encode(state)))]
        self._undo: list[State] = []
        self._outlooks: dict[int | None, tuple[State, State]] = {}

    # -- what is asked -----------------------------------------------------------------------------------------------

    @property
    def system(self) -> GameSystem:
        """The rulebook."""
        return self.defn.system

    @property
    def seq(self) -> int:
        """Number of decisions taken."""
        return len(self.log)

    @property
    def decision(self) -> Decision | None:
        """What is being asked; None when the game is over."""
        return self.state.decision

    @property
    def choices(self) -> list[Choice]:
        """What may be chosen now, by what the side that is asked can know."""
        if self.state.decision is None:
            return []
        seen = self._outlook(self.state, self.state.decision.side)
        return seen.decision.choices(seen) if seen.decision else []

    @property
    def open(self) -> bool:
        """Whether everybody may know everything: the rules hide nothing, or the game is over."""
        return self.defn.secrets is None or self.state.decision is None

    def _outlook(self, state: State, side: int | None) -> State:
        """The position as a side knows it, kept for as long as it is asked about the same one."""
        if self.defn.secrets is None or self.open:
            return state
        found = self._outlooks.get(side)
        if found is None or found[0] is not state:
            found = self._outlooks[side] = (state, self.defn.secrets.outlook(state, side))
        return found[1]

    def asked_outlook(self) -> State:
        """The position as the side knows it that is asked."""
        return self._outlook(self.state, self.state.decision.side) if self.state.decision else self.state

    def _viewer(self, side: int | None) -> int | None:
        """A side, or the viewer who knows all when a game with secrets is over."""
        return secrets.ALL_SEEING if self.open and self.defn.secrets else side

    @property
    def result(self) -> GameResult | None:
        """How the game ended."""
        return self.system.result(self.state)

    @property
    def commitment(self) -> str:
        """Published hash of the seed."""
        return commitment(self.seed)

    def parse(self, text: str) -> Action:
        """The action of a text.

        Raises:
            ActionError: see `actions.parse`.
        """
        return parse(text, self.defn.roster, self.defn.map.grid)

    def text(self, action: Action) -> str:
        """The text of an action."""
        return action.text(self.defn.roster, self.defn.map.grid)

    # -- deciding ----------------------------------------------------------------------------------------------------

    def why_not(self, action: Action | str) -> list[Refusal]:
        """All reasons why an action is not allowed now, as far as the side that is asked can know them."""
        try:
            wanted = self.parse(action) if isinstance(action, str) else action
            return secrets.reasons(self.state, wanted, self.asked_outlook())
        except ActionError as error:
            return [Refusal("", str(error))]

    def apply(self, action: Action | str) -> LogEntry:
        """Take a decision.

        Raises:
            Refused: it is not allowed; nothing changed.
        """
        if isinstance(action, str):
            try:
                action = self.parse(action)
            except ActionError as error:
                raise Refused([Refusal("", str(error))]) from error
        before = self.state
        after = secrets.apply(before, action, self.asked_outlook())
        entry = self.entry(before, action, after)
        self.log.append(entry)
        self.state = after
        changed = passed_on(before, after)
        if after.chance or changed or entry.final:
            self._undo.clear()
        else:
            self._undo.append(before)
        if changed:
            self.snapshots.append(Snapshot(self.seq, saves.pack(self.codec.encode(after))))
        return entry

    def entry(self, before: State, action: Action, after: State) -> LogEntry:
        """The record of a decision that led from one state to another."""
        decision = before.decision
        assert decision is not None
        return LogEntry(
            decision.side, self.text(action), self.codec.digest(after), before.turn, decision.title,
            tuple(after.chance), tuple(after.events or ()), secrets.unheard(before, after, decision.side, action),
            secrets.learned(before, after),
        )  # fmt: skip

    @property
    def can_undo(self) -> bool:
        """Whether the last decision can be taken back: no die was thrown and nothing shown since, and the same side
        decides.
        """
        return bool(self._undo)

    def undo(self) -> None:
        """Take back the last decision.

        Raises:
            Refused: a die was thrown or the other side was asked since.
        """
        if not self._undo:
            text = "nothing can be taken back: a die was thrown, something was shown, or the other side asked"
            raise Refused([Refusal("", text)])
        self.state = self._undo.pop()
        self.log.pop()

    # -- dice --------------------------------------------------------------------------------------------------------

    @property
    def first_die(self) -> int:
        """Number of dice thrown before the first decision."""
        return self.state.rolls - sum(len(entry.dice) for entry in self.log)

    def renew_dice(self) -> None:
        """Go on with dice whose seed nobody knows. Those thrown so far can still be checked by the old seed."""
        self.set_dice(fresh_seed(), _ended(self.earlier, self.state.rolls, self.commitment, self.seed))

    def set_dice(self, seed: str, earlier: Sequence[Stretch]) -> None:
        """Go on with the dice of a seed, after others."""
        self.seed, self.earlier = seed, tuple(earlier)
        dice = SeededDice(seed)
        for state in (self.state, *self._undo):
            state.dice = dice
        self._outlooks.clear()

    # -- looking -----------------------------------------------------------------------------------------------------

    def view(self, side: int | None) -> dict[str, Any]:
        """What a side, or a spectator (None), sees."""
        return self.view_of(self.state, side, self.seq)

    def view_of(self, state: State, side: int | None, seq: int) -> dict[str, Any]:
        """What a side sees of a state of this game, the one after ``seq`` decisions."""
        return self.system.view(self._outlook(state, side), self._viewer(side)) | {"seq": seq}

    def query(self, name: str, side: int | None = None, **args: Any) -> Any:
        """Ask something about the position, as far as a side may know it.

        Raises:
            QueryError: unknown query or senseless arguments.
        """
        return self.ask(name, side, args)

    def ask(self, name: str, side: int | None, args: Mapping[str, Any]) -> Any:
        """The same with the arguments as a mapping."""
        if name == "why":
            return [refusal_json(self.defn, r) for r in self.why_side(side, str(args.get("action", "")))]
        return self.system.query(self._outlook(self.state, side), self._viewer(side), name, args)

    def why_side(self, side: int | None, action: str) -> list[Refusal]:
        """Why a side may not do something; where there are secrets, only the side that is asked is told."""
        decision = self.decision
        if not self.open and decision is not None and decision.side != side:
            return [Refusal("", "it is not your side that decides now")]
        return self.why_not(action)

    def log_json(self, side: int | None, first: int = 0) -> list[dict[str, Any]]:
        """The log as a side may read it, from decision ``first`` on."""
        numbers = range(first, len(self.log))
        everything = self.open and self.defn.secrets is not None
        return [entry_json(self.defn, n, self.log[n], side, everything=everything) for n in numbers]

    def opening_json(self, side: int | None) -> dict[str, Any] | None:
        """What happened before the first decision as a side may read it, None if there is nothing to read."""
        if self.opening is None:
            return None
        everything = self.open and self.defn.secrets is not None
        entry = entry_json(self.defn, -1, self.opening, side, everything=everything)
        told = any(event["type"] not in ("step", "rolled") for event in entry["events"])
        return entry | {"side": ""} if told else None

    def at(self, seq: int) -> State:
        """The state after ``seq`` decisions, recomputed from the nearest snapshot and the recorded dice.

        Raises:
            SaveError: the record does not lead to the recorded state.
        """
        return next(self.walk(seq, seq))

    def walk(self, first: int, last: int) -> Iterator[State]:
        """The states after ``first`` .. ``last`` decisions; see `at`."""
        base = max((s for s in self.snapshots if s.seq <= first), key=lambda s: s.seq)
        values = [roll.value for entry in self.log for roll in entry.dice]
        script = ScriptedDice(values, self.state.rolls - len(values))  # some are thrown before the first decision
        try:
            state = self.codec.decode(saves.unpack(base.state), script)
            flow.settle(state)
        except Exception as error:  # as below
            raise SaveError(f"the snapshot after decision {base.seq} is damaged") from error
        for n in range(base.seq, last + 1):
            if n >= first:
                yield state
            if n == last:
                return
            entry = self.log[n]
            try:
                state = secrets.apply(state, self.parse(entry.action))
            except Exception as error:  # a forged record may make the rules stumble over anything
                raise SaveError(f"decision {n + 1}, “{entry.action}”, cannot be taken any more") from error
            if self.codec.digest(state) != entry.digest:
                raise SaveError(f"decision {n + 1}, “{entry.action}”, does not lead to the recorded position")

    def restore_undo(self) -> None:
        """After loading: find again the states that the last decisions can be taken back to."""
        last_die = max((n + 1 for n, entry in enumerate(self.log) if entry.dice or entry.final), default=0)
        first = max(self.snapshots[-1].seq, last_die)
        self._undo = []
        if first == self.seq:
            return
        try:
            self._undo = [self._live(state) for state in list(self.walk(first, self.seq - 1))]
        except SaveError:
            self._undo = []

    def _live(self, state: State) -> State:
        """A recomputed state, with the dice of the game instead of the record's."""
        state.dice = self.state.dice
        return state

    # -- saving ------------------------------------------------------------------------------------------------------

    def record(self, *, with_seed: bool = True, players: Mapping[str, str] | None = None) -> Save:
        """The save of this game, with ``players`` by side id; without the seed for one of two people who still play."""
        return Save(
            engine=ENGINE, system=self.system.id, scenario=self.defn.scenario, options=self.defn.options,
            rulings=self.defn.rulings, setup=self.setup, units=roster_digest(self.defn),
            seed=self.seed if with_seed else None, commitment=self.commitment, first_die=self.first_die,
            earlier=[one if with_seed else Stretch(one.until, one.commitment) for one in self.earlier],
            opening=self.opening, players=dict(players or {}),
            state=saves.pack(self.codec.encode(self.state)), log=self.log, snapshots=self.snapshots,
        )  # fmt: skip

    def save(self, path: str | Path) -> None:
        """Write the game to a file.

        Raises:
            SaveError: the file cannot be written.
        """
        saves.write(self.record(), Path(path))


def passed_on(before: State, after: State) -> bool:
    """Whether another side is asked after a decision, or nobody."""
    asked = before.decision
    return after.decision is None or asked is None or after.decision.side != asked.side


def _ended(earlier: Sequence[Stretch], rolls: int, promised: str, seed: str | None) -> tuple[Stretch, ...]:
    """The dice so far, when others take the place of those of a seed."""
    thrown = rolls > (earlier[-1].until if earlier else 0)
    return (*earlier, Stretch(rolls, promised, seed)) if thrown else tuple(earlier)


def opening_of(state: State) -> LogEntry | None:
    """What happened on the way to a first decision, None if nothing did but steps that began."""
    if not state.chance and all(isinstance(event, StepBegan) for event in state.events or ()):
        return None
    return LogEntry(state.active, "", "", state.turn, "", tuple(state.chance), tuple(state.events or ()))


def roster_digest(defn: Definition) -> str:
    """Fingerprint of the counters and of the order in which states keep them."""
    return hashlib.sha256("\n".join(defn.roster.ids).encode()).hexdigest()[:16]


def new_game(
    system: str, scenario: str, *, options: Mapping[str, bool] | None = None, rulings: Mapping[str, str] | None = None,
    seed: str | None = None, setup: str | None = None, data: Path | None = None,
) -> Game:  # fmt: skip
    """Begin a game.

    Args:
        system: system id.
        scenario: scenario id.
        options: those that differ from the defaults.
        rulings: readings that differ from the defaults.
        seed: hexadecimal seed of the dice; a fresh one if None.
        setup: one of the scenario's set-ups; the first one if None.
        data: directory of corrected data files.

    Raises:
        LookupError: no such system, scenario or set-up.
        OptionError, DataError: see `GameSystem.define`.
    """
    from blackearth import systems

    rulebook = systems.get(system)
    spec = next((s for s in rulebook.scenarios() if s.id == scenario), None)
    if spec is None:
        names = ", ".join(s.id for s in rulebook.scenarios())
        raise LookupError(f"{system} has no scenario “{scenario}”; it has: {names}")
    if setup is not None and setup not in spec.setups:
        raise LookupError(f"{scenario} has no set-up “{setup}”; it has: {', '.join(spec.setups)}")
    defn = rulebook.define(scenario, options or {}, rulings or {}, data)
    seed = seed or fresh_seed()
    chosen = setup or spec.setups[0]
    state = rulebook.start(defn, seed, chosen)
    return Game(state, seed, chosen, opening=opening_of(state))


def load_record(save: Save, source: Source, data: Path | None = None, *, fresh: bool = False) -> Game:
    """The game of a save; the dice go on with a fresh seed if the save has none.

    Args:
        save: the save.
        source: where it comes from, for messages.
        data: directory of corrected data files.
        fresh: go on with a fresh seed in any case, if it goes on.

    Raises:
        SaveError: the save does not fit the program or is damaged; tells file, line and cause.
        DataError: see `GameSystem.define`.
    """
    defn = _definition(save, source, data)
    if roster_digest(defn) != save.units:
        raise source.fault("$.units", "the save was made with other counters than the data files have")
    if fault := next(save_checks.faults(save, defn), None):
        raise source.fault(*fault)
    seed, earlier = save.seed, tuple(save.earlier)
    try:
        state = Codec(defn).decode(saves.unpack(save.state), SeededDice(seed or fresh_seed()))
        flow.settle(state)
    except Exception as error:  # a forged position may make the rules stumble over anything
        cause = str(error) if type(error) is ValueError else f"its position makes no sense ({type(error).__name__})"
        raise source.fault("$.state", f"the save is damaged: {cause}") from error
    if seed is None or (fresh and state.decision is not None):
        earlier, seed = _ended(earlier, state.rolls, save.commitment, seed), fresh_seed()
        state.dice = SeededDice(seed)
    game = Game(state, seed, save.setup, list(save.log), list(save.snapshots), earlier, save.opening)
    if game.first_die < 0 or save.first_die not in (None, game.first_die):
        field = "state" if save.first_die is None else "first_die"
        raise source.fault(f"$.{field}", "the save is damaged: its log has another number of dice than were thrown")
    if save.opening is not None and len(save.opening.dice) != game.first_die:
        raise source.fault("$.opening", "the save is damaged: its opening has another number of dice than were thrown")
    if any(one.until > state.rolls for one in earlier):
        raise source.fault("$.earlier", "the save is damaged: its dice were renewed after more dice than were thrown")
    game.restore_undo()
    return game


def _definition(save: Save, source: Source, data: Path | None) -> Definition:
    """What a save plays."""
    from blackearth import systems

    field = "system"
    try:
        rulebook = systems.get(save.system)
        field = "scenario"
        return rulebook.define(save.scenario, save.options, save.rulings, data)
    except OptionError as error:
        readings = {spec.id: spec.choices for spec in rulebook.rulings()}
        strange = any(reading not in readings.get(name, ()) for name, reading in save.rulings.items())
        raise source.fault("$.rulings" if strange else "$.options", str(error)) from error
    except LookupError as error:
        raise source.fault(f"$.{field}", str(error.args[0])) from error


def load(path: str | Path, data: Path | None = None) -> Game:
    """The game in a file.

    Raises:
        SaveError: the file is no usable save.
    """
    source = Source.read(Path(path))
    return load_record(source.save(), source, data)


def refusal_json(defn: Definition, refusal: Refusal) -> dict[str, Any]:
    """A refusal for the page."""
    ids, label = defn.roster.ids, defn.map.grid.label
    return {
        "cite": refusal.cite, "text": refusal.text,
        "units": [ids[u] for u in refusal.units], "hexes": [label(h) for h in refusal.hexes],
    }  # fmt: skip


def entry_json(
    defn: Definition, seq: int, entry: LogEntry, side: int | None, *, everything: bool = False
) -> dict[str, Any]:
    """A log entry as a side may read it.

    Args:
        defn: the definition of the game.
        seq: number of decisions before it.
        entry: the entry.
        side: who reads, None for spectators.
        everything: whether nothing is hidden any more.
    """
    visible = [e for e in entry.events if hears(e, side, everything=everything)]
    dice = [r for r in entry.dice if everything or r.to in (-1, side)]
    kept = not everything and (secrets.WATCHERS if side is None else side) in entry.unheard
    sides = defn.system.sides
    return {
        "seq": seq + 1, "turn": entry.turn, "step": entry.step, "side": sides[entry.side],
        "action": "" if kept else entry.action,
        "dice": [{"purpose": r.purpose, "value": r.value, "side": sides[r.side]} for r in dice],
        "events": [event_json(defn, e) for e in visible],
    }  # fmt: skip


def decision_json(game: Game, side: int | None) -> dict[str, Any] | None:
    """The pending decision for a side (its choices) or for somebody who waits (none)."""
    decision = game.decision
    if decision is None:
        return None
    yours = side == decision.side
    return {
        "side": game.system.sides[decision.side], "yours": yours, "title": decision.title,
        "prompt": decision.prompt, "cite": decision.cite,
        "choices": [choice.to_json(game.defn) for choice in game.choices] if yours else [],
    }  # fmt: skip
