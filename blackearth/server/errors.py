"""What the server answers when it does not do what was asked."""

from __future__ import annotations

from typing import Any


class ApiError(Exception):
    """An answer that is no success.

    Attributes:
        status: HTTP status.
        code: a word for programs.
        text: a sentence for people.
        more: further fields.
    """

    status = 400
    code = "bad-request"

    def __init__(self, text: str, **more: Any) -> None:
        super().__init__(text)
        self.text, self.more = text, more

    def json(self) -> dict[str, Any]:
        """The body of the answer."""
        return {"error": self.code, "text": self.text, **self.more}


class NotFound(ApiError):
    """No such game, or a key that does not open it: the two cannot be told apart."""

    status, code = 404, "not-found"


class Forbidden(ApiError):
    """The seat may not do this."""

    status, code = 403, "not-yours"


class Stale(ApiError):
    """The position was not the latest one."""

    status, code = 409, "stale"

    def __init__(self, seq: int) -> None:
        super().__init__("The game has gone on since; look at it again.", seq=seq)


class Invalid(ApiError):
    """The request makes no sense, such as an unknown scenario or a damaged save."""

    status, code = 422, "invalid"


class RefusedError(ApiError):
    """The rules forbid the action."""

    status, code = 422, "refused"

    def __init__(self, refusals: list[dict[str, Any]]) -> None:
        super().__init__(refusals[0]["text"] if refusals else "This is not allowed.", refusals=refusals)


class Defect(ApiError):
    """A mistake of ours; what it was stands in the server's log, not in the answer."""

    status, code = 500, "defect"

    def __init__(self) -> None:
        super().__init__("The server made a mistake; nothing was changed.")


class Unavailable(ApiError):
    """The server cannot do it at present."""

    status, code = 503, "unavailable"
