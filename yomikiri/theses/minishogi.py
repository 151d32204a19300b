"""The tables and figures of the thesis on minishogi (001)."""

from collections.abc import Sequence

from yomikiri.games import load
from yomikiri.lab.plots import groups
from yomikiri.players import make_player
from yomikiri.theses.games import counted, match
from yomikiri.theses.switches import backed
from yomikiri.theses.table import Effort, Made, Part, Row, Say, Table, Value, Work
from yomikiri.words import Message, message

GAMES, QUICK = 10, 4
RAND, MONTE, FIFTH = "Rand", "Monte", "[5]"
OURS = {RAND: "random", MONTE: "monte:10,10,8,100", FIFTH: "alphabeta:depth=3"}
GAME = "minishogi"
PLAIN = "monte:0,0,0,100"  # every move gets whole games
# The mistakes of its program: what it does, and what would be right.
OPTIONS = {
    "zone": ("2", "1"),
    "check": ("off", "on"),
    "board": ("kept", "back"),
    "values": ("shifted", "right"),
    "final": ("50", "100"),
}
RULES = ("zone", "check")  # those that are mistakes in the rules, too

# Table 1: who moves first, who second, the wins of both.
TABLE_1 = (
    (RAND, MONTE, 8, 2),
    (MONTE, RAND, 0, 10),
    (MONTE, MONTE, 2, 8),
    (MONTE, FIFTH, 0, 10),
    (FIFTH, MONTE, 1, 9),
)
TURNED = ((RAND, MONTE), (MONTE, RAND), (FIFTH, MONTE))  # printed the wrong way round

ROWS = {"first_wins": "thesis.row.stage_1", "wins": "thesis.row.stage_2"}
# Why the wins of a stage differ: by the mistakes that reach it.
WHY = {
    "first_wins": backed("few_plies", ["zone", "check", "values"]),
    "wins": backed("never_back", ["board", "final"]),
}


def terada(effort: Effort, *more: str) -> str:
    """The printed program with the mistakes that it is to make."""
    right = [f"{name}={value}" for name, (_, value) in OPTIONS.items() if not effort.makes(name)]
    return ":".join(filter(None, ("terada", ",".join((*right, *more)))))


def its_game(effort: Effort) -> str:
    """Minishogi by the rules of the printed program."""
    wrong = [f"{name}={OPTIONS[name][0]}" for name in RULES if effort.makes(name)]
    return ",".join((GAME, *wrong))


def table_1(effort: Effort) -> Sequence[Row]:
    """All pairings; the browser game [5] is not at hand, another player takes its place."""
    games = effort.games_of(GAMES, QUICK)
    players = OURS | {MONTE: terada(effort)}
    rows = []
    for first, second, *printed in TABLE_1:
        ours = match(GAME, OURS[first], OURS[second], games, effort.seed)
        theirs = match(its_game(effort), players[first], players[second], games, effort.seed)
        for side, published in zip(("first", "second"), printed, strict=True):
            row = message(f"thesis.row.{side}_wins", first=first, second=second)
            why = reason(first, second, effort.told(GAMES, QUICK))
            wins = [counted(works, "side", side) for works in (ours, theirs)]
            rows.append(Row(row, published, wins[0], wins[1], why))
    return rows


def reason(first: str, second: str, games: Message) -> Message:
    """Why a row comes out otherwise than it was printed."""
    if FIFTH in (first, second):
        name = "fifth_turned" if (first, second) in TURNED else "fifth"
        return message(f"thesis.why.{name}", player=OURS[FIFTH], games=games)
    if (first, second) in TURNED:
        return message("thesis.why.turned", games=games)
    return backed("chance", OPTIONS, games=games)


def rates(game: str, player: str, seed: int) -> dict[str, dict[str, int | None]]:
    """What a player counted for each move of the start: games won in both stages, by its name."""
    loaded = load(game)
    found = make_player(player, loaded, seed).explain(loaded.start).reasons
    return {
        loaded.move_name(loaded.start, reason.move): {
            stage: None if stage not in reason.numbers else int(reason.numbers[stage])
            for stage in ("first_wins", "wins")
        }
        for reason in found
    }


def by_move(effort: Effort, ours: str, theirs: str, stages: Sequence[str]) -> Sequence[Row]:
    """A row for each move of the start and each stage, as the program numbers them."""
    game = load(GAME)
    program = game.own_players["terada"]
    moves = program.order(game.start, game.legal_moves(game.start))
    found, its = (
        Work(rates, (GAME, ours, effort.seed)),
        Work(rates, (its_game(effort), theirs, effort.seed)),
    )
    rows = []
    for stage in stages:
        for j, move in enumerate(moves):
            name = game.move_name(game.start, move)
            row = message(ROWS[stage], j=j, move=name)
            why = WHY[stage]
            rows.append(Row(row, None, Part(found, (name, stage)), Part(its, (name, stage)), why))
    return rows


def figure_3(effort: Effort) -> Sequence[Row]:
    """The plain method: whole random games after every move."""
    return by_move(effort, PLAIN, terada(effort, "threshold=0"), ("wins",))


def figure_4(effort: Effort) -> Sequence[Row]:
    """The method of the thesis: a few plies, then whole games for the moves that won 8 of 10."""
    return by_move(effort, OURS[MONTE], terada(effort), ("first_wins", "wins"))


def rates_plot(rows: Sequence[Made], say: Say) -> str:
    """The games won after each move, by legal games and by those of the program."""
    series = [
        (say(message(f"thesis.column.{name}")), [number(getattr(row, name)) for row in rows])
        for name in ("ours", "with_mistakes")
    ]
    return groups([say(row.row) for row in rows], series)


def number(value: Value) -> float | None:
    """A value as a bar shows it."""
    return value if isinstance(value, int | float) else None


TABLES = (
    Table("001", "table-1", table_1),
    Table("001", "figure-3", figure_3, rates_plot),
    Table("001", "figure-4", figure_4, rates_plot),
)
