"""Computer players: asked in a process of their own, treated like anybody else by the rules."""

from __future__ import annotations

import asyncio
import logging
import os
import sys
from pathlib import Path

import msgspec

from blackearth.core.dice import fresh_seed
from blackearth.core.lessons import LessonGame
from blackearth.server.errors import ApiError
from blackearth.server.live import LiveGame
from blackearth.server.store import Store
from blackearth.server.worker import Answer, Question, frame

_log = logging.getLogger(__name__)


class WorkerError(Exception):
    """The process of the computer players failed."""


class Worker:
    """The process. Questions are answered one after the other.

    Args:
        systems: further systems to register, ``id=module``.
    """

    def __init__(self, systems: tuple[str, ...] = ()) -> None:
        self._systems = systems
        self.process: asyncio.subprocess.Process | None = None
        self._turn = asyncio.Lock()

    async def ask(self, question: Question) -> str:
        """The text of a player's action.

        Raises:
            WorkerError: the player failed or the process ended.
        """
        async with self._turn:
            try:
                answer = await self._exchange(msgspec.msgpack.encode(question))
            except BaseException as error:
                # A half-read answer would be taken for the next one.
                await self._stop()
                if isinstance(error, (OSError, EOFError, msgspec.MsgspecError)):
                    raise WorkerError(f"the process of the computer players ended ({error})") from error
                raise
        if answer.error:
            raise WorkerError(answer.error)
        return answer.action

    async def _exchange(self, document: bytes) -> Answer:
        if self.process is None or self.process.returncode is not None:
            self.process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "blackearth.server.worker", *self._systems,
                stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, env=_environment(),
            )  # fmt: skip
        process = self.process
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(frame(document))
        await process.stdin.drain()
        size = int.from_bytes(await process.stdout.readexactly(4), "little")
        return msgspec.msgpack.decode(await process.stdout.readexactly(size), type=Answer)

    async def close(self) -> None:
        """End the process."""
        async with self._turn:
            await self._stop()

    async def _stop(self) -> None:
        process, self.process = self.process, None
        if process is not None and process.returncode is None:
            process.kill()
            await process.wait()


def _environment() -> dict[str, str]:
    """The environment with this process's import path, so that the worker finds the same package."""
    return {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}


class Computers:
    """Lets computer players take their turns.

    Args:
        store: where decisions are written.
        systems: further systems to register in the worker.
        overlay: folder of corrected data files.
    """

    def __init__(self, store: Store, systems: tuple[str, ...] = (), overlay: Path | None = None) -> None:
        self._store, self._overlay = store, overlay
        self._worker = Worker(systems)
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def watch(self, live: LiveGame) -> None:
        """Start the player of a game when one is asked and not yet at work."""
        if live.computer_to_move and not live.thinking:
            live.thinking = True
            self._tasks[live.id] = asyncio.create_task(self._play(live))

    async def close(self) -> None:
        """Stop all players; they go on after the next start."""
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._worker.close()

    async def _play(self, live: LiveGame) -> None:
        try:
            while live.computer_to_move:
                await self._turn(live)
        except Exception as error:  # nobody waits for this task, so that it must tell by itself
            told = isinstance(error, WorkerError)  # the trace would end at the pipe
            _log.error("game %s: a computer player failed: %s", live.id, error, exc_info=None if told else error)
            text = "The computer player failed; open the game again to let it try once more."
            live.tell_all(msgspec.json.encode({"type": "error", "error": "computer", "text": text}))
        finally:
            live.thinking = False
            self._tasks.pop(live.id, None)

    async def _turn(self, live: LiveGame) -> None:
        """All decisions of a player until another one is asked. A failure is tried once more, with other dice."""
        seat = live.asked
        live.tell_all(msgspec.json.encode({"type": "thinking", "side": seat}))
        failures = 0
        while seat is not None and live.asked == seat and live.computer_to_move:
            version = live.version
            try:
                action = await self._answer(live, seat)
                await live.decide(self._store, seat, version, action)
                failures = 0
            except (WorkerError, ApiError) as error:
                failures += 1
                if failures > 1:
                    raise WorkerError(str(error)) from error

    async def _answer(self, live: LiveGame, seat: str) -> str:
        """What a player decides; in a lesson that is written in the lesson."""
        game = live.game
        if isinstance(game, LessonGame):
            return game.text(game.shown())
        return await self._worker.ask(self._question(live, seat))

    def _question(self, live: LiveGame, seat: str) -> Question:
        game, side = live.game, live.side_of(seat)
        assert side is not None
        seed = fresh_seed()
        fork = game.system.fork(game.state, side, seed)
        return Question(
            game=live.id,
            player=live.seats[seat],
            side=side,
            system=game.system.id,
            scenario=game.defn.scenario,
            options=game.defn.options,
            rulings=game.defn.rulings,
            seed=seed,
            overlay=str(self._overlay) if self._overlay else None,
            state=game.codec.encode(fork),
        )
