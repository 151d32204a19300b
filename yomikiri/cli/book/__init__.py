"""The group of commands `book`: opening books."""

from yomikiri.cli.book.build import build
from yomikiri.cli.book.export import export
from yomikiri.cli.book.merge import merge
from yomikiri.cli.book.show import show
from yomikiri.cli.command import group

books = group(build, show, merge, export)
