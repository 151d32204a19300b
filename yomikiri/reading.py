"""Files that a person names: read up to a limit, and nothing but files."""

import errno
import os
import stat
from pathlib import Path


def read_up_to(path: Path, most: int) -> bytes:
    """The content of a file, or its first `most` bytes and one more; raises OSError.

    Only regular files are read: a pipe could block, and a device may never end.
    """
    handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with open(handle, "rb") as stream:
        mode = os.fstat(handle).st_mode
        if stat.S_ISDIR(mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        if not stat.S_ISREG(mode):
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV), str(path))
        return stream.read(most + 1) or b""  # None: nothing is there to be read now
