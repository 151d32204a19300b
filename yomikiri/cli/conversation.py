"""A game in the terminal: the board, whose turn it is, and the words a person may type.

Nothing that a person types can end or damage the game: what is wrong is explained and asked again.
"""

import unicodedata
from collections.abc import Callable
from typing import Any

from rich.text import Text

from yomikiri.cli import report
from yomikiri.cli.screen import Screen
from yomikiri.cli.seats import Seats, load
from yomikiri.cli.words import signed
from yomikiri.errors import IllegalMove, InputError, NotationError, printable, shortened, suggest
from yomikiri.games.end import LOST, REPETITION, RESIGNED
from yomikiri.play import files
from yomikiri.play.tree import HUMAN, Tree
from yomikiri.players import Player, make_player
from yomikiri.players.player import Forfeit
from yomikiri.rules import CHANCE
from yomikiri.solve import analyze
from yomikiri.tables.table import find_table

HINT = "alphabeta:seconds=1"
ANALYSIS_SECONDS = 3.0
MARK = "+"  # where one may play
LONGEST_WORD = 80  # characters of what was typed that are shown again

COMMANDS = {  # what may be typed -> the method that does it
    "undo": "undo",
    "hint": "hint",
    "moves": "moves",
    "board": "board",
    "analyze": "analyze",
    "save": "save",
    "load": "load",
    "resign": "resign",
    "help": "help",
    "quit": "quit",
    # the same in other words
    "?": "help",
    "exit": "quit",
    "待った": "undo",
    "ヒント": "hint",
    "手": "moves",
    "盤": "board",
    "解析": "analyze",
    "保存": "save",
    "読込": "load",
    "投了": "resign",
    "%toryo": "resign",  # as in CSA
    "助け": "help",
    "終了": "quit",
}
WITH_FILE = ("save", "load")


class Quit(Exception):
    """The person stops here; the game can be continued another day."""


class Play:
    """Talks about a game; `ask` reads a line and raises EOFError at the end of the input."""

    def __init__(self, seats: Seats, screen: Screen, ask: Callable[[str], str]) -> None:
        self.seats, self.game = seats, seats.game
        self.screen, self.ask = screen, ask
        self.words, self.console, self.ascii = screen.words, screen.console, screen.ascii

    @property
    def tree(self) -> Tree:
        """The game."""
        return self.seats.tree

    def run(self) -> None:
        """Play until the game is over; raises Quit when a person stops or the input ends."""
        self.welcome()
        self.board()
        while self.tree.legal():
            if self.tree.turn == CHANCE:
                self.throw()
            elif self.seats.must_pass(self.tree.state):
                self.tell("play.passes", who=self.who(self.tree.turn))
                self.tree.play(self.tree.legal()[0])
                self.board()
            elif self.seats.side is None:
                self.listen()
            else:
                self.let_play(self.seats.side)
        end = self.tree.end
        assert end is not None
        if end.reason == REPETITION:
            self.tell("play.repeated", times=self.game.occurrences)
        final = None if end.reason in LOST else self.game.final(self.tree.state)
        self.tell("play.over", result=self.words.result(self.game, end.value, final))

    def let_play(self, side: Player) -> None:
        """Let a player move, to the end of its turn."""
        turn = self.tree.turn
        names = []
        while self.tree.turn == turn and self.tree.legal():
            state = self.tree.state
            try:
                choice = side.choose(state, self.tree.history)
            except Forfeit as forfeit:
                self.tree.give(turn, forfeit.end, forfeit.message)
                if forfeit.end == RESIGNED:
                    self.tell("play.resigns", who=self.who(turn))
                else:
                    why = printable(self.words.error(forfeit))
                    self.tell("play.loses", who=self.who(turn), why=why)
                return
            self.tree.play(choice.move)
            names.append(self.game.move_name(state, choice.move))
        name = self.tree.players[turn]
        self.tell("play.plays", who=self.who(turn), player=name, move=" ".join(names))
        self.board()

    def throw(self) -> None:
        """Let the dice decide."""
        state, move = self.tree.state, self.tree.throw()
        self.tree.play(move)
        self.tell("play.thrown", throw=self.game.move_name(state, move))
        if self.tree.legal() and self.seats.side is None:
            self.board()

    def listen(self) -> None:
        """Read one line and do what it says."""
        try:
            text = self.ask(f"{self.who(self.tree.turn)}> ")
        except EOFError:
            self.console.print()
            raise Quit from None
        # Full-width letters and digits, as a Japanese keyboard gives them, are read as well.
        text = unicodedata.normalize("NFKC", text).strip()
        word, _, rest = text.partition(" ")
        try:
            if word.lower() in COMMANDS:
                self.obey(COMMANDS[word.lower()], rest.strip())
            elif text:
                self.play_text(text)
        except InputError as error:
            self.console.print(printable(self.words.error(error)))

    def obey(self, name: str, rest: str) -> None:
        """Do what a command says."""
        if name not in WITH_FILE:
            getattr(self, name)()
        elif rest:
            getattr(self, name)(rest)
        else:
            self.tell("play.file_missing", command=name)

    def play_text(self, text: str) -> None:
        """Play a move that a person typed, or several of one turn."""
        state, turn = self.tree.state, self.tree.turn
        states = [*self.tree.history, state]
        moves: list[int] = []
        try:
            for word in text.split():
                if self.game.mover(state) != turn or not self.game.legal_moves(state):
                    self.tell("play.turn_over", move=shown(word))
                    return
                text = word
                moves.append(self.game.read_along(states, word))
                state = self.game.play(state, moves[-1])
                states.append(state)
        except IllegalMove:
            legal = [self.game.move_name(state, move) for move in self.game.legal_moves(state)]
            self.tell("play.not_legal", move=shown(text), moves=" ".join(legal))
            return
        except NotationError as error:
            near = suggest(text[:20].split()[0], [word for word in COMMANDS if word.isascii()])
            self.tell("play.not_understood", error=printable(self.words.error(error)), near=near)
            return
        for move in moves:
            self.tree.play(move)
        self.board()

    # What can be typed.

    def undo(self) -> None:
        """Take back the person's last move, and what was played since."""
        if undone := self.seats.take_back():
            self.tell("play.undone", count=undone)
            self.board()
        else:
            self.tell("play.nothing_to_undo")

    def hint(self) -> None:
        """A good move."""
        state = self.tree.state
        known = None if self.game.has_score else find_table(self.game, state=state)
        adviser = HINT if known is None else "perfect"
        choice = make_player(adviser, self.game).choose(state, self.tree.history)
        move = self.game.move_name(state, choice.move)
        if choice.exact and choice.value is not None:
            self.tell("play.hint_exact", move=move, value=signed(choice.value))
        else:
            self.tell("play.hint", move=move)

    def analyze(self) -> None:
        """Every legal move with its value."""
        position = self.tree.node.position()
        analysis = analyze(self.game, position=position, seconds=ANALYSIS_SECONDS)
        report.show_analysis(self.screen, analysis)

    def moves(self) -> None:
        """The legal moves and those played."""
        self.tell("play.moves_are", moves=self.seats.legal_text())
        self.tell("play.so_far", moves=" ".join(self.tree.names) or self.words("play.none"))

    def board(self) -> None:
        """The board, where a person may play, and whose turn it is."""
        self.console.print()
        drawn = Text(report.indented(self.drawn(self.marks())))
        drawn.highlight_words([MARK], "bold green")
        self.console.print(drawn)
        self.console.print(report.INDENT + self.legend())
        if self.tree.legal() and self.tree.turn != CHANCE:
            who = self.who(self.tree.turn)
            name = "play.goes_on" if self.seats.is_same_turn() else "play.to_move"
            self.tell(name, number=self.seats.turn_number(), who=who)

    def marks(self) -> dict[int, str]:
        """Where a person may play now."""
        legal = self.tree.legal() if self.seats.person_chooses(self.tree.state) else []
        return dict.fromkeys(legal, MARK)

    def drawn(self, marks: dict[int, str]) -> str:
        """The board with these marks; those of the shogi family show none."""
        states = [*self.tree.history, self.tree.state]
        return self.game.draw_along(states, marks=marks, ascii=self.ascii)

    def save(self, file: str) -> None:
        """Save the game to a file."""
        files.save(self.tree, file)
        self.tell("play.saved", file=file, command=self.seats.command(file))

    def load(self, file: str) -> None:
        """Go on with the game of a file."""
        self.seats.sit(load(file, self.game, seed=self.tree.seed))
        self.tell("play.loaded", file=file)
        self.board()

    def resign(self) -> None:
        """Give up."""
        self.tree.give(self.tree.turn, RESIGNED)
        self.tell("play.resigns", who=self.who(self.tree.turn))

    def help(self) -> None:
        """What can be typed."""
        is_marked = self.drawn(self.marks()) != self.drawn({})
        where = self.words("play.help_mark", mark=MARK) if is_marked else ""
        self.tell("play.help", example=self.example(), where=where)

    def quit(self) -> None:
        """Stop here."""
        raise Quit

    # Words.

    def tell(self, name: str, **values: Any) -> None:
        """Say a sentence."""
        self.console.print(self.words(name, **values))

    def who(self, side: int) -> str:
        """The name of a side."""
        return self.words.player(self.game, side)

    def example(self) -> str:
        """A move that is legal now, or after the dice are thrown."""
        state = self.tree.state
        while self.game.mover(state) == CHANCE:
            state = self.game.play(state, self.game.legal_moves(state)[0])
        return self.game.move_name(state, self.game.legal_moves(state)[0])

    def legend(self) -> str:
        """Both sides: how their stones look, and how many there are."""
        final = self.game.final(self.tree.state)
        counts = ("", "") if final is None else (f" {final.first}", f" {final.second}")
        looks = self.game.looks_like(ascii=self.ascii)
        return "   ".join(f"{looks[side]} {self.who(side)}{counts[side]}" for side in (0, 1))

    def welcome(self) -> None:
        """Who plays what."""
        sides = [
            f"{self.who(side)} ({self.words('play.person') if text == HUMAN else text})"
            for side, text in enumerate(self.tree.players)
        ]
        title = self.game.titles[self.words.language]
        self.tell("play.playing", title=title, spec=self.game, first=sides[0], second=sides[1])
        if HUMAN in self.tree.players and self.tree.legal():
            self.tell("play.how", example=self.example())


def shown(text: str) -> str:
    """What a person typed, fit to be shown again."""
    return shortened(printable(text), LONGEST_WORD)
