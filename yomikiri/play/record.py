"""The record of a game: JSON with the game, a hash of its rules, the start and the moves.

It has two shapes: the document of one game, which the terminal and the page save, and a line of a
match's file, which has its moves as lists and more fields.  One reader reads both.
"""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games.end import ADJUDICATED, LOST, RESIGNED, WINNERS, End, lost_by
from yomikiri.games.game import Game
from yomikiri.play.dice import seed_of_game
from yomikiri.play.tree import Node, Tree
from yomikiri.words import Message, kept, message, read_message

FORMAT, VERSION = "yomikiri game", 1
GREATEST_SEED = 1 << 62
THIS = message("record.this")  # what errors call a record without another name

Document = dict[str, Any]


# Writing.


def write(tree: Tree, *, whole: bool = False) -> Document:
    """The document of a game up to where it stands.

    Its variations and notes are in it if there are any, or if it is to be `whole`.
    """
    game = tree.game
    document = {
        "format": FORMAT,
        "version": VERSION,
        "game": str(game),
        "rules_hash": game.rules_hash,
        "position": game.show(tree.root.state),
        "moves": " ".join(tree.names),
        "players": list(tree.players),
        "result": result_of(tree),
        "seed": tree.seed,
    }
    if whole or len(tree.nodes) > tree.node.ply + 1 or any(n.note for n in tree.nodes.values()):
        nodes = sorted(tree.nodes.values(), key=by_id)
        numbers = {node.id: place for place, node in enumerate(nodes)}
        document["tree"] = [
            [numbers[node.parent.id], node.name, node.note]
            for node in nodes
            if node.parent is not None
        ]
        document["node"] = numbers[tree.node.id]
    return document


def by_id(node: Node) -> int:
    """Parents before children."""
    return node.id


def result_of(tree: Tree) -> Document | None:
    """How the game ended; None while it goes on."""
    if (end := tree.end) is None:
        return None
    final = tree.game.final(tree.state)
    return {
        "winner": end.winner,
        "final": None if final is None else final._asdict(),
        "resigned": end.reason == RESIGNED,
        "end": end.reason,
        **why_in(end),
    }


def why_in(end: End) -> Document:
    """The field with what a player did instead of moving, if that is known."""
    return {} if end.why is None else {"reason": kept(end.why)}


def write_line(tree: Tree, opening: int, estimates: Sequence[float | None]) -> Document:
    """A finished game as a line of a match's file; its first moves are its opening."""
    end, names = tree.end, tree.names
    assert end is not None
    return {
        "game": str(tree.game),
        "rules_hash": tree.game.rules_hash,
        "position": tree.game.show(tree.root.state),
        "players": list(tree.players),
        "opening": names[:opening],
        "moves": names[opening:],
        "estimates": list(estimates),
        "result": end.winner,
        "value": end.value,
        "end": end.reason,
        **why_in(end),
    }


# Reading.


def game_of(document: Any, where: str | Message = THIS) -> str:
    """The game of a record whose fields are of the right types; raises InputError."""
    if not isinstance(document, dict) or not (
        document.get("format") == FORMAT or ("opening" in document and "rules_hash" in document)
    ):
        raise InputError("record.not_ours", where=where)
    check_characters(document, where)
    version = document.get("version", VERSION if "opening" in document else None)
    if version != VERSION:
        raise InputError("record.version", where=where, version=str(version)[:20], expected=VERSION)
    players, moves, first = (document.get(name) for name in ("players", "moves", "opening"))
    texts = [document.get(name) for name in ("game", "rules_hash", "position")]
    texts += players if isinstance(players, list) and len(players) == 2 else [None]
    texts += moves if isinstance(moves, list) else [moves]
    texts += first if isinstance(first, list) else [] if first is None else [None]
    if not all(isinstance(text, str) for text in texts):
        raise InputError("record.fields", where=where)
    return str(document["game"])


def check_characters(document: Mapping[str, Any], where: str | Message) -> None:
    """Raise InputError for halves of characters: JSON can name them, no file can hold them."""
    try:
        json.dumps(document, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise InputError("record.not_ours", where=where) from None


def read(
    document: Any,
    game: Game,
    *,
    where: str | Message = THIS,
    most_nodes: float = math.inf,
    most_plies: float = math.inf,
    most_text: float = math.inf,
    seed: int = 0,
) -> Tree:
    """The game of a record, which must be one of the rules of `game`; raises InputError.

    `seed` is for records that have none, `most_text` the length of a position, a line or a note.
    """
    name = game_of(document, where)
    check_rules(document["rules_hash"], name, game, where)
    first, second = document["players"]
    try:
        tree = Tree(
            game,
            game.parse(checked(document["position"], most_text)),
            players=(first, second),
            seed=seed_in(document, seed),
            most_nodes=most_nodes,
            most_plies=most_plies,
        )
        if isinstance(document.get("tree"), list):
            read_tree(tree, document, most_text)
        else:
            for word in words_of(document, game, most_text):
                tree.read(word)
    except InputError as error:
        raise InputError("record.damaged", where=where, error=error) from None
    restore_end(tree, document)
    return tree


def check_rules(known: str, name: str, game: Game, where: str | Message) -> None:
    """Raise InputError if a game called `name` was not played by the rules of `game`."""
    if known == game.rules_hash:
        return
    if name != str(game):
        raise InputError("record.other_game", where=where, name=name, game=game)
    now = game.rules_hash
    raise InputError("record.other_rules", where=where, game=game, hash=known[:20], now=now)


def words_of(document: Mapping[str, Any], game: Game, most_text: float) -> list[str]:
    """The moves of a record that is not a tree."""
    moves = document["moves"]
    if isinstance(moves, list):
        return [*(document.get("opening") or []), *moves]
    return game.split_moves(checked(moves, most_text))


def checked(text: str, most: float) -> str:
    """A text that is not too long; raises InputError."""
    if len(text) > most:
        raise InputError("record.long", most=int(most), length=len(text))
    return text


def read_tree(tree: Tree, document: Mapping[str, Any], most_text: float) -> None:
    """Play the moves of a tree: each entry has the number of its parent, the move and a note."""
    places = [tree.root]
    for entry in document["tree"]:
        match entry:
            case [int(parent), str(move), str(note)] if 0 <= parent < len(places):
                tree.node = places[parent]
            case _:
                raise InputError("record.entry", number=len(places))
        places.append(tree.read(move))
        tree.node.note = checked(note, most_text) or tree.node.note
    at = document.get("node")
    tree.node = places[at if isinstance(at, int) and 0 <= at < len(places) else -1]


def seed_in(document: Mapping[str, Any], usual: int) -> int:
    """The seed of a recorded game; lines have that of the match, and the number of the game."""
    seed, number = document.get("seed", usual), document.get("number", 0)
    for value in (seed, number):
        if not isinstance(value, int) or abs(value) > GREATEST_SEED:
            raise InputError("record.seed", seed=str(value)[:30])
    return seed_of_game(seed, number)


def restore_end(tree: Tree, document: Document) -> None:
    """What a player or somebody else did to end the game; other ends follow from the moves."""
    result = document.get("result")
    stated = result if isinstance(result, dict) else document | {"winner": result}
    winner, reason = stated.get("winner"), stated.get("end")
    if stated.get("resigned") is True:
        reason = RESIGNED
    if tree.end is not None:
        return
    if reason in LOST and winner in (WINNERS[1], WINNERS[-1]):
        tree.given = tree.node, lost_by(int(winner == WINNERS[1]), reason, why_of(stated))
    elif reason == ADJUDICATED and winner in WINNERS.values():
        tree.adjudicate(next(value for value, name in WINNERS.items() if name == winner))


def why_of(stated: Mapping[str, Any]) -> Message | None:
    """What a player did instead of moving, by a result or a line of a match's file."""
    said = stated.get("reason")
    return read_message(said) if said else None


def check_line(tree: Tree, document: Mapping[str, Any]) -> None:
    """Raise InputError if a line of a match's file states an end that its moves do not lead to."""
    for node in tree.node.path()[1:]:
        if node.parent is not None and node.parent.end is not None:
            raise InputError("tree.over_before", move=node.name)
    end = tree.end
    found = (None, None) if end is None else (end.reason, end.value)
    told = (document.get("end"), document.get("value"))
    if found != told:
        raise InputError(
            "record.lies",
            end=str(told[0]),
            value=str(told[1]),
            found=str(found[0]),
            found_value=str(found[1]),
        )
