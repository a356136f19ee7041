"""The HTTP calls; see docs/architecture.md for what they answer."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, WebSocket, get, post, websocket
from litestar.channels import ChannelsPlugin
from litestar.datastructures import State
from litestar.di import NamedDependency
from litestar.params import FromPath, FromQuery, JSONBody, QueryParameter

from blackearth.core import saves
from blackearth.server import branches, lessons, wire
from blackearth.server.calls import SMALL, AnyRequest, Key, Parts, answer, browser_of, of_this_machine, packed
from blackearth.server.errors import ApiError, Forbidden, NotFound
from blackearth.server.keys import COOKIE
from blackearth.server.sheets import Sheets
from blackearth.server.socket import Connection

LARGEST_SAVE = 32 * 1024 * 1024

Known = Annotated[int | None, QueryParameter(name="known", ge=0, description="Number of decisions the client knows")]


# -- what can be played ----------------------------------------------------------------------------------------------


@get("/api/systems", summary="The games that can be played")
async def list_systems(parts: Parts) -> Response[bytes]:
    """Systems with scenarios, sides, options, rulings and players."""
    return answer(parts.sheets.systems())


@get("/api/systems/{system:str}/{scenario:str}/sheet", summary="Everything of a scenario that never changes")
async def sheet(system: FromPath[str], scenario: FromPath[str], parts: Parts, request: AnyRequest) -> Response[bytes]:
    """Hexes, units, turns, legend and rules panel of a scenario."""
    return await _made(parts.sheets, request, system, scenario, "sheet.json")


@get("/art/{system:str}/{scenario:str}/{name:str}", summary="A picture of the map or the counters")
async def picture(
    system: FromPath[str], scenario: FromPath[str], name: FromPath[str], parts: Parts, request: AnyRequest
) -> Response[bytes]:
    """``terrain.svg``, ``card.svg`` (a part of it for the lobby) or ``counters.json``."""
    return await _made(parts.sheets, request, system, scenario, name)


async def _made(sheets: Sheets, request: AnyRequest, system: str, scenario: str, name: str) -> Response[bytes]:
    page = await sheets.get(system, scenario, name)
    if page is None:
        raise NotFound("There is no such scenario or picture.")
    return page.response(request.headers)


# -- games -----------------------------------------------------------------------------------------------------------


@post("/api/games", request_max_body_size=SMALL, status_code=201, summary="Begin a game")
async def create(data: JSONBody[wire.NewGame], parts: Parts, request: AnyRequest) -> Response[bytes]:
    """The new game's name, the keys of its seats, and the key to watch."""
    wish = {name: getattr(data, name) for name in ("system", "scenario", "options", "rulings", "setup", "seed")}
    browser, cookies = browser_of(request, parts.hall)
    made = answer(msgspec.json.encode(await parts.hall.create(wish, data.seats, browser)), 201)
    made.cookies.extend(cookies)
    return made


@get("/api/games", summary="The games of this browser, or of this machine")
async def list_games(parts: Parts, request: AnyRequest) -> Response[bytes]:
    """The games that this browser has begun or opened by a link, the latest first; for the person for whom a server on
    loopback runs, those of all browsers. ``x-games-of`` tells which (``browser``, ``machine``).
    """
    machine = await of_this_machine(request, parts)
    browser = parts.hall.keyring.browser(request.cookies.get(COOKIE))
    games = await parts.hall.games_of(browser, machine=machine)
    return answer(msgspec.json.encode(games), more={"x-games-of": "machine" if machine else "browser"})


@get("/api/games/{game:str}", summary="A game as a seat sees it")
async def show(game: FromPath[str], key: Key, parts: Parts, request: AnyRequest) -> Response[bytes]:
    """View, decision, log, seats. The browser's list shows the game from now on."""
    live, seat = await parts.hall.enter(game, key)
    browser, cookies = browser_of(request, parts.hall)
    await parts.hall.note(browser, live, seat)
    async with live.still():
        shown = packed(request, live.whole(seat))
    shown.cookies.extend(cookies)
    return shown


@post("/api/games/{game:str}/forget", status_code=200, request_max_body_size=SMALL, summary="Take a game off the list")
async def forget(game: FromPath[str], key: Key, parts: Parts, request: AnyRequest) -> Response[bytes]:
    """The game goes from the list (see there); its links stay good."""
    live, _ = await parts.hall.enter(game, key)
    browser = parts.hall.keyring.browser(request.cookies.get(COOKIE))
    if not live.private and await of_this_machine(request, parts):
        await parts.hall.forget(None, live)
    elif browser is not None:
        await parts.hall.forget(browser, live)
    return answer(b"{}")


@post("/api/games/{game:str}/keep", status_code=200, request_max_body_size=SMALL, summary="Put a game on the list")
async def keep(game: FromPath[str], key: Key, parts: Parts, request: AnyRequest) -> Response[bytes]:
    """This browser's list shows the game and this seat, as if the link had been opened."""
    live, seat = await parts.hall.enter(game, key)
    browser, cookies = browser_of(request, parts.hall)
    await parts.hall.note(browser, live, seat)
    kept = answer(b"{}")
    kept.cookies.extend(cookies)
    return kept


@post("/api/games/{game:str}/actions", status_code=200, request_max_body_size=SMALL, summary="Decide")
async def act(game: FromPath[str], key: Key, data: JSONBody[wire.Submission], parts: Parts) -> Response[bytes]:
    """Carry out a decision; answered when it is stored."""
    live, seat = await parts.hall.enter(game, key)
    update = await live.act(parts.hall.store, seat, data.seq, data.action, data.id)
    parts.computers.watch(live)
    return answer(update)


@post("/api/games/{game:str}/undo", status_code=200, request_max_body_size=SMALL, summary="Take back")
async def undo(game: FromPath[str], key: Key, data: JSONBody[wire.TakeBack], parts: Parts) -> Response[bytes]:
    """Take back the last decision, if no die, reveal or change of side came since."""
    live, seat = await parts.hall.enter(game, key)
    return answer(await live.undo(parts.hall.store, seat, data.seq, data.id))


@post("/api/games/{game:str}/seats", status_code=200, request_max_body_size=SMALL, summary="Change a player")
async def change_seat(game: FromPath[str], key: Key, data: JSONBody[wire.SeatChange], parts: Parts) -> Response[bytes]:
    """Let a computer player take one's own seat, or take a seat back from one; needs the key of that seat."""
    live, seat = await parts.hall.enter(game, key)
    if seat != data.side:
        raise Forbidden("A seat can be given away by its own link only.")
    await parts.hall.change_player(live, seat, data.player)
    parts.computers.watch(live)
    return answer(live.whole(seat))


@post("/api/games/{game:str}/query/{name:str}", status_code=200, request_max_body_size=SMALL, summary="Ask")
async def query(
    game: FromPath[str], name: FromPath[str], key: Key, data: JSONBody[dict[str, Any]], parts: Parts
) -> Response[bytes]:
    """Answer a question about the position from what the seat may know."""
    live, seat = await parts.hall.enter(game, key)
    return answer(msgspec.json.encode(live.query(seat, name, data)))


@get("/api/games/{game:str}/at/{number:int}", summary="The game after a number of decisions")
async def replay(
    game: FromPath[str], number: FromPath[int], key: Key, parts: Parts, request: AnyRequest
) -> Response[bytes]:
    """View and log as they were; nothing can be decided there."""
    live, seat = await parts.hall.enter(game, key)
    return packed(request, await live.replay(seat, number))


@get("/api/games/{game:str}/save", summary="Download the game")
async def save(game: FromPath[str], key: Key, parts: Parts, request: AnyRequest) -> Response[bytes]:
    """The save; without the seed of the dice while two people still play."""
    live, seat = await parts.hall.enter(game, key)
    async with live.still() as running:
        if not running.open:
            raise Forbidden("A save would tell what this game hides; you can download it when the game is over.")
        content = saves.encode(running.record(with_seed=live.shows_seed(seat), players=live.seats))
        name = f"{running.system.id}-{running.defn.scenario}-turn-{running.state.turn}.json"
    return packed(request, content, {"content-disposition": f'attachment; filename="{name}"'})


@post("/api/saves", request_max_body_size=LARGEST_SAVE, status_code=201, summary="Upload a save")
async def upload(parts: Parts, request: AnyRequest, seats: FromQuery[str] = "") -> Response[bytes]:
    """Go on with a saved game, in a new game; ``seats`` such as ``german:computer`` says who plays; else the save."""
    players = dict(part.partition(":")[::2] for part in seats.split(",") if part)
    browser, cookies = browser_of(request, parts.hall)
    made = answer(msgspec.json.encode(await parts.hall.upload(await request.body(), players, browser)), 201)
    made.cookies.extend(cookies)
    return made


@websocket("/api/games/{game:str}/live")
async def live(
    socket: WebSocket[Any, Any, State], game: FromPath[str], key: Key, parts: Parts,
    channels: NamedDependency[ChannelsPlugin], known: Known = None,
) -> None:  # fmt: skip
    """See `blackearth.server.socket`."""
    try:
        found, seat = await parts.hall.enter(game, key)
    except ApiError as error:
        await socket.accept()
        await socket.close(code=4404, reason=error.text)
        return
    await Connection(socket, parts.hall, parts.computers, found, seat).run(channels, known)


# -- the page --------------------------------------------------------------------------------------------------------


@get(["/", "/{path:path}"], include_in_schema=False)
async def page(request: AnyRequest, parts: Parts, path: FromPath[str] = "") -> Response[bytes]:
    """The built page and its files."""
    found = parts.pages.get(path)
    if found is not None:
        return found.response(request.headers)
    if not path.strip("/") and not parts.pages.index():
        return parts.pages.unbuilt()
    raise NotFound("There is no such page.")


HANDLERS: tuple[Any, ...] = (
    list_systems, sheet, picture, create, list_games, show, forget, keep, act, undo, change_seat, query, replay, save,
    upload, live, *lessons.HANDLERS, *branches.HANDLERS, page,
)  # fmt: skip
