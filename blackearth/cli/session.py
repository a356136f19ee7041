"""A game in the terminal: what is asked, what was typed, what came of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from blackearth import ai
from blackearth.cli.textmap import LEGEND, text_map
from blackearth.core.choices import Button
from blackearth.core.describe import plain
from blackearth.core.dice import fresh_seed
from blackearth.core.game import Game
from blackearth.core.refusals import Refused
from blackearth.core.saves import LogEntry, SaveError
from blackearth.core.system import QueryError
from blackearth.core.tally import half_text

HELP = """\
An action is typed as it stands in the log: a verb, then units, hexes, =NUMBER, @WORD; for instance
  move S-167R 3120 3121 3022      attack S-167R S-180R 3024      lose S-167R*2      end-movement
Further commands:
  choices                what may be answered now          why ACTION             why it is not allowed
  go UNITS HEX           move by a cheapest way            reach UNITS            hexes in reach with their cost
  odds UNITS HEX         an attack before it is declared   supply UNITS           their supply lines
  map [HEX [RADIUS]]     the map as text                   unit ID, hex HEX       one unit, one hex
  points                 victory points                    log [N]                the last N decisions
  undo                   take the last decision back       save FILE              write the game to a file
  help, quit"""


class Session:
    """Reads commands until the game is over or the player leaves.

    Args:
        game: the game.
        players: name of the player of each side; ``human`` types.
        path: file that is written after every decision, if any.
    """

    def __init__(self, game: Game, players: tuple[str, str], path: Path | None = None) -> None:
        self.game, self.players, self.path = game, players, path
        self.agents = {
            side: ai.make(name, f"{game.seed} {side}") for side, name in enumerate(players) if name != "human"
        }
        self._shown: tuple[int, str] | None = None
        self._commands: dict[str, Callable[[list[str]], None]] = {
            "choices": self._choices, "why": self._why, "go": self._go, "reach": self._reach, "odds": self._odds,
            "supply": self._supply, "map": self._map, "unit": self._unit, "hex": self._hex, "points": self._points,
            "log": self._log, "undo": self._undo, "save": self._save, "help": lambda _: click.echo(HELP),
        }  # fmt: skip

    # -- the loop ----------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Play."""
        click.echo(f"{self.game.system.name}, {self.game.defn.scenario}. Type help for the commands.")
        while (decision := self.game.decision) is not None:
            if decision.side in self.agents:
                self._let_play(decision.side)
                continue
            self._ask()
            try:
                line = click.prompt("", prompt_suffix="> ", default="", show_default=False)
            except click.Abort:
                click.echo()
                return
            if line.strip() in ("quit", "exit"):
                return
            self.command(line)
        result = self.game.result
        click.echo(result.text if result else "The game is over.")

    def command(self, line: str) -> None:
        """Carry out one line: a command, or an action."""
        words = line.split()
        if not words:
            return
        handler = self._commands.get(words[0])
        try:
            if handler is None:
                if self._sure(line.strip()):
                    self._act(line)
            else:
                handler(words[1:])
        except (QueryError, SaveError) as error:
            click.echo(f"  {error}")

    def _let_play(self, side: int) -> None:
        known = self.game.system.fork(self.game.state, side, fresh_seed())
        self._tell(self.game.apply(self.agents[side].decide(known, side)))
        self._keep()

    def _ask(self) -> None:
        decision = self.game.decision
        assert decision is not None
        here = (decision.side, decision.title)
        if here != self._shown:
            self._shown = here
            side = self.game.system.sides[decision.side].capitalize()
            click.echo(f"\nTurn {self.game.state.turn}. {side}: {decision.title} ({decision.cite}). {decision.prompt}")
            click.echo("  " + ", ".join(choice.verb for choice in self.game.choices))

    def _sure(self, line: str) -> bool:
        """Ask what a button wants to be asked first, such as whether to end a phase with units unmoved."""
        question = next((c.confirm for c in self.game.choices if isinstance(c, Button) and c.verb == line), "")
        if not question:
            return True
        return str(click.prompt(f"  {question} (y/n)", default="n", show_default=False)).strip().lower() in ("y", "yes")

    def _act(self, line: str) -> None:
        try:
            entry = self.game.apply(line)
        except Refused as refused:
            for refusal in refused.refusals:
                click.echo(f"  no: {refusal.text}{f' ({refusal.cite})' if refusal.cite else ''}")
            return
        self._tell(entry)
        self._keep()

    def _tell(self, entry: LogEntry) -> None:
        click.echo(f"{self.game.system.sides[entry.side]}: {entry.action}")
        for event in entry.events:
            click.echo(f"    {plain(self.game.defn, event)}")

    def _keep(self) -> None:
        if self.path:
            self.game.save(self.path)

    # -- commands ----------------------------------------------------------------------------------------------------

    def query(self, name: str, **args: Any) -> Any:
        """An answer of the system to the side whose turn it is to decide."""
        decision = self.game.decision
        return self.game.system.query(self.game.state, decision.side if decision else None, name, args)

    def _choices(self, words: list[str]) -> None:
        for choice in self.game.choices:
            entry = choice.to_json(self.game.defn)
            click.echo(f"  {choice.verb}: {choice.label} ({choice.cite})")
            for field in ("units", "hexes", "targets", "total", "least", "most", "blocked", "note"):
                if value := entry.get(field):
                    click.echo(f"      {field}: {_short(value)}")

    def _why(self, words: list[str]) -> None:
        refusals = self.game.why_not(" ".join(words))
        for refusal in refusals:
            click.echo(f"  {refusal.text}{f' ({refusal.cite})' if refusal.cite else ''}")
        if not refusals:
            click.echo("  nothing is against it")

    def _go(self, words: list[str]) -> None:
        *units, target = words or [""]
        path = self.query("path", units=units, to=target)["path"]
        if not path:
            click.echo(f"  {target} cannot be reached")
            return
        routes = [choice.verb for choice in self.game.choices if choice.to_json(self.game.defn)["kind"] == "route"]
        self._act(" ".join([*(routes[:1] or ["move"]), *units, *path]))

    def _reach(self, words: list[str]) -> None:
        answer = self.query("reach", units=words)
        hexes = sorted(answer["hexes"].items(), key=lambda item: (item[1], item[0]))
        click.echo("  " + (", ".join(f"{label} {half_text(cost)}" for label, cost in hexes) or "nowhere"))

    def _odds(self, words: list[str]) -> None:
        *units, target = words or [""]
        answer = self.query("odds", units=units, to=target)
        for side in ("attack", "defence"):
            click.echo(f"  {side} {answer[side]['total']}, counts {answer[side]['rounded']}")
            for line in answer[side]["lines"]:
                click.echo(f"      {line['label']}: {line['value']}")
        shifts = ", ".join(f"{x['label']} {x['amount']}{' (struck)' if x['struck'] else ''}" for x in answer["shifts"])
        click.echo(f"  {answer['raw']}, shifts: {shifts or 'none'}; resolved at {answer['final']}")
        for line in answer["outcomes"]:
            faces = " ".join(map(str, line["faces"]))
            steps = f"attacker {line['attacker_steps']}, defender {line['defender_steps']}"
            click.echo(f"      die {faces}: {line['result']} ({steps})")

    def _supply(self, words: list[str]) -> None:
        for unit, answer in self.query("supply", units=words).items():
            words_ = f"in supply ({answer['source']})" if answer["ok"] else f"out of supply: {answer['cut']['text']}"
            click.echo(f"  {unit}: {words_}; {' '.join(answer['path'])}")

    def _map(self, words: list[str]) -> None:
        grid = self.game.defn.map.grid
        centre = grid.find(words[0]) if words else self._middle()
        if centre < 0:
            click.echo(f"  {words[0]} is no hex of the map")
            return
        radius = int(words[1]) if len(words) > 1 and words[1].isdigit() else 5
        click.echo(text_map(self.game.state, centre, radius))
        click.echo(LEGEND)

    def _middle(self) -> int:
        """A hex in the middle of the units of both sides that stand next to each other."""
        state, grid = self.game.state, self.game.defn.map.grid
        front = grid.around(state.occupied[0]) & state.occupied[1] or grid.all
        labels = [cell for cell in grid.cells if front >> cell & 1]
        return labels[len(labels) // 2]

    def _unit(self, words: list[str]) -> None:
        answer = self.query("unit", unit=words[0] if words else "")
        click.echo(f"  {answer['name']}, {answer['formation']}{', ' + answer['hex'] if answer.get('hex') else ''}")
        for label, value, _ in answer["rows"]:
            click.echo(f"      {label}: {value}")

    def _hex(self, words: list[str]) -> None:
        answer = self.query("stack", hex=words[0] if words else "")
        held = " ".join(answer["units"]) or "nobody"
        click.echo(f"  {answer['terrain']}, {answer['control']}: {held} ({answer['size']} of {answer['limit']})")

    def _points(self, words: list[str]) -> None:
        answer = self.query("points")
        for line in answer["lines"]:
            click.echo(f"  {line['label']}: {'no ' if line.get('struck') else ''}{line['value']}")
        click.echo(f"  {answer['text']}")

    def _log(self, words: list[str]) -> None:
        count = int(words[0]) if words and words[0].isdigit() else 5
        for entry in self.game.log[-count:]:
            self._tell(entry)

    def _undo(self, words: list[str]) -> None:
        try:
            self.game.undo()
        except Refused as refused:
            click.echo(f"  no: {refused}")
            return
        click.echo("  taken back")
        self._keep()

    def _save(self, words: list[str]) -> None:
        if len(words) != 1:
            click.echo("  save FILE")
            return
        self.game.save(words[0])
        click.echo(f"  saved in {words[0]}")


def _short(value: Any) -> str:
    """A field of a choice on one line."""
    if isinstance(value, dict):
        parts = [
            f"{key} ({' '.join(map(str, item)) if isinstance(item, list) else item})" for key, item in value.items()
        ]
    elif isinstance(value, list):
        parts = [str(item) for item in value]
    else:
        parts = [str(value)]
    return " ".join(parts[:30]) + (f" … {len(parts)} in all" if len(parts) > 30 else "")
