"""What jobs do: choose a player's move, analyse, solve."""

import json
import logging
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games.game import Game, State
from yomikiri.play.judging import Judged
from yomikiri.play.review import review
from yomikiri.play.tree import Tree
from yomikiri.players import Choice, Player, make_player
from yomikiri.rules import CHANCE, UNLIMITED, is_answered, remaining, standing
from yomikiri.solve import Analysis, Answer, Interrupted, Progress, StagesAnswer, analyze, solve
from yomikiri.tables.build import build_table
from yomikiri.tables.files import tables_folder
from yomikiri.tables.placing import place_everywhere, require_map
from yomikiri.tables.table import find_table
from yomikiri.think.mate import has_checks
from yomikiri.think.warming import is_cold
from yomikiri.web.jobs import TICK, Job
from yomikiri.web.limits import Conflict, Limits
from yomikiri.web.sessions import Sessions
from yomikiri.web.store import Store
from yomikiri.web.written import with_better, with_chances, with_words, written_move

HINT_PLAYER = "alphabeta:seconds=1"
LOG = logging.getLogger("yomikiri.web")
ANALYSIS, SOLVE = "analysis", "solve"
SMALL_TABLE = 2_000_000  # numbers: some seconds of building


def choose_move(job: Job, sessions: Sessions, id: str, limits: Limits) -> dict[str, Any]:
    """Let the player whose turn it is move, unless the game has gone on meanwhile."""
    session = sessions.get(id)
    with session.lock:
        tree, node = session.tree, session.tree.node
        game = tree.game
        side = game.mover(node.state)
        if side == CHANCE and tree.end is None:
            return throw_dice(sessions, id)
        if tree.end is not None:
            raise InputError("tree.over")
        seat = (id, side)
        player = sessions.seated.take(seat, tree.players[side], game, tree.seed + side)
        if player is None:
            raise InputError("web.person")
        history, played = node.history(), tree.names
    choice = ask(job, player, node.state, history, limits)
    if job.is_cancelled:
        raise KeyboardInterrupt
    with sessions.changing(id) as session:
        if session.tree.names != played:
            raise Conflict("web.gone_on")
        name = game.move_name(node.state, choice.move)
        session.play(name)
    sessions.seated.put(seat, player)
    return {"move": name, **choice_view(game, node.state, choice)}


def throw_dice(sessions: Sessions, id: str) -> dict[str, Any]:
    """Throw the dice where somebody has gone back to before a throw."""
    with sessions.changing(id) as session:
        node = session.tree.node
        session.tree.throw_dice()
        thrown = session.tree.names[node.ply :]
    return {"move": " ".join(thrown), "exact": False, "value": None, "nodes": 0, "line": thrown}


def give_hint(job: Job, spot: Tree, limits: Limits) -> dict[str, Any]:
    """A good move and what it leads to."""
    game, state = spot.game, spot.state
    player = make_player(HINT_PLAYER, game)
    choice = ask(job, player, state, spot.history, limits)
    name = game.move_name(state, choice.move)
    written = written_move(game, state, name, spot.node.move)
    return {**choice_view(game, state, choice), "move": name, "written": written}


def ask(job: Job, player: Player, state: State, history: Sequence[State], limits: Limits) -> Choice:
    """The player's choice; it is stopped when its time is up or nobody wants it any more."""
    job.on_cancel = player.stop
    job.look = lambda: {"nodes": player.nodes}
    if job.is_cancelled:
        raise KeyboardInterrupt
    player.prepare()  # compiling does not count against its time
    with deadline(player, limits.think_seconds):
        return player.choose(state, history)


@contextmanager
def deadline(player: Player, seconds: float) -> Iterator[None]:
    """Stop the player after this many seconds."""
    timer = threading.Timer(seconds, player.stop)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def choice_view(game: Game, state: State, choice: Choice) -> dict[str, Any]:
    """What a player thinks of its move; an estimate's number means nothing to people."""
    return {
        "exact": choice.exact,
        "value": choice.value if choice.exact else None,
        "nodes": choice.nodes,
        "line": game.line_text(state, choice.line) if choice.line else [],
    }


def answered(
    store: Store | None,
    game: Game,
    kind: str,
    state: State,
    find: Callable[[], Analysis | Answer | StagesAnswer],
) -> dict[str, Any]:
    """What is found, or was found before; what is proved is kept, what was stopped is told."""
    position = game.show(state)
    if store is not None and (known := store.answer(game.rules_hash, kind, position)) is not None:
        return dict(json.loads(known))
    try:
        answer = find()
    except Interrupted as end:
        return dict(end.answer.to_dict())
    found = dict(answer.to_dict())
    is_proved = answer.exact and all(move["exact"] for move in found.get("moves", ()))
    if is_proved and store is not None:
        try:
            body = json.dumps(found, ensure_ascii=False)
            store.keep_answer(game.rules_hash, kind, position, body)
        except sqlite3.OperationalError as error:  # what was found is told all the same
            LOG.error("an answer could not be kept: %s", error)
    return found


def analyse(job: Job, store: Store, spot: Tree, seconds: float, limits: Limits) -> dict[str, Any]:
    """Every legal move with its value, as the game so far has it."""
    game, state, position = spot.game, spot.state, spot.node.position()

    def told(found: dict[str, Any]) -> dict[str, Any]:
        return with_words(with_chances(found, game), spot)

    def watch(analysis: Analysis) -> None:
        job.progress = told(analysis.to_dict())

    find = partial(
        analyze,
        game,
        position=position,
        seconds=seconds,
        memory=limits.analysis_memory,
        watch=watch,
        poll=job.check,
    )
    # What is kept is looked up by the position alone.
    keeps = None if game.returning(state, position.history) else store
    return told(answered(keeps, game, ANALYSIS, state, find))


def review_game(job: Job, tree: Tree, seconds: float, limits: Limits) -> dict[str, Any]:
    """Every move of a game judged."""

    def watch(done: int, total: int, last: Judged | None) -> None:
        job.progress = {"done": done, "total": total}

    while is_cold(tree.game):  # a first look would overlook mistakes
        job.check()
        time.sleep(TICK)
    memory = limits.analysis_memory
    try:
        found = review(tree, seconds=seconds, memory=memory, watch=watch, poll=job.check).to_dict()
    except Interrupted as end:
        found = dict(end.answer.to_dict())
    return with_better(found, tree)


def solve_position(
    job: Job,
    store: Store,
    spot: Tree,
    *,
    goal: str,
    seconds: float,
    threads: int,
    limits: Limits,
) -> dict[str, Any]:
    """The value by perfect play, or what is known when it is stopped."""
    game, state = spot.game, spot.state

    def watch(progress: Progress) -> None:
        job.check()
        job.progress = progress._asdict()

    find = partial(
        solve,
        game,
        goal=goal,
        position=state,
        threads=threads,
        memory=limits.memory,
        seconds=seconds,
        watch=watch,
    )
    return with_words(answered(store, game, f"{SOLVE} {goal}", state, find), spot)


def goals_of(game: Game) -> list[str]:
    """What can be asked of a solve in this game."""
    goals = ["score"]
    if game.has_score:
        goals.append("win")
    if has_checks(game.rules) and not game.has_chance:
        goals.append("mate")
    is_bounded = int(remaining(game.rules, game.start)) != UNLIMITED
    if is_answered(standing, game.rules) and is_bounded and not game.has_chance:
        goals.append("stages")
    return goals


def map_piece(job: Job, game: Game, state: State, place: str) -> dict[str, Any]:
    """The value of every square for one man; small tables are built when they are asked for."""
    require_map(game)
    table = find_table(game)
    if table is None:
        size = sum(part.size for part in game.table_classes())
        if size > SMALL_TABLE:
            raise InputError("web.map_table", game=game)
        build_table(game, tables_folder(), watch=lambda *_: job.check())
        table = find_table(game)
    assert table is not None
    found = place_everywhere(table, state, place)
    squares = {
        square: {"value": probe.wdl, "distance": probe.distance}
        for square, probe in found.values.items()
    }
    return {"piece": found.sign, "place": found.piece.place, "squares": squares}
