"""The group of commands `lab`: players measured, and the theses' experiments played again."""

from yomikiri.cli.command import group
from yomikiri.cli.lab.errors import errors
from yomikiri.cli.lab.janken_tables import janken_tables
from yomikiri.cli.lab.levels import levels

experiments = group(levels, errors, janken_tables)
