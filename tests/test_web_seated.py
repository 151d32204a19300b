"""Players of the page remember their last moves: of the same game only, and not too much."""

import gc
import weakref

import pytest

from yomikiri.games import load
from yomikiri.players import Player, make_player
from yomikiri.web.desk import open_desk
from yomikiri.web.jobs import QUICK, Job, Jobs
from yomikiri.web.limits import Limits
from yomikiri.web.seated import Seated
from yomikiri.web.thinking import choose_move

pytestmark = pytest.mark.compiled

TEXT = "alphabeta:nodes=500"


def thoughtful(text: str = TEXT) -> Player:
    """A player that has something to remember."""
    player = make_player(text, load("minishogi"), 1)
    player.choose(player.game.start)
    return player


def test_a_player_comes_back_to_its_seat():
    game, seated = load("minishogi"), Seated()
    player = thoughtful()
    seated.put(("a", 0), player)
    assert seated.take(("a", 0), TEXT, game, 1) is player
    assert seated.take(("a", 0), TEXT, game, 1) is not player  # it is taken away while it thinks
    for seat, text, seed in ((("b", 0), TEXT, 1), (("a", 0), "level:3", 1), (("a", 0), TEXT, 2)):
        seated.put(("a", 0), player)
        assert seated.take(seat, text, game, seed) is not player
    assert seated.take(("a", 0), "human", game, 1) is None


def test_there_are_not_too_many_and_they_do_not_remember_too_much():
    seated = Seated(most=2)
    for name in "abc":
        seated.put((name, 0), thoughtful())
    assert [seat for seat, _ in seated.players] == ["b", "c"]
    small = Seated(most_bytes=1)
    small.put(("a", 0), thoughtful())
    assert not small.players
    seated.put(("d", 0), thoughtful("level:2"))  # it remembers nothing
    assert [seat for seat, _ in seated.players] == ["b", "c"]


def test_the_page_uses_what_a_player_remembers(tmp_path):
    desk = open_desk(tmp_path, Limits())
    try:
        session = desk.sessions.begin("minishogi", players=(TEXT, "human"))
        id = session.id

        def move() -> Player:
            choose_move(Job("think", "", lambda job: None), desk.sessions, id, desk.limits)
            return desk.sessions.seated.players[id, 0]

        player = move()
        assert player.memory is not None and player.memory.kept is not None
        table = player.memory.kept.team.table
        with desk.sessions.changing(id) as session:
            tree = session.tree
            state = tree.node.state
            reply = tree.game.legal_moves(state)[0]
            session.play(tree.game.move_name(state, reply))
        assert move() is player
        assert player.memory.kept is not None and player.memory.kept.team.table is table
        with desk.sessions.changing(id) as session:  # the game is changed elsewhere
            session.go(0)
        assert move() is player
        assert player.memory.kept is not None and player.memory.kept.team.table is not table
    finally:
        desk.close()


class Searcher:
    """What has a table of many megabytes."""

    def stop(self) -> None:
        """Nothing stops it."""


def test_a_job_that_has_ended_holds_nothing_of_its_work():
    held = []

    def search(job: Job) -> str:
        searcher = Searcher()
        held.append(weakref.ref(searcher))
        job.on_cancel, job.look = searcher.stop, lambda: repr(searcher)
        return "found"

    jobs = Jobs(Limits())
    job = jobs.start(QUICK, "hint", "a question", search)
    assert job.ended.wait(10)
    gc.collect()
    assert held[0]() is None
    job.cancel()
    assert job.view()["result"] == "found"
    jobs.close()
