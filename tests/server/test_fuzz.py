"""Requests made from the server's own description of its calls: none may end in a defect of the server."""

from __future__ import annotations

from typing import Any

import pytest
import schemathesis
from litestar.testing import TestClient


@pytest.fixture
def api(client: TestClient[Any]) -> Any:
    return schemathesis.openapi.from_asgi("/api/schema/openapi.json", client.app)
