"""Drawings of what the algorithms do, by the rules of tic-tac-toe: `python docs/drawings.py`.

Each algorithm is here in a few lines that note what they do; the searches themselves are kernels
and note nothing.  The tree is small enough to be drawn whole.
"""

from dataclasses import dataclass, field
from pathlib import Path

import yomikiri as yk
from yomikiri import Position

FOLDER = Path(__file__).parent / "pictures"
START = "b2 a1 c3 c1 b1"  # o must stop x in the middle of the lower row
CELL, STEP, LEVEL = 9, 44, 84  # a cell, two leaves, two plies
COLOURS = {"x": "#1d4f7c", "o": "#b5502f"}
INFINITE = 99
STYLE = (
    "text{font:11px sans-serif;text-anchor:middle;fill:#222}.box{fill:#fff;stroke:#888}"
    ".way{stroke:#888}.best{stroke:#1d4f7c;stroke-width:3}.cut{stroke:#c33;stroke-dasharray:3 3}"
    "@media(prefers-color-scheme:dark){text{fill:#ddd}.stone{fill:#222}}"
)


@dataclass
class Node:
    """A position of the tree, and what is written below it."""

    position: Position
    move: str = ""
    text: str = ""
    is_best: bool = False
    is_cut: bool = False
    children: list["Node"] = field(default_factory=list)


def alpha_beta(node: Node, alpha: int, beta: int) -> int:
    """The value for the player to move; what need not be looked at is marked."""
    position = node.position
    if position.outcome is not None:
        value = position.outcome  # as the player to move sees it
        node.text = f"{value:+d}" if value else "0"
        return value
    best = -INFINITE
    for move in position.moves:
        child = Node(position.play(move), str(move))
        node.children.append(child)
        if best >= beta:
            child.is_cut = True
            continue
        value = -alpha_beta(child, -beta, -max(alpha, best))
        if value > best:
            best = value
            for other in node.children:
                other.is_best = other is child
    node.text = f"{best:+d}" if best else "0"
    return best


def proof_numbers(node: Node, side: str) -> tuple[int, int]:
    """How many leaves must still be won to prove a win of `side`, and to disprove it."""
    position = node.position
    if position.outcome is not None:
        is_won = position.outcome * (1 if position.mover == side else -1) > 0
        found = (0, INFINITE) if is_won else (INFINITE, 0)
    elif not node.children:
        found = 1, 1
    else:
        pairs = [proof_numbers(child, side) for child in node.children]
        if position.mover == side:  # one good move is enough
            found = min(p for p, _ in pairs), sum(d for _, d in pairs)
        else:
            found = sum(p for p, _ in pairs), min(d for _, d in pairs)
    proof, disproof = (min(INFINITE, number) for number in found)
    node.text = f"{shown(proof)} / {shown(disproof)}"
    return proof, disproof


def shown(number: int) -> str:
    """A proof number."""
    return "∞" if number >= INFINITE else str(number)


def grow(root: Node, side: str, times: int) -> None:
    """Proof-number search: the leaf that proves most is grown, so many times."""
    for _ in range(times):
        proof_numbers(root, side)
        node = root
        while node.children:
            place = 0 if node.position.mover == side else 1
            node = min(node.children, key=lambda child: proof_numbers(child, side)[place])
        node.children = [Node(node.position.play(m), str(m)) for m in node.position.moves]
    proof_numbers(root, side)
    node = root
    while node.children:  # the way to the leaf that would be next
        place = 0 if node.position.mover == side else 1
        node = min(node.children, key=lambda child: proof_numbers(child, side)[place])
        node.is_best = True


def board(position: Position, x: float, y: float) -> str:
    """A small board."""
    left, parts = x - 1.5 * CELL, []
    for row, signs in enumerate(position.text.split()[0].split("/")):
        for column, sign in enumerate(signs):
            at = f'x="{left + column * CELL:g}" y="{y + row * CELL:g}"'
            parts.append(f'<rect class="box" {at} width="{CELL}" height="{CELL}"/>')
            if sign in COLOURS:
                centre = f'cx="{left + (column + 0.5) * CELL:g}" cy="{y + (row + 0.5) * CELL:g}"'
                parts.append(f'<circle {centre} r="3" fill="{COLOURS[sign]}"/>')
    return "".join(parts)


def drawn(root: Node, title: str) -> str:
    """The tree as SVG."""
    parts: list[str] = []
    width, depth = 0, 0

    def place(node: Node, level: int) -> float:
        nonlocal width, depth
        depth = max(depth, level)
        centres = [place(child, level + 1) for child in node.children]
        if not centres:
            width += STEP
        x = sum(centres) / len(centres) if centres else width - STEP / 2
        y = 8 + level * LEVEL
        for child, at in zip(node.children, centres):
            kind = "cut" if child.is_cut else "best" if child.is_best else "way"
            line = f'x1="{x:g}" y1="{y + 44}" x2="{at:g}" y2="{y + LEVEL - 2}"'
            parts.append(f'<line class="{kind}" {line}/>')
            parts.append(f'<text x="{(x + at) / 2 + 9:g}" y="{y + 66}">{child.move}</text>')
        parts.append(board(node.position, x, y))
        parts.append(f'<text x="{x:g}" y="{y + 40}">{node.text}</text>')
        return x

    place(root, 0)
    box = f"0 0 {width} {8 + depth * LEVEL + 48}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" width="{width}"><title>{title}'
        f"</title><style>{STYLE}</style>{''.join(parts)}</svg>\n"
    )


def drawings() -> dict[str, str]:
    """Each file and its content."""
    start = yk.load("tictactoe").position(moves=START)
    tree = Node(start)
    alpha_beta(tree, -INFINITE, INFINITE)
    proof = Node(start)
    grow(proof, "second", 5)
    return {
        "alpha_beta.svg": drawn(tree, "Alpha-beta in tic-tac-toe"),
        "df_pn.svg": drawn(proof, "Proof numbers in tic-tac-toe"),
    }


if __name__ == "__main__":
    for name, content in drawings().items():
        (FOLDER / name).write_text(content, "utf-8")
