"""Games and positions as JSON: what the page draws."""

import random
import re
from collections.abc import Sequence
from typing import Any

from yomikiri.errors import InputError
from yomikiri.games import load, scene
from yomikiri.games.end import End
from yomikiri.games.family import Family
from yomikiri.games.game import Game, State
from yomikiri.play.tree import Tree
from yomikiri.web.labels import claim_view, switch_view, variant_title
from yomikiri.web.limits import open_families
from yomikiri.words import in_both, message

SAMPLE_PLIES = 14  # of the position on a game's card


def position_view(tree: Tree) -> dict[str, Any]:
    """The position of a game: what stands where, what may be done, and whether it is over."""
    game, node, state, end = tree.game, tree.node, tree.state, tree.end
    pieces = game.pieces_on(state)
    final = game.final(state)
    view: dict[str, Any] = {
        "text": game.show(state),
        "mover": node.turn,
        "left": None if end else game.actions_left(state),
        "pieces": [piece._asdict() for piece in pieces],
        "moves": [] if end else moves_view(game, state, pieces),
        "last": None,
        "alarms": game.alarms(state),
        "count": None if final is None else final._asdict(),
        "end": None if end is None else end_view(tree, end),
    }
    if node.parent is not None and node.move is not None:
        path, at = game.touches(node.parent.state, node.move)
        view["last"] = {"move": node.name, "path": list(path), "at": at}
    if not game.page_scene.places:
        view["picture"] = "".join(scene.shapes(game.svg(state, last=node.move)))
    return view


def guide_view(game: Game) -> dict[str, Any]:
    """What a game is about, in short: its goal, and what is seen on its board."""
    guide = game.guide()
    legend = [
        {"text": in_both(sign.text), "look": sign.look, "markup": sign.markup}
        for sign in guide.legend
    ]
    return {"goal": in_both(guide.goal), "legend": legend}


def end_view(tree: Tree, end: End) -> dict[str, Any]:
    """How a game has ended, why in both languages, and the places that show it."""
    ended = tree.ended
    assert ended is not None
    return {**end.to_dict(), "why": in_both(ended.why), "places": list(ended.places)}


def moves_view(game: Game, state: State, pieces: Sequence[scene.Piece]) -> list[dict[str, Any]]:
    """Every legal move: how it is made by touching, and what it would change on the board."""
    now = {piece.place: piece for piece in pieces}
    view = []
    for move in game.legal_moves(state):
        path, at = game.touches(state, move)
        then = {piece.place: piece for piece in game.pieces_on(game.play(state, move))}
        new = [(place, piece.look) for place, piece in then.items() if now.get(place) != piece]
        gone = [(place, None) for place in now if place not in then]
        view.append(
            {
                "move": game.move_name(state, move),
                "path": list(path),
                "at": at,
                "changes": sorted([*new, *gone]),
            }
        )
    return view


def family_view(family: Family) -> dict[str, Any]:
    """A family for its card; nothing of it needs the compiler."""
    return {
        "name": family.name,
        "titles": dict(family.titles),
        "descriptions": dict(family.descriptions),
        "players": {language: list(names) for language, names in family.game.players.items()},
        "variants": [
            {"name": variant, "titles": variant_title(family, variant)}
            for variant in family.variants
        ],
        "switches": [switch_view(family, switch) for switch in family.switches],
        "has_starts": family.game.read_start is not Game.read_start,
        "known": [claim_view(family, claim) for claim in family.known],
    }


def family_views() -> list[dict[str, Any]]:
    """Every family that the page shows."""
    return [family_view(family) for family in open_families().values()]


def picture_of(game: Game, state: State, *, last: int | None = None, pieces: str = "") -> str:
    """The board as an SVG file, with pieces of another set if one is named; raises InputError."""
    drawn = game.page_scene
    if not pieces:
        return game.svg(state, last=last)
    if pieces not in drawn.sets:
        known = list(drawn.sets) or message("web.no_others")
        raise InputError("web.pieces", known=known, got=pieces)
    frame = game.svg(state).partition(">")[0]
    return f"{frame}>{drawn.ground}{placed(game, state, pieces)}</svg>"


def placed(game: Game, state: State, pieces: str = "") -> str:
    """Every piece of a position at its place, as SVG."""
    drawn = game.page_scene
    shapes = []
    for piece in game.pieces_on(state):
        (x, y), look = drawn.places[piece.place], drawn.looks[piece.look]
        markup = look.others.get(pieces, look.markup)
        shapes.append(f'<g transform="translate({x:g} {y:g})">{markup}</g>')
        if piece.number > 1:
            at = f'x="{x + 17:g}" y="{y + 21:g}"'
            shapes.append(f'<text {at} font-size="15" text-anchor="middle">{piece.number}</text>')
    return "".join(shapes)


samples: dict[str, dict[str, Any]] = {}  # the families' pictures that are ready


def sample_picture(name: str) -> dict[str, Any]:
    """A picture of a family's game some moves after its start, the same each time."""
    if name not in samples:
        samples[name] = make_sample(name)
    return samples[name]


def make_sample(spec: str) -> dict[str, Any]:
    """A picture of a game some moves after its start."""
    game = load(spec)
    chance = random.Random(spec)
    state, last = game.start, None
    for _ in range(SAMPLE_PLIES):
        going_on = [
            move for move in game.legal_moves(state) if game.outcome(game.play(state, move)) is None
        ]
        if len(going_on) < 2:
            break
        last = chance.choice(going_on)
        state = game.play(state, last)
    if (drawn := game.page_scene).places:
        # Coordinates would be letters of five pixels there.
        ground = re.sub(r"<text[^>]*>[^<]*</text>", "", drawn.ground)
        return {"box": list(drawn.box), "markup": ground + placed(game, state)}
    svg = game.svg(state)
    return {"box": list(scene.box(svg)), "markup": "".join(scene.shapes(svg))}
