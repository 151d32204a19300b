"""Thinking: a position, its history and limits in; thoughts out, reported as they come."""

from yomikiri.running import NO_LIMITS, Handle, Limits, Stopped
from yomikiri.think.memory import Memory
from yomikiri.think.thinking import prepare, think
from yomikiri.think.thought import Plan, Thought

__all__ = [
    "NO_LIMITS",
    "Handle",
    "Limits",
    "Memory",
    "Plan",
    "Stopped",
    "Thought",
    "prepare",
    "think",
]
