"""Certificates of games in which positions can come again: janken shogi and the shogi family.

They are checked by rules that are slow and obvious, and have no cut: a strategy is walked to the
ends of all lines.  For a win no position of the current path may come again, so every line ends;
for a draw it may, for endless play is one.
"""

import re
from typing import Any, cast

from yomikiri.verify.janken import Slow, SlowJanken
from yomikiri.verify.shogi import ANPANMAN, DOBUTSU, GOROGORO, MINISHOGI, SlowShogi
from yomikiri_verify import Certificate, Fault, Root, Stream

VARIANTS = {"dobutsu": DOBUTSU, "anpanman": ANPANMAN, "gorogoro": GOROGORO, "minishogi": MINISHOGI}
SIZES = {"dobutsu": (4, 3), "anpanman": (5, 3), "gorogoro": (6, 5), "minishogi": (5, 5)}
SIZES["janken"] = (6, 6)
HANDS = r"-|([1-9]?[0-9]?[A-Za-z])+"
COUNT = "[0-9]*"  # of moves, which may be left out
ROW = r"(\+?[A-Za-z]|[0-9])+"
DIE = "[1-6][1-6][gcp]{3}"
DICE = rf"({DIE}(,{DIE})*)?/({DIE}(,{DIE})*)? [12]( [123]( [1-6]{{2}}(<[1-6]{{2}})+)*)?"
LONGEST = 200  # characters of a position
JANKEN = "janken"
SWITCHES = {  # what each may be; those of the shogi family may be left out
    "dobutsu": {"variant": ""},
    "gorogoro": {"variant": ""},
    "anpanman": {"variant": "", "try": "now|safe"},
    "minishogi": {"variant": "", "repetition": "uec|draw", "zone": "1|2", "check": "on|off"},
    JANKEN: {
        "variant": "single|simple|full",
        "pieces": "[1-4]",
        "capture": "meet|action|target",
        "rolls": "cube|printed",
        "area": "3|2",
        "must": "all|first",
        "revisit": "on|off",
        "funbari": "on|off",
        "goal": "pass|stay",
        "faces": "[gcp]{3}([.-][gcp]{3})*",
        "dice": "off",
    },
}
DRAWN = ("dobutsu", "anpanman", JANKEN)  # where endless play is a draw, whoever gives check
ON_PATH, DONE = 1, 2


class Shogi:
    """A game of the shogi family, for the walk."""

    most = 1

    def __init__(self, family: str, switches: dict[str, str]) -> None:
        rules = VARIANTS[family]
        if family == "anpanman":
            rules = rules._replace(tries=switches["try"])
        if family == "minishogi":
            zone, strict = int(switches.get("zone", 1)), switches.get("check", "on") == "on"
            rules = rules._replace(zone=zone, strict=strict)
        self.size, self.rules = SIZES[family], rules

    def read(self, text: str) -> tuple[Any]:
        """The position of an SFEN."""
        rows, side, hands, *count = text[:LONGEST].split(" ")
        height, width = self.size
        fits = side in ("b", "w") and len(rows.split("/")) == height
        fits = fits and re.fullmatch(COUNT, " ".join(count)) is not None and len(text) <= LONGEST
        for row in rows.split("/"):
            men = re.findall(r"\+?[A-Za-z]", row)
            empty = sum(int(digit) for digit in re.findall("[0-9]", row))
            fits = fits and re.fullmatch(ROW, row) is not None and len(men) + empty == width
        if not fits or not re.fullmatch(HANDS, hands):
            raise Fault("position", f"this is no position of the game: {text!r:.200}")
        found = SlowShogi(self.rules, text[:LONGEST])
        kinds = {sign for _, sign in found.men.values()} | {*found.hands["b"], *found.hands["w"]}
        if not kinds <= self.rules.steps.keys():
            raise Fault("position", f"there are no such pieces in the game: {text!r:.200}")
        return (found,)

    def place(self, state: SlowShogi) -> Any:
        """What makes two positions the same."""
        hands = tuple(tuple(sorted(state.hands[side])) for side in "bw")
        return state.side, frozenset(state.men.items()), hands

    def moves(self, state: SlowShogi) -> list[str]:
        """The legal moves, sorted."""
        return state.moves()

    def play(self, state: SlowShogi, move: str) -> Any:
        """The position after a move."""
        return state.play(move)

    def mover(self, state: SlowShogi) -> str:
        """x, the first player, or o."""
        return "xo"[state.side == "w"]

    def result(self, state: SlowShogi) -> int:
        """Without a move one has lost."""
        return -1


class Janken:
    """Janken shogi, for the walk."""

    most = 1

    def __init__(self, switches: dict[str, str]) -> None:
        others = {name: switches[name] for name in switches if name not in ("variant", "dice")}
        self.rules = SlowJanken(switches["variant"], **others)
        self.moves, self.play = self.rules.moves, self.rules.play

    def read(self, text: str) -> tuple[Any]:
        """The position of a text."""
        crowd = self.rules.variant == "simple" and "," in text  # there each player has one die
        if crowd or len(text) > LONGEST or not re.fullmatch(DICE, text):
            raise Fault("position", f"this is no position of the game: {text!r:.200}")
        return (self.rules.read(text),)

    def place(self, state: Slow) -> Any:
        """What makes two positions the same."""
        dice, trails = frozenset(state.dice.items()), frozenset(state.trails.items())
        return state.player, state.left, dice, trails

    def mover(self, state: Slow) -> str:
        """x, the first player, or o."""
        return "xo"[state.player - 1]

    def result(self, state: Slow) -> int:
        """Of a game that is over, for the player to move."""
        return self.rules.result(state) or 0


def make_plain(game: str, height: int, width: int, switches: dict[str, str]) -> Any:
    """The rules of a header."""
    known = SWITCHES.get(game, {})
    fits = known and SIZES[game] == (height, width) and switches.keys() <= known.keys()
    if not fits or not all(re.fullmatch(known[name], switches[name]) for name in switches):
        raise Fault("game", f"no such game is known: {game!r:.20} {switches!r:.80}")
    return Janken(switches) if game == JANKEN else Shogi(game, switches)


class RepeatingCertificate(Certificate):
    """A certificate of one of these games."""

    board_of = staticmethod(make_plain)

    def understand(self, header: dict[str, Any], end: int) -> None:
        """The same as for others; the size is no part of the name."""
        super().understand(header, end)
        family, switches = header["game"], {**header["switches"]}
        variant = switches.pop("variant", "")
        self.game = family + (f":{variant}" if variant else "")
        self.game += "".join(f",{name}={value}" for name, value in switches.items())
        for _, _, split, streams in self.proofs:
            if [s[1] for s in streams] != [1, 1] or any(streams[0][2:]) or split or self.cut:
                raise ValueError("there must be one chunk, an empty trunk and no cut")
        if self.value == 0 and family not in DRAWN:
            raise Fault("claim", "endless play is not always a draw in this game")

    def root(self, prover: str) -> Any:
        """Where the strategy of a player begins."""
        return (*self.start, prover)

    def follow(self, stream: Stream, roots: list[Root], need: int, floor: int, keep: bool) -> Any:
        """Walk from the start; there is one chunk, and nothing is left to a search."""
        if keep:
            return roots
        game, moves, used = cast(Any, self.board), self.moves(stream), 0
        marks: dict[Any, int] = {}
        ((start, prover),) = cast(Any, roots)
        stack: list[tuple[bool, Any]] = [(True, start)]
        while stack and len(marks) <= stream[2]:
            enters, here = stack.pop()
            if not enters:
                marks[here] = DONE
                continue
            place, legal = game.place(here), game.moves(here)
            proves = game.mover(here) == prover
            if not legal:
                if game.result(here) * (1 if proves else -1) < need:
                    raise Fault("refuted", "a line of the strategy ends against its claim")
                continue
            if place in marks:
                if need > 0 and marks[place] == ON_PATH:
                    raise Fault("cycle", "a position of the current path comes again")
                continue
            marks[place] = ON_PATH
            stack.append((False, place))
            if proves and len(legal) > 1:
                if used == len(moves) or moves[used] >= len(legal):
                    raise Fault("illegal", "no legal move where the strategy needs one")
                legal, used = [legal[moves[used]]], used + 1
            stack += [(True, game.play(here, move)) for move in reversed(legal)]
        if used != len(moves) or len(marks) != stream[2]:
            raise Fault("left", "more moves or positions than the strategy has, or fewer")
        return []
