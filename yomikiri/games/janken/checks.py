"""What a written position of janken shogi must be like: its dice, and the turn it is in."""

from yomikiri.errors import NotationError
from yomikiri.games.game import Game
from yomikiri.games.janken.notation import Layout, cell_of, place_name
from yomikiri.games.janken.state import AT_ONCE, FULL, SIMPLE, JankenRules


def full_turn(rules: JankenRules, dice: int) -> int:
    """How many actions a turn with `dice` dice begins with; 0: a throw decides."""
    if rules.kind != FULL:
        return 1
    if rules.die:
        return 0
    return 3 if rules.funbari and dice == 1 else 2


def check_dice(game: Game, layout: Layout) -> None:
    """Check that there are dice, and no more than the game has."""
    rules = game.rules
    for player, dice in enumerate(layout.sides):
        if len(dice) > rules.pieces:
            raise NotationError(
                "janken.too_many", most=rules.pieces, player=player + 1, game=game, n=len(dice)
            )
    if not any(layout.sides):
        raise NotationError("janken.no_dice")
    if rules.kind == SIMPLE and rules.meets == AT_ONCE and not all(layout.sides):
        raise NotationError("janken.one_each", game=game)


def check_middle(rules: JankenRules, layout: Layout) -> int:
    """The actions left of a turn; raises NotationError if that cannot be."""
    left = layout.left or 0
    own, other = layout.sides[:: -1 if layout.turn else 1]
    used = sum(len(trail) - 1 for trail in layout.trails)
    most = 3 if rules.die else full_turn(rules, len(own))
    if rules.kind != FULL or used + left > most or (not rules.die and used + left < most):
        raise NotationError("janken.turn_length", most=most, used=used, left=left)
    places = [trail[0] for trail in layout.trails]
    if len(set(places)) < len(places) or not set(places) <= set(own):
        raise NotationError("janken.moved_once")
    for trail in layout.trails:
        if set(trail[1:]) & set(other):
            raise NotationError("janken.enemy_behind", trail="<".join(map(place_name, trail)))
    if not rules.stay and cell_of((6, 1), 0) in {cell_of(p, layout.turn) for p in own}:
        raise NotationError("janken.turn_over", player=layout.turn + 1)
    return left
