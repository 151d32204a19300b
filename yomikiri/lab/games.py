"""One game between two players: how it is set up, played, recorded and replayed."""

import random
from collections.abc import Sequence
from typing import Any, NamedTuple

from yomikiri.games import load
from yomikiri.games.end import sign
from yomikiri.games.game import Game, State
from yomikiri.lab.apart import apart
from yomikiri.lab.losses import count_losses, solved_table
from yomikiri.lab.openings import RANDOM_START, random_moves
from yomikiri.lab.terms import Terms
from yomikiri.lab.umpire import Umpire
from yomikiri.play import record
from yomikiri.play.dice import seed_of_game
from yomikiri.play.tree import Tree
from yomikiri.players import Player, make_player
from yomikiri.players.player import Forfeit
from yomikiri.rules import CHANCE
from yomikiri.work import is_stopping

MOST_PLIES = 500  # then the game is drawn

Record = dict[str, Any]


class Pairing(NamedTuple):
    """All that decides a game."""

    game: str
    players: tuple[str, str]  # who moves first, who second
    number: int  # games 0 and 1, 2 and 3, ... share an opening
    seed: int  # of the match
    plies: int  # of the opening, at random
    start: str = ""  # a position, or RANDOM_START; "": the game's own
    moves: str = ""  # of the opening, before those at random
    pair: int | None = None  # games of the same one share an opening; None: by their number
    terms: Terms | None = None  # None: nothing is measured, nobody but the players ends the game

    @property
    def opening(self) -> int:
        """Which opening it is."""
        return self.number // 2 if self.pair is None else self.pair


def play_game(pairing: Pairing) -> Record | None:
    """The record of a game; None if it was stopped."""
    game = load(pairing.game)
    start = start_of(game, pairing)
    opening = opening_of(game, pairing, start)
    seeds = [derived(f"{pairing.seed} game {pairing.number} player {side}") for side in (0, 1)]
    terms = pairing.terms or Terms()
    sides = [
        make_player(terms.player(text), game, seed) for text, seed in zip(pairing.players, seeds)
    ]
    if pairing.terms is not None:
        sides = [apart(player, terms.seconds) for player in sides]
    for player, text in zip(sides, pairing.players):
        player.name = text  # as records have it, without the limit that all share
    tree = Tree(
        game,
        start,
        opening,
        players=pairing.players,
        seed=seed_of_game(pairing.seed, pairing.number),
        most_plies=MOST_PLIES,
    )
    begun = tree.node
    umpire = None if pairing.terms is None else Umpire(tree, sides, terms)
    estimates = play_out(tree, sides, umpire)
    if tree.end is None:
        return None
    lost: Record = {}
    if (solved := solved_table(game, begun.state)) is not None:
        moves = tree.moves[len(opening) :]
        found = count_losses(solved, begun.state, moves, sign(tree.end.value))
        lost = {
            "half_points_lost": list(found.half_points),
            "plies_lost": list(found.plies),
            "metric": found.metric,
        }
    written = record.write_line(tree, len(opening), estimates)
    times = {} if umpire is None else {"time": umpire.times()}
    return written | lost | times | {"number": pairing.number, "seed": pairing.seed}


def start_of(game: Game, pairing: Pairing) -> State:
    """Where a game begins; both games of a pair begin alike."""
    if pairing.start == RANDOM_START:
        return game.draw_start(random.Random(f"{pairing.seed} start {pairing.opening}"))
    return game.parse(pairing.start) if pairing.start else game.start


def opening_of(game: Game, pairing: Pairing, start: State) -> list[int]:
    """The moves that are made for the players."""
    moves = game.read_moves(start, pairing.moves)
    seed = f"{pairing.seed} opening {pairing.opening}"
    return moves + random_moves(game, pairing.plies, seed, game.replay(start, moves))


def play_out(
    tree: Tree, sides: Sequence[Player], umpire: Umpire | None = None
) -> list[float | None]:
    """Play to the end, unless it is stopped; what the player who made each move thought of it."""
    estimates: list[float | None] = []
    while tree.end is None and not is_stopping():
        if tree.turn == CHANCE:
            tree.play(tree.throw())
            estimates.append(None)
            continue
        if umpire is not None and (value := umpire.decision()) is not None:
            tree.adjudicate(value)
            break
        try:
            if umpire is None:
                choice = sides[tree.turn].choose(tree.state, tree.history)
            else:
                choice = umpire.choose(tree.turn)
        except Forfeit as forfeit:
            tree.give(tree.turn, forfeit.end, forfeit.message)
            break
        tree.play(choice.move)
        estimates.append(None if choice.exact else choice.value)
    return estimates


def derived(text: str) -> int:
    """A seed for a part of a match."""
    return random.Random(text).getrandbits(32)


def states_of(document: Record) -> list[State]:
    """All positions of a recorded game."""
    tree = record.read(document, load(str(document["game"])))
    return [*tree.history, tree.state]


def replay(document: Record) -> State:
    """The last position of a recorded game; raises InputError if the record is not right."""
    tree = record.read(document, load(record.game_of(document)), most_plies=MOST_PLIES)
    record.check_line(tree, document)
    return tree.state
