"""The tables of a store of solves, and their rows."""

from typing import NamedTuple

from yomikiri.think.team import DF_PN

TABLES = """
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE facts (           -- bounds on values, as the mover of the position sees them
    position TEXT PRIMARY KEY, -- of all its mirror images the one with the smallest key
    lower INTEGER NOT NULL,
    upper INTEGER NOT NULL,
    nodes INTEGER NOT NULL,    -- that its tasks took; 0: it follows from other facts
    seconds REAL NOT NULL,
    who TEXT NOT NULL          -- host and process that found it; '' if it follows
) WITHOUT ROWID;
CREATE TABLE tasks (           -- the log, in the order in which they ended
    number INTEGER PRIMARY KEY,
    position TEXT NOT NULL,
    goal INTEGER NOT NULL,     -- the question: does its mover reach this?
    reached INTEGER,           -- 1 yes, 0 no; NULL: too large, its moves became tasks
    nodes INTEGER NOT NULL,
    seconds REAL NOT NULL,     -- of CPU time
    who TEXT NOT NULL,
    ended REAL NOT NULL,       -- seconds of all sessions of the solve until then
    UNIQUE (position, goal)
);
CREATE TABLE solves (          -- what was asked
    position TEXT NOT NULL,
    goal TEXT NOT NULL,        -- score or win
    task_left INTEGER NOT NULL, -- with so much remaining a position is a task
    most_nodes INTEGER NOT NULL, -- of a task; beyond, it is split
    forecast REAL NOT NULL,    -- nodes of all tasks, as expected at the start
    spread REAL NOT NULL,      -- standard deviation of its natural logarithm
    begun REAL NOT NULL,       -- seconds since 1970
    changed REAL NOT NULL,
    seconds REAL NOT NULL,     -- of all sessions
    nodes INTEGER NOT NULL,    -- of all tasks that it asked for
    lower INTEGER NOT NULL,    -- as the first player sees it
    upper INTEGER NOT NULL,
    answer TEXT,               -- best moves and line as JSON, when it is finished
    way TEXT NOT NULL,         -- the search that a task goes to first: df-pn or alpha-beta
    PRIMARY KEY (position, goal)
) WITHOUT ROWID;
"""
# Made when the first certificate is: older stores do not have it.
CHUNKS = """
CREATE TABLE IF NOT EXISTS chunks (  -- of certificates that are being made
    position TEXT NOT NULL,    -- of the solve, and its goal
    goal TEXT NOT NULL,
    bound TEXT NOT NULL,       -- at_least or at_most
    cut INTEGER NOT NULL,      -- empty cells
    number INTEGER NOT NULL,   -- 0: the trunk, whose moves say where the others begin
    roots INTEGER NOT NULL,
    moves BLOB NOT NULL,       -- as in a certificate, not compressed
    positions INTEGER NOT NULL,
    nodes INTEGER NOT NULL,
    seconds REAL NOT NULL,
    PRIMARY KEY (position, goal, bound, cut, number)
) WITHOUT ROWID
"""

# Older stores had tasks go to proof numbers first.
ADD_WAY = f"ALTER TABLE solves ADD COLUMN way TEXT NOT NULL DEFAULT '{DF_PN}'"

SPENT = "coalesce((SELECT sum({0}) FROM tasks WHERE tasks.position = :position), 0)"
SET_FACT = f"""
INSERT INTO facts
VALUES (:position, :lower, :upper, {SPENT.format("nodes")}, {SPENT.format("seconds")}, :who)
ON CONFLICT (position) DO UPDATE SET
    lower = max(lower, excluded.lower), upper = min(upper, excluded.upper),
    nodes = excluded.nodes, seconds = excluded.seconds,
    who = CASE excluded.who WHEN '' THEN who ELSE excluded.who END
"""


class Task(NamedTuple):
    """A task that has ended."""

    position: str
    goal: int
    reached: bool | None  # None: it was too large
    nodes: int
    seconds: float
    who: str


class Fact(NamedTuple):
    """What is known about a position, as its mover sees it."""

    position: str
    lower: int
    upper: int
    nodes: int = 0
    seconds: float = 0.0
    who: str = ""


class Chunk(NamedTuple):
    """A part of a certificate: the moves of a strategy, in the order of its walk."""

    moves: bytes
    positions: int
    nodes: int
    seconds: float


class Solve(NamedTuple):
    """What was asked, and how far it is."""

    position: str
    goal: str
    task_left: int
    most_nodes: int
    forecast: float
    spread: float
    begun: float
    changed: float
    seconds: float
    nodes: int
    lower: int
    upper: int
    answer: str | None
    way: str = DF_PN
