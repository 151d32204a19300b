"""Who can sit at the board, in plain words."""

from typing import Any

from yomikiri.games.game import Game
from yomikiri.play.tree import HUMAN
from yomikiri.players.levels import Level, levels_of
from yomikiri.rules import UNLIMITED, remaining
from yomikiri.web.labels import label
from yomikiri.words import Message, in_both, message

# Players that need more than their name, as the page offers them.
USUAL = {"mcts": ("mcts:seconds=1",), "takeda": ("takeda:eval=goal", "takeda:eval=attack")}
TEMPERAMENTS = {
    "takeda:eval=goal": "label.seat.takeda.goal",
    "takeda:eval=attack": "label.seat.takeda.attack",
}
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
    named = (*perfect, *game.own_players, *SIMPLE)
    texts = [(name, text) for name in named for text in USUAL.get(name, (name,))]
    return [human, *levels, *(named_seat(name, text) for name, text in texts)]


def named_seat(name: str, text: str) -> dict[str, Any]:
    """The seat of a player that is known by its name; some have several temperaments."""
    about = label(f"seat.{name}.detail", plain=name)
    detail = message("label.seat.detail", player=text, parts=[about])
    if text in TEMPERAMENTS:
        return seat(text, message(TEMPERAMENTS[text]), detail)
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
