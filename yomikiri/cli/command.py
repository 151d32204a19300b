"""How a command is made from a function: its parameters are the arguments and options.

A parameter of a class that has a maker stands for all options that the maker takes: what many
commands share is written once, and a command gets it as one object, read and checked.

    @command
    def perft(place: Place, depth: Depth, *, turns: Turns = False, screen: Screen) -> int:

is `yomikiri perft GAME DEPTH` with --position, --start, --moves, --turns, --json, --lang, --ascii.
"""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Any

import typer

from yomikiri.cli import help
from yomikiri.cli.options import (
    Ascii,
    AsJson,
    Effort,
    Language,
    Many,
    Place,
    read_effort,
    read_many,
    read_place,
)
from yomikiri.cli.screen import Screen
from yomikiri.cli.words import Words

Function = Callable[..., int | None]


def read_words(context: typer.Context, lang: Language = None) -> Words:
    """The language asked for after the command, or else before it."""
    above: Any = context.parent
    while lang is None and above is not None:
        lang, above = above.params.get("lang"), above.parent
    return Words(lang)


def read_screen(
    context: typer.Context, json: AsJson = False, lang: Language = None, ascii: Ascii = False
) -> Screen:
    """The screen that the options ask for."""
    return Screen(read_words(context, lang), as_json=json, ascii=ascii)


MAKERS: dict[type, Callable[..., Any]] = {
    Place: read_place,
    Effort: read_effort,
    Many: read_many,
    Words: read_words,
    Screen: read_screen,
}


def command(function: Function) -> Function:
    """The function as Typer wants it, with single options only."""
    own = inspect.signature(function).parameters
    made = {name: MAKERS[p.annotation] for name, p in own.items() if p.annotation in MAKERS}
    takes = {name: inspect.signature(maker).parameters for name, maker in made.items()}

    @wraps(function)
    def run(**options: Any) -> int | None:
        objects = {
            name: made[name](**{key: options[key] for key in takes[name]})
            if name in made
            else options[name]
            for name in own
        }
        return function(**objects)

    single = {
        option.name: option.replace(kind=inspect.Parameter.KEYWORD_ONLY)
        for name, parameter in own.items()
        for option in (takes[name].values() if name in made else [parameter])
    }
    del run.__wrapped__  # whose parameters Typer would see
    run.__signature__ = inspect.Signature(list(single.values()))  # type: ignore[attr-defined]
    run.__annotations__ = {name: option.annotation for name, option in single.items()}
    return run


def group(*commands: Function) -> typer.Typer:
    """A group of commands; alone it lists them."""
    gathered = typer.Typer(
        cls=help.Group, rich_markup_mode=None, invoke_without_command=True, add_completion=False
    )

    @gathered.callback()
    @command
    def tell(context: typer.Context, *, words: Words) -> None:
        if context.invoked_subcommand is None:
            print(context.get_help())

    for function in commands:
        gathered.command(cls=help.Command)(function)
    return gathered
