"""The one catalogue of words: English and Japanese side by side, for every door."""

from yomikiri.words.message import LANGUAGES, Message, both, message, quoted, say

__all__ = ["LANGUAGES", "Message", "both", "message", "quoted", "say"]
