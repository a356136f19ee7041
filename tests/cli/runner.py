"""Runs command lines in this process."""

from __future__ import annotations

import json
from typing import Any

import pytest

from blackearth.cli.main import run


class Cli:
    """Command lines with what they print.

    Args:
        capsys: of the test.
    """

    def __init__(self, capsys: pytest.CaptureFixture[str]) -> None:
        self._capsys = capsys

    def __call__(self, *arguments: str, code: int = 0) -> str:
        """Run one; it must end with a code. Returns standard output."""
        found = run(list(arguments))
        self.out, self.err = self._capsys.readouterr()
        assert found == code, (found, self.out, self.err)
        return self.out

    def json(self, *arguments: str, code: int = 0) -> Any:
        """Run one with ``--json``: standard output is one JSON document."""
        return json.loads(self(*arguments, "--json", code=code))

    def refused(self, *arguments: str) -> str:
        """Run one that must fail with code 2 and one sentence on standard error, without a traceback."""
        out = self(*arguments, code=2)
        assert out == ""
        assert "Traceback" not in self.err
        return self.err.strip()
