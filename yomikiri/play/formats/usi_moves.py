"""Games as USI writes them: `startpos moves 5d5c ...`, or `sfen ... moves ...`."""

from yomikiri.games.shogi.game import ShogiGame
from yomikiri.play.formats.game_record import RESIGNED, GameRecord, Replay, read_start, unexpected


def write(record: GameRecord) -> str:
    """The game in one line."""
    game = record.game
    is_usual = record.start == game.start
    words = ["startpos" if is_usual else f"sfen {game.show(record.start)}"]
    if record.moves or record.end:
        words += ["moves", *game.line_text(record.start, record.moves)]
    return " ".join(words + (["resign"] if record.end == RESIGNED else [])) + "\n"


def read(text: str, game: ShogiGame) -> GameRecord:
    """The game of a text; `position` may stand before it, and # begins a comment."""
    words = [
        (word, number)
        for number, line in enumerate(text.splitlines(), 1)
        for word in line.partition("#")[0].split()
    ]
    if words and words[0][0] == "position":
        words = words[1:]
    start = game.start
    if words and words[0][0] == "startpos":
        words = words[1:]
    elif words and words[0][0] == "sfen":
        sfen = [word for word, _ in words[1:5]]
        if "moves" in sfen:
            sfen = sfen[: sfen.index("moves")]
        start = read_start(game, " ".join(sfen), words[0][1])
        words = words[1 + len(sfen) :]
    elif words and words[0][0] != "moves":
        raise unexpected(words[0][1], "startpos, sfen or moves", words[0][0])
    if words and words[0][0] != "moves":
        raise unexpected(words[0][1], "the word moves", words[0][0])
    replay = Replay(game, start)
    end = ""
    for word, number in words[1:]:
        if end:
            raise unexpected(number, "nothing after resign", word)
        if word == "resign":
            end = RESIGNED
        else:
            replay.play(word, number)
    return GameRecord(game, start, replay.moves, end=end)
