"""Games as CSA, the format of computer shogi tournaments: `+5453FU`, `-0033KI`, `%TORYO`.

Its names of pieces are those of shogi, so it is for minishogi and whatever has no other pieces.
"""

import re
from collections.abc import Sequence
from typing import cast

from yomikiri.errors import InputError
from yomikiri.games.end import RESIGNED, TIME
from yomikiri.games.game import Game, State
from yomikiri.games.shogi import notation, sfen
from yomikiri.games.shogi.game import ShogiGame
from yomikiri.games.shogi.state import PROMOTES, Shogi, kind_at
from yomikiri.play.formats.lines import (
    BadRecord,
    begin,
    lost_as,
    play,
    read_position,
    unexpected,
)
from yomikiri.play.tree import Tree
from yomikiri.words import message

SIGNS = {code: sign for sign, code in notation.CSA.items()}
SIDES = "+-"
NOTE = "'*"
MOVE = re.compile(r"([+-])([0-9]{2})([0-9]{2})([A-Z]{2})")
LOST = {"%TORYO": RESIGNED, "%TIME_UP": TIME}  # by the player to move
ENDS = "%TORYO %CHUDAN %SENNICHITE %TIME_UP %ILLEGAL_MOVE %JISHOGI %KACHI %TSUMI %FUZUMI %ERROR"


def recognises(lines: Sequence[str]) -> bool:
    """Whether a text looks like CSA."""
    return any(line.startswith(("V2", "N+", "N-", "P1", "PI")) or line == "+" for line in lines)


def write(tree: Tree) -> str:
    """The game as text."""
    game = cast(ShogiGame, tree.game)
    lines = ["V2.2", f"N+{tree.players[0]}", f"N-{tree.players[1]}"]
    state = tree.root.state
    lines += board_lines(game, state)
    lines.append(SIDES[state.turn])
    for node in tree.node.path()[1:]:
        assert node.parent is not None and node.move is not None
        lines.append(move_text(game, node.parent.state, node.move))
        lines += [f"{NOTE}{words}" for words in node.note.splitlines()]
    if word := lost_as(tree, LOST):
        lines.append(word)
    return "\n".join(lines) + "\n"


def board_lines(game: ShogiGame, state: Shogi) -> list[str]:
    """The start, rank by rank, and the hands."""
    layout = game.layout
    men = sfen.men_of(layout, state)
    lines = []
    for y in range(layout.height):
        line = f"P{y + 1}"
        for x in range(layout.width):
            man = men.get(y * layout.width + x)
            line += " * " if man is None else SIDES[man[0]] + notation.CSA[man[1]]
        lines.append(line)
    for side, hand in enumerate(sfen.hands_of(layout, state)):
        if hand:
            held = "".join(f"00{notation.CSA[sign]}" * count for sign, count in hand.items())
            lines.append(f"P{SIDES[side]}{held}")
    return lines


def move_text(game: ShogiGame, state: Shogi, move: int) -> str:
    """A move: side, source, target, and the piece after it."""
    layout = game.layout
    source, target = notation.source_of(move), notation.target_of(move)
    if source is None:
        sign, place = notation.dropped(layout, move), "00"
    else:
        sign, place = layout.kinds.signs[kind_at(state, source)], notation.digits(layout, source)
        if move >> PROMOTES:
            sign = "+" + sign
    return f"{SIDES[state.turn]}{place}{notation.digits(layout, target)}{notation.CSA[sign]}"


def read(text: str, asked: Game) -> Tree:
    """The game of a text; raises BadRecord."""
    game = cast(ShogiGame, asked)
    players = ["", ""]
    board: dict[int, str] = {}
    hands = ""
    tree: Tree | None = None
    end = ""
    for number, line in enumerate(text.splitlines(), 1):
        # A line may have several statements, but not in the board.
        for content in [line] if line.startswith(("P", "N", "$", "'")) else line.split(","):
            content = content.rstrip()
            if content.startswith(NOTE) and tree is not None and tree.node is not tree.root:
                words = content[len(NOTE) :].strip()
                tree.node.note = "\n".join(filter(None, (tree.node.note, words)))
            if not content or content[0] in "'V$T" or content == "PI":
                continue
            if end:
                raise unexpected(number, message("format.nothing_after", what=end), content)
            if content[:2] in ("N+", "N-"):
                players[SIDES.index(content[1])] = content[2:]
            elif re.fullmatch(r"P[1-9].*", content):
                board[int(content[1])] = rank_sfen(content[2:], number)
            elif content[:2] in ("P+", "P-"):
                hands += hand_sfen(content[1], content[2:], number)
            elif content in SIDES and tree is None:
                tree = begin(game, make_start(game, board, hands, SIDES.index(content), number))
            elif content in ENDS.split():
                end = content
            elif tree is None:
                raise unexpected(number, message("format.csa_start"), content)
            else:
                play(tree, as_usi(game, tree.state, content, number), number)
    if tree is None:
        raise BadRecord("format.csa_none")
    tree.players = (players[0], players[1])
    if end in LOST and tree.end is None:
        tree.give(tree.turn, LOST[end])
    return tree


def rank_sfen(text: str, number: int) -> str:
    """A rank of the board."""
    cells = [text[at : at + 3].strip() for at in range(0, len(text), 3)]
    found = ""
    for cell in cells:
        if cell in ("*", ""):
            found += "1"
        elif cell[:1] in SIDES and cell[1:] in SIGNS:
            sign = SIGNS[cell[1:]]
            found += sign if cell[0] == "+" else sign.lower()
        else:
            raise unexpected(number, message("format.csa_piece"), cell)
    # SFEN counts empty cells together.
    return re.sub("1+", lambda gap: str(len(gap[0])), found)


def hand_sfen(side: str, text: str, number: int) -> str:
    """Pieces in hand."""
    found = ""
    for piece in re.findall("....?", text):
        sign = SIGNS.get(piece[2:], "")
        if piece[:2] != "00" or not sign or len(sign) > 1:
            raise unexpected(number, message("format.csa_hand"), text)
        found += sign if side == "+" else sign.lower()
    return found


def make_start(game: ShogiGame, board: dict[int, str], hands: str, turn: int, number: int) -> State:
    """The position that the lines so far give; the usual one if there are none."""
    rows, _, held, _ = game.show(game.start).split()
    if board:
        rows = "/".join(board.get(y + 1, str(game.layout.width)) for y in range(len(board)))
        counted = {sign: hands.count(sign) for sign in dict.fromkeys(hands)}
        held = "".join(f"{n if n > 1 else ''}{sign}" for sign, n in counted.items()) or "-"
    return read_position(game, f"{rows} {'bw'[turn]} {held} 1", number)


def as_usi(game: ShogiGame, state: Shogi, text: str, number: int) -> str:
    """A move in USI; it is checked later."""
    match = MOVE.fullmatch(text)
    if not match or match[4] not in SIGNS:
        raise unexpected(number, message("format.move", example="+5453FU"), text)
    if SIDES.index(match[1]) != state.turn:
        raise unexpected(number, message("format.csa_turn", side=SIDES[state.turn]), text)
    sign = SIGNS[match[4]]
    try:
        target = notation.as_letter(match[3]) if match[3][1] != "0" else match[3]
        if match[2] == "00":
            return f"{sign}*{target}"
        source = notation.as_letter(match[2])
        cell = notation.read_cell(game.layout, source)
    except InputError as error:
        raise BadRecord("format.line", number=number, error=error) from None
    men = sfen.men_of(game.layout, state)
    was = men.get(cell, (0, ""))[1]
    if was not in (sign, sign.lstrip("+")):
        wanted = notation.CSA.get(was) or message("format.csa_any")
        raise unexpected(number, message("format.csa_on", piece=wanted, cell=match[2]), text)
    return source + target + ("+" if was != sign else "")
