"""The line of a JSON document on which something stands, for messages about files."""

from __future__ import annotations

import re

_TOKEN = re.compile(rb'"[^"\\]*(?:\\.[^"\\]*)*"|[{}\[\]:,]|[^\s{}\[\]:,"]+', re.DOTALL)
_STEP = re.compile(r"\.([^.\[]+)|\[(\d+)\]")

#: Number of an element, name of a member, or None where the name comes next.
_Step = int | str | None


def line_of(data: bytes, path: str) -> int:
    """The line, from 1, on which a value begins; the line of what holds it if it is not there.

    Args:
        data: a valid JSON document.
        path: such as ``$.log[3].side``; without the ``$`` it is the same.
    """
    return data.count(b"\n", 0, _offset(data, path)) + 1


def _offset(data: bytes, path: str) -> int:
    wanted: list[_Step] = [int(number) if number else name for name, number in _STEP.findall(path)]
    here: list[_Step] = []
    found = 0
    for match in _TOKEN.finditer(data):
        token = match[0]
        if token in b"}]":
            del here[-1:]
        elif token == b",":
            here[-1:] = [step + 1 if isinstance(step, int) else None for step in here[-1:]]
        elif here and here[-1] is None:
            here[-1] = token[1:-1].decode()
        elif token != b":":
            if here == wanted[: len(here)]:
                found = match.start()
                if len(here) == len(wanted):
                    break
            if token in b"{[":
                here.append(None if token == b"{" else 0)
    return found
