"""What all tests share."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# A machine may be slow or busy: no test fails for the time it takes, and every run tries the same examples.
settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")
