"""The atlas made, or continued: each board is solved, proved, checked and added as a line.

The folder is a run: `boards.jsonl` has a line for each board, certificates of up to 200 kB lie
beside it.  A board whose line is there is not solved again, unless its rules have changed since.
Long solves have a store in the folder `stores`, so that they go on where they were.
"""

import time
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from yomikiri.atlas.boards import FORECAST, SOLVE, TABLE, Board
from yomikiri.errors import Said, reason
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.solve import Answer, solve
from yomikiri.solve.forecast import forecast
from yomikiri.solve.stores import read_store
from yomikiri.tables.build import build_table
from yomikiri.tables.files import tables_folder
from yomikiri.verify.verdict import verify
from yomikiri.work import Call, heed, hire
from yomikiri.work.runs import Document, Run, machine, open_run, read_lines, time_now, versions

KIND, BOARDS = "atlas", "boards.jsonl"
QUESTION = {"atlas": 1}  # the same for every run: what is missing can always be added
MADE, PARTIAL, OLDER, MISSING = "made", "partial", "older", "missing"
CERTIFICATE = ".certificate"
SHIPPED = 200_000  # bytes: a larger certificate is named by its hash only
COMPILING = 1  # nodes: to compile what a solve needs before its time is measured

Lines = dict[tuple[str, str, str], Document]
Watch = Callable[[Sequence[Board], Sequence[Board]], None]  # boards made, and those to come


class Refuted(Said):
    """A certificate was made that does not prove its claim: a solver or a checker is wrong."""


def read_atlas(folder: Path) -> Lines:
    """The lines of an atlas, of each board the last; none if there is no such folder."""
    path = folder / BOARDS
    try:
        data = path.read_bytes() if path.exists() else b""
    except OSError as error:
        raise Said("command.system", file=str(path), why=reason(error)) from None
    whole = data[: data.rfind(b"\n") + 1].splitlines(keepends=True)
    return by_board(line for _, line in read_lines(path, whole))


def by_board(lines: Iterable[Document]) -> Lines:
    """Of each board the last line."""
    return {(line["kind"], line["game"], line["goal"]): line for line in lines}


def is_made(board: Board, lines: Mapping[tuple[str, str, str], Document]) -> bool:
    """Whether there is a whole line by the rules of today."""
    return state_of(board, lines) == MADE


def state_of(board: Board, lines: Mapping[tuple[str, str, str], Document]) -> str:
    """What there is of a board; a line that was put together by hand may lack something."""
    line = lines.get(board.key)
    if line is None:
        return MISSING
    if line["rules_hash"] != load(board.game).rules_hash:
        return OLDER
    return PARTIAL if line.get("partial") else MADE


def make_atlas(
    folder: Path,
    boards: Sequence[Board],
    *,
    jobs: int = 1,
    seconds: float | None = None,
    command: list[str] | None = None,
    watch: Watch | None = None,
) -> Iterator[Document]:
    """Make the boards that are missing, the quick ones first; each line as it comes."""
    with open_run(folder, KIND, QUESTION, command) as run:
        known = by_board(run.lines(BOARDS))
        made = [board for board in boards if is_made(board, known)]
        missing = [board for board in boards if board not in made]
        missing.sort(key=lambda board: board.seconds)
        yield from solve_missing(run, made, missing, jobs, seconds, watch)


def solve_missing(
    run: Run,
    made: list[Board],
    missing: list[Board],
    jobs: int,
    seconds: float | None,
    watch: Watch | None,
) -> Iterator[Document]:
    """Hand the boards out, and keep what comes."""
    end = None if seconds is None else time.time() + seconds
    calls = [Call(board.key, make_line, (board, run.folder, end)) for board in missing]
    waiting: dict[Hashable, Board] = {board.key: board for board in missing}
    if watch is not None:
        watch(made, missing)
    with hire(min(jobs, max(1, len(missing)))) as crew:
        for result in crew.each(calls, ahead=1):
            board = waiting.pop(result.key)
            if result.value is not None:  # else the time was up
                run.add(BOARDS, result.value)
                made.append(board)
                yield result.value
            if watch is not None:
                watch(made, list(waiting.values()))


# What a worker does.


def make_line(board: Board, folder: Path, end: float | None) -> Document | None:
    """A line of the atlas; None if the time was up before it was known."""
    seconds = None if end is None else end - time.time()
    if seconds is not None and seconds <= 0:
        return None
    game = load(board.game)
    made = {"version": versions()["yomikiri"], "machine": machine(), "made": time_now()}
    head: Document = {"kind": board.kind, "game": board.game, "goal": board.goal}
    head["rules_hash"] = game.rules_hash
    if board.kind == FORECAST:
        return head | {"forecast": forecast(game, game.start, board.goal).to_dict()} | made
    found: Document | None
    if board.kind == TABLE:
        found = by_table(board, game, folder)
    elif board.is_stored:
        found = by_store(board, game, folder, seconds)
    else:
        found = at_once(board, game, folder, seconds)
    return None if found is None else head | found | made


def at_once(board: Board, game: Game, folder: Path, seconds: float | None) -> Document | None:
    """A board that is solved in one go."""
    solve(game, goal=board.goal, nodes=COMPILING)
    begun = time.process_time()
    answer = solution(board, game, seconds=seconds, certificate=proof_of(board, folder))
    if not answer.exact:
        return None
    return solved(board, answer, folder, time.process_time() - begun)


def by_store(board: Board, game: Game, folder: Path, seconds: float | None) -> Document | None:
    """A long solve: its facts are in a store, which stays in `stores`."""
    store = folder / "stores" / (board.file + ".sqlite")
    store.parent.mkdir(exist_ok=True)
    begun = time.process_time()
    proof = proof_of(board, folder)
    answer = solution(board, game, seconds=seconds, store=store, certificate=proof)
    if not answer.exact or answer.certificate is None:
        return None
    with read_store(store) as facts:
        tasks = sum(task.seconds for task, _ in facts.all_tasks())
    spent = max(time.process_time() - begun, tasks)  # of this session, or of all
    return solved(board, answer, folder, spent) | {"tasks": answer.tasks}


def by_table(board: Board, game: Game, folder: Path) -> Document:
    """A game whose positions can come again: all of them are valued."""
    begun = time.process_time()
    build_table(game, tables_folder(), watch=heed)
    answer = solution(board, game, certificate=proof_of(board, folder))
    found = solved(board, answer, folder, time.process_time() - begun)
    positions = sum(cls.size for cls in game.table_classes())
    return found | {"nodes": None, "positions": positions}


def solution(board: Board, game: Game, **options: Any) -> Answer:
    """The answer to a board; it ends when nobody waits for it any more."""
    answer = solve(game, goal=board.goal, watch=heed, **options)
    assert isinstance(answer, Answer)  # no goal of the atlas has stages
    if answer.certificate is not None and answer.certificate.fault:
        raise Said("command.system", file=answer.certificate.file, why=answer.certificate.fault)
    return answer


def proof_of(board: Board, folder: Path) -> Path:
    """Where the certificate of a board is made."""
    return folder / (board.file + CERTIFICATE)


def solved(board: Board, answer: Answer, folder: Path, seconds: float) -> Document:
    """What a line says about a board that is solved; its certificate is checked before."""
    final = answer.final
    return {
        "value": answer.value,
        "winner": answer.winner,
        "final": None if final is None else [final.first, final.second],
        "distance": answer.distance,
        "best_moves": [str(move) for move in answer.best_moves],
        "line": [str(move) for move in answer.line],
        "nodes": answer.nodes,
        "cpu_seconds": round(seconds, 2),
        "certificate": proved(board, proof_of(board, folder), answer),
    }


def proved(board: Board, path: Path, answer: Answer) -> Document:
    """A certificate that was checked, with the SHA-256 that it names; a large file is removed."""
    found = verify(path, fast=board.kind == SOLVE)  # of others there is no compiled checker
    if not found.valid:
        raise Refuted("atlas.refuted", file=str(path), why=found.reason)
    data = path.read_bytes()
    wrote = answer.certificate
    assert wrote is not None
    if len(data) > SHIPPED:
        path.unlink()
    return {
        "file": path.name if len(data) <= SHIPPED else None,
        "bytes": len(data),
        "sha256": data[: data.index(b"\n")].split()[-1].decode(),  # of all after the first line
        "positions": wrote.positions,
        "moves": wrote.moves,
        "cut": wrote.cut,
        "checked": found.checked.positions,
    }


def command_of(line: Mapping[str, Any]) -> str:
    """What makes a line and its certificate again."""
    game, goal = line["game"], line["goal"]
    if line["kind"] == FORECAST:
        return f"yomikiri forecast {game} --goal {goal}"
    wanted = "" if goal == "score" else f" --goal {goal}"
    store = " --store default" if line.get("tasks") else ""
    proof = " --certificate FILE" if line["certificate"] else ""
    solving = f"yomikiri solve {game}{wanted}{store}{proof}"
    return f"yomikiri table build {game} && {solving}" if line["kind"] == TABLE else solving
