"""The contract, for every game that is registered: a new one is tested by existing."""

import random
from collections.abc import Iterator
from functools import cache
from itertools import pairwise, product

import pytest

from tests.conftest import QUICK, portion, some
from yomikiri import rules as contract
from yomikiri.errors import UnknownGame
from yomikiri.games import families, load, normal
from yomikiri.games.family import Family
from yomikiri.games.game import Game, State
from yomikiri.games.grid import GridGame
from yomikiri.games.scene import box, shapes
from yomikiri.jit import DISABLED
from yomikiri.lanes import MOST_ROWS, room_for_rows
from yomikiri.rules import (
    UNLIMITED,
    evaluate,
    feature_rows,
    features,
    is_answered,
    key,
    mirror,
    mirror_move,
    most_features,
    remaining,
    symmetries,
)

GAMES = 1 if DISABLED or QUICK else portion(4)  # played at random in each test
LONGEST = 1000  # plies, for games that need not end

# Beside the variants that a family lists: sides turned, odd ones, the largest.
MORE = """
    nip:6x4 nip:16x4 nip:8x6 nip:12x6,rim=lap nip:6x12,rim=off,empties=winner
    othello:3x4 othello:4x3 othello:7x9 othello:3x21 othello:21x3 othello:16x4
    othello:5x5,start=parallel othello:5x5,start=parallel2,empties=winner
    connect4:4x12 connect4:14x4 connect4:7x7 connect4:9x6
    janken:full,pieces=1 janken:full,pieces=2,dice=on janken:simple,capture=action,faces=gcc
"""


@cache
def specs() -> list[str]:
    """Each variant, each value of each switch, and MORE."""
    found = [family.name for family in families()] + MORE.split()
    for family in families():
        found += [f"{family.name}:{variant}" for variant in family.variants]
        for switch in family.switches:
            found += [with_switch(family, f"{switch.name}={value}") for value in switch.values]
    return sorted({normal(spec) for spec in found})


def with_switch(family: Family, switch: str) -> str:
    """The first variant that the value of the switch fits, with another switch if need be."""
    others = [f",{other.name}={other.values[-1]}" for other in family.switches]
    names = [f"{family.name}:{variant}" for variant in family.variants] or [family.name]
    for more, name in product(["", *others], names):
        try:
            return normal(f"{name},{switch}{more}")
        except UnknownGame:
            continue
    raise AssertionError(f"{family.name} never accepts {switch}")


@pytest.fixture(params=specs(), scope="module")
def game(request: pytest.FixtureRequest) -> Game:
    return loaded(request.param)


@cache
def loaded(spec: str) -> Game:
    """A game, read once for all tests."""
    return load(spec)


def random_game(game: Game, seed: int) -> Iterator[State]:
    """The positions of a game played at random, from the start to the end."""
    chance = random.Random(f"{game} {seed}")
    state = game.start
    for _ in range(LONGEST):
        yield state
        legal = game.legal_moves(state)
        if not legal:
            return
        state = game.play(state, chance.choice(legal))


@cache
def random_states(game: Game) -> list[State]:
    """Positions of a few games."""
    return [state for seed in range(GAMES) for state in random_game(game, seed)]


def test_no_moves_exactly_when_the_game_is_over(game):
    for state in random_states(game):
        assert (game.outcome(state) is None) == bool(game.legal_moves(state)), game.show(state)


def test_results_are_within_the_greatest(game):
    for seed in range(GAMES):
        *_, last = random_game(game, seed)
        result = game.outcome(last)
        if result is None:
            assert game.may_repeat
        else:
            assert abs(result) <= game.greatest <= contract.MOST_SCORE < contract.ONGOING


def test_states_are_tuples_of_plain_integers_of_one_class(game):
    for state in random_states(game):
        assert type(state) is type(game.start)
        assert [type(field) for field in state] == [int] * len(state)


def test_a_position_is_read_as_it_was_shown(game):
    for state in random_states(game):
        assert game.parse(game.show(state)) == state
        if not game.case_matters:
            assert game.parse(game.show(state).upper()) == state


def test_a_move_is_read_as_it_was_named(game):
    for state in some(random_states(game)):
        legal = game.legal_moves(state)
        names = [game.move_name(state, move) for move in legal]
        assert len(set(names)) == len(legal)
        assert [game.read_move(state, name) for name in names] == legal
        assert [game.read_move(state, f" {name.upper()} ") for name in names] == legal


def test_moves_are_numbers_that_tables_can_keep(game):
    for state in random_game(game, 8):
        moves = game.legal_moves(state)
        assert len(set(moves)) == len(moves)
        assert all(0 <= move <= contract.MOST_MOVE for move in moves)


def test_no_estimate_looks_like_a_proof(game):
    for state in random_states(game):
        found = int(evaluate(game.rules, state, game.weights))
        assert abs(found) <= contract.MOST_ESTIMATE, game.show(state)


def test_features_are_numbers_of_rows_and_mirror_images_share_them(game):
    rules = game.rules
    rows, most = int(feature_rows(rules)), int(most_features(rules))
    if not is_answered(features, rules):
        pytest.skip("it has none")
    assert 0 < most <= MOST_ROWS
    out = room_for_rows()
    for state in random_states(game):
        for view in (0, 1):
            seen = {}
            for number in range(symmetries(rules)):
                out[:] = -1
                count = int(features(rules, mirror(rules, state, number), view, out))
                seen[number] = sorted(out[:count].tolist())
                assert count <= most and (out[count:] == -1).all()
            assert all(0 <= row < rows for row in seen[0]), game.show(state)
            assert all(found == seen[0] for found in seen.values()), game.show(state)


def test_a_line_is_read_as_it_was_named(game):
    states = list(random_game(game, 0))
    moves = []
    for state, child in pairwise(states):
        moves.append(next(m for m in game.legal_moves(state) if game.play(state, m) == child))
    names = game.line_text(game.start, moves)
    texts = [" ".join(names), ", ".join(names), " ".join(names).upper()]
    if isinstance(game, GridGame):
        texts += ["".join(names), "".join(names).upper()]
    for text in texts:
        assert game.read_moves(game.start, text) == moves
    assert game.replay(game.start, moves) == states[-1]


def test_what_remains_never_grows_and_bounds_the_game(game):
    most = remaining(game.rules, game.start)
    if most == UNLIMITED:
        pytest.skip("its games need not end")
    for seed in range(GAMES):
        left = [remaining(game.rules, state) for state in random_game(game, seed)]
        assert left == sorted(left, reverse=True)
        # At most every other ply is a pass.
        assert len(left) <= 2 * most + 2


def test_equal_keys_have_equal_futures(game):
    seen: dict[tuple[int, int], tuple[object, ...]] = {}
    for state in random_states(game):
        future = (sorted(game.legal_moves(state)), game.outcome(state))
        assert seen.setdefault(tuple(key(game.rules, state)), future) == future


def test_symmetric_positions_have_symmetric_futures(game):
    rules = game.rules
    for state in some(random_states(game)):
        assert mirror(rules, state, 0) == state
        legal = game.legal_moves(state)
        for number in range(symmetries(rules)):
            image = mirror(rules, state, number)
            images = {move: mirror_move(rules, move, number) for move in legal}
            assert type(image) is type(state)
            assert sorted(images.values()) == sorted(game.legal_moves(image))
            assert game.outcome(image) == game.outcome(state)
            assert game.mover(image) == game.mover(state)
            assert remaining(rules, image) == remaining(rules, state)
            weights = game.weights
            if not game.guesses:  # random games after mirrored moves are others
                assert evaluate(rules, image, weights) == evaluate(rules, state, weights)
            for move in legal[:: 1 + len(legal) // 3]:
                child = game.play(state, move)
                assert mirror(rules, child, number) == game.play(image, images[move])


def test_symmetries_are_different_maps(game):
    seen = [
        tuple(mirror(game.rules, state, number) for state in random_states(game))
        for number in range(symmetries(game.rules))
    ]
    assert len(set(seen)) == len(seen)


def test_the_rules_hash_is_of_the_rules_alone():
    hashes = {spec: loaded(spec).rules_hash for spec in specs()}
    switches = [switch for family in families() for switch in family.switches]
    no_rules = tuple(f"{switch.name}=" for switch in switches if not switch.is_rule)
    starts = [spec for spec in hashes if any("," + word in spec for word in no_rules)]
    assert starts
    for spec in starts:
        words = [word for word in spec.split(",") if not word.startswith(no_rules)]
        assert hashes[spec] == load(",".join(words)).rules_hash
        del hashes[spec]
    assert len(set(hashes.values())) == len(hashes)


def test_names_of_classes_are_unique():
    """Numba tells classes of tuples apart by their names and fields only."""
    states = {type(loaded(spec).start) for spec in specs()}
    rules = {type(loaded(spec).rules) for spec in specs()} | set(contract.play.answers)
    names = [kind.__name__ for kind in states | rules]
    assert len(set(names)) == len(names)


@pytest.mark.compiled
def test_every_answer_is_compiled_for_one_type_only(game):
    for state in random_states(game)[:5]:
        game.legal_moves(state)
    for name, question in contract.QUESTIONS.items():
        answer = question.answers.get(type(game.rules))
        assert answer is None or len(answer.signatures) <= 1, (name, answer.signatures)


def test_a_game_is_shown_in_both_languages(game):
    assert set(game.titles) == set(game.players) == {"en", "ja"}
    assert all(game.titles.values())
    for claim in game.claims():
        assert claim.game == game.spec and claim.source and str(claim.says(game.players))


def test_every_known_result_is_of_a_game_that_exists():
    for family in families():
        assert set(family.descriptions) == {"en", "ja"}
        for claim in family.known:
            assert claim in load(claim.game).claims()


def test_a_position_plays_on_in_python(game):
    position = game.position()
    assert position.state == game.start
    after = position.play(position.moves[0])
    assert after == game.position(game.show(game.start), position.moves[0])
    assert str(after) == game.draw(after.state)
    assert "<svg" in after._repr_svg_() and "<svg" in game._repr_svg_()


def test_a_page_has_something_to_draw(game):
    picture = game.svg(game.start)
    assert shapes(picture) and box(picture)[2] > 1
    assert game.page_scene.ground or not game.page_scene.places
