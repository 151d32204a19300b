"""Bytes compressed by zstd: that of the standard library, which Python has from 3.14 on.

Older Pythons have it as a package with the same names.
"""

import sys

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

USUAL_LEVEL = 6  # of compression


def pack(data: bytes, level: int = USUAL_LEVEL) -> bytes:
    """A frame with these bytes and a checksum of them."""
    asked = zstd.CompressionParameter
    return zstd.compress(data, options={asked.compression_level: level, asked.checksum_flag: 1})


def unpack(frame: bytes, most: int) -> bytes:
    """The bytes of a frame, which may be that many; raises ValueError if it is damaged.

    Room is made for what comes out, never for what the frame states.
    """
    opened = zstd.ZstdDecompressor()
    try:
        data = opened.decompress(frame, most + 1)
    except zstd.ZstdError as error:
        raise ValueError(str(error)) from None
    if len(data) > most:
        raise ValueError(f"more than {most:,} bytes")
    if not opened.eof:
        raise ValueError("its end is missing")
    return data
