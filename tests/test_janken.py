"""Janken shogi: against its slow twin, its counts, its symmetries and its text."""

import random
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.conftest import portion
from tests.slow_janken import perft_turns, slow_janken
from yomikiri import games
from yomikiri.bits import each
from yomikiri.errors import IllegalMove, InputError, NotationError, UnknownGame
from yomikiri.games.game import State
from yomikiri.games.janken.checks import full_turn
from yomikiri.games.janken.dice import LIES
from yomikiri.games.janken.game import JankenGame
from yomikiri.games.janken.notation import Layout, layout_of, make_state
from yomikiri.jit import DISABLED
from yomikiri.play.tree import Tree
from yomikiri.search.perft import perft
from yomikiri.verify.janken import SlowJanken

FULL_SWITCHES = [
    "".join(f",{name}={value}" for name, value in zip(names, values))
    for names in [("area", "must", "revisit", "funbari", "goal")]
    for values in product(
        ("3", "2"), ("all", "first"), ("on", "off"), ("on", "off"), ("pass", "stay")
    )
]
SPECS = [
    *(f"janken:single,pieces={n}" for n in range(1, 5)),
    "janken:single,pieces=2,faces=gcc",
    "janken:single,pieces=3,faces=pgg",
    "janken:single,pieces=2,faces=ggg.gcp-gcc.gcp",
    "janken:single,pieces=4,faces=gcp.ggg.gcc.gcp-ppg",
    "janken:simple,capture=meet",
    "janken:simple,capture=action",
    "janken:simple,capture=target",
    "janken:simple,rolls=printed",
    "janken:simple,capture=target,rolls=printed",
    "janken:simple,capture=action,rolls=printed",
    "janken:simple,faces=ppg",
    *(f"janken:full,pieces={1 + at % 4}{text}" for at, text in enumerate(FULL_SWITCHES)),
    "janken:full,pieces=1,revisit=off,goal=stay,must=first",
]
CUBES = [spec for spec in SPECS if "printed" not in spec]  # dice that roll as a cube does
POSITIONS = 10 if DISABLED else portion(80)  # of each game


def load(spec: str) -> JankenGame:
    """The game of this string."""
    game = games.load(spec)
    assert isinstance(game, JankenGame)
    return game


def scattered(game: JankenGame, chance: random.Random) -> State:
    """Dice anywhere, near each other as often as not, at the beginning of a turn."""
    while True:
        wide = chance.choice((2, 3, 6))
        places = [(x, y) for x in range(1, wide + 1) for y in range(1, wide + 1)]
        dx, dy = chance.randint(0, 6 - wide), chance.randint(0, 6 - wide)
        places = [(x + dx, y + dy) for x, y in places]
        counts = [chance.randint(1, min(game.pieces, len(places) // 2)) for _ in range(2)]
        chosen = chance.sample(places, sum(counts))
        dice = [{p: chance.randrange(6) for p in chosen[: counts[0]]}]
        dice.append({p: chance.randrange(6) for p in chosen[counts[0] :]})
        turn = chance.randrange(2)
        kinds = {place: chance.randrange(len(game.kinds)) for place in chosen}
        layout = Layout((dice[0], dice[1]), turn, kinds=kinds if game.is_mixed else None)
        try:
            state = make_state(layout, full_turn(game.rules, counts[turn]))
            return game.parse(game.show(state))
        except NotationError:
            continue  # a die stands on its goal


def same_as_twin(game: JankenGame, slow: SlowJanken, state: State) -> None:
    """Fails if the twin sees another move, another child or another result."""
    twin = slow.read(game.show(state))
    moves = {game.move_name(state, move): move for move in game.legal_moves(state)}
    assert sorted(moves) == slow.moves(twin), game.show(state)
    assert game.outcome(state) == slow.result(twin), game.show(state)
    for name, move in moves.items():
        child = slow.play(twin, name)
        shown = child.show(slow.full_turn(child.dice, child.player), slow.has_kinds)
        assert game.show(game.play(state, move)) == shown, f"{name} in {game.show(state)}"


@pytest.mark.parametrize("spec", SPECS)
def test_games_are_played_as_the_twin_plays_them(spec):
    game, slow, chance = load(spec), slow_janken(spec), random.Random(spec)
    state = game.start
    assert game.show(state) == slow.start().show(state.left, slow.has_kinds)
    for number in range(POSITIONS):
        same_as_twin(game, slow, state)
        legal = game.legal_moves(state)
        if legal and number % 12:
            state = game.play(state, chance.choice(legal))
        else:
            state = scattered(game, chance)


@pytest.mark.parametrize(
    "spec",
    [
        "janken:full",
        "janken:full,pieces=1",
        "janken:full,pieces=2,must=first",
        "janken:single,pieces=2",
    ],
)
def test_turns_are_counted(spec):
    game, slow = load(spec), slow_janken(spec)
    for turns in (1, 2):
        found = perft(game.rules, game.start, turns, by_turns=True)
        assert found == perft_turns(slow, slow.start(), turns)


@given(data=st.data(), spec=st.sampled_from(CUBES))
def test_a_roll_keeps_the_parity_of_die_and_cell(data, spec):
    """A roll is one step and one exchange of two faces."""
    game = load(spec)
    state = scattered(game, random.Random(data.draw(st.integers(0, 10**6))))
    for _ in range(12):
        rolls = [
            move
            for move in game.legal_moves(state)
            if (way := game.way(state.turn, move)) and move < 144 and way[1] not in taken(state)
        ]
        if not rolls:
            return
        move = data.draw(st.sampled_from(rolls))
        source, target = game.way(state.turn, move) or ((0, 0), (0, 0))
        before, after = lie_on(state, source), lie_on(game.play(state, move), target)
        assert parity(before) != parity(after)
        state = game.play(state, move)


def taken(state):
    """Where dice stand."""
    first, second = layout_of(state).sides
    return {*first, *second}


def lie_on(state, place):
    """How the die there lies."""
    first, second = layout_of(state).sides
    return LIES[{**first, **second}[place]]


def parity(lie):
    """Whether the letters are an odd permutation of gcp."""
    return sum(lie.index(a) > lie.index(b) for a, b in ("gc", "gp", "cp")) % 2


@given(number=st.integers(0, 10**6), spec=st.sampled_from(SPECS))
def test_any_position_is_read_as_it_was_shown(number, spec):
    game = load(spec)
    state = scattered(game, random.Random(number))
    for _ in range(4):
        assert game.parse(game.show(state)) == state
        legal = game.legal_moves(state)
        if not legal:
            break
        state = game.play(state, legal[number % len(legal)])


def test_exchanging_the_players_turns_the_board():
    """A position seen by the other player, board turned, is the same to its mover."""
    game, chance = load("janken:full,pieces=3"), random.Random(1)
    for _ in range(POSITIONS):
        state = scattered(game, chance)
        first, second = (
            {(7 - x, 7 - y): lie for (x, y), lie in dice.items()} for dice in layout_of(state).sides
        )
        other = make_state(Layout((second, first), 1 - state.turn), state.left)
        assert other == state._replace(turn=1 - state.turn)
        assert game.legal_moves(other) == game.legal_moves(state)
        assert game.outcome(other) == game.outcome(state)


def test_numbers_of_dice_are_those_of_the_thesis_at_the_start():
    expected = {
        1: "16 61",
        2: "16 25 52 61",
        3: "16 14 36 41 63 61",
        4: "16 14 25 36 41 52 63 61",
    }
    for pieces, places in expected.items():
        game = load(f"janken,pieces={pieces}")
        numbers = game.numbers(game.start)
        assert " ".join(f"{x}{y}" for x, y in sorted(numbers, key=lambda p: numbers[p])) == places
    assert game.read_move(game.start, "3u") == game.read_move(game.start, "25u")
    after = game.position(moves="3u").state
    assert game.read_move(after, "5d") == game.read_move(after, "41d")
    assert game.read_move(after, "５下") == game.read_move(after, "41d")


def test_dice_keep_their_numbers_where_moves_are_typed_and_drawn():
    game = load("janken")
    by_cell = game.read_moves(game.start, "25u 52d 24r 53l 34r")
    assert game.read_moves(game.start, "3u 6d 3r 6l 3r") == by_cell
    tree = Tree(game, game.start)
    for word in ["3u", "6d", "3r", "6l", "3r"]:
        tree.read(word)
    assert tree.moves == by_cell
    states = [*tree.history, tree.state]
    lines = game.draw_along(states, ascii=True).splitlines()
    assert "|6  g   |" in lines[10] and "|3  g   |" in lines[14]
    with pytest.raises(IllegalMove):
        game.read_along(states, "3d")  # the second player's turn


def test_dice_may_be_laid_before_the_game():
    game = load("janken,pieces=2")
    start = game.read_start("gcp.gpc/cpg.pgc")
    assert game.show(start) == "16gcp,25gpc/52cpg,61pgc 1"
    assert game.read_start("グーチョキ.グーパー/ちょきぱー.pg") == start
    assert game.read_start("gpc") == game.read_start("gpc.gpc/gpc.gpc")
    assert game.read_start("gpc/pcg") == game.read_start("gpc.gpc/pcg.pcg")
    for text in ("", "gcp.gcp.gcp", "ggp", "gcp/gcp/gcp", "グー", "gcp.xyz/gcp"):
        with pytest.raises(NotationError):
            game.read_start(text)


def test_the_middle_start_of_one_die():
    game = load("janken,pieces=1,start=middle")
    assert game.show(game.start) == "34gcp/43gcp 1"
    assert game.rules_hash == load("janken,pieces=1").rules_hash


@pytest.mark.parametrize(
    "spec",
    [
        "janken:single,dice=on",
        "janken:single,capture=action",
        "janken:simple,pieces=2",
        "janken:simple,goal=stay",
        "janken:simple,start=middle",
        "janken:full,capture=action",
        "janken:full,start=middle",
        "janken:single,start=middle",
        "janken:single,faces=ggg",
        "janken:double",
    ],
)
def test_switches_that_a_rule_set_does_not_have_are_refused(spec):
    with pytest.raises(UnknownGame):
        load(spec)


BAD_POSITIONS = """
    16gcp 1 | 16gcp/61gcp | 16gcp/61gcp 3 | 16ggp/61gcp 1 | 16gcp/16gcp 1 | 17gcp/61gcp 1
    61gcp/16gcp 1 | /61gcp 2 | 16gcp/ 1 | / 1 | 16gcp/61gcp 1 1 | 16gcp,15gcp,14gcp/61gcp 1
    16gcp/61gcp 1 2 15<16 | 16gcp/61gcp 1 x
"""


@pytest.mark.parametrize("text", [text.strip() for text in BAD_POSITIONS.split("|")])
def test_what_is_no_position_is_refused(text):
    for spec in ("janken,pieces=2", "janken:full,pieces=2", "janken:full,pieces=2,dice=on"):
        if spec.endswith("dice=on") and text.endswith("1 1"):
            continue  # a throw of one
        with pytest.raises(NotationError):
            load(spec).parse(text)


def test_a_turn_in_the_middle_is_read():
    game = load("janken:full")
    after = game.position(moves="16u").state
    assert game.show(after).endswith(" 1 1 15<16")
    assert game.parse(game.show(after)) == after
    for text in ("1 2 15<16", "1 1 15<15", "1 1 15<16<15", "1 1", "1 1 52<51"):
        with pytest.raises(NotationError):
            game.parse(game.show(after).rsplit(" ", 3)[0] + " " + text)
    with pytest.raises(IllegalMove):
        game.read_move(after, "15d")


def test_a_throw_decides_how_many_actions_a_turn_has():
    game = load("janken:full,pieces=2,dice=on")
    state = game.start
    assert game.mover(state) == 2 and game.has_chance
    assert game.position().moves == ["die1", "die2", "die3"]
    state = game.position(moves="die3 16u 25u").state
    assert game.mover(state) == 0
    assert game.show(state) == "15cgp,24cgp/52gcp,61gcp 1 1 15<16 24<25"
    state = game.position(moves="die3 16u 25u 15u").state
    assert game.mover(state) == 2 and game.show(state).endswith(" 2")
    assert not load("janken:full").has_chance


def test_special_dice_beat_by_what_they_show():
    game = load("janken,pieces=1,faces=gcc")
    # The face called p shows scissors, so it is beaten by rock and beats nothing here.
    position = game.parse("33gcp/34pcg 1")
    assert "33d" in game.position(game.show(position)).moves
    assert "33d" not in game.position("33pcg/34gcp 1").moves


def test_dice_may_differ_one_by_one_and_by_player():
    game = load("janken,pieces=2,faces=GGG.gcp/gcc.gcp")
    assert game.spec == "janken:single,pieces=2,faces=ggg.gcp-gcc.gcp"
    assert game.show(game.start) == "16gcp=ggg,25gcp/52gcp=gcc,61gcp 1"
    # Rock on all faces beats scissors, whatever its faces are called.
    assert "33d" in game.position("33pcg=ggg/34pcg=gcc 1").moves
    assert "33d" not in game.position("33pcg=ggg/34pcg 1").moves
    # Dice take their faces along.
    after = game.position("33pcg=ggg,11gcp/34pcg=gcc,66gcp 1", moves="33d").state
    assert game.show(after) == "11gcp,34pcg=ggg/66gcp 2"
    assert load("janken,pieces=2,faces=gcc.gcc/gcc").spec == "janken:single,pieces=2,faces=gcc"
    assert not game.table_classes()
    pieces = game.pieces_on(game.start)
    assert [piece.look for piece in pieces][:2] == ["0-gcp-ggg", "0-gcp"]
    assert game.set_up(pieces, 0) == game.show(game.start)
    assert {piece.look for piece in pieces} <= set(game.page_scene.looks)


@pytest.mark.parametrize(
    "spec",
    ["janken,faces=ggg.gcp", "janken:full,faces=ggg-gcp", "janken,faces=gg", "janken,faces=a-b-c"],
)
def test_dice_that_cannot_differ_so_are_refused(spec):
    with pytest.raises(UnknownGame) as caught:
        load(spec)
    assert "\n" not in str(caught.value)
    with pytest.raises(NotationError, match="faces"):
        load("janken").parse("16gcp=ggg/61gcp 1")


def test_bad_moves_are_refused_in_one_line():
    game = load("janken")
    for text in ("", "16", "u16", "9u", "99u", "16us", "stay", "die1", "16d", "5u", "0u"):
        with pytest.raises(InputError) as caught:
            game.read_move(game.start, text)
        assert "\n" not in str(caught.value)


def test_bits_and_dice_agree():
    game = load("janken")
    first, second = layout_of(game.start).sides
    assert len(first) == len(second) == len(list(each(game.start.own))) == 4


def test_seven_printed_rolls_are_not_those_of_a_cube():
    cube, printed = load("janken:simple"), load("janken:simple,rolls=printed")
    wrong = []
    for player, lie, way in product("12", LIES, "ur"):
        board = f"33{lie}/66gcp" if player == "1" else f"66gcp/33{lie}"
        after = [
            game.show(game.position(f"{board} {player}", f"33{way}").state)
            for game in (cube, printed)
        ]
        wrong += [f"{lie}{player}{way}"] * (after[0] != after[1])
    assert sorted(wrong) == ["cpg1r", "cpg1u", "cpg2r", "cpg2u", "gcp1u", "gpc1r", "pcg1u"]


def test_on_the_target_cell_the_tops_are_compared_after_the_roll():
    game = load("janken:simple,capture=target")
    # gpc beside a die with scissors up: rolled to the right its side, scissors, is on top.
    slid, rolled = (game.position("33gpc/43cgp 1", move).state for move in ("33rs", "33r"))
    assert game.outcome(slid) == -1  # rock takes scissors
    assert game.show(rolled) == "33gpc/43cgp 2" and game.outcome(rolled) is None  # equal
    beaten = game.position("33gpc/43pgc 1", "33rs").state
    assert game.outcome(beaten) == 1 and game.legal_moves(beaten) == []
