"""Games of chess as PGN."""

from collections.abc import Mapping, Sequence

from yomikiri.games.game import Game, State

WIDTH = 80  # columns of a line of moves
RESULTS = {1: "1-0", 0: "1/2-1/2", -1: "0-1"}


def write_pgn(
    game: Game, state: State, moves: Sequence[int], tags: Mapping[str, str] | None = None
) -> str:
    """A game from `state` on; it is unfinished (`*`) if it is not over after its moves."""
    final = game.replay(state, moves)
    value = game.outcome(final)
    if value is not None and game.mover(final):
        value = -value
    result = "*" if value is None else RESULTS[(value > 0) - (value < 0)]
    known = {
        "Event": str(game),
        "Site": "?",
        "Date": "????.??.??",
        "Round": "-",
        "White": "?",
        "Black": "?",
        **(tags or {}),
        "Result": result,
        "SetUp": "1",
        "FEN": game.show(state),
    }
    head = [f'[{name} "{escaped(text)}"]' for name, text in known.items()]
    words: list[str] = []
    for number, name in enumerate(game.line_text(state, moves), start=game.mover(state)):
        if number % 2 == 0:
            words.append(f"{number // 2 + 1}.")
        elif not words:
            words.append(f"{number // 2 + 1}...")
        words.append(name)
    return "\n".join([*head, "", *folded([*words, result]), ""])


def escaped(text: str) -> str:
    """A tag's text."""
    return text.replace("\\", "\\\\").replace('"', '\\"')


def folded(words: Sequence[str]) -> list[str]:
    """Words in lines of at most WIDTH columns."""
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > WIDTH:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
