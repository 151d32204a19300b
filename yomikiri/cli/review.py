"""The command `review`: every move of a game judged."""

from typing import Annotated

import typer

from yomikiri.cli.batch import Batch, run_entries
from yomikiri.cli.command import command
from yomikiri.cli.interrupt import asking
from yomikiri.cli.options import Effort, Many, require_file, whole
from yomikiri.cli.progress import live_line
from yomikiri.cli.screen import Screen
from yomikiri.cli.words import Words, signed
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.lab.positions import read_games
from yomikiri.play.files import open_file
from yomikiri.play.judging import BEST, FORCED, Judged
from yomikiri.play.review import Review, Summary
from yomikiri.play.review import review as judge


@command
def review(
    saved: Annotated[str | None, typer.Argument(metavar="RECORD")] = None,
    *,
    game: Annotated[str | None, typer.Option(metavar="GAME")] = None,
    depth: Annotated[int | None, typer.Option(parser=whole, metavar="D")] = None,
    effort: Effort,
    many: Many,
    screen: Screen,
) -> int:
    """Judge every move of a game, or of many."""
    words = screen.words
    if many.file is not None and game is None:
        saved, game = None, saved  # as the other commands say it: `review GAME --file FILE`
    named = None if game is None else load(game)
    if (saved is None) == (many.file is None):
        raise InputError("review.one_file")
    if many.file is not None:
        played, entries = read_games(many.file, named)
        asked = {"depth": depth, **effort._asdict()}
        return run_entries(screen, Batch(played, many, "review", asked, entries))
    require_file(many)
    assert saved is not None
    tree = open_file(saved, named)
    if not tree.node.path()[1:] and not tree.root.children:
        raise InputError("review.empty", file=saved)

    def show(found: Review) -> None:
        screen.report(found, show_review)

    def give_up() -> None:
        if screen.as_json:
            screen.document({"game": str(tree.game), "moves": [], "stopped": "interrupt"})

    with (
        live_line(screen, words("review.reading", game=tree.game)) as tell,
        asking(show, give_up) as question,
    ):

        def watch(done: int, total: int, last: Judged | None) -> None:
            tell(words("review.progress", done=done, total=total))

        question.answer = judge(tree, depth=depth, watch=watch, **effort._asdict())
        tell("")
    return question.code


def show_review(screen: Screen, found: Review) -> None:
    """Every move with its value, and what each side gave away."""
    words, game = screen.words, found.game
    screen.print(words("review.title", game=game, n=len(found.moves)))
    if found.stopped:
        screen.print(words("review.interrupted", n=len(found.moves)))
    table = screen.table(
        words("review.ply"),
        words("column.move"),
        words("column.value"),
        words("review.judgement"),
        words("review.better"),
        right=(0, 2),
    )
    for move in found.moves:
        is_good = move.judgement in (BEST, FORCED)
        table.add_row(
            str(move.ply),
            move.move,
            value_of(words, game, move),
            judgement_of(words, move),
            "" if is_good else " ".join(move.best_moves[:3]),
        )
    screen.put(table)
    screen.print(words("review.legend", who=words.player(game, 0)))
    for summary in found.summaries:
        show_summary(screen, game, summary)


def value_of(words: Words, game: Game, move: Judged) -> str:
    """What a move was worth: exactly, or the chance to win."""
    if move.value is None:
        return ""
    if not move.exact:
        return words("review.percent", n=round(100 * move.chance))
    away = "" if move.distance is None else f" ({move.distance})"
    return signed(round(move.value)) + away


def judgement_of(words: Words, move: Judged) -> str:
    """What a move is called."""
    said = words(f"review.{move.judgement}")
    if move.exact or move.judgement in (BEST, FORCED):
        return said
    return words("review.estimated", judgement=said)


def show_summary(screen: Screen, game: Game, summary: Summary) -> None:
    """What one side did."""
    words = screen.words
    who = words.player(game, summary.side)
    if summary.player:
        who = f"{who} ({summary.player})"
    counts = {name: getattr(summary, name) for name in ("moves", "best", "slips")}
    counts |= {"mistakes": summary.mistakes, "blunders": summary.blunders}
    screen.print(words("review.side", who=who, **counts))
    if summary.accuracy is not None:
        percent = round(100 * summary.accuracy)
        half = summary.half_points
        screen.print(words("review.accuracy", percent=percent, n=summary.chances, half=half))
    if summary.score_lost:
        screen.print(words("review.score_lost", n=summary.score_lost))
    if summary.moves:
        screen.print(words("review.mean_loss", percent=f"{100 * summary.mean_loss:.1f}"))
