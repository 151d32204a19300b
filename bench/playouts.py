"""Random playouts of Othello 8x8, beside the same by OpenSpiel through Python."""

import importlib
import random
from typing import Any

from bench.report import Line, timed
from yomikiri.games import load
from yomikiri.search.playout import playouts

GAMES = 300_000
OPEN_SPIEL_GAMES = 3_000
TIMES_FASTER = 100
SEED = 2026
GOAL = f"{TIMES_FASTER} times OpenSpiel"


def measure_playouts() -> Line:
    """Games a second of CPU time, and how many times as many as OpenSpiel."""
    game = load("othello:8x8")
    playouts(game.rules, game.start, 10, SEED)
    found, times = timed(lambda: playouts(game.rules, game.start, GAMES, SEED))
    speed = GAMES / times.cpu
    moves = int(found.plies.sum()) / times.cpu
    text = f"{speed:,.0f} games/s, {moves / 1e6:.1f} M moves/s"
    values: dict[str, Any] = {
        "games_per_second": round(speed),
        "moves_per_second": round(moves),
        "plies_per_game": round(float(found.plies.mean()), 3),
    }
    try:
        pyspiel: Any = importlib.import_module("pyspiel")
    except ImportError as error:
        note = f"no comparison: OpenSpiel cannot be imported ({error}); pip install open_spiel"
        return Line("othello:8x8 random playouts", text, values, GOAL, None, (note,))
    othello = pyspiel.load_game("othello")
    play_by_open_spiel(othello, 10)
    plies, times = timed(lambda: play_by_open_spiel(othello, OPEN_SPIEL_GAMES))
    other = OPEN_SPIEL_GAMES / times.cpu
    values |= {
        "open_spiel_games_per_second": round(other),
        "open_spiel_plies_per_game": round(plies / OPEN_SPIEL_GAMES, 3),
        "ratio": round(speed / other, 1),
    }
    text += f"; OpenSpiel {other:,.0f} games/s: {speed / other:.0f} times"
    is_met = speed >= TIMES_FASTER * other
    return Line("othello:8x8 random playouts", text, values, GOAL, is_met)


def play_by_open_spiel(othello: Any, games: int) -> int:
    """Play at random through OpenSpiel's Python module; returns the plies."""
    choice = random.Random(SEED).choice
    plies = 0
    for _ in range(games):
        state = othello.new_initial_state()
        while not state.is_terminal():
            state.apply_action(choice(state.legal_actions()))
            plies += 1
        state.returns()
    return plies
