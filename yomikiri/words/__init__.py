"""The one catalogue of words: English and Japanese side by side, for every door."""

from yomikiri.words.message import (
    LANGUAGES,
    Message,
    both,
    in_both,
    kept,
    message,
    packed,
    quoted,
    read_message,
    say,
)

__all__ = [
    "LANGUAGES",
    "Message",
    "both",
    "in_both",
    "kept",
    "message",
    "packed",
    "quoted",
    "read_message",
    "say",
]
