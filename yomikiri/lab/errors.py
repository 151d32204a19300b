"""How often players err, judged by a table of all positions, or by reading out.

Each player plays `perfect`, from random openings with colours exchanged.  A move errs if the
position was worth more before it; only positions in which some legal move errs are counted.
Where there is no table, but the game has an end, each position is read out: openings must be so
long that this is possible.  What takes too long is not counted.
"""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.lab.games import MOST_PLIES, Record, derived, play_out
from yomikiri.lab.openings import random_moves
from yomikiri.lab.plots import bars
from yomikiri.lab.proved import Rate, left, rating
from yomikiri.lab.report import Report, Say, add_origin, stopped_notes
from yomikiri.lab.series import GAMES_FILE, LOST, Finish, Keep, as_they_are, in_folder, line_of
from yomikiri.play.tree import Tree
from yomikiri.players import make_player
from yomikiri.running import INTERRUPT
from yomikiri.tables.table import find_table
from yomikiri.words import message
from yomikiri.work import Call, WorkersLost, check_crew, hire
from yomikiri.work.runs import Run

GAMES = 40
PLIES = 4  # of the opening, at random
NODES = 30_000_000  # to read out a position
PERFECT = "perfect"
KIND, RESULT_FILE = "errors", "errors.json"
COUNTS = ("moves", "chances", "errors", "half_points")
COLUMNS = ("player", "games", *COUNTS[:3], "share", "half_points")


class Errors(NamedTuple):
    """What a player gave away."""

    player: str
    games: int
    moves: int  # that were judged
    chances: int = 0  # moves in positions where it was possible to err
    errors: int = 0
    half_points: int = 0  # given away: one from a win to a draw, two from a win to a loss

    @property
    def share(self) -> float:
        """Errors per move that could have been one."""
        return self.errors / self.chances if self.chances else 0.0


class ErrorsResult(NamedTuple):
    """The counts of each game; it turns into JSON."""

    game: str
    players: tuple[str, ...]
    seed: int
    records: tuple[Record, ...]  # a game each: its number, the player, what was counted
    stopped: str = ""

    def rows(self) -> list[Errors]:
        """The players in the order in which they were named."""
        found = []
        for player in self.players:
            mine = [record for record in self.records if record["player"] == player]
            sums = [sum(record[name] for record in mine) for name in COUNTS]
            found.append(Errors(player, len(mine), *sums))
        return found

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `lab errors`."""
        rows = [{**entry._asdict(), "share": entry.share} for entry in self.rows()]
        stopped = {"stopped": self.stopped} if self.stopped else {}
        return {"game": self.game, "seed": self.seed, "players": rows, **stopped}


def measure_errors(
    game: Game,
    players: Sequence[str],
    *,
    games: int = GAMES,
    seed: int = 0,
    plies: int = PLIES,
    jobs: int = 1,
    cluster: str = "",
    out: Path | None = None,
    command: Sequence[str] = (),
    keep: Keep | None = None,
    tell: Callable[[Errors], None] | None = None,
    finish: Finish | None = None,
) -> ErrorsResult:
    """Let players play against `perfect`, and compare their moves with the best ones.

    `tell` gets each player's counts as soon as they are complete, in the order of the players.
    """
    if find_table(game) is None and left(game, game.start) is None:
        raise InputError("table.missing", game=game, command=f"yomikiri table build {game}")
    check_crew(jobs, cluster)
    names = tuple(make_player(text, game).name for text in players)
    if len(set(names)) < len(names):
        raise InputError("lab.same_player", names=list(names))
    total = games * len(names)

    def play(run: Run | None) -> ErrorsResult:
        found: dict[int, Record] = {}
        told = 0
        for line, record in enumerate([] if run is None else run.lines(GAMES_FILE), 1):
            number = record.get("number")
            if not isinstance(number, int) or number in found or not fits(record, names, games):
                raise InputError("work.line", file=str(out), line=line)
            found[number] = record

        def result(stopped: str = "") -> ErrorsResult:
            records = tuple(found[number] for number in sorted(found))
            return ErrorsResult(game.spec, names, seed, records, stopped)

        def tell_complete() -> None:
            nonlocal told
            while tell and told < len(names) and complete(found, told, games):
                tell(result().rows()[told])
                told += 1

        stopped = ""
        tell_complete()
        try:
            with hire(min(jobs, total), cluster) as crew:
                missing = (n for n in range(total) if n not in found)
                calls = (
                    Call(n, judged_game, (game.spec, names[n // games], n, n % games, seed, plies))
                    for n in missing
                )
                for _, record in crew.each(calls):
                    found[record["number"]] = record
                    if run is not None:
                        run.add(GAMES_FILE, record)
                    if keep is not None:
                        keep(record)
                    tell_complete()
        except KeyboardInterrupt:
            stopped = INTERRUPT
        except WorkersLost:
            stopped = LOST
        if run is not None and not stopped:
            run.write(GAMES_FILE, "".join(map(line_of, result().records)))
        return result(stopped)

    question = {
        "game": game.spec,
        "rules_hash": game.rules_hash,
        "players": names,
        **as_they_are(game, names),
        "games": games,
        "plies": plies,
        "seed": seed,
    }
    return in_folder(out, KIND, question, command, total, play, RESULT_FILE, finish)


def fits(record: Record, players: Sequence[str], games: int) -> bool:
    """Whether a line of a file has the counts of one of these games."""
    player = record["number"] // games
    is_one = 0 <= player < len(players) and record.get("player") == players[player]
    return is_one and all(isinstance(record.get(name), int) for name in COUNTS)


def complete(found: dict[int, Record], player: int, games: int) -> bool:
    """Whether all games of a player are there."""
    return all(player * games + number in found for number in range(games))


def repeat_errors(question: dict[str, Any], **where: Any) -> ErrorsResult:
    """The measurement that a manifest asked for, once more."""
    asked = {name: question[name] for name in ("games", "seed", "plies")}
    return measure_errors(load(question["game"]), question["players"], **asked, **where)


def judged_game(
    spec: str, player: str, number: int, game_number: int, seed: int, plies: int
) -> Record:
    """The counts of one game of a player against `perfect`."""
    game = load(spec)
    sides = [
        make_player(text, game, derived(f"{seed} {game_number} {text}"))
        for text in ((player, PERFECT), (PERFECT, player))[game_number % 2]
    ]
    opening = random_moves(game, plies, f"{seed} {game_number // 2}", game.start)
    tree = Tree(game, moves=opening, seed=game_number, most_plies=MOST_PLIES)
    play_out(tree, sides)
    counts = judged(rating(game, find_table(game), nodes=NODES), tree, game_number % 2, plies)
    return {"number": number, "player": player, **counts, "line": " ".join(tree.names)}


def judged(rate: Rate, played: Tree, side: int, plies: int) -> dict[str, int]:
    """What one side did in a game; of a score only who wins counts."""
    found = dict.fromkeys(COUNTS, 0)
    for state, move in list(zip(played.history, played.moves, strict=True))[plies:]:
        if played.game.mover(state) != side:
            continue
        values = {rated.move: (rated.value > 0) - (rated.value < 0) for rated in rate(state)}
        if not values:  # it could not be read out
            continue
        best = max(values.values())
        lost = best - values[move]
        found["moves"] += 1
        found["chances"] += min(values.values()) < best
        found["errors"] += lost > 0
        found["half_points"] += lost
    return found


def finish_errors(run: Run, result: ErrorsResult) -> None:
    """Write the report of a run."""
    rows = result.rows()
    report = Report(message("report.errors", game=result.game))
    for line in (*stopped_notes(result.stopped), message("report.errors_how")):
        report.paragraph(line)
    table = [[*row[:5], f"{100 * row.share:.1f} %", row.half_points] for row in rows]
    report.table([message(f"measure.{name}") for name in COLUMNS], table)
    names, shares = [row.player for row in rows], [100 * row.share for row in rows]

    def draw(say: Say) -> str:
        return bars(names, shares, label=say(message("report.errors_share")))

    report.plot(draw)
    add_origin(report, run.manifest)
    report.write(run.folder)
