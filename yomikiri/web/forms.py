"""The bodies of requests, their types and sizes checked before anything else."""

import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field
from pydantic_core import PydanticCustomError

from yomikiri.errors import Said
from yomikiri.games.end import RESIGNED, TIME
from yomikiri.words import Message, message
from yomikiri.words.catalogue import messages

Short = Annotated[str, Field(max_length=200)]
Long = Annotated[str, Field(max_length=4000)]
Number = Annotated[int, Field(ge=0, le=1_000_000)]
GameText = Annotated[str, Field(max_length=200, examples=["nip:6x6"])]
Language = Annotated[str, Field(max_length=5, examples=["en", "ja"])]
PieceSet = Annotated[str, Field(max_length=40, examples=["western"])]


STAGES = "stages=(all|[0-9]{1,2},[0-9]{1,2})"


def one_of(*known: str, pattern: str = "") -> AfterValidator:
    """A check that a text is one of these, or like them; what is wrong is said in words."""

    def check(text: str) -> str:
        if not re.fullmatch(pattern or "|".join(known), text):
            raise PydanticCustomError("one_of", "expected one of {known}", {"known": list(known)})
        return text

    return AfterValidator(check)


GOALS = ("score", "win", "mate", "stages=all", "stages=4,8")
Goal = Annotated[str, one_of(*GOALS, pattern=f"score|win|mate|{STAGES}"), Field(examples=[*GOALS])]
Reason = Annotated[str, one_of(RESIGNED, TIME), Field(examples=[RESIGNED, TIME])]


class WrongForm(Said):
    """A request without a field that it needs, or with one of the wrong kind."""


class Form(BaseModel):
    """A body with no other fields than these."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewGame(Form):
    """A game to begin."""

    game: Short = Field(examples=["nip:6x6"])
    players: Annotated[list[Short], Field(min_length=2, max_length=2)] = ["human", "level:3"]
    position: Long = ""
    start: Long = ""  # how the dice lie, where that can be chosen
    moves: Long = ""
    seed: Annotated[int, Field(ge=0, lt=1 << 31)] | None = None


class SavedGame(Form):
    """A saved game: the JSON of its file."""

    document: dict[str, Any]


class WrittenGame(Form):
    """A game as another program wrote it."""

    game: Short = Field(examples=["minishogi"])
    text: str


class TextForm(Form):
    """A text that holds a game, or a position."""

    text: str


class MoveForm(Form):
    """A move, made at `node` if that is given, else where the game stands, if that is `here`."""

    move: Short
    node: Number | None = None
    here: Number | None = None


class NodeForm(Form):
    """Where the game is to stand."""

    node: Number


class PlayersForm(Form):
    """Who plays."""

    players: Annotated[list[Short], Field(min_length=2, max_length=2)]


class ResignForm(Form):
    """Who loses, 0 or 1: they give up, or have thought too long."""

    side: Annotated[int, Field(ge=0, le=1)]
    reason: Reason = RESIGNED


class NoteForm(Form):
    """Words beside a move."""

    text: Long


class SpotForm(Form):
    """A position: `moves` played from `position`, or from the start."""

    game: Short = Field(examples=["nip:6x6"])
    position: Long = ""
    moves: Long = ""


class PieceForm(Form):
    """Something put on the board, or beside it."""

    place: Short
    look: Short
    number: Annotated[int, Field(ge=1, le=99)] = 1


class SetUpForm(Form):
    """A board with pieces put on it by hand."""

    game: Short = Field(examples=["nip:6x6"])
    pieces: Annotated[list[PieceForm], Field(max_length=300)]
    mover: Annotated[int, Field(ge=0, le=1)] = 0


class MapForm(SpotForm):
    """A position; the man on one of its squares is to be tried on every square."""

    place: Short = Field(examples=["e2"])


class AnalysisForm(SpotForm):
    """A position whose moves are to be valued."""

    seconds: Annotated[float, Field(gt=0, le=30, strict=False)] = 3.0


class ProofForm(SpotForm):
    """A position of a proof; without a prover it is who wins there."""

    prover: Annotated[str, one_of("", "first", "second")] = ""


class ReviewForm(SpotForm):
    """A game whose moves are to be judged; seconds are for each of them."""

    seconds: Annotated[float, Field(gt=0, le=5, strict=False)] = 0.6


class SolveForm(SpotForm):
    """A position to be solved."""

    goal: Goal = "score"
    seconds: Annotated[float, Field(gt=0, le=3600, strict=False)] = 600.0
    threads: Annotated[int, Field(ge=1, le=64)] = 1


class ExerciseForm(Form):
    """An exercise of a series; an empty kind is any."""

    game: Short = Field(examples=["dobutsu"])
    kind: Short = ""
    seed: Number = 0
    number: Number = 0


class TableForm(Form):
    """A game whose table is meant."""

    game: Short = Field(examples=["ending:KQK"])


class ListForm(TableForm):
    """Positions of a table that are wanted: a kind, or at random of a value and a distance."""

    kind: Short = Field(examples=["longest", "single", "zugzwang", "win", "draw", "loss"])
    distance: Number | None = None
    seed: Number = 0


class LastingForm(SpotForm):
    """A position to be solved by a process of its own."""

    goal: Annotated[str, one_of("score", "win"), Field(examples=["score", "win"])] = "score"
    fresh: bool = False  # begin anew where what was kept cannot be used any more


def fault_in(error: Mapping[str, Any]) -> Message:
    """What is wrong with a field, from what Pydantic says about it."""
    kind = error["type"] if error["type"] in messages("form") else "other"
    field = ".".join(map(str, error["loc"]))
    return message(f"form.{kind}", field=field, got=str(error["input"]), **error.get("ctx", {}))
