"""Who can sit at the board, in plain words."""

from typing import Any

from yomikiri.games.game import Game
from yomikiri.play.tree import HUMAN
from yomikiri.players.levels import Level, levels_of
from yomikiri.rules import UNLIMITED, remaining
from yomikiri.web.labels import label
from yomikiri.words import Message, in_both, message

# Players that need more than their name, as the page offers them.
USUAL = {"mcts": "mcts:seconds=1", "takeda": "takeda:eval=goal"}
SIMPLE = ("mcts", "greedy", "random")
DEEP = 20  # plies from which a level is limited by nodes, not by depth


def seats(game: Game) -> list[dict[str, Any]]:
    """Every player of a game: its text, its name and a detail."""
    human = seat(HUMAN, message("label.seat.human"), message("label.seat.human.detail"))
    levels = [
        seat(text, message(f"label.seat.level.{number}"), level_detail(game, text, level))
        for number, level in enumerate(levels_of(game))
        for text in [f"level:{number}"]
    ]
    perfect = () if game.has_chance else ("perfect",)
    return [human, *levels, *map(named_seat, (*perfect, *game.own_players, *SIMPLE))]


def named_seat(name: str) -> dict[str, Any]:
    """The seat of a player that is known by its name."""
    text = USUAL.get(name, name)
    about = label(f"seat.{name}.detail", plain=name)
    detail = message("label.seat.detail", player=text, parts=[about])
    return seat(text, label(f"seat.{name}", plain=name), detail)


def level_detail(game: Game, text: str, level: Level) -> Message:
    """How a level plays."""
    parts = [message("label.seat.looks", n=level.depth)]
    if level.depth >= DEEP:
        parts = [message("label.seat.looks_deep", nodes=level.nodes)]
    if level.overlooks:
        parts.append(message("label.seat.overlooks", share=level.overlooks))
    ends = remaining(game.rules, game.start) < UNLIMITED  # else nobody knows how much remains
    if level.endgame and ends and not game.has_chance:
        parts.append(message("label.seat.endgame", n=level.endgame))
    return message("label.seat.detail", player=text, parts=parts)


def seat(text: str, name: Message, detail: Message) -> dict[str, Any]:
    """One seat as JSON."""
    return {"player": text, "names": in_both(name), "detail": in_both(detail)}
