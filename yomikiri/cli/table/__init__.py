"""The group of commands `table`: tables of all positions."""

from yomikiri.cli.command import group
from yomikiri.cli.table.build import build
from yomikiri.cli.table.check import check
from yomikiri.cli.table.export import export
from yomikiri.cli.table.info import info
from yomikiri.cli.table.line import line
from yomikiri.cli.table.list import list
from yomikiri.cli.table.map import map
from yomikiri.cli.table.probe import probe

tables = group(build, info, probe, check, line, map, list, export)
