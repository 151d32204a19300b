"""Janken shogi as people and programs use it: switches, starts, positions and moves."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import product
from math import gcd
from random import Random

import numpy as np

from yomikiri.errors import TEXT, IllegalMove, InputError, NotationError, check_kind
from yomikiri.games.family import Family
from yomikiri.games.game import Choice, Ended, State, TableClass
from yomikiri.games.janken import features, thesis  # noqa: F401  features answers questions
from yomikiri.games.janken.armies import MOST
from yomikiri.games.janken.boards import JankenBoards
from yomikiri.games.janken.checks import check_dice, check_middle, full_turn
from yomikiri.games.janken.dice import GOAL, HOME, LIES, Words
from yomikiri.games.janken.evaluation import WEIGHT_NAMES, WEIGHT_SETS, greatest_estimate
from yomikiri.games.janken.holding import Holding
from yomikiri.games.janken.lesson import guide_of
from yomikiri.games.janken.motion import can_act
from yomikiri.games.janken.notation import (
    Layout,
    Place,
    cell_of,
    in_order,
    layout_of,
    make_state,
    place_name,
    place_of,
    read_layout,
    read_start,
    read_wish,
    write_layout,
    write_start,
)
from yomikiri.games.janken.numbering import class_size
from yomikiri.games.janken.numbers import numbers_through
from yomikiri.games.janken.options import (
    FOUND,
    KINDS,
    KNOWN,
    MIDDLE,
    SIMPLE_LIE,
    STARTS,
    SWITCHES,
    USUAL_LIE,
    check_switches,
    kinds_of,
    make_rules,
    read_variant,
)
from yomikiri.games.janken.pairs import PAIRS
from yomikiri.games.janken.state import (
    FULL,
    ON_TARGET,
    SIMPLE,
    SINGLE,
    SLIDE,
    STAY,
    THROW,
    Janken,
)
from yomikiri.games.lesson import Guide
from yomikiri.rules import MOST_ESTIMATE
from yomikiri.words import Message, message


class JankenGame(JankenBoards):
    """One of the three rule sets with its switches."""

    family = "janken"
    known = KNOWN
    found = FOUND
    weight_names = WEIGHT_NAMES
    weight_sets = WEIGHT_SETS
    chance_unit = 400.0  # so much that chances are even: these estimates predict no results

    def __init__(self, choice: Choice) -> None:
        super().__init__(choice)
        options = choice.options
        self.kind = KINDS[choice.variant]
        self.pieces = 1 if self.kind == SIMPLE else int(options["pieces"])
        self.faces = options["faces"]
        self.kinds, self.start_kinds = kinds_of(self.faces, self.pieces)
        self.rules = make_rules(self.kind, self.pieces, options)
        if self.kind == SINGLE:
            self.own_players = {"takeda": thesis.Takeda(self.rules, self.pieces)}
        self.weights = self.make_weights(WEIGHT_SETS["tuned"])
        lie = SIMPLE_LIE if self.kind == SIMPLE else USUAL_LIE
        self.start = self.make_start([lie] * self.pieces, [lie] * self.pieces)

    @property
    def has_chance(self) -> bool:
        """Whether a die decides how many actions a turn has."""
        return bool(self.rules.die)

    def make_weights(self, values: Sequence[int]) -> Words:
        """The weights without a common factor; raises InputError if estimates get too great."""
        shared = gcd(*values) or 1
        weights = np.array([value // shared for value in values], np.int64)
        if greatest_estimate(weights) > MOST_ESTIMATE:
            given = ",".join(f"{n}={v}" for n, v in zip(self.weight_names, values, strict=True))
            raise InputError("janken.weights", weights=given)
        return weights

    # Starts.

    @cached_property
    def start_places(self) -> tuple[list[Place], list[Place]]:
        """Where the dice of both players begin, in the order of their numbers."""
        middle = self.choice.options["start"] == "middle"
        first = MIDDLE if middle else STARTS[self.pieces]
        second = {(7 - x, 7 - y): 0 for x, y in first}
        return in_order(dict.fromkeys(first, 0)), in_order(second)

    def make_start(self, first: Sequence[int], second: Sequence[int]) -> Janken:
        """The start with the dice lying so."""
        places = self.start_places
        sides = (dict(zip(places[0], first)), dict(zip(places[1], second)))
        layout = Layout(sides, turn=0)
        if self.is_mixed:
            every = zip(places, self.start_kinds, strict=True)
            layout = layout._replace(
                kinds={place: kind for side in every for place, kind in zip(*side)}
            )
        return make_state(layout, full_turn(self.rules, self.pieces))

    def read_start(self, text: str) -> Janken:
        """The start with dice lying as `gcp.gpc/gcp.gcp` or グーパー.グーチョキ/... says."""
        return self.make_start(*read_start(text, self.pieces))

    def draw_start(self, chance: Random) -> Janken:
        """A start with all dice at random."""
        lies = [chance.randrange(len(LIES)) for _ in range(2 * self.pieces)]
        return self.make_start(lies[: self.pieces], lies[self.pieces :])

    def holding(self, state: State, player: int) -> Holding | None:
        """For few dice that all show the same; of more there are too many positions to look at."""
        dice = max(state.own.bit_count(), state.other.bit_count())
        if self.kind != SINGLE or dice > MOST or self.faces != "gcp":
            return None
        return Holding(state, player)

    # Positions.

    def show(self, state: State) -> str:
        """The position as text."""
        layout = layout_of(state)
        usual = state.left == full_turn(self.rules, state.own.bit_count())
        return write_layout(layout._replace(left=None) if usual else layout, self.kinds)

    def parse(self, text: str) -> Janken:
        """The position written as text; raises NotationError."""
        check_kind(TEXT, text=text)
        kinds = self.kinds if self.is_mixed else ()
        layout = read_layout(text, self.show(self.start), kinds)
        own, other = layout.sides[:: -1 if layout.turn else 1]
        check_dice(self, layout)
        left = full_turn(self.rules, len(own))
        if layout.left is not None:
            left = check_middle(self.rules, layout)
        state = make_state(layout, left)
        if self.kind != SIMPLE and not layout.trails and state.own >> GOAL & 1:
            raise NotationError("janken.at_goal", player=layout.turn + 1)
        if not other and own and self.rules.meets != ON_TARGET:
            raise NotationError(
                "janken.no_dice_left", loser=2 - layout.turn, player=layout.turn + 1
            )
        if layout.left is not None and own and not can_act(self.rules, state):
            raise NotationError("janken.no_action", got=text)
        return state

    # Moves.

    def read_move(self, state: State, text: str) -> int:
        """The legal move written as text; dice are numbered as if a game began here."""
        return self.read_along([state], text)

    def read_along(self, states: Sequence[State], text: str) -> int:
        """The same in a game, through which dice keep their numbers."""
        check_kind(TEXT, text=text)
        state = states[-1]
        wish = read_wish(text)
        legal = self.legal_moves(state)
        if wish.throw:
            move = THROW + wish.throw
        elif wish.die is None:
            move = STAY
        else:
            place = wish.die if isinstance(wish.die, tuple) else self.numbered(states, wish.die)
            direction = wish.direction ^ 2 * state.turn
            move = 4 * cell_of(place, state.turn) + direction + SLIDE * wish.slides
        if move not in legal:
            raise self.illegal(state, text)
        return move

    def numbered(self, states: Sequence[State], number: int) -> Place:
        """Where the die of this number stands."""
        for place, found in numbers_through(states, self.pieces).items():
            if found == number:
                return place
        raise IllegalMove("janken.no_die", number=number, position=self.show(states[-1]))

    def actions_left(self, state: State) -> int | None:
        """The actions left of a turn that has several."""
        return state.left if self.kind == FULL and state.left else None

    def guide(self) -> Guide:
        """How it is taught."""
        return guide_of(self)

    def ending(self, states: Sequence[State]) -> Ended:
        """A die is on the goal, has met a stronger one, or none is left or can act."""
        state = states[-1]
        own, other = layout_of(state).sides[:: -1 if state.turn else 1]
        if self.kind != SIMPLE and state.other & 1:
            return Ended(message("end.goal"), [place_name(place_of(HOME, state.turn))])
        if not own or not other:
            return Ended(message("end.no_dice"))
        if self.kind == SIMPLE:
            return Ended(message("end.met"), [place_name(place) for place in (*own, *other)])
        return Ended(message("end.no_action"))

    # Tables.

    def table_classes(self) -> Sequence[TableClass]:
        """`single`: by the numbers of dice; the others: one class of one die each."""
        if self.is_mixed:
            return ()
        if self.kind == SINGLE:
            return [
                TableClass(f"{more}-{fewer}", class_size(more, fewer))
                for more in range(1, self.pieces + 1)
                for fewer in range(1, more + 1)
            ]
        if self.pieces > 1 or self.has_chance:
            return ()
        if self.kind == SIMPLE:
            return [TableClass("1-1", PAIRS * (2 if self.rules.printed else 1))]
        trails = 21 if self.rules.funbari else 5
        return [TableClass("1-1", PAIRS * trails)]

    def table_starts(self) -> Iterable[tuple[Message | str, Janken]]:
        """Every way in which the dice can lie at the start."""
        for lies in product(range(len(LIES)), repeat=2 * self.pieces):
            first, second = lies[: self.pieces], lies[self.pieces :]
            yield write_start(first, second), self.make_start(first, second)


FAMILY = Family(
    game=JankenGame,
    descriptions={
        "en": "dice of rock, scissors and paper roll over a board to the enemy's corner",
        "ja": "グー・チョキ・パーのサイコロを転がし、相手のゴールを目指す",
    },
    variants=tuple(KINDS),
    switches=SWITCHES,
    read_variant=read_variant,
    check=check_switches,
)
