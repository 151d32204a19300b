"""A game being played and who sits at it: no words, no screen."""

import random
import shlex
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from yomikiri.cli.record import HUMAN, Record, is_program
from yomikiri.games.game import Game
from yomikiri.players import Player, make_player
from yomikiri.rules import CHANCE, SECOND, chances, key


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
        """0 if the first player is to move, 1 if the second, CHANCE if dice are thrown."""
        return self.game.mover(self.state)

    @property
    def side(self) -> Player | None:
        """The player whose turn it is; None is a person."""
        return self.sides[self.turn]

    def legal(self) -> list[int]:
        """The moves allowed now; none when the game is over."""
        if self.resigned is not None or self.is_repeated():
            return []
        return self.game.legal_moves(self.state)

    def is_repeated(self) -> bool:
        """Whether the position has come so often that the game is over."""
        if not self.game.may_repeat or len(self.states) < self.game.occurrences:
            return False
        places = [tuple(key(self.game.rules, state)) for state in self.states]
        return places.count(places[-1]) >= self.game.occurrences

    def turn_number(self) -> int:
        """How many turns there were with this one; dice that are thrown belong to the next."""
        movers = [mover for mover in map(self.game.mover, self.states) if mover != CHANCE]
        return 1 + sum(before != after for before, after in pairwise(movers))

    def is_same_turn(self) -> bool:
        """Whether the player to move has moved in this turn already."""
        return len(self.states) > 1 and self.game.mover(self.states[-2]) == self.turn

    def throw(self) -> int:
        """What the dice show; the same again after a move was taken back."""
        moves = self.legal()
        weights = [int(chances(self.game.rules, self.state, move)) for move in moves]
        dice = random.Random(f"{self.seed} dice {len(self.played)}")
        return dice.choices(moves, weights)[0]

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
        mover = self.game.mover(state)
        return mover != CHANCE and self.sides[mover] is None and not self.must_pass(state)

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
        if outcome is None and self.is_repeated():
            outcome = self.game.repetition_value(self.states[:-1], self.state) or 0
        return -outcome if outcome is not None and self.turn == SECOND else outcome

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
            words += ["--load", file]
            for option, player in zip(("--first", "--second"), self.players, strict=True):
                if is_program(player):  # a file may not start one by itself
                    words += [option, player]
            return shlex.join(words)
        words += ["--first", self.players[0], "--second", self.players[1]]
        if self.start != self.game.start:
            words += ["--position", self.game.show(self.start)]
        if self.played:
            words += ["--moves", self.moves_text()]
        return shlex.join(words)
