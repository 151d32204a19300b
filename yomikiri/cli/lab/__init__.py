"""The group of commands `lab`: players measured, and the tables of the theses played again."""

import typer

from yomikiri.cli.command import command
from yomikiri.cli.help import Command, Group
from yomikiri.cli.lab.errors import errors
from yomikiri.cli.lab.janken_tables import janken_tables
from yomikiri.cli.lab.kpk_tables import kpk_tables
from yomikiri.cli.lab.levels import levels
from yomikiri.cli.words import Words

experiments = typer.Typer(cls=Group, rich_markup_mode=None, invoke_without_command=True)


@experiments.callback()
@command
def lab(context: typer.Context, *, words: Words) -> None:
    """Measure players, and play the tables of the theses again."""
    if context.invoked_subcommand is None:
        print(context.get_help())


for function in (levels, errors, janken_tables, kpk_tables):
    experiments.command(cls=Command)(function)
