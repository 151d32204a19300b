"""Every legal move of a position with its value; mirror images are searched once."""

from collections.abc import Callable, Iterator, Sequence

from yomikiri.games.game import Game, State
from yomikiri.rules import mirror, mirror_move, symmetries
from yomikiri.running import INTERRUPT, NO_LIMITS, Handle, Limits
from yomikiri.solve.analysis_answer import Analysis, MoveValue, gathered, shown
from yomikiri.solve.answer import Interrupted
from yomikiri.solve.reader import mirror_classes
from yomikiri.think import Plan, Thought, Valued, every_move, think
from yomikiri.think.values import ranked

DEFAULT_SECONDS = 5.0


def analyze_position(
    game: Game,
    state: State,
    before: Sequence[State] = (),
    *,
    limits: Limits,
    threads: int = 1,
    megabytes: float = 768,
    watch: Callable[[Analysis], None] | None = None,
    poll: Callable[[], None] | None = None,
) -> Analysis:
    """Every legal move with its value; see `yomikiri.analyze`.

    `before` is the game so far.  `poll` is called now and then while a search runs; by raising
    KeyboardInterrupt it ends it.
    """
    classes = mirror_classes(game, state)
    # Means of mirror images may differ in the last digit; and one of two may be a repetition.
    if game.has_chance or game.returning(state, before):
        classes = {move: [move] for move in game.legal_moves(state)}
    if game.has_chance:
        threads = 1
    last = [Thought(None)]

    def analysis(thought: Thought) -> Analysis:
        entries = (
            image
            for valued in thought.moves
            for image in images(game, state, valued, classes[valued.move])
        )
        return gathered(
            game,
            state,
            entries,
            mean=thought.value,
            depth=thought.depth,
            nodes=thought.nodes,
            seconds=thought.seconds,
            threads=threads,
            stopped=thought.stopped,
        )

    def report(thought: Thought) -> None:
        last[0] = thought
        if watch is not None:
            watch(analysis(thought))

    plan = Plan(threads, megabytes, method=every_move)
    tried = ranked(game, state, list(classes))
    try:
        found = think(
            game,
            state,
            before,
            limits=Limits(seconds=DEFAULT_SECONDS) if limits == NO_LIMITS else limits,
            report=report,
            plan=plan,
            moves=tried,
            handle=Handle(poll),
        )
    except KeyboardInterrupt:
        raise Interrupted(analysis(last[0]._replace(stopped=INTERRUPT))) from None
    return analysis(found)


def images(game: Game, state: State, entry: Valued, moves: Sequence[int]) -> Iterator[MoveValue]:
    """The move and those that are its mirror images, each with its line."""
    rules = game.rules
    for move in moves:
        number = next(
            k
            for k in range(symmetries(rules))
            if mirror(rules, state, k) == state and mirror_move(rules, entry.move, k) == move
        )
        line = [int(mirror_move(rules, step, number)) for step in entry.line]
        yield shown(game, state, entry._replace(move=move, line=line))
