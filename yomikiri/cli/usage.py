"""What is wrong with how a command was called, in our words.

Typer has its errors as English sentences only: they are recognised by their form.
"""

import re

import typer

from yomikiri.words import Message, both, message

# Typer exports none of its other usage errors; all of them have this base.
UsageError: type[Exception] = typer.BadParameter.__bases__[0]

NEAR = r"(?: Did you mean (?P<near>.*)\?| \(Possible options: (?P<options>.*)\))?"
FORMS = (
    ("command.negative", r"No such option: (?P<got>-\d.*)"),
    ("command.games_file", r"No such option: --games\b.*"),
    ("command.resume", r"No such option: (?P<name>--resume|--continue)\b.*"),
    ("command.no_option", rf"No such option: (?P<name>\S+?){NEAR}"),
    ("command.unknown", rf"No such command (?P<name>'.*?')\.{NEAR}"),
    ("command.missing", r"Missing (?:argument|option|parameter):? '?(?P<name>.*?)'?\.?"),
    ("command.extra", r"Got unexpected extra argument(?:s|\(s\))? \((?P<got>.*)\)"),
    ("command.needs_value", r"Option '?(?P<name>.*?)'? requires an argument\."),
    ("command.takes_none", r"Option '?(?P<name>.*?)'? does not take a value\."),
    ("command.value", r"Invalid value for '?(?P<name>.*?)'?: (?P<why>.*)"),
)


class BadValue(typer.BadParameter):
    """A value that an option cannot have; says why in both languages."""

    def __init__(self, name: str, **fields: object) -> None:
        self.said = message(name, **fields)
        super().__init__(str(self.said))


def usage(error: Exception) -> Message:
    """An error of Typer as a message."""
    text = " ".join(str(error.format_message()).split())  # type: ignore[attr-defined]
    for name, form in FORMS:
        if found := re.fullmatch(form, text):
            fields = found.groupdict()
            near = fields.pop("near", None) or fields.pop("options", None)
            fields.pop("options", None)
            if form.endswith(NEAR):
                fields["hint"] = message("command.near", names=near) if near else ""
            if name == "command.unknown" and not near:
                fields["hint"] = there_are(error)
            if name == "command.value":
                fields["why"] = getattr(error, "said", fields["why"])
            return message(name, **fields)
    return both("{text}", "{text}", text=text)


def there_are(error: Exception) -> Message:
    """The commands of the group in which there is none of the name that was typed."""
    context = error.ctx  # type: ignore[attr-defined]
    if context.parent is None:
        return message("command.listed")
    return message("command.commands", names=", ".join(context.command.commands))
