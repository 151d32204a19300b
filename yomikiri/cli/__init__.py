"""The command `yomikiri`: one file for each command, called like it."""

from yomikiri.cli.app import BAD_INPUT, main, make_app, run

__all__ = ["BAD_INPUT", "main", "make_app", "run"]
