"""A game being played and who sits at it: no words, no screen."""

import shlex
from collections.abc import Sequence
from typing import Any

from yomikiri.games.game import Game
from yomikiri.players import Player, make_player
from yomikiri.terminal.record import Record

HUMAN = "human"


class Table:
    """The moves of a game, and for each side a player, or None for a person."""

    def __init__(
        self,
        game: Game,
        players: tuple[str, str],
        *,
        start: Any = None,
        moves: Sequence[int] = (),
        seed: int = 0,
    ) -> None:
        self.game, self.seed = game, seed
        self.begin(players, game.start if start is None else start, moves)

    def begin(self, players: tuple[str, str], start: Any, moves: Sequence[int]) -> None:
        """Let these play from `start`; raises InputError, and changes nothing, if they cannot."""
        self.sides: list[Player | None] = [
            None if text == HUMAN else make_player(text, self.game, seed=self.seed + side)
            for side, text in enumerate(players)
        ]
        self.players, self.start = players, start
        self.states = [start]
        self.played: list[int] = []
        self.resigned: int | None = None  # who gave up
        for move in moves:
            self.play(move)

    @property
    def state(self) -> Any:
        """The position now."""
        return self.states[-1]

    @property
    def turn(self) -> int:
        """0 if the first player is to move, else 1."""
        return self.game.mover(self.state)

    @property
    def side(self) -> Player | None:
        """The player whose turn it is; None is a person."""
        return self.sides[self.turn]

    def legal(self) -> list[int]:
        """The moves allowed now; none when the game is over."""
        return [] if self.resigned is not None else self.game.legal_moves(self.state)

    def play(self, move: int) -> None:
        """Play a legal move."""
        self.played.append(move)
        self.states.append(self.game.play(self.state, move))

    def must_pass(self, state: Any) -> bool:
        """Whether the only move leaves the board as it is."""
        moves = self.game.legal_moves(state)
        if len(moves) != 1:
            return False
        return self.game.draw(state) == self.game.draw(self.game.play(state, moves[0]))

    def person_chooses(self, state: Any) -> bool:
        """Whether a person has to decide here."""
        return self.sides[self.game.mover(state)] is None and not self.must_pass(state)

    def take_back(self) -> int:
        """Go back to the last decision of a person; how many moves that were."""
        back = len(self.played) - 1
        while back >= 0 and not self.person_chooses(self.states[back]):
            back -= 1
        if back < 0:
            return 0
        undone = len(self.played) - back
        del self.played[back:], self.states[back + 1 :]
        return undone

    def value(self) -> int | None:
        """The result as the first player sees it, or None while the game goes on."""
        if self.resigned is not None:
            return self.game.greatest if self.resigned else -self.game.greatest
        outcome = self.game.outcome(self.state)
        return -outcome if outcome is not None and self.turn else outcome

    def moves_text(self) -> str:
        """The moves so far."""
        return " ".join(self.game.line_text(self.start, self.played))

    def legal_text(self) -> str:
        """The legal moves."""
        return " ".join(self.game.move_name(self.state, move) for move in self.legal())

    def record(self) -> Record:
        """The game so far, to be kept."""
        value = self.value()
        result = None
        if value is not None:
            final = self.game.final(self.state)
            result = {
                "winner": "draw" if value == 0 else ("first", "second")[value < 0],
                "final": None if final is None else final._asdict(),
                "resigned": self.resigned is not None,
            }
        return Record(self.game, self.start, list(self.played), self.players, result)

    def command(self, file: str = "") -> str:
        """What to type in a shell to go on with this game."""
        words = ["yomikiri", "play", str(self.game)]
        if file:
            return shlex.join([*words, "--load", file])
        words += ["--first", self.players[0], "--second", self.players[1]]
        if self.start != self.game.start:
            words += ["--position", self.game.show(self.start)]
        if self.played:
            words += ["--moves", self.moves_text()]
        return shlex.join(words)
