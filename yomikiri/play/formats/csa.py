"""Games as CSA, the format of computer shogi tournaments: `+5453FU`, `-0033KI`, `%TORYO`.

Its names of pieces are those of shogi, so it is for minishogi and whatever has no other pieces.
"""

import re

from yomikiri.errors import InputError
from yomikiri.games.shogi import notation, sfen
from yomikiri.games.shogi.game import ShogiGame
from yomikiri.games.shogi.state import PROMOTES, Shogi, kind_at
from yomikiri.play.formats.game_record import RESIGNED, BadRecord, GameRecord, Replay, unexpected

SIGNS = {code: sign for sign, code in notation.CSA.items()}
SIDES = "+-"
MOVE = re.compile(r"([+-])([0-9]{2})([0-9]{2})([A-Z]{2})")
ENDS = "%TORYO %CHUDAN %SENNICHITE %TIME_UP %ILLEGAL_MOVE %JISHOGI %KACHI %TSUMI %FUZUMI %ERROR"


def check_pieces(game: ShogiGame) -> None:
    """Only games whose pieces have names in CSA."""
    if "csa" not in game.formats:
        raise BadRecord(f"expected a game with shogi's pieces, such as minishogi, got {game}")


def write(record: GameRecord) -> str:
    """The game as text; raises BadRecord for other pieces than shogi's."""
    game = record.game
    check_pieces(game)
    lines = ["V2.2", f"N+{record.players[0]}", f"N-{record.players[1]}"]
    lines += board_lines(game, record.start)
    lines.append(SIDES[record.start.turn])
    state = record.start
    for move in record.moves:
        lines.append(move_text(game, state, move))
        state = game.play(state, move)
    if record.end == RESIGNED:
        lines.append("%TORYO")
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


def read(text: str, game: ShogiGame) -> GameRecord:
    """The game of a text; raises BadRecord."""
    check_pieces(game)
    players = ["", ""]
    board: dict[int, str] = {}
    hands = ""
    replay: Replay | None = None
    end = ""
    start = game.start
    for number, line in enumerate(text.splitlines(), 1):
        # Several statements may stand in one line, but not where the board is.
        for content in [line] if line.startswith(("P", "N", "$", "'")) else line.split(","):
            content = content.rstrip()
            if not content or content[0] in "'V$T" or content == "PI":
                continue
            if end:
                raise unexpected(number, f"nothing after {end}", content)
            if content[:2] in ("N+", "N-"):
                players[SIDES.index(content[1])] = content[2:]
            elif re.fullmatch(r"P[1-9].*", content):
                board[int(content[1])] = rank_sfen(game, content[2:], number)
            elif content[:2] in ("P+", "P-"):
                hands += hand_sfen(content[1], content[2:], number)
            elif content in SIDES:
                start = make_start(game, board, hands, SIDES.index(content), number)
                replay = Replay(game, start)
            elif content in ENDS.split():
                end = content
            elif replay is None:
                raise unexpected(number, "+ or - for who begins, before the moves", content)
            else:
                replay.play(as_usi(game, replay.state, content, number), number)
    if replay is None:
        raise BadRecord("line 1: expected + or - for who begins; there is no such line")
    ending = RESIGNED if end == "%TORYO" else ""
    return GameRecord(game, start, replay.moves, (players[0], players[1]), ending)


def rank_sfen(game: ShogiGame, text: str, number: int) -> str:
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
            raise unexpected(number, "a piece such as +FU or ' * '", cell)
    # SFEN counts empty cells together.
    return re.sub("1+", lambda gap: str(len(gap[0])), found)


def hand_sfen(side: str, text: str, number: int) -> str:
    """Pieces in hand."""
    found = ""
    for piece in re.findall("....?", text):
        sign = SIGNS.get(piece[2:], "")
        if piece[:2] != "00" or not sign or len(sign) > 1:
            raise unexpected(number, "pieces in hand such as 00FU", text)
        found += sign if side == "+" else sign.lower()
    return found


def make_start(game: ShogiGame, board: dict[int, str], hands: str, turn: int, number: int) -> Shogi:
    """The position that the lines before give; the usual one if there are none."""
    rows, _, held, _ = game.show(game.start).split()
    if board:
        rows = "/".join(board.get(y + 1, str(game.layout.width)) for y in range(len(board)))
        counted = {sign: hands.count(sign) for sign in dict.fromkeys(hands)}
        held = "".join(f"{n if n > 1 else ''}{sign}" for sign, n in counted.items()) or "-"
    try:
        return game.parse(f"{rows} {'bw'[turn]} {held} 1")
    except InputError as error:
        raise BadRecord(f"line {number}: {error}") from None


def as_usi(game: ShogiGame, state: Shogi, text: str, number: int) -> str:
    """A move in USI; it is checked later."""
    match = MOVE.fullmatch(text)
    if not match or match[4] not in SIGNS:
        raise unexpected(number, "a move such as +5453FU", text)
    if SIDES.index(match[1]) != state.turn:
        raise unexpected(number, f"a move of {SIDES[state.turn]}", text)
    sign = SIGNS[match[4]]
    try:
        target = notation.as_letter(match[3]) if match[3][1] != "0" else match[3]
        if match[2] == "00":
            return f"{sign}*{target}"
        source = notation.as_letter(match[2])
        cell = notation.read_cell(game.layout, source)
    except InputError as error:
        raise BadRecord(f"line {number}: {error}") from None
    men = sfen.men_of(game.layout, state)
    was = men.get(cell, (0, ""))[1]
    if was not in (sign, sign.lstrip("+")):
        raise unexpected(number, f"{notation.CSA.get(was, 'a piece')} on {match[2]}", text)
    return source + target + ("+" if was != sign else "")
