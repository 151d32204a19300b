"""Files of SQLite: how they begin, and sums by which lost bits are noticed.

SQLite has no checksums: a row whose bits were changed on a disk is read as if it had been written
so.  Stores of solves and books therefore keep the sum of the checksums of their rows, which a
change of some rows changes by the difference.
"""

import zlib
from collections.abc import Iterable

MAGIC = b"SQLite format 3\0"  # of every such file


def checksum(row: Iterable[object]) -> int:
    """A number that is another for another row."""
    return zlib.crc32(repr(tuple(row)).encode("utf-8", "surrogatepass"))
