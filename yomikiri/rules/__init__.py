"""The contract between games and algorithms: the questions every game answers.

    rules   a NamedTuple of ints and arrays: board, tables, switches; its class names the family
    state   a NamedTuple of ints: one position, seen by the player to move

A game answers a question by a function of the same name, decorated with `@rule`, whose first
argument is annotated with the game's class of rules.  An algorithm just calls the question; Numba
compiles the algorithm again for each class.  It is functools.singledispatch for compiled code, and
it works the same with the compiler switched off.

Three things no algorithm may assume.  Players do not always alternate: a value changes sign when
`mover` changes.  A state is not the whole story: a position may be repeated, and the game says what
that is worth.  There may be chance: then `mover` is CHANCE, a move is a throw of the dice, and
outcomes and estimates are as the first player sees them.
"""

# Games and algorithms import all of it from here; a question is added in one place, its own file.
from yomikiri.questions import QUESTIONS as QUESTIONS
from yomikiri.questions import is_answered as is_answered
from yomikiri.questions import rule as rule
from yomikiri.rules.guessing import *  # noqa: F403
from yomikiri.rules.limits import *  # noqa: F403
from yomikiri.rules.numbering import *  # noqa: F403
from yomikiri.rules.playing import *  # noqa: F403
from yomikiri.rules.searching import *  # noqa: F403
