"""What all tests share: how many examples Hypothesis tries, and what needs the compiler."""

import hashlib
import os
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

# The toy game lives outside the package, so the package's hash of its sources does not know when
# its rules change: kernels compiled for the tests have a folder of their own, named by the toy's.
TOY = hashlib.sha256((Path(__file__).parent / "toy.py").read_bytes()).hexdigest()[:8]
CACHE = os.environ.get("NUMBA_CACHE_DIR") or Path.home() / ".cache" / "yomikiri"
os.environ["NUMBA_CACHE_DIR"] = str(Path(CACHE) / f"tests-{TOY}")

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
