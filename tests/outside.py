"""The examples as games from outside, and commands asked about them."""

from pathlib import Path

import yomikiri as yk
from yomikiri import cli, games

EXAMPLES = Path(__file__).parent.parent / "examples"
LINES = {"nim": 60, "hex": 150, "dots_and_boxes": 150, "breakthrough": 190}


def know_examples(monkeypatch) -> None:
    """Use the examples; whatever a test registers besides is forgotten."""
    monkeypatch.setattr(games, "FAMILIES", dict(games.FAMILIES))
    for name in LINES:
        yk.use(EXAMPLES / f"{name}.py")


def ask(capsys, *words: str) -> tuple[int, str, str]:
    """The exit code and what a command prints."""
    code = cli.run(list(words))
    out, err = capsys.readouterr()
    return code, out, err
