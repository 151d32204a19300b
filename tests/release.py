"""`make release`: wheel and sdist of what is committed, tried where the checkout is not.

    python -m tests.release DIST [PYTHON ...]

writes both to a folder, then installs each in a new environment of every Python that is named, and
uses the commands there as a new user would, with empty caches, outside the checkout.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple
from urllib.request import urlopen

ROOT = Path(__file__).parent.parent
SECONDS = 900  # for one command: a busy machine compiles slowly
QUIET = ("-q", "--disable-pip-version-check")


class Step(NamedTuple):
    """A command, what is typed, and what it must say."""

    words: str
    says: str
    typed: str = ""
    code: int = 0


FIRST = (
    Step("--version", r"yomikiri \d+\.\d+\.\d+"),
    Step("games", r"connect4[\s\S]*examples/knights\.toml|examples/knights\.toml[\s\S]*connect4"),
    Step("solve nip:4x6", r"wins|Black|White"),
)
WHOLE = (
    *FIRST,
    Step("doctor", "Nothing is wrong"),
    Step("play tictactoe --second level:3", "continue later with", "b2\nquit\n"),
    Step("rules shogi-file:examples/knights.toml", "knight|桂"),
    Step("check examples/nim.py", "nothing wrong in"),
    Step("solve hex:3x3 --games examples/hex.py", "First wins"),
    Step("solve boxes:1x2 --games examples/dots_and_boxes.py", "nodes"),
    Step("reproduce --quick 003:table-2", "table"),
    Step("verify no-such.certificate", "not a certificate", code=2),
    Step("solve nowhere", "no game called", code=2),
)
SERVE = Step("serve", "")


def committed(folder: Path) -> Path:
    """What is committed, in a folder of its own: nothing untracked can get into a build."""
    packed = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, check=True, capture_output=True)
    subprocess.run(["tar", "x", "-C", str(folder)], input=packed.stdout, check=True)
    return folder


def build(out: Path) -> tuple[Path, Path]:
    """The wheel and the sdist of what is committed."""
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as made:
        source = str(committed(Path(folder)))
        command = [sys.executable, "-m", "build", "--outdir", made, source]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            raise SystemExit(f"cannot build: {done.stderr.strip() or done.stdout.strip()}")
        out.mkdir(parents=True, exist_ok=True)  # where those of earlier versions may lie
        files = [Path(shutil.copy(file, out)) for file in sorted(Path(made).iterdir())]
    [wheel] = [file for file in files if file.suffix == ".whl"]
    [sdist] = [file for file in files if file.suffix == ".gz"]
    return wheel, sdist


def names_in(package: Path) -> set[str]:
    """The files of a wheel or an sdist; those of an sdist without their common folder."""
    if package.suffix == ".whl":
        with zipfile.ZipFile(package) as wheel:
            return set(wheel.namelist())
    with tarfile.open(package) as sdist:
        return {name.partition("/")[2] for name in sdist.getnames()}


def is_ours(name: str) -> bool:
    """Whether a variable would lead back to the checkout, or to caches that are full."""
    return name.startswith(("PYTHON", "NUMBA", "YOMIKIRI", "XDG", "VIRTUAL_ENV"))


class Place:
    """An environment with one of them, and a home of one's own outside the checkout."""

    def __init__(self, python: str, package: Path, folder: Path) -> None:
        self.folder, self.bin = folder, folder / "env" / "bin"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "here").mkdir(exist_ok=True)
        own = {name: value for name, value in os.environ.items() if not is_ours(name)}
        self.env = {**own, "HOME": str(folder), "PATH": f"{self.bin}:{os.environ['PATH']}"}
        self.run([python, "-m", "venv", str(folder / "env")])
        self.run([str(self.bin / "pip"), "install", *QUIET, str(package)])
        asked = "import yomikiri, pathlib; print(pathlib.Path(yomikiri.__file__).parent)"
        self.package = Path(self.run([str(self.bin / "python"), "-c", asked])[1].strip())
        assert folder in self.package.parents, f"{self.package} is not what was installed"

    def run(self, command: Sequence[str], typed: str = "") -> tuple[int, str, str]:
        """Exit code, answer and errors of a command."""
        done = subprocess.run(
            command,
            input=typed,
            capture_output=True,
            text=True,
            env=self.env,
            cwd=self.folder / "here",
            timeout=SECONDS,
        )
        return done.returncode, done.stdout, done.stderr

    def fault(self, step: Step) -> str:
        """What is wrong with the answer to a step; nothing if it is as it should be."""
        code, out, err = self.run([str(self.bin / "yomikiri"), *step.words.split()], step.typed)
        if code != step.code:
            return f"exit code {code}: {err.strip()[-300:]}"
        if "Traceback" in out + err:
            return err[-300:]
        return "" if re.search(step.says, out + err) else f"it says {(out + err)[-300:]!r}"

    @contextmanager
    def server(self) -> Iterator[str]:
        """The page, where it is served."""
        command = [str(self.bin / "yomikiri"), "serve", "--port", "0"]
        with subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=self.env
        ) as served:
            assert served.stdout
            try:
                for line in served.stdout:
                    if found := re.search(r"http://127\.0\.0\.1:\d+", line):
                        yield found[0]
                        break
            finally:
                served.terminate()

    def serve_fault(self) -> str:
        """What is wrong with the page."""
        with self.server() as address:
            with urlopen(f"{address}/api/v1/families", timeout=60) as answer:
                names = {family["name"] for family in json.load(answer)}
            with urlopen(address, timeout=60) as answer:
                page = answer.read().decode()
        return "" if "nip" in names and "<html" in page else f"it serves {sorted(names)}"


def main() -> int:
    """Build, and try; 1 if something is wrong."""
    out, pythons = Path(sys.argv[1]).resolve(), sys.argv[2:]
    out.mkdir(parents=True, exist_ok=True)
    for old in (*out.glob("yomikiri-*.whl"), *out.glob("yomikiri-*.tar.gz")):
        old.unlink()
    wrong = 0
    packages = build(out)
    print(*packages, sep="\n", flush=True)
    for python in pythons:
        with tempfile.TemporaryDirectory(
            prefix="yomikiri-release-", ignore_cleanup_errors=True
        ) as folder:
            for package, steps in zip(packages, (WHOLE, FIRST), strict=True):
                place = Place(python, package, Path(folder).resolve() / package.suffix[1:])
                for step in (*steps, *([SERVE] if steps is WHOLE else [])):
                    start = time.monotonic()
                    fault = place.serve_fault() if step is SERVE else place.fault(step)
                    wrong += bool(fault)
                    taken = f"{time.monotonic() - start:.1f} s"
                    print(python, package.suffix, step.words, fault or "ok", taken, flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
