"""Opening books grown where it matters: best play first, and replies that lose little.

Each position is analysed as a whole, and its moves become leaves.  The next leaf is the one that is
cheapest to reach: a ply has a cost, and so has what the moves to it give away (drop-out expansion,
Lincke 2000).  Values go back up through the tree, along the lines that change, so a line that turns
out to be bad stops growing; the leaves are sought again when the book has grown by a fiftieth.
Workers analyse, this process alone writes.
"""

import heapq
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.errors import InputError
from yomikiri.games import load
from yomikiri.games.game import Game
from yomikiri.players.book import Book, BookMove, Page, Values, canonical
from yomikiri.rules import CHANCE, mirror, mirror_move, symmetries
from yomikiri.solve import analyze
from yomikiri.work import Call, heeding, hire

PLY = 50  # what a ply costs, in hundredths of a stone or a pawn
WIDEST = 100  # what a line may give away by default, in the same unit
NODES = 100_000  # for a position
ROUND = 50  # the leaves are looked for again when a book has grown by this part
SHORT = 0.2  # seconds between looks at the clock

Watch = Callable[[int, int], None]  # given how many positions the book has, and how many are open


class Growth(NamedTuple):
    """What came of building."""

    positions: int  # in the book now
    added: int
    open: int  # that it would look at next


def leaves_of(values: Values, start: str, depth: int, widest: int) -> list[tuple[int, int, str]]:
    """What to look at next: cost, ply and position, the cheapest first."""
    pages, moves = values.pages, values.moves
    waiting = [(0, 0, 0, start)]  # cost, ply, given away, position
    seen: set[str] = set()
    found = []
    while waiting:
        cost, ply, given, position = heapq.heappop(waiting)
        if position in seen or ply >= depth:
            continue
        seen.add(position)
        page = pages.get(position)
        if page is None:
            found.append((cost, ply, position))
            continue
        best = values.best[position][1]
        for entry in page.moves:
            lost = given + best - moves[position, entry.move]
            if lost <= widest:
                heapq.heappush(waiting, ((ply + 1) * PLY + lost, ply + 1, lost, entry.child))
    return found


def build_book(
    game: Game,
    path: Path,
    *,
    depth: int,
    seconds: float,
    nodes: int = NODES,
    widest: int = WIDEST,
    jobs: int = 1,
    cluster: str = "",
    watch: Watch | None = None,
) -> Growth:
    """Grow a book until the time is over or nothing is left to look at; it goes on at any time."""
    if game.has_chance:
        raise InputError("book.dice", game=game)
    with Book(path, game, write=True) as book, hire(jobs, cluster) as crew:
        values = Values(game, book.pages())
        before, start = len(values.pages), canonical(game, game.start)[0]
        began = time.monotonic()
        asked: set[str] = set()
        leaves, counted = deque(leaves_of(values, start, depth, widest)), before
        while time.monotonic() < began + seconds:
            grown = len(values.pages) - counted
            if grown > len(values.pages) // ROUND or (grown and not leaves):
                found = leaves_of(values, start, depth, widest)
                leaves, counted = deque(it for it in found if it[2] not in asked), counted + grown
            room = (2 * crew.size if crew.size > 1 else 1) - crew.waiting
            for _ in range(min(room, len(leaves))):
                _, ply, position = leaves.popleft()
                asked.add(position)
                crew.give(Call(position, look_at, (game.spec, position, ply, nodes)))
            if not crew.waiting:
                break
            for result in crew.take(timeout=SHORT):
                book.put(result.value)
                values.add(result.value)
                if watch is not None:
                    watch(len(values.pages), len(leaves) + crew.waiting)
        left = len(leaves_of(values, start, depth, widest))
        return Growth(len(values.pages), len(values.pages) - before, left)


def look_at(spec: str, position: str, ply: int, nodes: int) -> Page:
    """A position with the values of its moves."""
    game = load(spec)
    state = game.parse(position)
    moves = []
    if game.legal_moves(state) and game.mover(state) != CHANCE:
        found = analyze(game, position=state, nodes=nodes, poll=heeding())
        for entry in found.moves:
            child = canonical(game, game.play(state, entry.move.number))[0]
            known = (entry.rank, float(entry.value), entry.exact)
            moves.append(BookMove(str(entry.move), child, *known))
    return Page(position, ply, nodes, tuple(moves))


def merge_books(game: Game, out: Path, sources: Sequence[Path]) -> Growth:
    """Put all positions of some books into one; of two views the one that searched more is kept."""
    with Book(out, game, write=True) as book:
        pages = {page.position: page for page in book.pages()}
        before = len(pages)
        for path in sources:
            with Book(path, game) as other:
                for page in other.pages():
                    old = pages.get(page.position)
                    if old is None or weight(page) > weight(old):
                        ply = page.ply if old is None else min(page.ply, old.ply)
                        pages[page.position] = page._replace(ply=ply)
                        book.put(pages[page.position])
        return Growth(len(pages), len(pages) - before, 0)


def weight(page: Page) -> tuple[int, int]:
    """How much a view of a position is worth: results before estimates, then nodes."""
    return sum(entry.exact for entry in page.moves), page.nodes


def document(game: Game, book: Book) -> dict[str, Any]:
    """A book as JSON, for other programs: positions with their moves, values from below."""
    kept, values = {page.position: page for page in book.pages()}, book.known.moves
    pages = []
    for page in kept.values():
        ranked = sorted(page.moves, key=lambda it: -values[page.position, it.move])
        moves = [
            {
                "move": entry.move,
                "value": book.known.values[page.position, entry.move],
                "exact": entry.exact,
                "rank": values[page.position, entry.move],
                "child": entry.child if entry.child in kept else None,
            }
            for entry in ranked
        ]
        pages.append(
            {"position": page.position, "ply": page.ply, "nodes": page.nodes, "moves": moves}
        )
    about = {"game": str(game), "rules_hash": game.rules_hash}
    return {"format": "yomikiri-book", "version": 1, **about, "positions": pages}


def write_yaneuraou(game: Game, book: Book) -> str:
    """A book as programs of shogi read it: YaneuraOu's text format (DB2016), mirror images too."""
    rules, ranks, found = game.rules, book.known.moves, {}
    for page in book.pages():
        kept = game.parse(page.position)
        moves = sorted(page.moves, key=lambda it: -ranks[page.position, it.move])
        for number in range(int(symmetries(rules)) if moves else 0):
            state = mirror(rules, kept, number)
            found[game.show(state)] = [
                f"{game.move_name(state, image)} none {ranks[page.position, it.move]} 1 1"
                for it in moves
                for image in [int(mirror_move(rules, game.read_move(kept, it.move), number))]
            ]
    lines = [line for text in sorted(found) for line in (f"sfen {text}", *found[text])]
    return "\n".join(["#YANEURAOU-DB2016 1.00", *lines]) + "\n"
