"""How a question finds its answer: a function for each class of rules, compiled or not."""

import functools
import typing
from collections.abc import Callable
from typing import Any

from yomikiri.errors import suggest
from yomikiri.jit import brief, dispatch, kernel
from yomikiri.sources import answers_for

Question = Callable[..., Any]
QUESTIONS: dict[str, Any] = {}


def contract(stub: Question, default: Question | None = None, *, listed: bool = True) -> Any:
    """Turn `stub` into a question that each game answers for its own class of rules.

    The answer is a function of the same name, which for `ask_unplay` is `unplay`.  A question that
    is not listed is none that games are asked.
    """
    answers: dict[Any, Any] = {}
    name = stub.__name__.removeprefix("ask_")

    @functools.wraps(stub)
    def ask(rules: Any, *args: Any) -> Any:
        answer = answers.get(type(rules), default)
        if answer is None:
            raise TypeError(f"{type(rules).__name__} does not answer {name}()")
        return answer(rules, *args)

    settled: set[Any] = set()  # classes of rules for which kernels have asked

    def find(kind: Any) -> Any:
        settled.add(kind)
        return answers.get(kind, default)

    dispatch(ask, find)
    ask.answers, ask.default, ask.settled = answers, default, settled  # type: ignore[attr-defined]
    ask.brought = []  # type: ignore[attr-defined]
    if listed:
        QUESTIONS[name] = ask
    return ask


def optional(stub: Question) -> Any:
    """A question with an answer, its own body, for the games that give none."""
    return contract(stub, brief(kernel(stub)))


def brings(question: Any, answer: Any, otherwise: Question) -> Any:
    """A kernel that is `answer` for games that answer a question; others do not compile that."""
    brought = contract(otherwise, kernel(otherwise), listed=False)
    question.brought.append((brought, answer))
    return brought


def rule(function: Question) -> Any:
    """Compile a game's answer to the question of the same name."""
    compiled = brief(kernel(function))
    if function.__name__ not in QUESTIONS:
        near = suggest(function.__name__, QUESTIONS)
        raise TypeError(f"there is no question {function.__name__}(){near}; {', '.join(QUESTIONS)}")
    question = QUESTIONS[function.__name__]
    names = function.__code__.co_varnames[: function.__code__.co_argcount]
    game = typing.get_type_hints(function).get(names[0]) if names else None
    if game is None:
        raise TypeError(
            f"{function.__name__}() does not say whose rules it is for; write their class, as in"
            f" `def {function.__name__}(rules: MyRules, ...)`"
        )
    questions = [(question, compiled), *question.brought]
    # They have the answer before this one, or none, for good.
    if any(game in asked.settled for asked, _ in questions):
        raise TypeError(
            f"{function.__name__}() of {game.__name__} comes too late: kernels that ask it were"
            " compiled already; define all rules of a class before anything is asked of it"
        )
    for asked, answer in questions:
        asked.answers[game] = answer
    answers_for(game, function.__module__)
    return compiled


def is_answered(question: Any, rules: Any) -> bool:
    """Whether the game of these rules has an answer of its own."""
    return type(rules) in question.answers
