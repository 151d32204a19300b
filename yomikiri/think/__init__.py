"""Thinking: a position, its history and limits in; thoughts out, reported as they come."""

from yomikiri.running import NO_LIMITS, Handle, Limits, Stopped
from yomikiri.think.every import every_move
from yomikiri.think.mate import by_checks
from yomikiri.think.mcts import grow_trees
from yomikiri.think.memory import Memory
from yomikiri.think.monte_carlo import random_games
from yomikiri.think.reading import read_out
from yomikiri.think.thinking import PLAYOUT, prepare, think
from yomikiri.think.thought import USUAL, Plan, Task, Thought, Valued

__all__ = [
    "NO_LIMITS",
    "PLAYOUT",
    "USUAL",
    "Handle",
    "Limits",
    "Memory",
    "Plan",
    "Stopped",
    "Task",
    "Thought",
    "Valued",
    "by_checks",
    "every_move",
    "grow_trees",
    "prepare",
    "random_games",
    "read_out",
    "think",
]
