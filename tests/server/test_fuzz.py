"""Requests made up from the server's own description of its calls: none may find a defect of the server."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.core.result import Ok

from tests.server.process import PATIENCE, Server

BOUNDED = settings(
    max_examples=8,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(tmp_path_factory.mktemp("fuzz") / "home")
    yield server
    server.kill()


def test_no_request_finds_a_defect(server: Server) -> None:
    schema = schemathesis.openapi.from_url(server.address + "/api/schema/openapi.json")
    made = server.call("/api/games", {"system": "duel", "scenario": "plain"})
    keys = [*made["seats"].values(), made["watch"]]
    seen: dict[str, set[int]] = {}

    for result in schema.get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()

        @BOUNDED
        @given(case=operation.as_strategy(), key=st.sampled_from(keys), real=st.booleans())
        def ask(case: Any, key: str, real: bool) -> None:
            if real and "game" in case.path_parameters:
                case.path_parameters["game"] = made["game"]
                case.query["key"] = key
            answer = case.call(timeout=PATIENCE)
            seen.setdefault(case.operation.label, set()).add(answer.status_code)
            assert answer.status_code < 500, (case.as_curl_command(), answer.text)
            if answer.status_code >= 400:
                assert answer.json()["text"]

        ask()

    assert len(seen) >= 13
    assert {200} <= seen["GET /api/games/{game}"]
    assert seen["POST /api/games/{game}/actions"] & {403, 409, 422}
    assert server.process.poll() is None
