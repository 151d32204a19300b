"""The folder of files that can be made again."""

import errno
import os
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from yomikiri import cache
from yomikiri.cache import Cache
from yomikiri.errors import REASONS
from yomikiri.games import load
from yomikiri.library import warming
from yomikiri.think.warming import warm_name
from yomikiri.words import Message, message, say


@pytest.fixture
def told() -> list[Message]:
    """What the person at the terminal was told."""
    return []


@pytest.fixture
def folder(tmp_path: Path, told: list[Message]) -> Cache:
    """An empty cache in a folder that does not exist yet."""
    return Cache(tmp_path / "some" / "where", told.append)


def age(folder: Cache, name: str, days: float) -> None:
    """Pretend that a file was used last so many days ago."""
    then = time.time() - days * cache.DAY
    os.utime(folder.folder / name, (then, then))


def names(folder: Cache) -> set[str]:
    """What lies there."""
    return {path.name for path in folder.folder.iterdir()}


def test_what_was_written_is_read(folder):
    assert folder.read("kernel") is None
    folder.write("kernel", b"code")
    assert folder.read("kernel") == b"code"
    folder.write("kernel", b"")
    assert folder.read("kernel") == b""
    assert names(folder) == {"kernel"}


def test_a_file_that_is_cut_off_or_damaged_is_not_read(folder):
    folder.write("kernel", b"some code")
    whole = (folder.folder / "kernel").read_bytes()
    for size in range(len(whole)):
        (folder.folder / "kernel").write_bytes(whole[:size])
        assert folder.read("kernel") is None
        damaged = whole[:size] + bytes([whole[size] ^ 1]) + whole[size + 1 :]
        (folder.folder / "kernel").write_bytes(damaged)
        assert folder.read("kernel") is None
    folder.write("kernel", b"some code")
    assert folder.read("kernel") == b"some code"


@pytest.mark.parametrize("number", [errno.ENOSPC, errno.EROFS, errno.EACCES])
def test_a_disk_that_is_full_or_read_only_is_told_once(folder, told, monkeypatch, number):
    def fail(*_):
        raise OSError(number, os.strerror(number))

    folder.write("before", b"code")
    monkeypatch.setattr(os, "replace", fail)
    monkeypatch.setattr(os, "utime", fail)
    folder.write("one", b"code")
    folder.write("two", b"code")
    assert len(told) == 1
    for language in ("en", "ja"):  # in Japanese too: it was the system's English
        assert say(message(REASONS[number]), language) in say(told[0], language)
    assert folder.read("before") == b"code" and folder.read("one") is None
    assert names(folder) == {"before"}  # nothing half-written is left


def test_what_nobody_used_for_long_is_deleted_when_something_is_added(folder):
    for name in ("old", "read", "young"):
        folder.write(name, b"code")
    age(folder, "old", 31)
    age(folder, "read", 31)
    age(folder, "young", 29)
    later = Cache(folder.folder, folder.notify)
    assert later.read("read") == b"code"
    assert names(folder) == {"old", "read", "young"}
    later.write("new", b"code")
    assert names(folder) == {"read", "young", "new"}


def test_beyond_a_size_what_was_used_longest_ago_is_deleted(folder, monkeypatch):
    for days in range(5):
        folder.write(f"{days} days", b"code")
        age(folder, f"{days} days", days)
    monkeypatch.setattr(cache, "MOST", 3 * (len(b"code") + cache.DIGEST))
    folder.prune()
    assert names(folder) == {"0 days", "1 days", "2 days"}
    monkeypatch.setattr(cache, "MOST", 0)
    folder.prune()
    assert names(folder) == {"0 days"}  # perhaps in use


MAKE = """
import sys
from pathlib import Path
from yomikiri.cache import Cache
from yomikiri.errors import REASONS
from yomikiri.words import Message, message, say
cache = Cache(Path(sys.argv[1]), print)
if cache.read("kernel") is None:
    cache.claim("kernel")
    if cache.read("kernel") is None:
        (Path(sys.argv[1]) / f"made by {sys.argv[2]}").touch()
        {work}
        cache.write("kernel", b"code")
    cache.release("kernel")
print(cache.read("kernel"))
"""


def start(folder: Cache, number: int, work: str = "pass") -> subprocess.Popen[str]:
    """A process that makes a file unless it is there."""
    command = [sys.executable, "-c", MAKE.replace("{work}", work), str(folder.folder), str(number)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


@pytest.mark.skipif(sys.platform == "win32", reason="no locks there")
def test_of_many_processes_one_makes_a_file_and_the_others_wait(folder):
    makers = [start(folder, number, "import time; time.sleep(0.5)") for number in range(4)]
    assert {maker.communicate(timeout=60)[0] for maker in makers} == {"b'code'\n"}
    assert len(names(folder)) == 2 and "kernel" in names(folder)


@pytest.mark.skipif(sys.platform == "win32", reason="no locks there")
def test_what_was_claimed_by_a_process_that_died_or_gave_up_is_free(folder, monkeypatch):
    monkeypatch.setattr(cache, "WAIT", 60)
    start(folder, 0, "import os; os._exit(1)").communicate(timeout=60)
    folder.claim("kernel")
    maker = start(folder, 1)
    with pytest.raises(subprocess.TimeoutExpired):
        maker.communicate(timeout=1)
    folder.release_all()
    assert maker.communicate(timeout=60)[0] == "b'code'\n"
    folder.claim("kernel")
    folder.release("kernel")
    assert names(folder) == {"kernel", "made by 0", "made by 1"}


@pytest.mark.skipif(sys.platform == "win32", reason="no locks there")
def test_nobody_waits_for_ever(folder, monkeypatch):
    other = Cache(folder.folder, folder.notify)
    other.claim("kernel")
    monkeypatch.setattr(cache, "WAIT", 0.1)
    folder.claim("kernel")
    assert not folder.claims
    folder.write("kernel", b"code")
    assert other.read("kernel") == b"code"


def test_files_that_another_process_deletes_meanwhile_do_no_harm(folder, monkeypatch):
    folder.write("old", b"code")
    age(folder, "old", 31)
    gone = list(folder.files())
    (folder.folder / "old").unlink()
    monkeypatch.setattr(folder, "files", lambda: gone)
    folder.prune()


@pytest.mark.skipif(sys.platform == "win32", reason="no locks there")
def test_a_game_is_compiled_by_one_of_those_who_want_it(folder, monkeypatch):
    """Whoever comes second waits, finds it done and starts no processes."""
    game, other = load("tictactoe"), Cache(folder.folder, folder.notify)
    monkeypatch.setattr(warming, "CACHE", folder)
    monkeypatch.setattr(warming, "is_warm", lambda game: folder.read(warm_name(game)) is not None)
    monkeypatch.setattr(warming, "hire", pytest.fail)
    other.claim(warm_name(game))

    def finish() -> None:
        time.sleep(0.2)
        other.write(warm_name(game), b"")
        other.release(warm_name(game))

    doing = threading.Thread(target=finish)
    doing.start()
    assert list(warming.warm_parts(game)) == []
    doing.join()
    assert not folder.claims
