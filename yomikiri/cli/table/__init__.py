"""The group of commands `table`: tables of all positions."""

import typer

from yomikiri.cli.command import command
from yomikiri.cli.help import Command, Group
from yomikiri.cli.table.build import build
from yomikiri.cli.table.check import check
from yomikiri.cli.table.export import export
from yomikiri.cli.table.info import info
from yomikiri.cli.table.line import line
from yomikiri.cli.table.list import list
from yomikiri.cli.table.map import map
from yomikiri.cli.table.probe import probe
from yomikiri.cli.words import Words

tables = typer.Typer(cls=Group, rich_markup_mode=None, invoke_without_command=True)


@tables.callback()
@command
def table(context: typer.Context, *, words: Words) -> None:
    """Tables of all positions: build them, ask them."""
    if context.invoked_subcommand is None:
        print(context.get_help())


for function in (build, info, probe, check, line, map, list, export):
    tables.command(cls=Command)(function)
