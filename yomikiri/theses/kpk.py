"""The thesis on king and pawn against king (000): its matches, its line, its counts and rules.

By its text the third repetition draws; its program never notices one, which is its mistake here,
and stops after 100 moves.  Table 5 comes out by none of the two, but by a version that the comments
in its program are traces of.
"""

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.games import load
from yomikiri.lab.thesis import GAME, experiment
from yomikiri.tables.build import build_table
from yomikiri.tables.info import table_info
from yomikiri.tables.lines import judge_line
from yomikiri.tables.table import Table as Solved
from yomikiri.theses.kpk_thumb import CHESS, RULES, told_rules
from yomikiri.theses.switches import backed
from yomikiri.theses.table import TEXT, Effort, Joined, Made, Part, Row, Say, Table, Work
from yomikiri.words import message

GAMES, QUICK = 100, 10
AT_ONCE = 5  # games, before what was played is kept
# What a former version of PEAI may have done, as options of the player.
FORMER = {
    "noise-both": "noise=both",
    "pawn-free": "pawn=free",
    "king-near": "ahead=near",
    "last-equal": "ties=last",
}
# The pairings of section 4, White first, and the wins of 100 games that the text gives.
PAIRS: tuple[tuple[str, str, int | None], ...] = (
    ("peai", "peai", 80),
    ("peai:noise=both", "peai:noise=both", None),
    ("peai:noise=off", "peai:noise=off", None),
    ("peai:noise=off", "peai:noise=black", None),
    ("peai", "perm", 100),
    ("perm", "peai", None),
    ("perm", "perm", None),
)
LINE = """1. Kf2, Kf8 2. Ke3, Ke7 3. Ke4, Ke6 4. e3, Kd6 5. Kf5, Ke7 6. Ke5, Kd7 7. Kf6, Ke8
8. Ke6, Kd8 9. e4, Ke8 10. e5 Kd8 11. Kf7, Kd7 12. e6+, Kd6 13. e7, Kd5 14. e8=Q"""


# The work.


def played(
    white: str, black: str, first: int, games: int, seed: int, by_text: bool
) -> dict[str, Any]:
    """Some games of two players from the start, the first always White."""
    with tempfile.TemporaryDirectory() as folder:
        build_table(load(GAME), Path(folder))
        solved = Solved(load(GAME), Path(folder))
        row = experiment(
            white, black, games=games, seed=seed, repetition=by_text, solved=solved, first=first
        )
        solved.close()
    return row._asdict()


def judged(text: str) -> list[dict[str, Any]]:
    """A line as it is printed, judged move by move: what the best move takes, and this one."""
    game = load(GAME)
    with tempfile.TemporaryDirectory() as folder:
        build_table(game, Path(folder))
        solved = Solved(game, Path(folder))
        moves = game.read_moves(game.start, text)
        names = game.line_text(game.start, moves)
        steps = judge_line(solved, game.start, moves)
        solved.close()
    return [
        {"move": name, "best": step.best.distance, "made": step.made.distance}
        for name, step in zip(names, steps, strict=True)
    ]


def counted() -> dict[str, Any]:
    """All legal positions with a pawn on the files a to d, by who is to move."""
    game = load(CHESS)
    with tempfile.TemporaryDirectory() as folder:
        build_table(game, Path(folder))
        white, black = table_info(game, Path(folder)).sides
    return {
        "index": 24 * 64 * 64,
        "white": white.positions,
        "white_won": white.wins,
        "black": black.positions,
        "black_lost": black.losses,
    }


def longest() -> int:
    """The most plies to a promotion."""
    game = load(f"{CHESS},metric=dtp")
    with tempfile.TemporaryDirectory() as folder:
        build_table(game, Path(folder))
        solved = Solved(game, Path(folder))
        found = [solved.files[group].counts.longest_win or 0 for group in game.own_classes()]
        solved.close()
    return max(found)


# The tables.


def version(player: str, effort: Effort, *, is_former: bool = False) -> str:
    """A player with the switches that are made; `is_former`: those of a former version."""
    name, _, options = player.partition(":")
    made = [FORMER[switch] for switch in FORMER if effort.makes(switch, is_former)]
    if name != "peai" or not made:
        return player
    if "noise=" in options:  # as the pairing says
        made = [option for option in made if not option.startswith("noise=")]
    return f"{name}:{','.join(option for option in (options, *made) if option)}".rstrip(":")


class Match(NamedTuple):
    """The games of two players."""

    white: str
    black: str
    games: int
    seed: int
    by_text: bool  # the third repetition draws

    def sum(self, *ends: str, side: int | None = None) -> Joined:
        """How many games ended so; or what a side gave away in all."""
        parts = []
        for first in range(0, self.games, AT_ONCE):
            some = min(AT_ONCE, self.games - first)
            work = Work(played, (self.white, self.black, first, some, self.seed, self.by_text))
            parts += [Part(work, (end,) if side is None else (end, side)) for end in ends]
        return Joined(tuple(parts))


def matches(
    white: str, black: str, effort: Effort, *, is_former: bool = False
) -> tuple[Match, Match]:
    """The games by the text, and those with the mistakes."""
    games = effort.games_of(GAMES, QUICK)
    theirs = [version(player, effort, is_former=is_former) for player in (white, black)]
    endless = Match(theirs[0], theirs[1], games, effort.seed, not effort.makes("repetition"))
    return Match(white, black, games, effort.seed, True), endless


def match_rows(pairs: Sequence[tuple[str, str, int | None]], effort: Effort) -> Iterator[Row]:
    """Wins, draws and undecided games of each pairing."""
    games = effort.games_of(GAMES, QUICK)
    told = effort.told(GAMES, QUICK)
    endless = backed("endless", ["repetition"])
    for white, black, wins in pairs:
        both = matches(white, black, effort)
        published = {"wins": wins, "draws": None if wins is None else GAMES - wins}
        for end in ("wins", "draws", "undecided"):
            label = message(f"thesis.row.match_{end}", white=white, black=black, games=games)
            ours, theirs = (match.sum(end) for match in both)
            printed = published.get(end)
            reason = "former" if black == "peai" else "sum"
            switches = (
                ["repetition", *FORMER] if reason == "former" else ["repetition", "king-near"]
            )
            why = backed(reason, switches, games=told) if printed is not None else endless
            yield Row(label, printed, ours, theirs, why)
        for side, name in enumerate(("white", "black")):
            label = message(f"thesis.row.lost_{name}", white=white, black=black)
            ours, theirs = (match.sum("points_lost", side=side) for match in both)
            yield Row(label, None, ours, theirs, endless)


def table_5(effort: Effort) -> Sequence[Row]:
    """PEAI against PEAI: 80 games won, 20 drawn; as printed, and as it may have been before."""
    told = effort.told(GAMES, QUICK)
    rows = []
    for is_former in (False, True) if effort.made is None else (False,):
        both = matches("peai", "peai", effort, is_former=is_former)
        why = backed("former", ["repetition", *FORMER], games=told)
        said = {"games": both[1].games, "player": both[1].white}
        won = message("thesis.row.version_won", **said)
        ours, theirs = (match.sum("wins") for match in both)
        rows.append(Row(won, 80, ours, theirs, why))
        rest = message("thesis.row.version_not_won", **said)
        ours, theirs = (match.sum("draws", "undecided") for match in both)
        rows.append(Row(rest, 20, ours, theirs, why))
    return rows


def section_4(effort: Effort) -> Sequence[Row]:
    """Every pairing, colours fixed, noise on, off and for Black only."""
    return list(match_rows(PAIRS, effort))


def line(effort: Effort) -> Sequence[Row]:
    """The line of 14 moves: the plies to the promotion as printed, and by best play."""
    game = load(GAME)
    moves = game.read_moves(game.start, LINE)
    work = Work(judged, (LINE,))
    rows = []
    for ply, name in enumerate(game.line_text(game.start, moves)):
        label = f"{ply // 2 + 1}. {name}" if ply % 2 == 0 else f"{ply // 2 + 1}... {name}"
        rows.append(
            Row(
                label, len(moves) - ply, Part(work, (ply, "best")), None, message("thesis.why.line")
            )
        )
    return rows


def counts(effort: Effort) -> Sequence[Row]:
    """How many positions there are, and how many are won; cited from the literature."""
    work, length = Work(counted), Work(longest)
    published = {"index": 98_304, "white_won": 62_480}
    names = ("index", "white", "white_won", "black", "black_lost")
    rows = [
        Row(message(f"thesis.row.{name}"), published.get(name), Part(work, (name,)))
        for name in names
    ]
    return [*rows, Row(message("thesis.row.longest"), 37, Part(length))]


def section_2_3(effort: Effort) -> Sequence[Row]:
    """The rules of thumb: how often what they say is the result, over all positions."""
    work = Work(told_rules)
    return [
        Row(message(f"thesis.row.{name}_{side}"), None, Part(work, (name, place)), None, None, TEXT)
        for name in RULES
        for place, side in enumerate(("white", "black"))
    ]


def board(rows: Sequence[Made], say: Say) -> str:
    """Figure 1: where the line begins."""
    game = load(GAME)
    return game.svg(game.start)


TABLES = (
    Table("000", "table-5", table_5),
    Table("000", "section-4", section_4),
    Table("000", "section-2.3", section_2_3),
    Table("000", "line", line, board),
    Table("000", "counts", counts),
)
