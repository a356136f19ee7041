"""Playing on from a moment of a game's replay, in a new game."""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Response, post
from litestar.params import FromPath, JSONBody

from blackearth.core.branches import branch
from blackearth.core.game import Game
from blackearth.core.refusals import Refused
from blackearth.core.saves import SaveError
from blackearth.server import wire
from blackearth.server.calls import SMALL, AnyRequest, Key, Parts, answer, browser_of
from blackearth.server.errors import Forbidden, Invalid
from blackearth.server.live import LiveGame


async def taken_up(live: LiveGame, seat: str, number: int) -> Game:
    """A game of its own from a moment of another one's record.

    Raises:
        Forbidden: somebody else still plays it, or it still hides something.
        Invalid: it is not that long, was over there, or its record is damaged.
    """
    async with live.still() as game:
        if not game.open:
            raise Forbidden("This game hides something as long as it runs; you can play on from it when it is over.")
        if not live.shows_seed(seat):
            raise Forbidden("Two people play this game; you can play on from its moments when it is over.")
        if not 0 <= number <= game.seq:
            raise Invalid(f"The game has {game.seq} decisions so far.")
        try:
            return await asyncio.to_thread(branch, game, number)
        except (Refused, SaveError, LookupError, ValueError) as error:
            raise Invalid(f"Nobody can play on from there: {error}.") from error


@post(
    "/api/games/{game:str}/at/{number:int}", status_code=201, request_max_body_size=SMALL, summary="Play on from there"
)
async def play_on(
    game: FromPath[str], number: FromPath[int], key: Key, data: JSONBody[wire.PlayOn], parts: Parts, request: AnyRequest
) -> Response[bytes]:
    """A new game, with other dice, from the position after a number of decisions; the same play unless it says who."""
    live, seat = await parts.hall.enter(game, key)
    players = {**live.seats, **data.seats}
    browser, cookies = browser_of(request, parts.hall)
    begun = await parts.hall.begin(await taken_up(live, seat, number), players, browser)
    made = answer(msgspec.json.encode(begun), 201)
    made.cookies.extend(cookies)
    return made


HANDLERS: tuple[Any, ...] = (play_on,)
