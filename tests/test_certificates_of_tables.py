"""Certificates of games in which positions can come again, made from tables."""

import json
import zlib

import pytest

import yomikiri_verify as checker
from tests.certificates import moves_of, parts_of, rewritten, with_moves
from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.janken.game import JankenGame
from yomikiri.rules import FIRST, SECOND
from yomikiri.solve import solve
from yomikiri.solve.certificate import MOST, write_to_the_ends
from yomikiri.solve.strategy import walk_to_the_ends
from yomikiri.tables.build import build_table
from yomikiri.tables.table import Table
from yomikiri.verify.repeating import RepeatingCertificate
from yomikiri.verify.verdict import verify

DRAWS = ("23gcp,44pgc/45cpg 1", "32cpg/33pgc,54gcp 2")
WON, DRAWN = "janken:single,pieces=1", "janken:simple"

pytestmark = [pytest.mark.compiled, pytest.mark.long]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Tables of two small games and their certificates: one is won, the other drawn."""
    folder = tmp_path_factory.mktemp("certificates")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("YOMIKIRI_TABLES", str(folder))
        for spec, name in ((WON, "won"), (DRAWN, "drawn")):
            build_table(load(spec), folder)
            solve(spec, goal="win", certificate=folder / name)
    return folder


def fault_of(path):
    """What is wrong with a certificate."""
    return verify(path).fault


def test_a_win_and_a_draw_from_a_table_are_proved_by_slow_rules(folder):
    for name, spec, claim, proofs in (("won", WON, ">", 1), ("drawn", DRAWN, "=", 2)):
        found = verify(folder / name)
        assert found.valid and found.certificate is not None
        assert found.certificate.claim == f"value {claim} 0 for x"
        assert len(found.certificate.proofs) == proofs
        assert str(load(found.certificate.game)) == spec


def test_who_holds_a_draw_comes_back_to_positions_that_were_met(folder):
    game = load(DRAWN)
    table = Table(game, folder)
    found = verify(folder / "drawn")
    first = sum(
        walk_to_the_ends(
            game, game.start, prover, lambda state: [table.moves(state)[0].move], MOST
        ).positions
        for prover in (FIRST, SECOND)
    )
    assert found.valid and 2 * found.checked.positions < first


def test_few_dice_hold_a_draw_while_they_stand_in_few_ways(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("YOMIKIRI_TABLES", str(folder))
    sizes = []
    for way in ("few", "any"):
        solve(WON, goal="win", position="25gcp/43gcp 1", certificate=tmp_path / way)
        found = verify(tmp_path / way)
        assert found.valid and found.certificate is not None
        assert found.certificate.claim == "value = 0 for x"
        sizes.append(found.checked.positions)
        monkeypatch.setattr(JankenGame, "holding", lambda *_: None)
    assert 2 * sizes[0] < sizes[1]


@pytest.mark.parametrize("position", DRAWS)
def test_a_draw_of_several_dice_is_held_without_a_table(tmp_path, position):
    game = load("janken:single,pieces=2")
    start = game.parse(position)
    players = {player: game.holding(start, player) for player in (FIRST, SECOND)}

    def choose(state):
        hold = players[game.mover(state)]
        assert hold is not None
        return [hold(state)]

    write_to_the_ends(tmp_path / "held", game, start, 0, choose)
    assert verify(tmp_path / "held").valid


def test_every_position_that_a_win_passes_is_on_the_way_to_an_end(folder):
    path = folder / "won"
    moves = moves_of(path)
    faults = []
    for place in range(0, len(moves), 5):
        altered = bytearray(moves)
        altered[place] ^= 1
        faults.append(fault_of(with_moves(path, bytes(altered))))
    assert {"refuted", "cycle"} <= set(faults)  # lost, or round and round
    assert fault_of(with_moves(path, b"\xff" + moves[1:])) == "illegal"
    assert fault_of(with_moves(path, moves[:-1])) == "illegal"
    assert fault_of(with_moves(path, moves + b"\0")) == "left"


def test_a_draw_is_no_win(folder):
    header, body = parts_of(folder / "drawn")
    for number, value in enumerate((1, -1)):
        claim = header | {"value": value, "proofs": [header["proofs"][number]]}
        sizes = [sum(s[3] for s in proof["streams"]) for proof in header["proofs"]]
        part = body[: sizes[0]] if number == 0 else body[sizes[0] :]
        assert fault_of(rewritten(folder / "drawn", claim, part)) in ("cycle", "refuted")
    header, body = parts_of(folder / "won")
    claim = header | {"value": -1, "proofs": [header["proofs"][0] | {"bound": "at_most"}]}
    assert fault_of(rewritten(folder / "won", claim, body))


@pytest.mark.parametrize(
    ("change", "fault"),
    [
        ({"game": "nip"}, "game"),
        ({"game": "chess"}, "game"),
        ({"rows": 5}, "game"),
        ({"switches": {}}, "header"),
        ({"switches": {"variant": "double"}}, "game"),
        ({"switches": {"variant": 5}}, "header"),
        ({"switches": {"variant": "single", "spell": "on"}}, "game"),
        ({"position": "16gcp/61gcp 3"}, "position"),
        ({"position": "70gcp/61gcp 1"}, "position"),
        ({"position": "16gcp/61gcp 1" + " " * 300}, "position"),
        ({"position": None}, "header"),
        ({"position": "16gcp,25gcp/61gcp 1", "switches": {"variant": "simple"}}, "position"),
        ({"value": 0}, "claim"),
        ({"value": 2}, "claim"),
    ],
)
def test_another_claim_is_rejected(folder, change, fault):
    header, body = parts_of(folder / "won")
    assert fault_of(rewritten(folder / "won", header | change, body)) == fault


def test_nothing_can_be_hidden_where_the_walk_does_not_look(folder):
    header, body = parts_of(folder / "won")
    (proof,) = header["proofs"]
    trunk, chunk = proof["streams"]
    for hidden, extra in (([1, 7, 0, 0], b""), ([1, 0, 3, 3], b"abc"), ([1, 0, 0, 3], b"abc")):
        forged = header | {"proofs": [proof | {"streams": [hidden, chunk]}]}
        assert fault_of(rewritten(folder / "won", forged, extra + body)) == "header"
    assert trunk == [1, 0, 0, 0]
    for forged in (header | {"cut": 3}, header | {"proofs": [proof | {"split": 3}]}):
        assert fault_of(rewritten(folder / "won", forged, body)) == "header"


@pytest.mark.parametrize(
    "position",
    [
        "gle/1c1/1C1/ELG b",
        "gle/1c1/1C1/ELG x - 1",
        "gle/1c1/1C1/EL b - 1",
        "gle/1c1/1C1/ELGG b - 1",
        "gle/1c1/1C1 b - 1",
        "gle/1q1/1C1/ELG b - 1",
        "gle/1c1/1C1/ELG b 999999999C 1",
        "gle/1c1/1C1/ELG b Q 1",
        "?le/1c1/1C1/ELG b - 1",
        "?gle/1c1/1C1/ELG b - 1",
        "gl\u00a0e/1c1/1C1/ELG b - 1",
        "gle/1c1/1C1/ELG b - 1, which is won",
        "gle/1c1/1C1/ELG b - 1" + 200 * "0",
    ],
)
def test_what_is_no_position_of_shogi_is_rejected_without_ado(folder, position):
    header, body = parts_of(folder / "won")
    change = {"game": "dobutsu", "rows": 4, "columns": 3, "switches": {"variant": ""}}
    forged = rewritten(folder / "won", header | change | {"position": position}, body)
    assert fault_of(forged) in ("position", "header")


def test_in_minishogi_endless_play_proves_no_draw(folder):
    header, body = parts_of(folder / "drawn")
    change = {"game": "minishogi", "rows": 5, "columns": 5, "switches": {"repetition": "uec"}}
    position = {"position": load("minishogi").show(load("minishogi").start)}
    assert fault_of(rewritten(folder / "drawn", header | change | position, body)) == "claim"


def test_a_small_mate_is_checked_by_the_rules_of_shogi(folder):
    # The first player's lion takes the other's at once: one move, no choice of the other side.
    header, _ = parts_of(folder / "won")
    position = {"position": "1l1/1L1/3/3 b - 1"}
    change = {"game": "dobutsu", "rows": 4, "columns": 3, "switches": {"variant": ""}}
    found = RepeatingCertificate.board_of("dobutsu", 4, 3, {})
    (state,) = found.read(position["position"])
    move = bytes([found.moves(state).index("2b2a")])
    streams = {"streams": [[1, 0, 0, 0], [1, 1, 1, 0]], "bound": "at_least", "split": 0}
    header = header | change | position | {"proofs": [streams]}
    for content, fault in ((move, ""), (bytes([move[0] ^ 1]), "left")):
        packed = zlib.compress(content)
        streams["streams"] = [[1, 0, 0, 0], [1, 1, 1, len(packed)]]
        assert fault_of(rewritten(folder / "won", header, packed)) == fault


MATES = [
    ("minishogi", "2r1k/2bs1/1+s1G1/PR3/3KP b Bg 1", 5, ">"),
    ("minishogi,repetition=draw", "pk3/3rp/1g1+S1/1SB2/K1R2 w Gb 1", 5, "<"),
    ("gorogoro", "2k2/5/2P2/5/5/2K2 b 2G 1", 1, ">"),
]


@pytest.mark.parametrize(("game", "position", "plies", "sign"), MATES)
def test_a_mate_is_proved_by_slow_rules(tmp_path, game, position, plies, sign):
    path = tmp_path / "mate"
    answer = solve(game, goal="mate", position=position, certificate=path)
    assert answer.distance == plies and answer.certificate is not None
    found = verify(path)
    assert found.valid and found.certificate is not None
    assert found.certificate.claim == f"value {sign} 0 for x"
    assert found.certificate.text == position
    faults = []
    for place, move in enumerate(moves := moves_of(path)):
        altered = moves[:place] + bytes([move ^ 1]) + moves[place + 1 :]
        faults.append(fault_of(with_moves(path, altered)))
    assert all(faults) and {"refuted", "illegal", "left"} >= set(faults) - {"cycle"}


def test_where_there_is_no_mate_nothing_is_proved(tmp_path, yk):
    path = tmp_path / "none"
    position = "4k/5/5/5/K4 b - 1"
    code, _, err = yk(
        "solve", "minishogi", "--goal", "mate", "--position", position, "--certificate", path
    )
    assert code == 0 and "there is no mate to prove" in err and not path.exists()


def test_the_commands_say_what_to_do(folder, yk, monkeypatch, tmp_path):
    monkeypatch.setenv("YOMIKIRI_TABLES", str(tmp_path))
    code, _, err = yk("solve", WON, "--certificate", tmp_path / "none")
    assert code == 2 and f"yomikiri table build {WON}" in err and not (tmp_path / "none").exists()
    code, _, err = yk("verify", folder / "won", "--fast")
    assert code == 2 and "leave out --fast" in err
    code, out, _ = yk("verify", folder / "won", "--json")
    assert code == 0 and json.loads(out)["valid"]
    code, out, _ = yk("certificate", "info", folder / "drawn", "--json")
    assert code == 0 and [proof["bound"] for proof in json.loads(out)["proofs"]] == [
        "at_least",
        "at_most",
    ]
    assert checker.main(str(folder / "won")) == 1  # it knows three games
    with pytest.raises(InputError, match="no certificates"):
        solve("janken:full,pieces=1,dice=on", certificate=tmp_path / "none")
