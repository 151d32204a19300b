"""What all tests share: how many examples Hypothesis tries, and what needs the compiler."""

import os
import tempfile

import pytest
from hypothesis import HealthCheck, settings

# Tables that somebody built must not change what the tests see.
os.environ["YOMIKIRI_TABLES"] = tempfile.mkdtemp(prefix="yomikiri-tests-")

COMPILER_OFF = os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0")

# The first example of a test may compile a kernel: no deadline, and slowness is no failure.
settings.register_profile(
    "yomikiri",
    deadline=None,
    max_examples=15 if COMPILER_OFF else 60,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("yomikiri")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip what needs the compiler when it is switched off."""
    if COMPILER_OFF:
        skip = pytest.mark.skip(reason="needs the compiler, and NUMBA_DISABLE_JIT is set")
        for item in items:
            if item.get_closest_marker("compiled"):
                item.add_marker(skip)
