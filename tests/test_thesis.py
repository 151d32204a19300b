"""The thesis's experiments, a few games of each."""

from yomikiri.games import load
from yomikiri.lab.thesis import GAME, endless_game, experiment, text_game
from yomikiri.theses.kpk import (
    FORMER,
    LINE,
    PAIRS,
    counted,
    judged,
    section_4,
    table_5,
    version,
)
from yomikiri.theses.kpk_thumb import RULES, Men
from yomikiri.theses.table import Effort


def test_an_experiment_counts_every_game():
    row = experiment("peai", "perm", games=4, seed=1, repetition=True, solved=None)
    assert row.wins + row.draws + row.undecided == 4 and row.undecided == 0
    assert len(row.lengths) == row.wins


def test_games_without_repetition_go_on():
    game = load(GAME)
    short = text_game("peai:noise=off", "peai:noise=off", 0, 1)
    long = endless_game("peai:noise=off", "peai:noise=off", 0, 1)
    assert long[: len(short)] == short and len(long) > len(short)
    assert game.outcome(game.replay(game.start, short)) is None  # drawn by repetition alone


def test_every_pairing_is_in_the_table_of_section_4():
    rows = section_4(Effort(is_quick=True, games=1))
    works = [work.arguments for row in rows for work in row.works("both")]
    assert {work[:2] for work in works} == {(white, black) for white, black, _ in PAIRS}
    noises = {white for white, black, _ in PAIRS if white == black}
    assert noises >= {"peai", "peai:noise=both", "peai:noise=off"}  # as printed, for both, none
    # The thesis played 100 games; with its mistakes no repetition is noticed.
    assert (rows[0].published, works[:2]) == (
        80,
        [("peai", "peai", 0, 1, 1, True), ("peai", "peai", 0, 1, 1, False)],
    )


def test_a_match_is_played_and_kept_in_parts_that_are_the_same_games():
    works = section_4(Effort(games=12))[0].works("off")
    assert [work.arguments[2:4] for work in works] == [(0, 5), (5, 5), (10, 2)]
    whole = experiment("perm", "perm", games=3, seed=1, repetition=True, solved=None)
    parts = [
        experiment("perm", "perm", games=n, seed=1, repetition=True, solved=None, first=first)
        for first, n in ((0, 1), (1, 2))
    ]
    assert whole.draws == sum(part.draws for part in parts)
    assert whole.lengths == sorted(length for part in parts for length in part.lengths)


def test_table_5_is_made_as_printed_and_by_a_former_version():
    every = "peai:noise=both,pawn=free,ahead=near,ties=last"
    for effort, versions in [
        (Effort(games=1), ["peai", every]),
        (Effort(games=1, made=("king-near", "repetition")), ["peai:ahead=near"]),
        (Effort(games=1, made=()), ["peai"]),
    ]:
        rows = table_5(effort)
        assert [row.published for row in rows] == [80, 20] * len(versions)
        assert [row.works("on")[0].arguments[0] for row in rows[::2]] == versions
        assert {row.works("off")[0].arguments[:2] for row in rows} == {("peai", "peai")}
    assert version("peai:noise=off", Effort(made=tuple(FORMER))) == (
        "peai:noise=off,pawn=free,ahead=near,ties=last"
    )
    assert version("perm", Effort(made=tuple(FORMER))) == "perm"


def test_a_former_version_wins_where_the_printed_one_does_not():
    every = f"peai:{','.join(FORMER.values())}"
    made = experiment(every, every, games=3, seed=1, repetition=False, solved=None)
    printed = experiment("peai", "peai", games=2, seed=1, repetition=False, solved=None)
    assert made.wins >= 2 and printed.wins == 0


def test_the_printed_line_is_read_as_it_is_and_every_move_is_best():
    steps = judged(LINE)
    assert len(steps) == 27 and all(step["best"] == step["made"] for step in steps)
    assert [step["move"] for step in steps][:2] == ["Kf2", "Kf8"]


def test_the_positions_are_counted_by_who_is_to_move():
    # 62,480 is in the literature (Nefkens 1985), the legal positions in rules of endings.
    found = counted()
    assert (found["white"], found["white_won"], found["black"]) == (81_664, 62_480, 84_012)


def test_a_rule_of_thumb_says_what_it_says():
    opposed = Men((4, 3), (4, 2), (4, 5), is_white=False)
    says, is_win = RULES["opposition"]
    assert says(opposed) and is_win(opposed) and not is_win(opposed._replace(is_white=True))
    assert not says(opposed._replace(enemy=(4, 6)))
    says, is_win = RULES["before"]
    assert is_win(opposed) and not is_win(opposed._replace(king=(4, 1)))
