"""Routes for learning a game: its lesson."""

from typing import Any

from fastapi import APIRouter, Query

from yomikiri.games import FAMILIES
from yomikiri.play.lesson import make_lesson
from yomikiri.web.labels import game_title
from yomikiri.web.limits import open_game

router = APIRouter()

Json = dict[str, Any]


@router.get("/lesson", tags=["learning"])
def lesson(game: str = Query(max_length=200, examples=["nip:6x6"])) -> Json:
    """How a game is played: goal, rules, moves that show them, and tasks to do on the board."""
    found = open_game(game)
    title = {"label": game_title(FAMILIES[found.family], str(found))}
    return make_lesson(found).to_dict() | title
