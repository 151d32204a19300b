"""The group of commands `net`: nets in files."""

from yomikiri.cli.command import group
from yomikiri.cli.net.info import info
from yomikiri.cli.net.measure import measure

nets = group(info, measure)
