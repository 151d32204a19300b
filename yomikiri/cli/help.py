"""What `--help` says, in the language that was chosen.

A command's own line is `help.solve` or `help.table.build`, an option's `help.solve.goal`, or
`help.option.json` where several commands share it: named as people type it.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any

from typer.core import TyperCommand, TyperGroup

from yomikiri.cli.values import read_plainly
from yomikiri.words import LANGUAGES, message, say
from yomikiri.words.catalogue import messages

FILLER = "\ue000"  # a character that nobody writes
SENTENCE: Any = re.compile(r"(?:(?!\.\s|。).)*[.。]?", re.DOTALL)  # the first of a text
# What Typer writes around it, in English only.
HEADINGS = {
    r"^Usage: ": "help.heading.usage",
    r"^Arguments:": "help.heading.arguments",
    r"^Options:": "help.heading.options",
    r"^Commands:": "help.heading.commands",
    r"Show this message and exit\.": "help.heading.help",
    r"\[required\]": "help.heading.required",
    r"\[default: (?=.*\])": "help.heading.default",
}


class Command(TyperCommand):
    """A command with its help."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments that are left."""
        read_plainly(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def get_help(self, ctx: Any) -> str:
        """The help in the language of the context."""
        return translated(super().get_help(described(self, ctx)), language_of(ctx))


class Group(TyperGroup):
    """The same for a group of commands."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The arguments that are left."""
        read_plainly(self.get_params(ctx))
        return super().parse_args(ctx, args)

    def get_help(self, ctx: Any) -> str:
        """The help in the language of the context."""
        return translated(super().get_help(described(self, ctx)), language_of(ctx))


def language_of(context: Any) -> str:
    """The language chosen before the arguments were parsed."""
    return context.obj if context.obj in LANGUAGES else "en"


def described(command: Any, context: Any) -> Any:
    """The context of a command whose parameters, and subcommands, have their help."""
    path: list[str] = []
    above = context
    while above.parent is not None:
        path.insert(0, above.info_name)
        above = above.parent
    for thing, name in named(command, path):
        thing.help = padded(say(message(name), language_of(context)))
        if hasattr(thing, "short_help"):  # in a list of commands, where Typer would cut it off
            thing.short_help = SENTENCE.match(thing.help)[0]
    return context


def named(command: Any, path: Sequence[str]) -> Iterator[tuple[Any, str]]:
    """A command, its parameters and its subcommands, each with the name of its message."""
    yield command, ".".join(("help", *(path or ("yomikiri",))))
    for parameter in command.params:
        own = ".".join((*(path or ("yomikiri",)), spelt(parameter)))
        yield (
            parameter,
            f"help.{own}" if own in messages("help") else f"help.option.{spelt(parameter)}",
        )
    for name, below in getattr(command, "commands", {}).items():
        yield from named(below, (*path, name))


def spelt(parameter: Any) -> str:
    """A parameter's name as it is typed: `tables` for --tables, `game-fen` for GAME|FEN."""
    if parameter.param_type_name == "argument":
        return re.sub(r"[^a-z]+", "-", (parameter.metavar or parameter.name).lower()).strip("-")
    return str(max(parameter.opts, key=len)).lstrip("-")


def padded(text: str) -> str:
    """The text with a filler behind each character that is two cells wide, to be measured."""
    is_wide = (unicodedata.east_asian_width(sign) in "WF" for sign in text)
    return "".join(sign + FILLER * wide for sign, wide in zip(text, is_wide))


def translated(text: str, language: str) -> str:
    """The help with Typer's own words in a language, and without fillers."""
    text = text.replace(FILLER, "")
    for pattern, name in HEADINGS.items():
        text = re.sub(pattern, say(message(name), language), text, flags=re.MULTILINE)
    return text
