"""Doors at which a person types: games, positions, moves, starts, players and their measures."""

import random
from pathlib import Path
from typing import ClassVar

from tests.fuzz.door import Door, ask_all
from tests.fuzz.mutating import spoil_text
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.lab.openings import read_openings, start_of_match
from yomikiri.lab.positions import read_position
from yomikiri.lab.sprt import read_test
from yomikiri.lab.terms import read_terms
from yomikiri.players import make_player
from yomikiri.solve.options import read_goal, read_memory

SPECS = (
    "tictactoe", "connect4:4x5", "connect4", "nip:4x4", "nip:6x8,rim=lap", "nip:8x8", "othello:3x5",
    "othello:8x8", "ending:KPK", "ending:KQKR", "ending:KBNK", "janken:single", "janken:simple",
    "janken:full", "minishogi", "dobutsu", "gorogoro", "anpanman",
)  # fmt: skip
STRINGS = (
    *SPECS, "nip", "othello:5x5,start=cross2", "ending:KQKP,metric=dtz", "kpk",
    "shogi-file:knights.toml",
    "janken:single,dice=on", "nip:6x6,rim=lap,empties=winner", "minishogi,repetition=draw",
    "ending",
    "dobutsu,try=off", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1",
)  # fmt: skip
PLAYERS = (
    "random", "greedy", "alphabeta:depth=4", "alphabeta:seconds=0.5,endgame=12,eval=net", "level:5",
    "alphabeta:nodes=1000,eval=linear", "monte:10,10,8,100",
    "monte:10,10,8,100,capture=0.5,prune=on",
    "mcts:playouts=1000,explore=1.4,threads=2", "perfect", "perm", "peai:depth=2",
    "takeda:eval=goal",
    "takeda:depth=3,attack=5", "terada:zone=2,check=on", "usi:no-such-program --now,depth=3",
    "uci:no-such-program", "own:no_such_file.py:Careful", "level:0",
    "alphabeta:depth=2,book=no.sqlite",
)  # fmt: skip
OPENINGS = ("random=4", "all=3", "random-start", "random=2,all=1", "openings.txt", "random=0")
PLIES = 12  # of a good position


def good_positions(game: Game) -> list[str]:
    """Positions of a random game."""
    chance, state, found = random.Random(str(game)), game.start, []
    for _ in range(PLIES):
        found.append(game.show(state))
        if not (moves := game.legal_moves(state)):
            break
        state = game.play(state, chance.choice(moves))
    return found


def good_line(game: Game) -> list[str]:
    """The moves of a random game."""
    chance, state, found = random.Random(str(game)), game.start, []
    for _ in range(PLIES):
        if not (moves := game.legal_moves(state)):
            break
        move = chance.choice(moves)
        found.append(game.move_name(state, move))
        state = game.play(state, move)
    return found


class Games(Door):
    """`name[:variant][,switch=value...]`"""

    name = "games"

    def make(self, chance: random.Random) -> str:
        return spoil_text(chance, chance.choice(STRINGS), STRINGS)

    def ask(self, given: str) -> None:
        game = load(given)
        assert load(str(game)) is game


class OfGames(Door):
    """Texts that belong to a game."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.games = [load(spec) for spec in SPECS]
        self.texts = [self.good(game) for game in self.games]

    def good(self, game: Game) -> list[str]:
        """Good texts of a game."""
        raise NotImplementedError

    def make(self, chance: random.Random) -> tuple[int, str]:
        which = chance.randrange(len(self.games))
        others = self.texts[which] if chance.random() < 0.8 else chance.choice(self.texts)
        return which, spoil_text(chance, chance.choice(self.texts[which]), others)


class Positions(OfGames):
    """Positions as text, and lines of files of positions."""

    name = "positions"

    def good(self, game: Game) -> list[str]:
        return good_positions(game)

    def ask(self, given: tuple[int, str]) -> None:
        which, text = given
        position = self.games[which].position(text)
        assert (position.outcome is None) == bool(position.moves)
        assert self.games[which].parse(position.text) == position.state
        assert str(position)


class Moves(OfGames):
    """Moves from the start, and what stands in a file of positions."""

    name = "moves"

    def good(self, game: Game) -> list[str]:
        line = good_line(game)
        return [*line, " ".join(line), "".join(line), ", ".join(line)]

    def ask(self, given: tuple[int, str]) -> None:
        which, text = given
        game = self.games[which]
        ask_all(lambda: game.position().play(text), lambda: read_position(game, text))


class Starts(OfGames):
    """`--start`: how dice and men stand at the start, positions, openings."""

    name = "starts"
    words: ClassVar = (
        "random",
        "gcp.gpc/gcp.gcp",
        "gcp/gpc",
        "グーチョキ.グーパー/gcp.gcp",
        *OPENINGS,
    )

    def good(self, game: Game) -> list[str]:
        return [*good_positions(game)[:3], *self.words]

    def ask(self, given: tuple[int, str]) -> None:
        which, text = given
        game = self.games[which]
        if "all" in text.lower():  # as many as there are: that may take long
            start_of_match(game, text)
        else:
            ask_all(lambda: start_of_match(game, text), lambda: read_openings(text, game))


class Players(OfGames):
    """Players; nobody is asked for a move."""

    name = "players"

    def good(self, game: Game) -> list[str]:
        return list(PLAYERS)

    def ask(self, given: tuple[int, str]) -> None:
        which, text = given
        player = make_player(text, self.games[which])
        assert make_player(player.name, self.games[which]).name == player.name


class Terms(Door):
    """Limits, tests, goals, memory: the small texts of options."""

    name = "terms"
    texts: ClassVar = (
        "nodes=1000", "depth=4", "seconds=0.1", "clock=60+1", "clock=10", "resign=3,4", "table",
        "4,8",
        "elo0=0,elo1=10", "elo0=-5,elo1=5,alpha=0.1,beta=0.05,model=normalized", "score",
        "stages=4,8",
        "win", "mate", "stages=all", "stages=4,8,wide", "1GiB", "512MiB", "100MB", "1.5GB", "2048",
    )  # fmt: skip

    def make(self, chance: random.Random) -> str:
        return spoil_text(chance, chance.choice(self.texts), self.texts)

    def ask(self, given: str) -> None:
        ask_all(
            lambda: read_terms(given, ""),
            lambda: read_terms("", given),
            lambda: read_test(given),
            lambda: read_goal(given),
            lambda: read_memory(given),
        )
