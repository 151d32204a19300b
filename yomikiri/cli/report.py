"""What the commands print: answers, boards with the moves' numbers, lists of games."""

from collections.abc import Sequence

from rich.table import Table

from yomikiri.cli.screen import Screen
from yomikiri.cli.words import Words, duration, signed
from yomikiri.games.claim import FOUND, Claim, Known
from yomikiri.solve import Analysis, Answer
from yomikiri.solve.answer import MATE
from yomikiri.tables.build import table_helps
from yomikiri.tables.files import building

INDENT = "  "


def indented(text: str) -> str:
    """A block of lines, moved to the right."""
    return "\n".join(INDENT + line for line in text.splitlines())


def show_answer(screen: Screen, answer: Answer) -> None:
    """The answer of `solve`, and the board at the end of its line as in a printed game record."""
    game, words = answer.game, screen.words
    screen.print(f"{game}  {game.show(answer.position)}  ({answer.goal})")
    screen.print(verdict(words, answer), style="bold")
    rows = []
    if answer.best_moves:
        name = "result.best_moves" if answer.exact else "result.best_so_far"
        rows.append((words(name), " ".join(answer.best_moves)))
    if answer.line:
        rows.append((words("result.line"), " ".join(answer.line)))
    found = as_known(answer)
    rows += [(words("result.published"), words.claim(game, it, found)) for it in claims_of(answer)]
    if rows:
        screen.put(pairs(rows))
    if answer.line:
        screen.print()
        screen.print(indented(game.draw(answer.end, numbers=answer.numbers(), ascii=screen.ascii)))
        screen.print()
    if answer.distance is not None:
        screen.print(words("result.distance", n=answer.distance))
    if answer.source == "table":
        screen.print(words("result.from_table"))
        return
    if answer.stopped and answer.goal != MATE and table_helps(game):
        screen.print(words("result.table_helps", command=building(game)))
    screen.print(cost(words, answer.nodes, answer.seconds, answer.threads))


def cost(words: Words, nodes: int, seconds: float, threads: int) -> str:
    """What a search took."""
    return words("result.cost", nodes=nodes, time=duration(seconds), threads=threads)


def claims_of(answer: Answer) -> Sequence[Claim]:
    """What others stated about the solved position, and solving can check."""
    claims = answer.game.claims() if answer.position == answer.game.start else ()
    return [claim for claim in claims if not claim.figure and claim.kind != FOUND]


def as_known(answer: Answer) -> Known:
    """What claims are compared with: the winner, and the value if it was asked for."""
    value = answer.value if answer.exact and answer.goal == "score" else None
    return Known(str(answer.game), answer.winner or "", value, answer.distance)


def verdict(words: Words, answer: Answer) -> str:
    """One line: who wins, or what is known about it."""
    game, winner = answer.game, answer.winner
    if answer.exact and answer.value is not None:
        text = words.result(game, answer.value, answer.final)
        if answer.goal == "score" and game.has_score and answer.value:
            who = words.player(game, int(answer.value < 0))
            count = words.count(answer.final)
            return words("result.wins_by", who=who, count=count, value=signed(answer.value))
        return text
    if answer.goal == MATE and not answer.stopped:
        return words("result.no_mate")
    known = words("result.unknown")
    if winner in ("first", "second"):
        who = words.player(game, int(winner == "second"))
        known = words("result.wins", who=who, count="")
    bounds = words(
        "result.between",
        who=words.player(game, 0),
        lower=signed(answer.lower),
        upper=signed(answer.upper),
    )
    return f"{words(f'result.stopped_{answer.stopped}')}: {known}; {bounds}"


def pairs(rows: Sequence[tuple[str, str]]) -> Table:
    """Names with what belongs to them, folded where the terminal ends."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(no_wrap=True)
    grid.add_column()
    for name, content in rows:
        grid.add_row(name, content)
    return grid


def show_analysis(screen: Screen, analysis: Analysis) -> None:
    """The table of `analyze`: every move, best first."""
    game, state, words = analysis.game, analysis.position, screen.words
    if analysis.value is None:
        screen.print(words("result.unknown"))
        return
    if not analysis.moves:
        value = round(-analysis.value if game.mover(state) else analysis.value)
        screen.print(words("play.over", result=words.result(game, value, game.final(state))))
        return
    if analysis.source == "table":
        screen.put(table_rows(screen, analysis))
        screen.print(words("result.from_table"))
        return
    names = list(dict.fromkeys(name for entry in analysis.moves for name in entry.numbers))
    table = screen.table(
        words("column.move"),
        words("column.value"),
        *(words(f"term.{name}") for name in names),
        words("column.kind"),
        words("result.line"),
        right=tuple(range(1, 2 + len(names))),
    )
    for entry in analysis.moves:
        kind = words("result.exact") if entry.exact else words("result.estimate")
        shown = signed(entry.value) if entry.is_valued else ""
        numbers = [f"{entry.numbers[name]:g}" if name in entry.numbers else "" for name in names]
        move = entry.move + ("*" if entry.chosen else "")
        table.add_row(move, shown, *numbers, kind if shown else "", " ".join(entry.line))
    screen.put(table)
    if analysis.player:
        screen.print(words("result.by_player", player=analysis.player))
    elif not all(entry.exact for entry in analysis.moves):
        kind = "result.means" if game.has_chance else "result.estimates"
        screen.print(words(kind, depth=analysis.depth))
        if game.metrics:
            screen.print(words("result.build_table", command=f"yomikiri table build {game}"))
    screen.print(cost(words, analysis.nodes, analysis.seconds, analysis.threads))


def table_rows(screen: Screen, analysis: Analysis) -> Table:
    """Every move by a table: its plies, and a mark for the best, or the only one that keeps it."""
    best, words = analysis.moves[0], screen.words
    keeping = [entry for entry in analysis.moves if entry.value == best.value]
    is_only = len(keeping) == 1 < len(analysis.moves) and best.value >= 0
    rows = screen.table(
        words("column.move"),
        words("column.value"),
        words("column.plies"),
        "",
        words("result.line"),
        right=(1, 2),
    )
    for entry in analysis.moves:
        mark = (
            words("result.only_move" if is_only else "result.best")
            if entry.rank == best.rank
            else ""
        )
        plies = "" if entry.distance is None else str(entry.distance)
        line = " ".join(entry.line)
        rows.add_row(entry.move, signed(entry.value), plies, mark, line)
    return rows
