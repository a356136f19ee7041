"""The hall: all games of the server, those in play held in memory."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from blackearth import ai, systems
from blackearth.core import branches, flow, lessons, saves
from blackearth.core import game as core_game
from blackearth.core.codec import Codec
from blackearth.core.dice import SeededDice
from blackearth.core.game import Game, roster_digest
from blackearth.core.options import OptionError
from blackearth.core.saves import SaveError
from blackearth.core.state import Definition
from blackearth.lib.data_cells import DataError
from blackearth.server import present
from blackearth.server.errors import Invalid, NotFound, Unavailable
from blackearth.server.keys import WATCH, Keyring, fresh_id, hash_key
from blackearth.server.live import HUMAN, LiveGame, Publish
from blackearth.server.store import Record, Store, StoredGame, StoredSeat

#: Games that stay in memory although nobody is connected to them.
IDLE_GAMES = 40
#: A game that was asked for more recently stays, so that nobody holds one that is opened a second time.
IDLE_SECONDS = 600.0

_log = logging.getLogger(__name__)


class Hall:
    """Makes, finds and lists games.

    Args:
        store: the database.
        keyring: derives the keys of seats.
        publish: sends to everybody connected to a game in one role.
        overlay: folder of corrected data files.
    """

    def __init__(self, store: Store, keyring: Keyring, publish: Publish, overlay: Path | None = None) -> None:
        self.store, self.keyring = store, keyring
        self._publish, self._overlay = publish, overlay
        self._games: OrderedDict[str, LiveGame] = OrderedDict()
        self._opening = asyncio.Lock()
        #: Told of every game that was opened or went on, so that computer players can take their turn.
        self.watch: Callable[[LiveGame], None] = lambda game: None

    # -- finding -----------------------------------------------------------------------------------------------------

    async def open(self, name: str) -> LiveGame:
        """A game by name.

        Raises:
            NotFound: there is no such game.
            Unavailable: its data files do not fit any more.
        """
        live = self._games.get(name)
        if live is None:
            async with self._opening:
                live = self._games.get(name) or await self._load(name)
        self._games.move_to_end(name)
        live.used = time.monotonic()
        return live

    async def enter(self, name: str, key: str) -> tuple[LiveGame, str]:
        """A game and the seat that a key opens.

        Raises:
            NotFound: there is no such game, or the key does not open it.
        """
        live = await self.open(name)
        seat = live.seat_of(hash_key(key))
        if seat is None:
            raise NotFound("There is no such game, or this link does not open it.")
        return live, seat

    async def _load(self, name: str) -> LiveGame:
        record = await self.store.load(name) if len(name) <= 40 else None
        if record is None:
            raise NotFound("There is no such game, or this link does not open it.")
        try:
            game = await asyncio.to_thread(self._revive, record)
        except (ValueError, LookupError, DataError) as error:
            raise Unavailable(f"This game does not fit the program and its data files any more: {error}.") from error
        live = LiveGame(
            name, record.game.nonce, game, record.game.version, record.seats, record.submissions, self._publish,
            shared=record.game.header.shared, uploaded=record.game.header.uploaded,
        )  # fmt: skip
        self._keep(live)
        self.watch(live)
        return live

    def _revive(self, record: Record) -> Game:
        header = record.game.header
        defn = self._define(record.game.system, record.game.scenario, header.options, header.rulings)
        if roster_digest(defn) != header.units:
            raise SaveError("it was begun with other counters than the data files have")
        state = Codec(defn).decode(record.game.state, SeededDice(header.seed))
        flow.settle(state)
        game = Game(state, header.seed, header.setup, record.log, record.snapshots, header.earlier, header.opening)
        game.restore_undo()
        return game if header.shared else lessons.revived(game)

    def _define(
        self, system: str, scenario: str, options: Mapping[str, bool], rulings: Mapping[str, str]
    ) -> Definition:
        return systems.get(system).define(scenario, options, rulings, self._overlay)

    def _keep(self, live: LiveGame) -> None:
        self._games[live.id] = live
        old = time.monotonic() - IDLE_SECONDS
        idle = [g for g in self._games.values() if g is not live and g.used < old and not g.busy]
        for game in idle[: max(0, len(self._games) - IDLE_GAMES)]:
            del self._games[game.id]

    # -- making ------------------------------------------------------------------------------------------------------

    async def create(self, wish: Mapping[str, Any], players: Mapping[str, str], browser: str | None) -> dict[str, Any]:
        """Begin a game.

        Args:
            wish: arguments of `blackearth.core.game.new_game`.
            players: who plays, by side id; people where nothing is said.
            browser: who gets it into the list.

        Raises:
            Invalid: no such system, scenario, option, player, ...; or one of two people wants to choose the dice.
        """
        if wish.get("seed") is not None and _people(players) > 1:
            raise Invalid("Two people play with dice that neither of them has chosen; leave the seed out.")
        try:
            game = await asyncio.to_thread(lambda: core_game.new_game(**wish, data=self._overlay))
        except (LookupError, OptionError, DataError) as error:
            raise Invalid(_sentence(error)) from error
        return await self.begin(game, players, browser)

    async def upload(self, data: bytes, players: Mapping[str, str], browser: str | None) -> dict[str, Any]:
        """Begin a game from a save.

        Args:
            data: the file.
            players: who plays, by side id; if it is empty, whoever played in the save, people where it does not tell.
            browser: who gets it into the list.

        Raises:
            Invalid: the save is damaged or does not fit; nothing was stored.
        """
        source = saves.Source("the save", data)
        try:
            save = await asyncio.to_thread(source.save)
            players = players or save.players
            shared = _people(players) > 1
            game = await asyncio.to_thread(self._checked, save, source, shared)
        except SaveError as error:
            raise Invalid(_sentence(error)) from error
        return await self.begin(game if shared else lessons.revived(game), players, browser, uploaded=True)

    def _checked(self, save: saves.Save, source: saves.Source, shared: bool) -> Game:
        """The game of a save, after trying all that the server will ever ask of it.

        Between two people the dice go on with a fresh seed, since the one who brings the save may know the old one.
        """
        game = core_game.load_record(save, source, self._overlay, fresh=shared)
        try:
            faults = game.system.check(game.state)
            seen = present.Presenter(game)
            for side in (0, 1, None):
                seen.position(side)
                seen.whole(side)
        except Exception as error:  # whatever a forged save makes the rules stumble over
            text = f"the save is damaged: its position makes no sense ({type(error).__name__})"
            raise source.fault("$.state", text) from error
        if save.log and save.log[-1].digest != game.codec.digest(game.state):
            faults.append("its position is not the one to which its record leads")
        if faults:
            raise source.fault("$.state", f"the save is damaged: {faults[0]}")
        return game

    async def begin(
        self, game: Game, players: Mapping[str, str], browser: str | None, *, uploaded: bool = False
    ) -> dict[str, Any]:
        """Take a game into the hall and give out its seats; see `create`. ``uploaded``: it goes on from a save."""
        sides = game.system.sides
        self._check_players(players, sides)
        name, nonce = fresh_id(), fresh_id()
        keys = {seat: self.keyring.key(name, seat, nonce) for seat in (*sides, WATCH)}
        seats = [StoredSeat(side, players.get(side, HUMAN), hash_key(keys[side])) for side in sides]
        seats.append(StoredSeat(WATCH, "", hash_key(keys[WATCH])))
        live = LiveGame(name, nonce, game, 0, seats, set(), self._publish, uploaded=uploaded)
        defn = game.defn
        stored = StoredGame(
            id=name, system=game.system.id, scenario=defn.scenario, nonce=nonce, version=0,
            header=live.header,
            state=game.codec.encode(game.state), summary=live.summary(), computer=live.computer_to_move,
            updated=int(time.time()),
        )  # fmt: skip
        await self.store.create(Record(stored, seats, game.log, game.snapshots, set()), browser)
        self._keep(live)
        self.watch(live)
        return {"game": name, "seats": {side: keys[side] for side in sides}, "watch": keys[WATCH]}

    async def change_player(self, live: LiveGame, seat: str, player: str) -> None:
        """Let another player take a side.

        Raises:
            Invalid: there is no such player.
        """
        self._check_players({seat: player}, live.game.system.sides)
        await live.change_player(self.store, seat, player)

    def _check_players(self, players: Mapping[str, str], sides: tuple[str, str]) -> None:
        known = (HUMAN, *ai.players())
        if unknown := [side for side in players if side not in sides]:
            raise Invalid(f"There is no side “{unknown[0]}”; there are: {', '.join(sides)}.")
        if strange := [player for player in players.values() if player not in known]:
            raise Invalid(f"There is no player “{strange[0]}”; there are: {', '.join(known)}.")

    # -- lists -------------------------------------------------------------------------------------------------------

    async def games_of(self, browser: str | None, *, machine: bool = False) -> list[dict[str, Any]]:
        """The games that a browser has made or opened, the latest first, with the links that it holds.

        Args:
            browser: its identity.
            machine: the games of all browsers as well, but for those in which people have secrets from each other.
        """
        own = await self.store.held(browser) if browser is not None else {}
        held = await self.store.held(None) if machine else own
        players = await self.store.players(list(held))
        shown = ((game, own if game.private else held) for game in await self.store.listed(list(held)))
        return [self._listed(game, of[game.id], players[game.id]) for game, of in shown if game.id in of]

    def _listed(self, game: StoredGame, held: list[str], players: dict[str, str]) -> dict[str, Any]:
        seats, summary = {seat: player for seat, player in players.items() if seat != WATCH}, game.summary
        return {
            "game": game.id, "system": game.system, "scenario": game.scenario, "turn": summary.turn,
            "lesson": lessons.title(game.system, game.header.setup),
            "title": summary.title, "seats": {side: {"player": player} for side, player in seats.items()},
            "yours": [seat for seat in held if seats.get(seat) == HUMAN], "waiting_for": summary.waiting,
            "updated": game.updated, "result": summary.result, "origin": branches.origin(game.header.setup),
            "uploaded": game.header.uploaded,
            "links": {seat: self.keyring.key(game.id, seat, game.nonce) for seat in held},
        }  # fmt: skip

    async def note(self, browser: str, live: LiveGame, seat: str) -> None:
        """A browser has opened a seat; its list shows the game from now on."""
        if (browser, seat) not in live.visitors:
            await self.store.hold(browser, live.id, seat)
            live.visitors.add((browser, seat))

    async def forget(self, browser: str | None, live: LiveGame) -> None:
        """Take a game from a browser's list, or from all lists."""
        await self.store.forget(browser, live.id)
        # Only now: whoever opened it meanwhile is in the list no more, and can come in again.
        live.visitors = {visitor for visitor in live.visitors if browser is not None and visitor[0] != browser}

    async def resume(self) -> None:
        """After a start: let the computer players go on where they were stopped."""
        for name in await self.store.waiting_for_computer():
            try:
                await self.open(name)
            except Exception as error:  # one broken game must not keep the others from going on
                _log.warning("game %s cannot go on: %s", name, error)


def _people(players: Mapping[str, str]) -> int:
    """How many of the two sides people play."""
    return 2 - sum(player != HUMAN for player in players.values())


def _sentence(error: Exception) -> str:
    text = str(error.args[0] if isinstance(error, KeyError) and error.args else error)
    return text[:1].upper() + text[1:].rstrip(".") + "."
