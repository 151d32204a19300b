"""The command `table map`: one man on every square."""

from pathlib import Path

from yomikiri.cli import screen
from yomikiri.cli.options import check_writable, folder_of
from yomikiri.cli.table.probe import game_of
from yomikiri.cli.words import Words
from yomikiri.errors import InputError
from yomikiri.games.ending.game import EndingGame
from yomikiri.solve.options import read_position
from yomikiri.tables.placing import place_everywhere
from yomikiri.tables.table import Table


def map_and_report(
    asked: str,
    piece: str,
    *,
    position: str | None,
    folder: Path | None,
    out: Path | None,
    as_json: bool,
    words: Words,
) -> int:
    """One man on every square: text, or a picture in a file."""
    game, where = game_of(asked, position)
    if not isinstance(game, EndingGame):
        raise InputError(f"maps are for chess endings, not for {game}")
    state = read_position(game, where, "")
    if out is not None:
        check_writable(out)
    table = Table(game, folder_of(folder))
    found = place_everywhere(table, state, piece)
    table.close()
    if out is not None:
        found.save(out)
    if as_json:
        values = {
            game_square: {"wdl": probe.wdl, game.metric: probe.distance}
            for game_square, probe in found.named().items()
        }
        screen.print_json({"position": game.show(state), "piece": found.man, "squares": values})
        return 0
    print(found.text())
    print(words("map_legend"))
    if out is not None:
        print(words("wrote", file=out))
    return 0
