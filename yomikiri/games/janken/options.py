"""The three rule sets of janken shogi: their switches, their starts, what is known about them."""

import re
from collections.abc import Mapping, Sequence

from yomikiri.errors import UnknownGame
from yomikiri.games.claim import Known
from yomikiri.games.family import Switch
from yomikiri.games.game import Choice
from yomikiri.games.janken.dice import LIES, SIGNS, area, beaten, packed_signs
from yomikiri.games.janken.notation import Place
from yomikiri.games.janken.state import (
    AT_ONCE,
    BY_ACTION,
    FULL,
    ON_TARGET,
    SIMPLE,
    SINGLE,
    JankenRules,
    make_tables,
)
from yomikiri.games.janken.symmetry import number_of_maps
from yomikiri.jit import DISABLED
from yomikiri.words import message

KINDS = {"single": SINGLE, "simple": SIMPLE, "full": FULL}
MEETINGS = {"meet": AT_ONCE, "action": BY_ACTION, "target": ON_TARGET}
STARTS: Mapping[int, Sequence[Place]] = {  # of the first player, by the number of dice
    1: ((1, 6),),
    2: ((1, 6), (2, 5)),
    3: ((1, 6), (1, 4), (3, 6)),
    4: ((1, 6), (1, 4), (2, 5), (3, 6)),
}
MIDDLE: Sequence[Place] = ((3, 4),)
SIMPLE_LIE, USUAL_LIE = LIES.index("gpc"), LIES.index("gcp")

FACES = ("gcp", "gcc", "ggc", "cpp", "ccp", "pgg", "ppg")


def read_faces(text: str) -> str | None:
    """The faces of each die, `ggg.gcp/gcc.gcp`, as `ggg.gcp-gcc.gcp`; None if it is not that."""
    sides = re.split("[/-]", text)
    dice = [side.split(".") for side in sides]
    if len(sides) > 2 or not all(re.fullmatch("[gcp]{3}", die) for side in dice for die in side):
        return None
    shown = [side[0] if len(set(side)) == 1 else ".".join(side) for side in dice]
    if len(set(shown)) > 1:
        return "-".join(shown)
    return shown[0] if mixes(shown[0]) or shown[0] in FACES else None  # not all dice alike so


def kinds_of(faces: str, pieces: int) -> tuple[list[str], list[list[int]]]:
    """The kinds of dice that there are, and that of each die of both players, by number."""
    sides = [side.split(".") for side in faces.split("-")]
    dice = [side * pieces if len(side) == 1 else side for side in (sides[0], sides[-1])]
    kinds = sorted({die for side in dice for die in side}, key=lambda die: (die != SIGNS, die))
    return kinds, [[kinds.index(die) for die in side] for side in dice]


SWITCHES = (
    Switch("pieces", ("4", "3", "2", "1"), only=("single", "full")),
    Switch("start", ("home", "middle"), is_rule=False, only=("single",)),
    Switch("faces", FACES, read=read_faces, form="ggg.gcp/gcc.gcp"),
    Switch("capture", ("meet", "action", "target"), only=("simple",)),
    Switch("rolls", ("cube", "printed"), only=("simple",), is_late=True),
    Switch("area", ("3", "2"), only=("full",)),
    Switch("must", ("all", "first"), only=("full",)),
    Switch("revisit", ("on", "off"), only=("full",)),
    Switch("funbari", ("on", "off"), only=("full",)),
    Switch("goal", ("pass", "stay"), only=("full",)),
    Switch("dice", ("off", "on"), only=("full",)),
)

FOUND = (
    Known("janken:single,pieces=1", "first", distance=19),
    Known("janken:single,pieces=2", "draw"),
    Known("janken:simple", "draw"),
    Known("janken:simple,capture=action", "draw"),
    Known("janken:full,pieces=1", "first", distance=26),
)
KNOWN = tuple(found.claim(message("claim.source.by_table")) for found in FOUND)


def make_rules(kind: int, pieces: int, options: Mapping[str, str]) -> JankenRules:
    """The compiled rules of a rule set with its number of dice and its switches."""
    tables = make_tables()
    is_mixed = mixes(options["faces"])
    return JankenRules(
        kind=kind,
        pieces=pieces,
        meets=MEETINGS[options["capture"]] if kind == SIMPLE else BY_ACTION,
        printed=int(options["rolls"] == "printed"),
        area=area(int(options["area"])) if kind == FULL else 0,
        must_all=int(options["must"] == "all"),
        revisit=int(options["revisit"] == "on"),
        funbari=int(options["funbari"] == "on"),
        stay=int(options["goal"] == "stay"),
        die=int(options["dice"] == "on"),
        beats=0 if is_mixed else beaten(options["faces"]),
        signs=packed_signs(kinds_of(options["faces"], pieces)[0]) if is_mixed else 0,
        maps=1 if is_mixed or options["rolls"] == "printed" else number_of_maps(options["faces"]),
        # Without the compiler NumPy's integers would get into states, and overflow there.
        tables=tables.tolist() if DISABLED else tables,
    )


def mixes(faces: str) -> bool:
    """Whether the dice differ."""
    return len(faces) != len(SIGNS)


def check_switches(choice: Choice) -> None:
    """Refuse switches that the rule set does not have, and a start that needs other pieces."""
    for switch in SWITCHES:
        name, value = switch.name, choice.options[switch.name]
        if value != switch.values[0] and switch.only and choice.variant not in switch.only:
            raise UnknownGame(
                "janken.switch",
                game=f"janken:{choice.variant}",
                name=name,
                value=value,
                games=[f"janken:{variant}" for variant in switch.only],
            )
    faces, pieces = choice.options["faces"], int(choice.options["pieces"])
    if mixes(faces):
        if choice.variant != "single":
            raise UnknownGame("janken.mixed", game=f"janken:{choice.variant}", got=faces)
        for side in faces.split("-"):
            if (number := side.count(".") + 1) not in (1, pieces):
                raise UnknownGame("janken.faces", wanted=pieces, n=number, got=side)
    if choice.options["start"] == "middle" and choice.options["pieces"] != "1":
        raise UnknownGame("janken.middle")


def read_variant(text: str) -> str:
    """One of the three rule sets."""
    if text.lower() not in KINDS:
        raise UnknownGame("janken.variant", got=f"janken:{text}")
    return text.lower()
