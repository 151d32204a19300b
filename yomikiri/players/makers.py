"""Each player made from what was typed: its options checked, its defaults.

`make_player` calls these; a new player is a function here and a line in MAKERS.
"""

from collections.abc import Callable, Mapping
from functools import partial

import numpy as np

from yomikiri.games import by_metric
from yomikiri.games.game import Game
from yomikiri.games.net import is_net
from yomikiri.players.book import Book
from yomikiri.players.levels import LevelPlayer, levels_of
from yomikiri.players.monte_carlo import RandomGamesPlayer
from yomikiri.players.options import (
    Number,
    OneOf,
    Switch,
    UnknownPlayer,
    Wish,
    read_numbers,
)
from yomikiri.players.own import OwnPlayer, find
from yomikiri.players.peai import PeaiPlayer, PermPlayer
from yomikiri.players.player import Player
from yomikiri.players.searching import AlphaBetaPlayer, PerfectPlayer
from yomikiri.players.simple import GreedyPlayer, RandomPlayer
from yomikiri.players.takeda import TakedaPlayer
from yomikiri.players.terada import TeradaPlayer
from yomikiri.players.usi import UciPlayer, UsiPlayer
from yomikiri.players.weights import chosen_weights, named_weights, weight_options
from yomikiri.reading import path_of
from yomikiri.think import Limits, grow_trees, random_games
from yomikiri.think.mcts import style_for
from yomikiri.think.memory import MOST_DEPTH
from yomikiri.think.monte_carlo import Numbers
from yomikiri.think.team import MOST_THREADS

Maker = Callable[[Wish, str, Game, int], Player]

LIMITS = {
    "depth": Number(1, MOST_DEPTH),
    "seconds": Number(0.001, 86_400, is_whole=False),
    "nodes": Number(1, 10**15),
    "endgame": Number(0, 254),
}

USI_LIMITS = {key: LIMITS[key] for key in ("depth", "seconds", "nodes")}
NEW_WEIGHTS = ("lead", "guard")  # of janken shogi, which the thesis does not have
NOISE = OneOf(("on", "off", "black", "both"))
PEAI: Mapping[str, Number | OneOf] = {  # as printed first
    "depth": Number(1, 8),
    "noise": NOISE,
    "pawn": OneOf(("always", "free")),
    "ahead": OneOf(("always", "near")),
    "ties": OneOf(("first", "last")),
}
PLAYOUTS = Number(0, 10**9)
FOUR_NUMBERS = (PLAYOUTS, Number(0, 1000), PLAYOUTS, Number(1, 10**9))
MONTE: Mapping[str, Number | Switch] = {
    "capture": Number(0, 1, is_whole=False),
    "prune": Switch(),
    "stop": Switch(),
}
TERADA: Mapping[str, Number | Switch | OneOf] = {  # the mistake first
    "zone": Number(1, 2),
    "check": Switch(),
    "board": OneOf(("kept", "back")),
    "values": OneOf(("shifted", "right")),
    "threshold": Number(0, 10),
    "final": Number(1, 10**6),
}
TREE = {
    "playouts": Number(1, 10**12),
    "seconds": LIMITS["seconds"],
    "threads": Number(1, MOST_THREADS),
    "explore": Number(0, 100, is_whole=False),
    "capture": Number(0, 1, is_whole=False),
    "plies": Number(0, 1000),
    "endgame": LIMITS["endgame"],
}


def make_random(wish: Wish, name: str, game: Game, seed: int) -> Player:
    """`random`"""
    wish.numbers({})
    return RandomPlayer(name, game, seed)


def make_greedy(wish: Wish, name: str, game: Game, seed: int) -> Player:
    """`greedy`"""
    wish.numbers({})
    return GreedyPlayer(name, game, seed)


def make_perfect(wish: Wish, name: str, game: Game, seed: int) -> Player:
    """`perfect`, `perfect:metric=dtp`"""
    metrics = OneOf(tuple(game.metrics))
    asked = wish.numbers({"metric": metrics} if game.metrics else {})
    guide = by_metric(game, metrics.words[int(asked["metric"])]) if asked else game
    return PerfectPlayer(name, game, seed, guide)


def make_peai(wish: Wish, name: str, game: Game, seed: int) -> Player:
    """`peai`, `peai:depth=4,noise=off`, `peai:noise=both,pawn=free,ahead=near,ties=last`"""
    asked = wish.numbers(PEAI)
    noise = NOISE.words[int(asked.get("noise", 0))]
    require_own(game, wish.name, "ending:KPK")
    free, near, last = (asked.get(key) == 1 for key in ("pawn", "ahead", "ties"))
    return PeaiPlayer(
        name, game, seed, depth=int(asked.get("depth", 2)), noise=noise,
        free=free, near=near, takes_last=last,
    )  # fmt: skip


def make_perm(wish: Wish, name: str, game: Game, seed: int) -> Player:
    """`perm`"""
    wish.numbers({})
    require_own(game, wish.name, "ending:KPK")
    return PermPlayer(name, game, seed)


def require_own(game: Game, name: str, known: str) -> None:
    """Refuse a player that only knows another game."""
    if name not in game.own_players:
        raise UnknownPlayer("player.own_game", player=name, known=known, game=game)


def make_alpha_beta(wish: Wish, name: str, game: Game, seed: int) -> Player:
    """`alphabeta:depth=4`, `alphabeta:seconds=1`, `alphabeta:nodes=100000,endgame=12`

    `eval=net`, `eval=linear` and `eval=FILE.net` choose the evaluation.  Games with named weights
    also have `eval=NAME` and each weight by its name.
    """
    file = wish.options.get("book")
    evaluation = wish.options.get("eval")
    taken = {"book"} if (evaluation or "").lower() in game.weight_sets else {"book", "eval"}
    wish = wish._replace(options={k: v for k, v in wish.options.items() if k not in taken})
    asked = wish.numbers({**LIMITS, **weight_options(game)})
    if not {"depth", "seconds", "nodes"} & asked.keys():
        raise UnknownPlayer(
            "player.limit",
            name=name,
            examples=["alphabeta:depth=4", "alphabeta:seconds=1", "alphabeta:nodes=100000"],
        )
    whole = {key: int(value) for key, value in asked.items() if key != "seconds"}
    weights = None
    if evaluation is not None and "eval" in taken:
        weights = named_weights(game, evaluation)
    if {"eval", *game.weight_names} & asked.keys():
        if weights is not None and is_net(weights):
            raise UnknownPlayer("player.net_and_weights", name=name)
        weights = game.make_weights(chosen_weights(game, whole))
    return AlphaBetaPlayer(
        name,
        game,
        seed,
        limits=Limits(asked.get("seconds"), whole.get("nodes"), whole.get("depth")),
        endgame=whole.get("endgame"),
        weights=weights,
        book=None if file is None else Book(path_of(file), game),
    )


def make_takeda(wish: Wish, name: str, game: Game, seed: int) -> Player:
    """`takeda`, `takeda:eval=attack,depth=3`, `takeda:goal=10,dice=100,move=10000`"""
    require_own(game, wish.name, "janken:single")
    options = {key: kind for key, kind in weight_options(game).items() if key not in NEW_WEIGHTS}
    options |= {"eval": OneOf(("goal", "attack")), "depth": Number(1, 8)}
    asked = {key: int(value) for key, value in wish.numbers(options).items()}
    weights = np.array(chosen_weights(game, asked), np.int64)
    return TakedaPlayer(name, game, seed, weights, depth=asked.get("depth", 4))


def make_monte(wish: Wish, name: str, game: Game, seed: int) -> Player:
    """`monte:10,10,8,100`, `monte:0,0,0,200`, `monte:10,10,8,100,capture=0.5,prune=on,stop=on`"""
    numbers = Numbers(*read_numbers(wish, "monte:10,10,8,100", FOUR_NUMBERS))
    if numbers.threshold > numbers.playouts:
        raise UnknownPlayer(
            "player.threshold", name=name, threshold=numbers.threshold, playouts=numbers.playouts
        )
    asked = wish._replace(words=()).numbers(MONTE)
    method = partial(
        random_games,
        numbers=numbers,
        capture=asked.get("capture", 0.0),
        prune=bool(asked.get("prune", 0)),
        stop=bool(asked.get("stop", 0)),
    )
    trial = partial(method, numbers=Numbers(1, 1, 0, 1))
    return RandomGamesPlayer(name, game, seed, method, trial=trial)


def make_terada(wish: Wish, name: str, game: Game, seed: int) -> Player:
    """`terada`, `terada:zone=1,check=on,board=back,values=right,threshold=8,final=100`"""
    require_own(game, wish.name, "minishogi")
    asked = {key: int(value) for key, value in wish.numbers(TERADA).items()}
    return TeradaPlayer(
        name,
        game,
        seed,
        Numbers(threshold=asked.get("threshold", 8), final=asked.get("final", 50)),
        zone=asked.get("zone", 2),
        check=bool(asked.get("check", 0)),
        goes_on=asked.get("board", 0) == 0,
        shifted=asked.get("values", 0) == 0,
    )


def make_mcts(wish: Wish, name: str, game: Game, seed: int) -> Player:
    """`mcts:playouts=1000`, `mcts:seconds=1,threads=2`, `mcts:playouts=1000,plies=1000`

    `eval=net` and `eval=FILE.net` have a net judge the leaves, `eval=linear` the sum of weights.
    """
    evaluation = wish.options.get("eval")
    asked = wish._replace(options={k: v for k, v in wish.options.items() if k != "eval"}).numbers(
        TREE
    )
    weights = None if evaluation is None else named_weights(game, evaluation, wish.name)
    if not {"playouts", "seconds"} & asked.keys():
        raise UnknownPlayer(
            "player.limit", name=name, examples=["mcts:playouts=1000", "mcts:seconds=1"]
        )
    return RandomGamesPlayer(
        name,
        game,
        seed,
        partial(
            grow_trees,
            style=style_for(game.rules, asked, by_net=weights is not None and is_net(weights)),
        ),
        limits=Limits(
            asked.get("seconds"), int(asked["playouts"]) if "playouts" in asked else None
        ),
        threads=int(asked.get("threads", 1)),
        weights=weights,
        endgame=int(asked.get("endgame", 0)),
    )


def make_usi(wish: Wish, name: str, game: Game, seed: int) -> Player:
    """`usi:fairy-stockfish,depth=4`; other options are set in the program; `uci:` in chess"""
    command = ",".join(wish.words)
    if not command:
        example = {"usi": "usi:fairy-stockfish,depth=4", "uci": "uci:stockfish,depth=8"}[wish.name]
        raise UnknownPlayer("player.program", name=name, example=example)
    asked = {key: value for key, value in wish.options.items() if key in USI_LIMITS}
    limits = wish._replace(words=(), options=asked).numbers(USI_LIMITS)
    seconds = limits.get("seconds")
    words = [f"{key} {int(limits[key])}" for key in ("depth", "nodes") if key in limits]
    if seconds is not None or not words:
        words.append(f"movetime {round(1000 * (1.0 if seconds is None else seconds))}")
        seconds = seconds or 1.0
    others = {key: value for key, value in wish.options.items() if key not in USI_LIMITS}
    kind = UciPlayer if wish.name == "uci" else UsiPlayer
    return kind(
        name,
        game,
        seed,
        command=command,
        limit=" ".join(words),
        seconds=seconds,
        options=others,
    )


def make_own(wish: Wish, name: str, game: Game, seed: int) -> Player:
    """`own:my_players.py:Careful`"""
    return OwnPlayer(name, game, seed, find(wish.rest))


def make_level(wish: Wish, name: str, game: Game, seed: int) -> Player:
    """`level:0` to `level:9`"""
    levels = levels_of(game)
    if wish.rest not in [str(level) for level in range(len(levels))]:
        last = len(levels) - 1
        raise UnknownPlayer("player.level", last=last, name=name)
    return LevelPlayer(name, game, seed, levels[int(wish.rest)])


MAKERS: Mapping[str, Maker] = {
    "random": make_random,
    "greedy": make_greedy,
    "alphabeta": make_alpha_beta,
    "monte": make_monte,
    "mcts": make_mcts,
    "perfect": make_perfect,
    "peai": make_peai,
    "takeda": make_takeda,
    "terada": make_terada,
    "perm": make_perm,
    "usi": make_usi,
    "uci": make_usi,
    "own": make_own,
    "level": make_level,
}
