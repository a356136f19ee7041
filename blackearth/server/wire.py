"""What clients send."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

Id = Annotated[str, Meta(min_length=1, max_length=64)]
ActionText = Annotated[str, Meta(min_length=1, max_length=8000)]
Name = Annotated[str, Meta(max_length=64)]
#: The look-ahead is the end of the text in every dialect; ``$`` lets a line break pass in Python's.
SEED = r"^([0-9a-f]{2}){4,32}(?![\s\S])"
Sequence = Annotated[int, Meta(ge=0, le=2**53)]


class NewGame(msgspec.Struct, frozen=True):
    """A game to begin; `seats` says who plays (``human``, ``computer``, ...) by side id; else people play."""

    system: Name
    scenario: Name
    options: dict[Name, bool] = {}
    rulings: dict[Name, Name] = {}
    setup: Name | None = None
    seats: dict[Name, Name] = {}
    seed: Annotated[str, Meta(pattern=SEED)] | None = None


class Submission(msgspec.Struct, frozen=True):
    """A decision: the ``seq`` of the position it was made from, its text, an id that makes a repetition harmless."""

    seq: Sequence
    action: ActionText
    id: Id


class TakeBack(msgspec.Struct, frozen=True):
    """An undo; see `Submission`."""

    seq: Sequence
    id: Id


class SeatChange(msgspec.Struct, frozen=True):
    """Who plays a side from now on."""

    side: Name
    player: Name


class PlayOn(msgspec.Struct, frozen=True):
    """A game to begin from a moment of another one; `seats` says who plays where it is not who played there."""

    seats: dict[Name, Name] = {}


class Act(msgspec.Struct, frozen=True, tag_field="type", tag="act"):
    """`Submission` over a WebSocket."""

    seq: Sequence
    action: ActionText
    id: Id


class Undo(msgspec.Struct, frozen=True, tag_field="type", tag="undo"):
    """`TakeBack` over a WebSocket."""

    seq: Sequence
    id: Id


class Query(msgspec.Struct, frozen=True, tag_field="type", tag="query"):
    """A query over a WebSocket; the answer carries the same id."""

    id: Id
    name: Name
    args: dict[str, Any] = {}


Heard = Act | Undo | Query
