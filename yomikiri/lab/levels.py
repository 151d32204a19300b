"""How far apart the levels of a game are: every level against the one below it."""

from collections.abc import Iterator, Sequence

from yomikiri.games.game import Game
from yomikiri.lab.match import MatchResult, play_match
from yomikiri.players.levels import LEVELS

GAMES = 100
SEED = 1
PLIES = 6  # of the opening, at random
LEAST, MOST = 0.65, 0.85  # what a level should score against the one below


def measure(
    game: Game | str,
    *,
    games: int = GAMES,
    seed: int = SEED,
    openings_plies: int = PLIES,
    jobs: int = 1,
    levels: Sequence[int] = range(1, len(LEVELS)),
) -> Iterator[MatchResult]:
    """Matches of each of these levels against the one below, one after the other."""
    for level in levels:
        yield play_match(
            game,
            f"level:{level}",
            f"level:{level - 1}",
            games=games,
            seed=seed,
            openings_plies=openings_plies,
            jobs=jobs,
        )
