"""The group of commands `lab`: players measured."""

from yomikiri.cli.command import group
from yomikiri.cli.lab.errors import errors
from yomikiri.cli.lab.levels import levels
from yomikiri.cli.lab.players import players

experiments = group(levels, errors, players)
