"""The thesis on Nip (003): its table 1, results of small Othello boards from the literature.

Some printed counts leave cells empty though the winner could have more: there the winner must have
got the empty cells (`empties=winner`), as all those counts are best by that rule.
"""

from collections.abc import Sequence

from yomikiri.games import load
from yomikiri.games.reversi.published import TABLE_1
from yomikiri.games.reversi.published import Row as Quoted
from yomikiri.theses.nip_search import solved
from yomikiri.theses.switches import backed
from yomikiri.theses.table import SCORE, Effort, Part, Row, Table, Work
from yomikiri.words import Message, message

# Boards whose scores take longer than a sample may, and minutes of the processor.
LONG = {"othello:4x10": 2, "othello:6x6": 9, "othello:6x6,start=parallel": 25}
LASTING = "othello:6x6"  # needs a store, to go on after a stop


def score_of(game: str) -> Part:
    """The value of a board; a long solve goes on after a stop."""
    store = "default" if game.startswith(LASTING) else None
    return Part(Work(solved, (game, "score", store)), ("value",))


def reason(known: Quoted) -> Message:
    """Why a row comes out otherwise than it was printed."""
    black, white = known.final
    if (black > white) != (known.winner == "first"):
        return message("thesis.why.misprint")
    return backed("quoted", ["empties"])


def table_1(effort: Effort) -> Sequence[Row]:
    """Othello, quoted from the literature: stone differences."""
    rows = []
    for known in TABLE_1:
        is_made = not (effort.is_quick and known.game.startswith(tuple(LONG)))
        minutes = LONG.get(known.game) or LONG.get(known.game.partition(",")[0], 0)
        why_not = message("thesis.why.too_long", minutes=minutes)
        black, white = known.final
        label = known.game.removeprefix("othello:")
        ours = score_of(known.game) if is_made else None
        rows.append(Row(label, black - white, ours, None, reason(known), SCORE, why_not))
        empty = len(load(known.game).places) - black - white
        if empty and not known.game.startswith(LASTING):
            filled = black - white + (empty if black > white else -empty)
            to_winner = score_of(f"{known.game},empties=winner")
            theirs = to_winner if is_made and effort.makes("empties") else None
            named = message("thesis.row.to_winner", board=label)
            why = message("thesis.why.unknown")
            rows.append(Row(named, filled, None, theirs, why, SCORE, why_not))
    return rows


TABLES = (Table("003", "table-1", table_1, minutes=30),)
