"""Games handed out to a crew, and kept in a folder as they end: what matches and tournaments share.

Every game is decided by the seed and its number alone, so the same question gives the same games
however many processes play them, and wherever they were stopped in between.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from yomikiri.errors import InputError
from yomikiri.games.game import Game
from yomikiri.lab.apart import dismiss_all
from yomikiri.lab.games import Pairing, Record, play_game, replay
from yomikiri.players import make_player
from yomikiri.players.levels import LevelPlayer
from yomikiri.players.options import read_wish
from yomikiri.players.own import OwnPlayer
from yomikiri.running import INTERRUPT
from yomikiri.work import Call, Crew, WorkersLost, hire
from yomikiri.work.runs import Run, open_run

GAMES_FILE = "games.jsonl"
LOST = "process"  # what stopped a series, if it was not Ctrl-C
LEVEL = "level"  # the players whose name does not say how they play
HASH_DIGITS = 16
AHEAD = 4  # games that wait in line for each process
Find = Callable[[int], Pairing]  # the game of a number
Keep = Callable[[Record], None]  # given each game as it ends, and those that are there already
Watch = Callable[[int, int], None]  # how many games are done, and how many there will be
Enough = Callable[[Record], bool]  # given the games in their order: whether this was the last

Result = TypeVar("Result")
Finish = Callable[[Run, Any], None]  # given a run and what came of it: adds files


class Series(NamedTuple):
    """The games of a series in their order."""

    records: tuple[Record, ...]
    stopped: str = ""  # INTERRUPT or LOST: not all games were played


def play_series(
    game: Game,
    players: Sequence[str],
    games: int,
    find: Find,
    *,
    jobs: int = 1,
    cluster: str = "",
    run: Run | None = None,
    keep: Keep | None = None,
    enough: Enough | None = None,
) -> Series:
    """Play the games 0 to `games` - 1, but for those that the run has already.

    `enough` ends it early: whatever came after the game at which it says so is left out.
    """
    found: dict[int, Record] = {}
    last = games - 1  # the number of the last game that counts
    judged = 0  # how many games `enough` has seen

    def take(record: Record) -> bool:
        """Whether that was the last one that was needed."""
        nonlocal last, judged
        found[record["number"]] = record
        if keep is not None:
            keep(record)
        while enough is not None and judged in found and judged <= last:
            if enough(found[judged]):
                last = judged
            judged += 1
        return judged > last

    stopped = ""
    is_over = any([take(record) for record in kept_games(run, find, games)])
    try:
        if not is_over and len(found) < games:
            missing = (n for n in range(games) if n not in found)
            with hire(min(jobs, games - len(found)), cluster) as crew:
                for record in play_all(crew, game, players, map(find, missing)):
                    if run is not None:
                        run.add(GAMES_FILE, record)
                    if take(record):
                        break
    except KeyboardInterrupt:
        stopped = INTERRUPT
    except WorkersLost:  # somebody ends them, or the system for want of memory
        stopped = LOST
    finally:
        dismiss_all()
    records = tuple(found[number] for number in sorted(found) if number <= last)
    if run is not None and not stopped:
        run.write(GAMES_FILE, "".join(map(line_of, records)))
    return Series(records, stopped)


def counting(watch: Watch | None, total: int, keep: Keep | None = None) -> Keep:
    """Tells `watch` how many games have ended, when one does; `keep` gets it before."""
    done = 0

    def note(record: Record) -> None:
        nonlocal done
        done += 1
        if keep is not None:
            keep(record)
        if watch is not None:
            watch(done, total)

    return note


def check_ended(stopped: str) -> None:
    """Raise what ended a series early, where a part of its games is of no use."""
    if stopped == INTERRUPT:
        raise KeyboardInterrupt
    if stopped == LOST:
        raise WorkersLost("result.stopped_process")


def kept_games(run: Run | None, find: Find, games: int) -> Iterator[Record]:
    """The games that a run has; raises InputError for one that is not of it."""
    seen: set[int] = set()
    for line, record in enumerate([] if run is None else run.lines(GAMES_FILE), 1):
        assert run is not None
        number = record.get("number")
        is_ours = isinstance(number, int) and 0 <= number < games and number not in seen
        if not is_ours or not fits(record, find(int(record["number"]))):
            raise InputError("work.line", file=str(run.folder / GAMES_FILE), line=line)
        seen.add(int(record["number"]))
        yield record


def fits(record: Record, pairing: Pairing) -> bool:
    """Whether a line of a file is the record of this game."""
    wanted = {"game": pairing.game, "players": list(pairing.players), "seed": pairing.seed}
    lists = (record.get("opening"), record.get("moves"))
    has_moves = all(isinstance(moves, list) for moves in lists)
    has_result = record.get("result") in ("first", "second", "draw") and "end" in record
    if not (has_moves and has_result and all(record.get(k) == v for k, v in wanted.items())):
        return False
    try:
        replay(record)
    except InputError:  # it is JSON still, but its moves do not lead to the end that it tells
        return False
    return True


def play_all(
    crew: Crew, game: Game, players: Sequence[str], pairings: Iterable[Pairing]
) -> Iterator[Record]:
    """The records of all games, as they end."""
    if crew.size > 1:
        # Compile before the others start, or each would: the rules, then what the players need.
        play_game(Pairing(game.spec, ("random", "random"), 0, 0, 0))
        for text in players:
            with suppress(Exception):  # whoever cannot move will say so in a game
                player = make_player(text, game)
                if not isinstance(player, OwnPlayer):  # which may end this process, or not answer
                    player.choose(game.start)
    calls = (Call(pairing.number, play_game, (pairing,)) for pairing in pairings)
    for result in crew.each(calls, AHEAD):
        if result.value is not None:  # None: it was stopped
            yield result.value


def as_they_are(game: Game, players: Sequence[str]) -> dict[str, Any]:
    """What decides how players play beside their names: what levels and the usual net are today."""
    levels = {
        text: list(player.level)
        for text in players
        if read_wish(text).name == LEVEL
        and isinstance(player := make_player(text, game), LevelPlayer)
    }
    net = game.usual_net
    return {
        "levels": levels,
        "net": "" if net is None else sha256(net[1].tobytes()).hexdigest()[:HASH_DIGITS],
    }


def line_of(record: Record) -> str:
    """A game in a file."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def distinct(records: Iterable[Record]) -> int:
    """How many games are not repetitions of another one, move by move."""
    return len({(r["position"], *r["opening"], *r["moves"]) for r in records})


def in_folder(
    out: Path | None,
    kind: str,
    question: dict[str, Any],
    command: Sequence[str],
    total: int,
    play: Callable[[Run | None], Result],
    name: str,
    finish: Finish | None,
) -> Result:
    """What `play` finds; in a run that goes on if it was stopped, where a folder is named."""
    if out is None:
        return play(None)
    with open_run(out, kind, question, list(command), total) as run:
        result = play(run)
        write_result(run, name, result, finish)
    return result


def write_result(run: Run, name: str, result: Any, finish: Finish | None) -> None:
    """Write the document of a series and what else belongs to it, and note if it is finished."""
    run.write(name, json.dumps(result.to_dict(), ensure_ascii=False, indent=1) + "\n")
    if finish is not None:
        finish(run, result)
    if not result.stopped:
        run.finish()
