"""The command `rules`: how a game is played, with tasks to do on the board."""

from yomikiri.cli.command import command
from yomikiri.cli.options import GameText
from yomikiri.cli.report import INDENT, indented
from yomikiri.cli.screen import Screen
from yomikiri.games import load
from yomikiri.play.lesson import make_lesson
from yomikiri.words import say


@command
def rules(game: GameText, *, screen: Screen) -> int:
    """Tell how a game is played."""
    chosen, words = load(game), screen.words
    lesson = make_lesson(chosen)
    if screen.as_json:
        screen.document(lesson.to_dict())
        return 0
    title = f"{chosen.titles[words.language]} ({chosen})"
    screen.print(words("teach.title", game=title), style="bold")
    screen.print(indented(chosen.draw(chosen.start, ascii=screen.ascii)))
    screen.print(f"{words('teach.goal')}: {say(lesson.goal, words.language)}")
    screen.print(f"{words('teach.moves')}:")
    for rule in lesson.rules:
        screen.print(f"{INDENT}- {say(rule.in_terminal, words.language)}")
    if signs := [sign for sign in lesson.legend if any(sign.written)]:
        screen.print(f"{words('lesson.legend')}:")
    for sign in signs:
        written = sign.written[screen.ascii]
        screen.print(f"{INDENT}{written}  {say(sign.text, words.language)}")
    for number, step in enumerate(lesson.steps, 1):
        screen.print()
        who = words.player(chosen, chosen.mover(step.state))
        task = say(step.text, words.language)
        screen.print(f"{words('teach.try')} {number} ({who}): {task}")
        screen.print(indented(chosen.draw(step.state, ascii=screen.ascii)))
        moves = " ".join(chosen.move_name(step.state, move) for move in step.moves)
        screen.print(INDENT + words("teach.answer", moves=moves))
    return 0
