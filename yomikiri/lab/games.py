"""One game between two players: how it is set up, played, recorded and replayed."""

import random
from collections.abc import Callable
from typing import Any, NamedTuple

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import Game, State, quoted
from yomikiri.lab.losses import count_losses, solved_table
from yomikiri.players import Player, make_player
from yomikiri.players.player import FAILED, RESIGNED, Forfeit
from yomikiri.rules import CHANCE, FIRST, LOSS, chances, key

MOST_PLIES = 500  # then the game is drawn
RANDOM_START = "random-start"
RESULTS = {1: "first", 0: "draw", -1: "second"}

Record = dict[str, Any]


class Pairing(NamedTuple):
    """All that decides a game."""

    game: str
    players: tuple[str, str]  # who moves first, who second
    number: int  # games 0 and 1, 2 and 3, ... share an opening
    seed: int  # of the match
    plies: int  # of the opening, at random
    start: str = ""  # a position, or RANDOM_START; nothing: the game's own


def never() -> bool:
    """For games that nobody stops."""
    return False


def play_game(pairing: Pairing, is_stopped: Callable[[], bool] = never) -> Record | None:
    """The record of a game; None if it was stopped."""
    game = load(pairing.game)
    start = start_of(game, pairing)
    seed = f"{pairing.seed} opening {pairing.number // 2}"
    opening = random_opening(game, pairing.plies, seed, start)
    seeds = [derived(f"{pairing.seed} game {pairing.number} player {side}") for side in (0, 1)]
    sides = [make_player(text, game, seed) for text, seed in zip(pairing.players, seeds)]
    dice = random.Random(f"{pairing.seed} game {pairing.number} dice")
    table = Table(game, start)
    for move in opening:
        table.play(move)
    reason = table.play_out(sides, dice, is_stopped)
    if table.end is None:
        return None
    names = game.line_text(start, table.moves)
    lost: Record = {}
    if (solved := solved_table(game)) is not None:
        begun = game.replay(start, opening)
        found = count_losses(solved, begun, table.moves[len(opening) :], sign(table.value))
        lost = {
            "half_points_lost": list(found.half_points),
            "plies_lost": list(found.plies),
            "metric": found.metric,
        }
    return {
        "game": game.spec,
        "rules_hash": game.rules_hash,
        "position": game.show(start),
        "players": list(pairing.players),
        "opening": names[: len(opening)],
        "moves": names[len(opening) :],
        "estimates": table.estimates[len(opening) :],
        "result": RESULTS[sign(table.value)],
        "value": table.value,
        "end": table.end,
        **({"reason": reason} if reason else {}),
        **lost,
        "number": pairing.number,
        "seed": pairing.seed,
    }


def start_of(game: Game, pairing: Pairing) -> State:
    """Where a game begins; both games of a pair begin alike."""
    if pairing.start == RANDOM_START:
        return game.draw_start(random.Random(f"{pairing.seed} start {pairing.number // 2}"))
    return game.parse(pairing.start) if pairing.start else game.start


class Table:
    """A game that is being played: its moves so far, and whether it is over and why."""

    def __init__(self, game: Game, start: State) -> None:
        self.game, self.state = game, start
        self.moves: list[int] = []
        self.estimates: list[float | None] = []  # what the player who made each move thought
        self.history: list[State] = []
        self.places: list[Any] = []  # the keys of those before
        self.estimate: float | None = None  # of the move that is about to be made
        self.end: str | None = None  # rules, repetition, limit, resigned or forfeit
        self.value = 0  # once the game is over: the result as the first player sees it
        self.judge()

    @property
    def mover(self) -> int:
        """Whose turn it is."""
        return self.game.mover(self.state)

    def ask(self, sides: list[Player]) -> int:
        """The move that the player whose turn it is chooses."""
        choice = sides[self.mover].choose(self.state, self.history)
        self.estimate = None if choice.exact else choice.value
        return choice.move

    def throw(self, dice: random.Random) -> int:
        """What the dice show."""
        moves = self.game.legal_moves(self.state)
        weights = [int(chances(self.game.rules, self.state, move)) for move in moves]
        return dice.choices(moves, weights)[0]

    def play_out(
        self, sides: list[Player], dice: random.Random, is_stopped: Callable[[], bool] = never
    ) -> str:
        """Play to the end, unless it is stopped; why a player did not move, if that ended it."""
        while self.end is None and not is_stopped():
            try:
                self.play(self.throw(dice) if self.mover == CHANCE else self.ask(sides))
            except Forfeit as forfeit:
                self.finish(forfeit.end, LOSS)
                return str(forfeit)
        return ""

    def play(self, move: int) -> None:
        """Make a move."""
        self.history.append(self.state)
        self.places.append(key(self.game.rules, self.state))
        self.moves.append(move)
        self.estimates.append(self.estimate)
        self.estimate = None
        self.state = self.game.play(self.state, move)
        self.judge()

    def judge(self) -> None:
        """See whether the game is over."""
        result = self.game.outcome(self.state)
        if result is not None:
            self.finish("rules", result)
        elif self.game.may_repeat and self.occurrences() >= self.game.occurrences:
            self.finish("repetition", self.game.repetition_value(self.history, self.state) or 0)
        elif len(self.moves) >= MOST_PLIES:
            self.finish("limit", 0)

    def occurrences(self) -> int:
        """How often the position has stood on the board."""
        return 1 + self.places.count(key(self.game.rules, self.state))

    def finish(self, end: str, result: int) -> None:
        """Note the result, given as the player to move sees it."""
        self.end = end
        self.value = result if self.mover in (FIRST, CHANCE) else -result


def random_opening(game: Game, plies: int, seed: str, start: State) -> list[int]:
    """Moves at random from the start; fewer where the game would end."""
    chance = random.Random(seed)
    state, opening = start, []
    for _ in range(plies):
        moves = game.legal_moves(state)
        going_on = [move for move in moves if game.outcome(game.play(state, move)) is None]
        if not going_on:
            break
        opening.append(chance.choice(going_on))
        state = game.play(state, opening[-1])
    return opening


def derived(text: str) -> int:
    """A seed for a part of a match."""
    return random.Random(text).getrandbits(32)


def sign(value: int) -> int:
    """1, 0 or -1."""
    return (value > 0) - (value < 0)


def states_of(record: Record) -> list[State]:
    """All positions of a recorded game, trusting the record."""
    game = load(str(record["game"]))
    states = [game.parse(record["position"])]
    for word in [*record["opening"], *record["moves"]]:
        states.append(game.play(states[-1], game.read_move(states[-1], word)))
    return states


def replay(record: Record) -> State:
    """The last position of a recorded game; raises InputError if the record is not right."""
    game = load(str(record["game"]))
    if record["rules_hash"] != game.rules_hash:
        raise InputError(
            f"the record of {quoted(str(record['game']))} was made by rules {record['rules_hash']},"
            f" but the rules are now {game.rules_hash}"
        )
    table = Table(game, game.parse(record["position"]))
    for word in [*record["opening"], *record["moves"]]:
        if table.end is not None:
            raise InputError(f"the recorded game is over before {quoted(word)}")
        table.play(game.read_move(table.state, word))
    if table.end is None and record["end"] in (RESIGNED, FAILED):
        table.finish(record["end"], LOSS)
    if (table.end, table.value) != (record["end"], record["value"]):
        raise InputError(
            f"the recorded game ended by {record['end']} with {record['value']},"
            f" but its moves lead to {table.end} with {table.value}"
        )
    return table.state
