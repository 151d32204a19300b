"""Drawings of what the algorithms do, by the rules of small games: `python -m docs.drawings`."""

import random
import re
from pathlib import Path

import yomikiri as yk
from docs import in_brief
from docs.in_brief import INFINITE, Node
from yomikiri import Position

FOLDER = Path(__file__).parent / "pictures"
START = "b2 a1 c3 c1 b1"  # o must stop x in the middle of the lower row
MATE = "4k/5/3pG/5/K4 b B 1"  # in three plies
CELL, STEP, LEVEL = 9, 44, 84  # a cell, two leaves, two plies
COLOURS = {"x": "#1d4f7c", "o": "#b5502f"}
STYLE = (
    "text{font:11px sans-serif;text-anchor:middle;fill:#222}.box{fill:#fff;stroke:#888}"
    ".way{stroke:#888}.best{stroke:#1d4f7c;stroke-width:3}.cut{stroke:#c33;stroke-dasharray:3 3}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.stone{fill:#222}}"
)


def rows_of(position: Position) -> list[str]:
    """A row of signs each; numbers of empty cells become so many dots."""
    rows = position.text.split()[0].split("/")
    return [re.sub(r"\d", lambda found: "." * int(found[0]), row) for row in rows]


def board(position: Position, x: float, y: float) -> str:
    """A small board: stones, or pieces as letters."""
    rows = rows_of(position)
    left, parts = x - len(rows[0]) / 2 * CELL, []
    for row, signs in enumerate(rows):
        for column, sign in enumerate(re.findall(r"\+?.", signs)):
            if sign == "_":  # outside a round board
                continue
            at = f'x="{left + column * CELL:g}" y="{y + row * CELL:g}"'
            parts.append(f'<rect class="box" {at} width="{CELL}" height="{CELL}"/>')
            middle, low = left + (column + 0.5) * CELL, y + (row + 0.5) * CELL
            if sign in COLOURS:
                centre = f'cx="{middle:g}" cy="{low:g}"'
                parts.append(f'<circle {centre} r="3" fill="{COLOURS[sign]}"/>')
            elif sign != ".":
                colour = COLOURS["x" if sign.isupper() else "o"]
                style = f'style="font-size:8px;fill:{colour}"'
                parts.append(f'<text {style} x="{middle:g}" y="{low + 3:g}">{sign}</text>')
    return "".join(parts)


def drawn(root: Node, title: str) -> str:
    """The tree as SVG."""
    parts: list[str] = []
    width, depth = 0, 0
    high = len(rows_of(root.position)) * CELL
    step, level_high = max(STEP, high + 16), high + LEVEL - 3 * CELL

    def place(node: Node, level: int) -> float:
        nonlocal width, depth
        depth = max(depth, level)
        centres = [place(child, level + 1) for child in node.children]
        if not centres:
            width += step
        x = sum(centres) / len(centres) if centres else width - step / 2
        y = 8 + level * level_high
        for child, at in zip(node.children, centres, strict=True):
            kind = "cut" if child.is_cut else "best" if child.is_best else "way"
            line = f'x1="{x:g}" y1="{y + high + 17}" x2="{at:g}" y2="{y + level_high - 2}"'
            parts.append(f'<line class="{kind}" {line}/>')
            parts.append(f'<text x="{(x + at) / 2 + 9:g}" y="{y + high + 39}">{child.move}</text>')
        parts.append(board(node.position, x, y))
        parts.append(f'<text x="{x:g}" y="{y + high + 13}">{node.text}</text>')
        return x

    place(root, 0)
    return picture(parts, width, 8 + depth * level_high + high + 21, title)


def picture(parts: list[str], width: int, height: int, title: str) -> str:
    """A file of such parts."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}">'
        f"<title>{title}</title><style>{STYLE}</style>{''.join(parts)}</svg>\n"
    )


def in_columns(found: dict[Position, int | None], title: str) -> str:
    """Positions by the plies to the end, the ends first, with the moves that decide them."""
    levels = [*sorted({n for n in found.values() if n is not None}), None]
    columns = [[it for it in found if found[it] == level] for level in levels]
    parts, place, wide, tall = [], {}, 2 * LEVEL, STEP - 6
    for number, (level, column) in enumerate(zip(levels, columns, strict=True)):
        x = wide // 2 + number * wide
        head = "a draw" if level is None else f"{'won' if level % 2 else 'lost'} in {level}"
        parts.append(f'<text x="{x}" y="14">{head}</text>')
        for row, position in enumerate(column):
            place[position] = x, 24 + row * tall
    lines = []
    for position, (x, y) in place.items():
        for child in map(position.play, position.moves) if found[position] else ():
            if found[child] == found[position] - 1:
                to_x, to_y = place[child]
                ends = f'x1="{to_x + 16}" y1="{to_y + 13}" x2="{x - 16}" y2="{y + 13}"'
                lines.append(f'<line class="{"best" if found[position] % 2 else "way"}" {ends}/>')
    parts = lines + parts + [board(position, *at) for position, at in place.items()]
    return picture(parts, wide * len(levels), 24 + tall * max(map(len, columns)), title)


def drawings() -> dict[str, str]:
    """Each file and its content."""
    start = yk.load("tictactoe").position(moves=START)
    cut, whole, proof, games, tree = (Node(start) for _ in range(5))
    in_brief.alpha_beta(cut, -INFINITE, INFINITE)
    in_brief.judge(whole)
    in_brief.grow(proof, "second", 5)
    in_brief.flat(games, 20, random.Random(1))
    in_brief.tree_search(tree, 30, random.Random(1))
    mate = Node(yk.load("minishogi").position(MATE))
    in_brief.mates(mate, 3)
    split = Node(yk.load("nip:4x4").position())
    in_brief.stages(split, 3)
    return {
        "alpha_beta.svg": drawn(cut, "Alpha-beta in tic-tac-toe"),
        "df_pn.svg": drawn(proof, "Proof numbers in tic-tac-toe"),
        "judge.svg": drawn(whole, "The whole tree of a position of tic-tac-toe"),
        "mate.svg": drawn(mate, "A mate in three plies in minishogi"),
        "mcts.svg": drawn(tree, "A tree of 30 random games in tic-tac-toe"),
        "monte_carlo.svg": drawn(games, "Random games after each move in tic-tac-toe"),
        "retrograde.svg": in_columns(in_brief.distances(start), "From the ends of games backwards"),
        "stages.svg": drawn(split, "Reading Nip 4x4 in two stages"),
    }


if __name__ == "__main__":
    for name, content in drawings().items():
        (FOLDER / name).write_text(content, "utf-8")
