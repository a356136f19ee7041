"""Lessons on the page: which there are, what their steps say, and beginning one."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath

from blackearth import systems
from blackearth.core import lessons
from blackearth.core.lesson_file import Lesson, lessons_of
from blackearth.core.situation_file import SituationError
from blackearth.server.calls import SMALL, AnyRequest, Parts, answer, browser_of
from blackearth.server.errors import NotFound
from blackearth.server.hall import Hall
from blackearth.server.live import HUMAN


async def begin(hall: Hall, system: str, name: str, browser: str) -> dict[str, Any]:
    """Begin a lesson: the learner has one seat (``you``), the lesson answers for the other.

    Raises:
        NotFound: there is no such lesson.
    """
    try:
        game = lessons.begin(system, name)
    except (LookupError, SituationError) as error:
        raise NotFound("There is no such lesson.") from error
    players = {side: HUMAN if n == game.learner else "computer" for n, side in enumerate(game.system.sides)}
    return {**await hall.begin(game, players, browser), "you": game.system.sides[game.learner]}


@get("/api/lessons/{system:str}/{name:str}", summary="The steps of a lesson")
async def show(system: FromPath[str], name: FromPath[str]) -> Response[bytes]:
    """What a lesson tells, step by step."""
    return answer(msgspec.json.encode(_document(_lesson(system, name))))


@post("/api/lessons/{system:str}/{name:str}", status_code=201, request_max_body_size=SMALL, summary="Begin a lesson")
async def start(system: FromPath[str], name: FromPath[str], parts: Parts, request: AnyRequest) -> Response[bytes]:
    """The new game's name and keys, as when a game is begun."""
    browser, cookies = browser_of(request, parts.hall)
    made = answer(msgspec.json.encode(await begin(parts.hall, system, name, browser)), 201)
    made.cookies.extend(cookies)
    return made


def _lesson(system: str, name: str) -> Lesson:
    try:
        return lessons_of(systems.get(system))[name]
    except LookupError as error:
        raise NotFound("There is no such lesson.") from error


def _document(lesson: Lesson) -> dict[str, Any]:
    steps = [
        {
            "title": step.title, "text": step.text, "hint": step.hint, "units": step.units, "hexes": step.hexes,
            "layer": step.layer, "todo": bool(step.do),
        }
        for step in lesson.step
    ]  # fmt: skip
    return {"title": lesson.title, "minutes": lesson.minutes, "steps": steps, "next": lesson.next}


HANDLERS: tuple[Any, ...] = (show, start)
