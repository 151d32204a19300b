"""Learning: rounds of games, training and a match; what wins its match is kept.

A run is a folder that goes on after a kill: the games of all rounds (games.jsonl), the losses of
each epoch (losses.jsonl), a net and a match for each round, and what became of it (rounds.jsonl).
best.net is the last net that was kept.  How long a round may play is counted over all sittings.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games.net import header_of, net_for, write_net
from yomikiri.lab.match import play_match
from yomikiri.lab.series import check_ended
from yomikiri.lab.sprt import ACCEPTED, Sprt, Verdict
from yomikiri.lanes import UNIT
from yomikiri.learn.found import (
    BEST,
    GAMES,
    LOSSES,
    ROUNDS,
    TIMES,
    Learned,
    Round,
    Stage,
    Wish,
    as_round,
    first_net,
    net_name,
)
from yomikiri.learn.rounding import round_net
from yomikiri.learn.samples import coarse_rows, collect
from yomikiri.learn.self_play import Record, as_game, even_openings, play_chunk, stray_for
from yomikiri.learn.teacher import TABLE, compare, judged_chunk, required_table
from yomikiri.learn.training import RESULT, Epoch, train
from yomikiri.rules import features, is_answered, most_features
from yomikiri.running import INTERRUPT
from yomikiri.work import Call, check_crew, hire
from yomikiri.work.runs import Run, open_run

KIND = "learn"
CHUNK = 20  # games of one piece of work
PLAYING = 0.6  # the share of the time for games; the rest is for training and the match
ROUND_MINUTES = 15.0  # of a round, about
MORE = 0.05  # of the minutes: if so many are left after all rounds, more were asked for
LEAST_GAMES = 40  # of a round, however little time there is
TEST = Sprt(0.0, 20.0)
MATCH_NODES = 2000  # a move
MATCH_GAMES = 2000  # at most


Watch = Callable[[Stage], None]
Finish = Callable[[Run, Learned], None]


def learn(
    wish: Wish,
    folder: Path,
    *,
    command: Sequence[str] = (),
    watch: Watch | None = None,
    finish: Finish | None = None,
) -> Learned:
    """Teach a game a net in a folder, or go on with that; Ctrl-C keeps what there is."""
    game = wish.game
    if not is_answered(features, game.rules):
        raise InputError("net.no_features", game=game)
    if game.has_chance:
        raise InputError("net.dice", game=game)
    if wish.teacher == TABLE:
        required_table(game)
    check_crew(wish.jobs, wish.cluster)
    question = {
        "game": game.spec,
        "rules_hash": game.rules_hash,
        "features": game.features_version,
        "nodes": wish.nodes,
        "width": wish.width,
        "seed": wish.seed,
        **({"teacher": TABLE} if wish.teacher == TABLE else {}),
        **({"begin": wish.begin} if wish.begin else {}),
        **({"results": wish.results} if wish.results != RESULT else {}),
    }
    with open_run(folder, KIND, question, list(command)) as run:
        learning = Learning(wish, run, watch or (lambda stage: None))
        stopped = ""
        try:
            learning.go()
        except KeyboardInterrupt:
            stopped = INTERRUPT
        result = learning.result(stopped)
        if finish is not None:
            finish(run, result)
        if not stopped:
            run.finish()
    return result


class Learning:
    """A run, and where it is."""

    def __init__(self, wish: Wish, run: Run, watch: Watch) -> None:
        self.wish, self.run, self.watch, self.game = wish, run, watch, wish.game
        self.records: list[Record] = run.lines(GAMES, partial(as_game, wish.game))
        self.rounds: list[Round] = run.lines(ROUNDS, as_round)
        times = run.lines(TIMES, lambda line: (int(line["round"]), float(line["seconds"])))
        self.played = float(sum(seconds for _, seconds in times))
        self.by_table = wish.teacher == TABLE
        self.first = first_net(wish)
        begun = max((number for number, _ in times), default=1)
        self.all_rounds = max(begun, round(wish.minutes / ROUND_MINUTES), len(self.rounds))
        left = wish.minutes - self.played / (60 * PLAYING)
        if len(self.rounds) == self.all_rounds and left > MORE * wish.minutes:
            self.all_rounds += max(1, round(left / ROUND_MINUTES))

    @property
    def best(self) -> Path | None:
        """The last net that was kept; at first that of the wish, if it names one."""
        path = self.run.folder / BEST
        return path if path.exists() else self.first

    @property
    def weights(self) -> Any:
        """Those of the best evaluation so far."""
        return self.game.weights if self.best is None else net_for(self.game, self.best)

    def result(self, stopped: str) -> Learned:
        """What there is so far."""
        best = "" if self.best in (None, self.first) else str(self.best)
        folder = str(self.run.folder)
        games, rounds = len(self.records), tuple(self.rounds)
        return Learned(self.game.spec, folder, rounds, games, self.positions, best, stopped)

    @property
    def positions(self) -> int:
        """Those of all games so far."""
        return sum(len(record["moves"]) for record in self.records)

    def go(self) -> None:
        """All rounds that are left."""
        while len(self.rounds) < self.all_rounds:
            number = len(self.rounds) + 1
            self.play(number)
            path = self.teach(number)
            (self.judge if self.by_table else self.meet)(number, path)

    # Games.

    def play(self, number: int) -> None:
        """The games of a round."""
        if (self.run.folder / net_name(number)).exists():
            return
        share = 60 * PLAYING * self.wish.minutes / self.all_rounds
        least, before = LEAST_GAMES * number, self.played
        weights, stray = self.weights, stray_for(self.wish.results)
        chunk = judged_chunk if self.by_table else play_chunk

        def left() -> float:
            return share * number - before - (time.monotonic() - began)

        def calls() -> Iterator[Call]:
            first = 1 + max((record["number"] for record in self.records), default=-1)
            while left() > 0 or len(self.records) < least:
                numbers = range(first, first + CHUNK)
                arguments = self.game.spec, weights, self.wish.nodes, self.wish.seed, numbers, stray
                yield Call(first, chunk, arguments)
                first += CHUNK

        # A game that is not kept: compiling is not to take the time for games.
        chunk(self.game.spec, weights, 1, self.wish.seed, range(1), stray)
        began = noted = time.monotonic()
        with hire(self.wish.jobs, self.wish.cluster) as crew:
            for result in crew.each(calls(), ahead=2):
                for record in result.value:
                    self.run.add(GAMES, record)
                    self.records.append(record)
                now = time.monotonic()
                self.run.add(TIMES, {"round": number, "seconds": round(now - noted, 3)})
                noted = now
                self.tell(number, "games", len(self.records), max(0.0, left()))
        self.played = before + noted - began

    # Training.

    def teach(self, number: int) -> Path:
        """The net of a round, trained with all games so far; if it is there already, that."""
        path = self.run.folder / net_name(number)
        if path.exists():
            return path
        samples = collect(self.game, self.records)
        if not samples.size:
            raise InputError("net.no_positions", game=self.game)
        self.tell(number, "training", 0, 0.0)

        def note(epoch: Epoch) -> None:
            self.run.add(LOSSES, {"round": number, **epoch._asdict()})
            self.tell(number, "training", epoch.number, 0.0, epoch)

        trained = train(
            samples,
            coarse_rows(self.game),
            width=self.wish.width,
            seed=self.wish.seed,
            share=1.0 if self.by_table else self.wish.results,
            tell=note,
        )
        net = round_net(trained, int(most_features(self.game.rules)))
        made = {
            "unit": float(net[UNIT]),
            "games": len(self.records),
            "positions": trained.positions,
            "loss": min(epoch.validation for epoch in trained.epochs),
            "nodes": self.wish.nodes,
            "round": number,
            "seed": self.wish.seed,
            "teacher": self.wish.teacher,
            "reliability": [list(each) for each in trained.reliability],
        }
        write_net(path, header_of(self.game, net, made), net)
        return path

    # The match.

    def meet(self, number: int, path: Path) -> None:
        """Play the new net against the best before, and keep it if it is stronger."""
        player = f"alphabeta:nodes={MATCH_NODES},eval="

        def tell(verdict: Verdict) -> None:
            self.tell(number, "match", verdict.games, 0.0, verdict)

        result = play_match(
            self.game,
            f"{player}{path}",
            f"{player}{self.evaluation}",
            games=MATCH_GAMES,
            seed=self.wish.seed + number,
            openings=even_openings(self.game, self.records, self.weights, MATCH_GAMES),
            sprt=TEST,
            jobs=self.wish.jobs,
            cluster=self.wish.cluster,
            out=self.run.folder / f"match-{number}",
            tell=tell,
        )
        check_ended(result.stopped)
        kept = result.verdict is not None and result.verdict.state == ACCEPTED
        match = {name: result.to_dict()[name] for name in ("games", "score", "interval", "sprt")}
        self.close(number, path, kept, match=match)

    def judge(self, number: int, path: Path) -> None:
        """Count the errors of the new net and of the best before, and keep it if they are fewer."""
        self.tell(number, "errors", 0, 0.0)
        wish, out = self.wish, self.run.folder / f"errors-{number}"
        found = compare(
            self.game,
            self.evaluation,
            str(path),
            seed=wish.seed + number,
            jobs=wish.jobs,
            cluster=wish.cluster,
            out=out,
        )
        self.close(number, path, found.is_better, errors=found.to_dict())

    @property
    def evaluation(self) -> str:
        """The best before, as players name it."""
        return "linear" if self.best is None else str(self.best)

    def close(self, number: int, path: Path, kept: bool, **found: dict[str, Any]) -> None:
        """Note what became of a round."""
        if kept:
            copy_whole(path, self.run.folder / BEST)
        losses = [line for line in self.run.lines(LOSSES) if line["round"] == number]
        epochs = [Epoch(*(line[name] for name in Epoch._fields)) for line in losses]
        last = max((place for place, e in enumerate(epochs) if e.number == 1), default=0)
        self.rounds.append(
            Round(
                number,
                len(self.records),
                self.positions,
                tuple(epochs[last:]),
                found.get("match", {}),
                kept,
                net_name(number),
                found.get("errors", {}),
            )
        )
        self.run.add(ROUNDS, self.rounds[-1].to_dict())

    def tell(self, number: int, what: str, done: int, left: float, detail: Any = None) -> None:
        """Say what is being done."""
        self.watch(Stage(number, self.all_rounds, what, done, left, detail))


def copy_whole(path: Path, target: Path) -> None:
    """A copy that is there complete, or not at all."""
    part = target.with_name(target.name + ".part")
    part.write_bytes(path.read_bytes())
    part.replace(target)
