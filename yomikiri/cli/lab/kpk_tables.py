"""The command `lab kpk-tables`: the experiments on king and pawn against king, played again."""

from yomikiri.cli.command import command
from yomikiri.cli.lab.report import Games, Seed, check_games, show_row, timed
from yomikiri.cli.screen import Screen
from yomikiri.games import load
from yomikiri.lab.thesis import GAME, MOST_MOVES, PAIRS, Row, experiment
from yomikiri.tables.table import find_table


@command
def kpk_tables(*, games: Games = 100, seed: Seed = 1, screen: Screen) -> int:
    """Play the experiments of the thesis on king and pawn against king again.

    By its text the third repetition draws; its program never notices one.  Both ways are played.
    Half points given away are counted where there is a table of the distances to promotion.
    """
    check_games(games)
    solved = find_table(load(GAME))
    if not screen.as_json:
        columns = [screen.words(f"measure.{name}") for name in ("white", "black")]
        columns += [screen.words("measure.repetition_draws"), screen.words("measure.lost_points")]
        columns += [screen.words("measure.repetition_ignored", moves=MOST_MOVES)]
        show_row(screen, columns)
        screen.row("|---" * len(columns) + "|")
    rows = []
    with timed(screen):
        for white, black in PAIRS:
            by_text, endless = (
                experiment(
                    white, black, games=games, seed=seed, repetition=repetition, solved=solved
                )
                for repetition in (True, False)
            )
            rows.append({"by_text": by_text._asdict(), "endless": endless._asdict()})
            if not screen.as_json:
                lost = "-" if solved is None else "{}, {}".format(*by_text.points_lost)
                ends = [ends_text(screen, row) for row in (by_text, endless)]
                show_row(screen, [white, black, ends[0], lost, ends[1]])
    if screen.as_json:
        screen.document({"game": GAME, "games": games, "seed": seed, "experiments": rows})
    elif solved is None:
        build = f"yomikiri table build {GAME}"
        screen.notes.print(screen.words("measure.no_table", command=build))
    return 0


def ends_text(screen: Screen, row: Row) -> str:
    """How the games of an experiment ended."""
    counts = {"wins": row.wins, "draws": row.draws, "undecided": row.undecided}
    return screen.words("measure.ends", **counts)
