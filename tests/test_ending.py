"""Chess endings against python-chess: legality, moves, SAN, FEN; and what is said of bad input."""

import random

import chess
import pytest

from tests.conftest import portion
from yomikiri.errors import IllegalMove, InputError, NotationError, UnknownGame
from yomikiri.games import load, of_position
from yomikiri.games.ending.game import EndingGame
from yomikiri.games.ending.material import all_materials
from yomikiri.jit import DISABLED
from yomikiri.search.perft import perft

POSITIONS = 3 if DISABLED else portion(60)  # of each material
FIVE = ["KRPKR", "KPPKP", "KQQQK", "KBBKN", "KPPPK", "KPPKQ", "KNNKP"]


def ending(material: str) -> EndingGame:
    """The game of a material."""
    game = load(f"ending:{material}")
    assert isinstance(game, EndingGame)
    return game


def random_board(material: str, chance: random.Random) -> chess.Board:
    """Men of a material put anywhere, either colour strong, not always legal."""
    board = chess.Board(None)
    squares = chance.sample(range(64), len(material))
    strong, weak = material[: material.rindex("K")], material[material.rindex("K") :]
    white = chance.random() < 0.5
    for place, kind in enumerate(strong + weak):
        colour = (place < len(strong)) == white
        symbol = kind if colour else kind.lower()
        board.set_piece_at(squares[place], chess.Piece.from_symbol(symbol))
    board.turn = chance.random() < 0.5
    pawns = list(board.pieces(chess.PAWN, not board.turn))
    rank = 4 if board.turn else 3
    stepped = [square for square in pawns if square // 8 == rank]
    if stepped and chance.random() < 0.7:
        board.ep_square = stepped[0] + (8 if board.turn else -8)
    return board


def is_proper(board: chess.Board) -> bool:
    """Whether the position is one by our rules: python-chess also wants it to be reachable."""
    status = board.status()
    return not status & (
        chess.STATUS_OPPOSITE_CHECK
        | chess.STATUS_PAWNS_ON_BACKRANK
        | chess.STATUS_INVALID_EP_SQUARE
        | chess.STATUS_NO_WHITE_KING
    )


def agree(game: EndingGame, board: chess.Board) -> None:
    """A position and all that follows from it, here and there."""
    state = game.parse(board.fen(en_passant="fen"))
    assert game.show(state) == board.fen(en_passant="fen" if state.passed else "legal")
    assert (state.passed > 0) == board.has_pseudo_legal_en_passant()
    legal = {} if len(board.piece_map()) == 2 else {board.san(m): m for m in board.legal_moves}
    ours = game.legal_moves(state)
    assert {game.move_name(state, move) for move in ours} == set(legal), board.fen()
    for move in ours:
        name = game.move_name(state, move)
        theirs = legal[name]
        assert game.engine_move(state, move) == theirs.uci()
        assert game.read_move(state, name) == game.read_move(state, theirs.uci()) == move
        board.push(theirs)
        child = game.play(state, move)
        assert game.show(child).split()[:2] == board.fen().split()[:2]
        assert game.parse(game.show(child)) == child
        assert (child.passed > 0) == board.has_pseudo_legal_en_passant()
        board.pop()
    if not ours:
        assert game.outcome(state) == (-1 if board.is_checkmate() else 0)


@pytest.mark.parametrize("material", [*map(str, all_materials(4)), *FIVE])
def test_rules_agree_with_python_chess(material):
    game = ending(material)
    chance = random.Random(material)
    seen = 0
    while seen < POSITIONS:
        board = random_board(material, chance)
        if is_proper(board):
            agree(game, board)
            seen += 1
        else:
            with pytest.raises(NotationError):
                game.parse(board.fen(en_passant="fen"))


EN_PASSANT = (
    "8/8/8/8/R2pP2k/8/8/4K3 b - e3 0 1",  # pinned across the rank: not legal
    "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1",
    "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",  # the pawn that checks may be taken
    "8/8/8/1KPp3r/8/8/8/6k1 w - d6 0 1",
    "3k4/8/8/3pP3/8/8/8/3RK3 w - d6 0 1",
    "8/6b1/8/3pP3/3K4/8/8/6k1 w - d6 0 1",
)


@pytest.mark.parametrize("fen", EN_PASSANT)
def test_en_passant(fen):
    board = chess.Board(fen)
    agree(ending(material_of(board)), board)


def material_of(board: chess.Board) -> str:
    """The material of a board as a name."""
    sides = []
    for colour in (chess.WHITE, chess.BLACK):
        men = [p.symbol().upper() for p in board.piece_map().values() if p.color == colour]
        sides.append("".join(sorted(men, key="KQRBNP".index)))
    return "".join(sides)


def count(board: chess.Board, depth: int) -> int:
    """Sequences of moves by python-chess; bare kings have none."""
    if depth == 0:
        return 1
    if len(board.piece_map()) == 2:
        return 0
    total = 0
    for move in board.legal_moves:
        board.push(move)
        total += count(board, depth - 1)
        board.pop()
    return total


@pytest.mark.parametrize(
    ("spec", "fen"),
    [
        ("ending:KPK", ""),
        ("ending:KPKP", "8/8/8/8/4Pp2/8/8/k1K5 b - e3 0 1"),
        ("ending:KPPKP", "8/3P4/8/5k2/4Pp2/8/8/2K5 b - e3 0 1"),
        ("ending:KRPKR", "1r6/3P1k2/8/8/8/8/8/R3K3 w - - 0 1"),
    ],
)
def test_counts_of_move_sequences(spec, fen):
    game = load(spec)
    state = game.parse(fen) if fen else game.start
    depth = 2 if DISABLED else 4
    board = chess.Board(game.show(state))
    assert perft(game.rules, state, depth) == count(board, depth)


BAD = {
    "4k3/8/8/8/8/8/4P3/4K2K w - - 0 1": "expected one king of White, got 2",
    "8/8/8/8/8/8/4P3/4K3 w - - 0 1": "expected one king of Black, got 0",
    "4k3/8/8/8/8/8/8/P3K3 w - - 0 1": "a pawn cannot stand on a1",
    "4k3/3P4/8/8/8/8/8/4K3 w - - 0 1": "Black is in check, but it is White's turn",
    "8/8/8/3kK3/8/8/3P4/8 w - - 0 1": "the kings stand next to each other",
    "4k3/8/8/8/8/8/3QQ3/4K3 w - - 0 1": "expected at most 3 men in ending:KPK, got 4",
    "8/8/8/8/8/8/4P3/R3K2k w - - 0 1": "expected at most 3 men",
    "4k3/8/8/8/8/8/3P4/4K3 w KQ - 0 1": "expected - for castling",
    "4k3/8/8/8/8/8/3P5/4K3 w - - 0 1": "expected 8 squares in rank 2, got 9",
    "4k3/8/8/8/8/8/4K3 w - - 0 1": "expected 8 ranks joined by '/', got 7",
    "4k3/8/8/8/8/8/3P4/4K3 w - e3 0 1": "expected - or a square on rank 6",
    "4k3/8/8/8/8/8/3P4/4K3 w - e6 0 1": "no pawn can just have passed e6",
    "4k3/8/8/8/8/8/3Px3/4K3 w - - 0 1": "expected men out of KQRBNPkqrbnp",
    "4k3/8/8/8/8/8/3P4/4K3 x - - 0 1": "expected w or b",
    "4k3/8/8/8/8/8/3P4/4K3 w - - a 1": "expected whole numbers",
    "hello": "expected a FEN such as",
}


@pytest.mark.parametrize(("fen", "fault"), BAD.items())
def test_a_bad_fen_is_refused_in_one_line(fen, fault):
    with pytest.raises(NotationError) as caught:
        load("ending:KPK").parse(fen)
    assert fault in str(caught.value) and "\n" not in str(caught.value)


def test_the_path_of_a_file_is_no_bad_fen():
    assert of_position("examples/knights.toml") is None and of_position("/nosuch/nip") is None
    assert str(of_position("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1")) == "ending:KPK"
    for text in ("4k3/8/8/8/8/8/4P3/4K3", "4k3/8/8/8/8/8/4Px2/4K3 w"):
        with pytest.raises(NotationError):
            of_position(text)


def test_other_material_is_refused():
    game = load("ending:KRRK")
    assert game.parse("4k3/8/8/8/8/8/3R4/4K3 w")  # a rook has been taken
    with pytest.raises(NotationError, match=r"expected the men of ending:KRRK.* got KQK"):
        game.parse("4k3/8/8/8/8/8/3Q4/4K3 w")


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ("ending:KK", "expected a man beside the kings"),
        ("ending:KPPPPK", "expected at most 5 men, got 6"),
        ("ending:QKR", "expected the men of both sides"),
        ("ending:KQK,end=thesis", "end=thesis is a rule of KPK"),
    ],
)
def test_bad_names_are_refused(spec, fault):
    with pytest.raises(UnknownGame, match=fault):
        load(spec)


def test_names_are_normalised():
    assert str(load("ending:krkq")) == "ending:KQKR"
    assert str(load("ending")) == "ending:KPK"
    assert load("ending:KPK,metric=dtz").rules_hash == load("ending:KPK").rules_hash


def test_moves_are_read_in_many_spellings():
    game = load("ending:KPK")
    state = game.parse("8/4P3/2k5/8/8/8/8/4K3 w")
    queen = game.read_move(state, "e8=Q")
    for text in ("e8Q", "e7e8q", "E7E8Q", "e8=q", "e7-e8=Q", "e8=Q+!", "♙e7e8Q"):
        assert game.read_move(state, text) == queen
    for text in ("e8", "Ke3", "", "e9"):
        with pytest.raises(InputError):
            game.read_move(state, text)
    with pytest.raises(IllegalMove, match="legal moves are"):
        game.read_move(state, "Ke3")


# The end of the game by the thesis: a promotion wins, unless the king can take at once.
THESIS = {
    ("8/4P3/8/8/8/8/8/k3K3 w", "e8=Q"): -1,
    ("5k2/8/4P3/8/8/8/8/4K3 w", "e7 Kf7 e8=Q"): 0,
    ("8/8/3k4/4P3/8/8/8/4K3 b", ""): None,
    ("8/4Pk2/3K4/8/8/8/8/8 w", "e8=Q"): 0,
    ("8/3KPk2/8/8/8/8/8/8 w", "e8=Q"): -1,
    ("4k3/4P3/4K3/8/8/8/8/8 b", ""): 0,  # stalemate
    ("8/8/8/8/8/8/4Pk2/7K b", "Kxe2"): 0,
}


@pytest.mark.parametrize(("text", "result"), THESIS.items())
def test_a_promotion_ends_the_game_by_the_thesis(text, result):
    game = load("ending:KPK,end=thesis")
    fen, moves = text
    position = game.position(fen, moves)
    assert game.outcome(position.state) == result
    assert bool(position.moves) == (result is None)


def test_only_a_queen_is_made_by_the_thesis():
    game = load("ending:KPK,end=thesis")
    assert "e8=Q" in game.position("8/4P3/8/8/8/k7/8/4K3 w").moves
    assert "e8=R" not in game.position("8/4P3/8/8/8/k7/8/4K3 w").moves


def test_boards_as_text_and_picture():
    game = load("ending:KQKR")
    assert game.draw(game.start, ascii=True).splitlines()[-2:] == [
        "1 . . . Q K . . .",
        "  a b c d e f g h",
    ]
    assert "♕" in game.draw(game.start)
    picture = game.svg(game.start, legal=game.legal_moves(game.start))
    assert picture.count("stone white") == 2 and picture.count("stone black") == 2
    marked = game.draw(game.start, marks={game.legal_moves(game.start)[0]: "*"})
    assert "*" in marked
