"""`make run`: solve the boards of the thesis, and show the answers beside the published ones."""

import os
import shutil
import sys
from pathlib import Path
from typing import NamedTuple

from yomikiri.cli import report
from yomikiri.cli.first_look import compile_here
from yomikiri.cli.interrupt import INTERRUPTED, interruptible
from yomikiri.cli.progress import display
from yomikiri.cli.screen import Screen
from yomikiri.cli.words import Words, duration
from yomikiri.games import load
from yomikiri.games.reversi.published import TABLE_2, TABLE_3, Published
from yomikiri.library.warming import warm_behind
from yomikiri.solve import Answer, solve
from yomikiri.uncompiled import HURRY

SCORED = ("nip:4x4", "nip:4x6", "nip:6x6", "nip:4x8")
WON = ("nip:4x10",)

THESES = "yomikiri reproduce"
NEXT = (
    ("yomikiri play nip:6x6", "demo.play"),
    ("yomikiri analyze nip:4x8", "demo.analyze"),
    ("yomikiri solve nip:4x12 --goal win", "demo.solve"),
)


class Board(NamedTuple):
    """A board to solve, and what the thesis says about it."""

    spec: str
    goal: str
    published: Published


def boards() -> list[Board]:
    """The boards of the thesis's table 2, and those of table 3 that are not in it."""
    scores = {row.game: row for row in TABLE_2}
    winners = {row.game: row for row in TABLE_3}
    return [Board(spec, "score", scores[spec]) for spec in SCORED] + [
        Board(spec, "win", winners[spec]) for spec in WON
    ]


def solve_board(screen: Screen, board: Board) -> Answer:
    """Solve one board with a live line."""
    with display(screen, f"{board.spec} {board.goal}") as live:
        answer = solve(board.spec, goal=board.goal, watch=live)
    assert isinstance(answer, Answer)
    if answer.stopped:  # nothing but Ctrl-C stops a search without limits
        raise KeyboardInterrupt
    return answer


def show_table(screen: Screen, rows: list[tuple[Board, Answer]]) -> None:
    """Our answers beside the thesis's."""
    words = screen.words
    names = ("board", "winner", "final", "node_count", "time", "thesis", "thesis_time")
    table = screen.table(*(words(f"column.{name}") for name in names), right=(3, 4, 6))
    for board, answer in rows:
        final = answer.final
        counted = words.count(final).strip() if final else words("demo.winner_only")
        won = {"first": 0, "second": 1}.get(answer.winner or "")
        winner = words("result.draw", count="") if won is None else words.player(answer.game, won)
        table.add_row(
            board.spec,
            winner,
            counted,
            f"{answer.nodes:,}",
            duration(answer.seconds),
            claim(words, answer, board.published),
            duration(board.published.seconds),
        )
    screen.put(table)


def claim(words: Words, answer: Answer, published: Published) -> str:
    """What the thesis printed."""
    who = words.player(answer.game, int(published.winner == "second"))
    return who + (" {}-{}".format(*published.final) if published.final else "")


def show_figures(screen: Screen, answers: list[Answer]) -> None:
    """The final boards with the numbers of the moves, as in the thesis's figure 10."""
    words = screen.words
    first, second = answers[0].game.looks_like(ascii=screen.ascii)
    screen.print(words("demo.figures", first=first, second=second))
    for answer in answers:
        screen.print()
        screen.print(f"{answer.game}: {report.verdict(words, answer)}", style="bold")
        drawn = answer.game.draw(answer.end, numbers=answer.numbers(), ascii=screen.ascii)
        screen.print(report.indented(drawn))


def run(language: str | None = None, *, behind: bool = False) -> list[Answer]:
    """Solve every board and print what came out.

    `behind` has another process compile what the commands need that are named at the end.
    """
    words = Words(language)
    screen = Screen(words)
    screen.print(words("demo.title"), style="bold")
    compile_here(screen, load(SCORED[0]), "solving")  # so that no board's time includes it
    if behind:
        warm_behind(load(SCORED[0]))
        HURRY.end()  # nothing here waits for it
    rows = []
    for board in boards():
        answer = solve_board(screen, board)
        rows.append((board, answer))
        time = duration(answer.seconds)
        screen.print(f"{board.spec:<10} {report.verdict(words, answer)}, {time}")
    screen.print()
    show_table(screen, rows)
    screen.print(words("demo.wrong"))
    screen.print()
    show_figures(screen, [answer for _, answer in rows])
    screen.print()
    screen.print(words("demo.next"))
    width = max(len(command) for command, _ in NEXT)
    for command, text in NEXT:
        screen.print(f"  {folder()}{command:<{width}}  {words(text)}")
    screen.print(words("demo.theses", command=f"{folder()}{THESES}"))
    return [answer for _, answer in rows]


def folder() -> str:
    """The folder of the command, if a shell would not find it."""
    if shutil.which("yomikiri"):
        return ""
    place = Path(sys.executable).parent
    return f"{os.path.relpath(place)}{os.sep}" if (place / "yomikiri").exists() else ""


def main() -> None:
    """The demonstration; Ctrl-C ends it."""
    code = 0
    try:
        with interruptible(lambda: None):
            run(behind=True)
    except KeyboardInterrupt:
        print(Words()("result.stopped_interrupt"), file=sys.stderr)
        code = INTERRUPTED
    sys.exit(code)


if __name__ == "__main__":
    main()
