"""The commands `check` and `new-game`: games of one's own, checked and begun."""

import re
from pathlib import Path
from typing import Annotated, Any

import typer

from yomikiri.cli.command import command
from yomikiri.cli.options import GameText
from yomikiri.cli.screen import Screen
from yomikiri.errors import InputError, reason
from yomikiri.games import load, use
from yomikiri.games.game import Game
from yomikiri.library.checking import Checked, check_game
from yomikiri.library.skeleton import is_taken, skeleton
from yomikiri.words import say
from yomikiri.work.runs import write_whole

SUFFIX = ".py"


@command
def check(game: GameText, *, screen: Screen) -> int:
    """Ask a game the whole contract, and say what is wrong."""
    if game.endswith(SUFFIX):
        games = [load(name) for name in use(game)]
    else:
        games = [load(game)]
    documents = []
    wrong = 0
    for chosen in games:
        found = []
        for checked in check_game(chosen):
            found.append(checked)
            if not screen.as_json:
                show_check(screen, checked)
        wrong += sum(bool(checked.faults) for checked in found)
        documents.append(as_document(screen, chosen, found))
        if not screen.as_json:
            n = sum(bool(checked.faults) for checked in found)
            name = "check.some_wrong" if n else "check.all_well"
            screen.print(screen.words(name, game=chosen, checks=len(found), n=n))
    if screen.as_json:
        screen.document({"games": documents, "right": not wrong})
    return 1 if wrong else 0


def show_check(screen: Screen, checked: Checked) -> None:
    """A line for a check, and one for each fault."""
    words = screen.words
    sign = "x" if checked.faults else words("check.well")
    screen.print(f"{sign}  {words(f'check.{checked.name}')}")
    for fault in checked.faults:
        screen.print(f"   {say(fault, words.language)}")


def as_document(screen: Screen, game: Game, found: list[Checked]) -> dict[str, Any]:
    """What was found, as JSON."""
    language = screen.words.language
    checks = [
        {"check": checked.name, "faults": [say(fault, language) for fault in checked.faults]}
        for checked in found
    ]
    return {"game": str(game), "rules_hash": game.rules_hash, "checks": checks}


@command
def new_game(name: Annotated[str, typer.Argument(metavar="NAME")], *, screen: Screen) -> int:
    """Write a game that already runs, to be changed, and a test of it."""
    if not re.fullmatch("[a-z][a-z0-9_]{0,40}", name):
        raise InputError("check.not_a_name", got=name)
    files = {Path(file): text for file, text in skeleton(name).items()}
    for path in files:
        if path.exists():
            raise InputError("check.exists", file=str(path))
    if is_taken(name):
        raise InputError("check.name_taken", name=name)
    for path, text in files.items():
        try:
            write_whole(path, text)
        except OSError as error:
            for written in files:  # none was there before
                written.unlink(missing_ok=True)
            raise InputError("game.unwritten", file=str(path), why=reason(error)) from None
    steps = [f"yomikiri check {name}.py", f"yomikiri play {name} --games {name}.py"]
    if screen.as_json:
        screen.document({"files": [str(path) for path in files], "next": steps})
        return 0
    for path in files:
        screen.print(screen.words("check.written", file=path))
    for step in steps:
        screen.print(screen.words("check.next", command=step))
    return 0
