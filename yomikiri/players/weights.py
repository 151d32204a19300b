"""Which evaluation a player uses: weights or a net, by a name, by a file, or weight by weight."""

from collections.abc import Mapping
from typing import Any

from yomikiri.errors import suggest
from yomikiri.games.game import Game
from yomikiri.games.net import ENDING, net_for, shipped_net
from yomikiri.players.options import Number, OneOf, UnknownPlayer
from yomikiri.reading import is_there, path_of

WEIGHT = Number(-(10**6), 10**6)
LINEAR, SHIPPED = "linear", "net"  # `eval=` of every game


def named_weights(game: Game, text: str, player: str = "alphabeta") -> Any:
    """Weights by a name that every game knows, or by a file; raises InputError."""
    if text.lower() == LINEAR:
        return game.weights
    if text.lower() == SHIPPED:
        if (net := shipped_net(game)) is None:
            raise UnknownPlayer("net.none", game=game)
        return net
    path = path_of(text)
    if not text or (path.suffix != ENDING and not is_there(path)):
        sets = game.weight_sets if player == "alphabeta" else ()
        words = [*sets, LINEAR, SHIPPED, f"FILE{ENDING}"]
        near = suggest(text[:40], words)
        raise UnknownPlayer(
            "player.one_of", name=f"{player}:eval", words=words, got=text, hint=near
        )
    return net_for(game, path)


def weight_options(game: Game) -> dict[str, Number | OneOf]:
    """The options that choose weights of the evaluation, where they have names."""
    options: dict[str, Number | OneOf] = dict.fromkeys(game.weight_names, WEIGHT)
    if game.weight_sets:
        options["eval"] = OneOf(tuple(game.weight_sets))
    return options


def chosen_weights(game: Game, asked: Mapping[str, int]) -> list[int]:
    """A set of weights, and those that were given by their names."""
    usual = list(game.weight_sets.values())[asked.get("eval", 0)]
    if not game.weight_names:
        return list(usual)
    named = zip(game.weight_names, usual, strict=True)
    return [asked.get(weight, value) for weight, value in named]
