"""What nets see, compared with the same read off the board by hand, slowly.

Numbers of rows are anybody's choice: what is tested is that what looks the same up to a symmetry,
and only that, has the same number.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tests.conftest import portion
from tests.test_every_game import random_game
from yomikiri.bits import each, to_bits
from yomikiri.games import load
from yomikiri.lanes import room_for_rows
from yomikiri.rules import features, mirror, symmetries

GAMES = portion(6)


def positions(game: Any) -> Iterator[Any]:
    for seed in range(GAMES):
        yield from random_game(game, seed)


def seen(game: Any, state: Any, view: int) -> list[int]:
    out = room_for_rows()
    return sorted(out[: int(features(game.rules, state, view, out))].tolist())


# Nip and Othello.

STEPS = ((1, 0), (0, 1), (1, 1), (-1, 1))


def slow_patterns(game: Any) -> list[tuple[tuple[int, int], ...]]:
    """The places of all patterns of a board whose lines are of at most eight cells."""
    places = set(game.places.values())
    found = []
    for dx, dy in STEPS:
        for x, y in places:
            if (x - dx, y - dy) not in places:
                line = []
                while (x, y) in places:
                    line.append((x, y))
                    x, y = x + dx, y + dy
                if len(line) >= 4:
                    found.append(tuple(line))
    right, bottom = max(x for x, _ in places), max(y for _, y in places)
    if (0, 0) in places:
        for cx, cy in ((0, 0), (right - 2, 0), (0, bottom - 2), (right - 2, bottom - 2)):
            found.append(tuple((cx + x, cy + y) for x in range(3) for y in range(3)))
    return found


def slow_maps(game: Any) -> list[Callable[[int, int], tuple[int, int]]]:
    """The symmetries of a board, as functions of places."""
    places = set(game.places.values())
    right, bottom = max(x for x, _ in places), max(y for _, y in places)
    maps: list[Callable[[int, int], tuple[int, int]]] = [
        lambda x, y: (x, y),
        lambda x, y: (right - x, y),
        lambda x, y: (x, bottom - y),
        lambda x, y: (right - x, bottom - y),
    ]
    if right == bottom:
        maps += [
            lambda x, y: (y, x),
            lambda x, y: (right - y, x),
            lambda x, y: (y, bottom - x),
            lambda x, y: (right - y, bottom - x),
        ]
    return maps


def written(game: Any, state: Any, view: int = 0) -> list[int]:
    """The rows in the order in which the program writes them."""
    out = room_for_rows()
    return [int(row) for row in out[: int(features(game.rules, state, view, out))]]


def cells_of(game: Any) -> list[frozenset[tuple[int, int]]]:
    """The cells of each pattern, in the program's order: those where a stone changes its row."""
    empty = game.start._replace(own=0, other=0)
    plain = written(game, empty)
    found: list[set[tuple[int, int]]] = [set() for _ in plain[:-3]]
    for cell, place in game.places.items():
        one = written(game, empty._replace(own=to_bits([cell])))
        for pattern, (row, before) in enumerate(zip(one[:-3], plain, strict=False)):
            if row != before:
                found[pattern].add(place)
    return [frozenset(places) for places in found]


@pytest.mark.parametrize("spec", ["othello:8x8", "othello:6x8", "othello:4x5"])
def test_patterns_of_othello_are_those_read_off_the_board(spec):
    game = load(spec)
    cells, maps = cells_of(game), slow_maps(game)
    assert Counter(cells) == Counter(map(frozenset, slow_patterns(game)))
    row_of: dict[object, int] = {}
    name_of: dict[int, object] = {}
    for state in positions(game):
        for view in (0, 1):
            sides = (state.other, state.own) if view else (state.own, state.other)
            own, other = ({game.places[cell] for cell in each(side)} for side in sides)
            names: list[object] = []
            for places in cells:
                shown = [(p, 1 if p in own else 2 if p in other else 0) for p in places]
                names.append(min(tuple(sorted((m(*p), c) for p, c in shown)) for m in maps))
            names.append(("empty", len(game.places) - len(own) - len(other)))
            names += (("moves", who, moves_of(game, state, who ^ view)) for who in (0, 1))
            for name, row in zip(names, written(game, state, view), strict=True):
                assert row_of.setdefault(name, row) == row
                assert name_of.setdefault(row, name) == name
    assert len(row_of) > 100


def moves_of(game: Any, state, side: int) -> int:
    """How many cells the mover (0) or the other could put a stone on."""
    if side:
        state = state._replace(own=state.other, other=state.own, turn=1 - state.turn)
    return min(24, len([move for move in game.legal_moves(state) if move < 64]))


def test_arcs_of_nips_rim_are_patterns_too():
    game: Any = load("nip:8x8")
    rim = game.board.rim()
    around = [frozenset((rim + rim)[start : start + 8]) for start in range(len(rim))]
    arcs = list((Counter(cells_of(game)) - Counter(map(frozenset, slow_patterns(game)))).elements())
    assert len(arcs) == 8 and set(arcs) <= set(around)
    assert set().union(*arcs) == set(rim)


# Connect Four.


@pytest.mark.parametrize("spec", ["connect4:6x7", "connect4:5x4"])
def test_windows_are_those_of_one_player_alone(spec):
    game = load(spec)
    places = set(game.places.values())
    for view in (0, 1):
        numbers: dict[object, int] = {}
        for state in positions(game):
            own, other = ({game.places[c] for c in each(side)} for side in (state.own, state.other))
            if view:
                own, other = other, own
            names = min(
                (slow_windows(game, own, other, places, side) for side in (0, 1)),
                key=lambda names: (
                    sum(numbers.get(name) in seen(game, state, view) for name in names) * -1
                ),
            )
            rows = seen(game, state, view)
            assert len(rows) == len(set(rows)) == len(names)
            for name in names:
                if name in numbers:
                    assert numbers[name] in rows, (name, game.show(state))
            new = [name for name in names if name not in numbers]
            rest = [row for row in rows if row not in numbers.values()]
            assert len(new) == len(rest)
            if len(new) == 1:
                numbers[new[0]] = rest[0]


def slow_windows(game: Any, own, other, places, side: int) -> list[object]:
    """The windows of four with stones of one player alone, and the columns' heights."""

    def look(place):
        return (game.width - 1 - place[0], place[1]) if side else place

    found: list[object] = []
    for dx, dy in STEPS:
        for x, y in places:
            window = [(x + n * dx, y + n * dy) for n in range(4)]
            if not set(window) <= places:
                continue
            mine, theirs = own & set(window), other & set(window)
            if bool(mine) != bool(theirs):
                cells = tuple(sorted(map(look, window)))
                found.append((cells, bool(mine), tuple(sorted(map(look, mine | theirs)))))
    for x in range(game.width):
        height = sum(place[0] == x for place in own | other)
        found.append((look((x, 0))[0], height))
    return found


# Janken shogi and chess endings: positions with the same features are mirror images.


@pytest.mark.parametrize("spec", ["janken:single", "janken:full", "janken:single,faces=gcc"])
def test_positions_seen_alike_are_mirror_images(spec):
    game = load(spec)
    for view in (0, 1):
        rows_of: dict[object, tuple[int, ...]] = {}
        form_of: dict[tuple[int, ...], object] = {}
        for state in positions(game):
            if game.outcome(state) is not None:
                continue
            form = min(
                str(game.show(image._replace(trail=0, turn=0)))
                if not game.rules.signs
                else str((image.own, image.own_dice, image.other, image.other_dice, image.trail))
                for image in (
                    mirror(game.rules, state, n) for n in range(int(symmetries(game.rules)))
                )
            )
            rows = tuple(seen(game, state, view))
            assert rows_of.setdefault(form, rows) == rows
            assert form_of.setdefault(rows, form) == form
        assert len(rows_of) > 20


@pytest.mark.parametrize("spec", ["ending:KPK", "ending:KRKN", "ending:KPKP"])
def test_men_are_seen_by_the_own_king(spec):
    game = load(spec)
    for view in (0, 1):
        name_of: dict[int, object] = {}
        number_of: dict[object, int] = {}
        for state in positions(game):
            board, colour, *_ = game.show(state).split()
            colour = colour if view == 0 else {"w": "b", "b": "w"}[colour]
            names = slow_men(board, colour)
            rows = seen(game, state, view)
            assert len(names) == len(rows)
            if len(rows) == 1:
                assert name_of.setdefault(rows[0], names[0]) == names[0]
                assert number_of.setdefault(names[0], rows[0]) == rows[0]
            # Rows are sorted by owner, kind and square, as these names are.
            for name, row in zip(sorted(names), rows, strict=True):
                assert name_of.setdefault(row, name) == name
                assert number_of.setdefault(name, row) == row
        assert len(name_of) > 20


def slow_men(board: str, colour: str) -> list[tuple[int, int, int, int]]:
    """The own king's square, then owner, kind and square of each other man, as a colour sees it."""
    men = []
    for rank, row in enumerate(reversed(board.split("/"))):
        file = 0
        for sign in row:
            if sign.isdigit():
                file += int(sign)
                continue
            up = rank if colour == "w" else 7 - rank
            men.append((sign.isupper() == (colour == "w"), sign.upper(), file, up))
            file += 1
    ((king_file, king_up),) = [(f, u) for mine, kind, f, u in men if mine and kind == "K"]
    turn = (lambda f: 7 - f) if king_file > 3 else (lambda f: f)
    return [
        (8 * king_up + turn(king_file), int(not mine), "KQRBNP".index(kind), 8 * up + turn(file))
        for mine, kind, file, up in men
        if not (mine and kind == "K")
    ]
