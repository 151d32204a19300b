"""A variant of your own, written as TOML: `shogi-file:PATH.toml`.

examples/knights.toml says what such a file may contain.  An error names the line and what should
be there.
"""

import hashlib
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from yomikiri.errors import UnknownGame, reason, suggest
from yomikiri.games.shogi.variant import (
    COMPASS,
    DRAW,
    FIRST_LOSES,
    MAY,
    MUST,
    NEVER,
    NOW,
    SAFE,
    Piece,
    Variant,
    Vector,
    moves,
)
from yomikiri.reading import or_example, read_up_to
from yomikiri.words import Message, message

MOST_BYTES = 1 << 16
LONGEST_SIDE = 6
SIGN = re.compile(r"\+?[A-Z]")
START = re.compile(r"[A-Za-z1-6+/]+ [bw] (-|([0-9]{0,2}[A-Za-z])+)( [0-9]+)?")
Check = Callable[[Any], bool]


class Description(NamedTuple):
    """What a file says."""

    variant: Variant
    titles: Mapping[str, str]
    digest: str  # of all that decides the rules


class Field(NamedTuple):
    """What the value of a key may be."""

    is_right: Check
    wanted: Message
    default: Any = None  # None: it must be there


def one_of(*values: str) -> Field:
    """One of some words, the default first."""
    return Field(
        lambda value: value in values,
        message("variant.words", words=list(map(repr, values))),
        values[0],
    )


def yes_or_no(default: bool) -> Field:
    """A switch."""
    return Field(lambda value: isinstance(value, bool), message("variant.true_or_false"), default)


def whole(least: int, most: int, default: int) -> Field:
    """A whole number."""
    return Field(
        lambda value: type(value) is int and least <= value <= most,
        message("variant.whole", least=least, most=most),
        default,
    )


def text(wanted: Message, pattern: str, default: str | None = None) -> Field:
    """Text of a certain form."""
    return Field(lambda v: isinstance(v, str) and bool(re.fullmatch(pattern, v)), wanted, default)


def is_way(value: Any) -> bool:
    """Whether a text names directions."""
    return isinstance(value, str) and all(word in COMPASS for word in value.split())


def is_jumps(value: Any) -> bool:
    """Whether a list has pairs of small whole numbers."""
    return isinstance(value, list) and all(
        isinstance(pair, list)
        and len(pair) == 2
        and all(type(step) is int and abs(step) < LONGEST_SIDE for step in pair)
        and any(pair)
        for pair in value
    )


TITLE = message("variant.name", most=60)
FIELDS = {
    "title": text(TITLE, "[^\n]{1,60}", "Your own shogi"),
    "japanese": text(TITLE, "[^\n]{1,60}", "自作将棋"),
    "start": text(message("variant.sfen"), START.pattern),
    "royal": text(message("variant.letter"), "[A-Z]", "K"),
    "zone": whole(0, LONGEST_SIDE, 1),
    "promotion": one_of(MAY, MUST),
    "check": one_of("strict", "capture"),
    "drops": yes_or_no(True),
    "dead_drops": yes_or_no(False),
    "try": one_of(NEVER, NOW, SAFE),
    "repetition": one_of(DRAW, FIRST_LOSES),
    "perpetual": yes_or_no(True),
    "occurrences": whole(2, 9, 4),
    "pieces": Field(
        lambda value: isinstance(value, dict) and bool(value), message("variant.tables")
    ),
}
WAYS = Field(is_way, message("variant.directions", names=" ".join(COMPASS)), "")
PIECE_FIELDS = {
    "kanji": text(message("variant.character"), "."),
    "name": text(message("variant.name", most=12), "[^\n]{1,12}", ""),
    "steps": WAYS,
    "slides": WAYS,
    "jumps": Field(is_jumps, message("variant.jumps"), []),
    "value": whole(0, 5000, 100),
    "one_a_file": yes_or_no(False),
    "mating_drop": yes_or_no(True),
}


def find_file(path: str) -> Path:
    """The file of a game string: from here, or one of the examples."""
    return or_example(Path(path))


def content_of(path: str) -> str:
    """The text of a file; raises UnknownGame."""
    file = find_file(path)
    try:
        data = read_up_to(file, MOST_BYTES)
        if len(data) > MOST_BYTES:
            raise UnknownGame("variant.too_long", path=path, most=MOST_BYTES)
        return data.decode()
    except (OSError, ValueError) as error:
        why = reason(error) if isinstance(error, OSError) else message("variant.no_text")
        raise UnknownGame("variant.unreadable", path=path, why=why) from None


def read_text(content: str, path: str) -> Description:
    """The variant described by `content`; raises UnknownGame with the line."""
    try:
        document = tomllib.loads(content)
    except (ValueError, RecursionError) as error:
        raise UnknownGame("variant.syntax", path=path, why=" ".join(str(error).split())) from None
    lines = key_lines(content)
    found = fields(document, FIELDS, "", lines, path)
    pieces = {}
    for sign, table in found["pieces"].items():
        section = f"pieces.{sign}"
        if not SIGN.fullmatch(sign) or not isinstance(table, dict):
            complain(path, lines, section, "", message("variant.piece_table", got=sign))
        if sign.startswith("+") and sign[1:] not in found["pieces"]:
            complain(path, lines, section, "", message("variant.plain_form", piece=sign[1:]))
        pieces[sign] = fields(table, PIECE_FIELDS, section, lines, path)
    variant = make_variant(found, pieces)
    check_variant(variant, lines, path)
    digest = hashlib.sha256(repr(variant).encode()).hexdigest()[:16]
    return Description(variant, {"en": found["title"], "ja": found["japanese"]}, digest)


def key_lines(content: str) -> dict[tuple[str, str], int]:
    """The line of each key of each table; tables themselves have the key ""."""
    lines: dict[tuple[str, str], int] = {}
    section = ""
    for number, line in enumerate(content.splitlines(), 1):
        if match := re.match(r"\s*\[([^\]]+)\]", line):
            section = match[1].strip().replace('"', "").replace("'", "")
            lines[section, ""] = number
            lines.setdefault(("", section.partition(".")[0]), number)  # a key of the whole file
        elif match := re.match(r"\s*([A-Za-z_]+)\s*=", line):
            lines[section, match[1]] = number
    return lines


def complain(
    path: str, lines: Mapping[tuple[str, str], int], section: str, key: str, wanted: Message
) -> None:
    """Say what is wrong and where."""
    number = lines.get((section, key)) or lines.get((section, "")) or 1
    inner = message("variant.key_in", key=key, section=section)
    name = inner if section and key else key or section
    raise UnknownGame("variant.wrong", path=path, line=number, key=name, wanted=wanted)


def fields(
    table: Mapping[str, Any],
    known: Mapping[str, Field],
    section: str,
    lines: Mapping[tuple[str, str], int],
    path: str,
) -> dict[str, Any]:
    """Every field of a table, checked, with defaults where it is not there."""
    for key in table:
        if key not in known:
            near = suggest(key, known) or message("variant.one_of", names=" ".join(known))
            complain(path, lines, section, key, message("variant.known_key", hint=near))
    found = {}
    for key, field in known.items():
        if key in table and not field.is_right(table[key]):
            wanted = message("variant.got", wanted=field.wanted, got=str(table[key]))
            complain(path, lines, section, key, wanted)
        if key not in table and field.default is None:
            complain(path, lines, section, key, message("variant.missing", wanted=field.wanted))
        found[key] = table.get(key, field.default)
    return found


def make_variant(found: Mapping[str, Any], pieces: Mapping[str, Mapping[str, Any]]) -> Variant:
    """The variant of checked fields."""
    return Variant(
        start=found["start"],
        royal=found["royal"],
        pieces={
            sign: Piece(
                kanji=piece["kanji"],
                name=piece["name"] or piece["kanji"],
                steps=once(*moves(piece["steps"]), *map(vector, piece["jumps"])),
                slides=once(*moves(piece["slides"])),
                value=piece["value"],
            )
            for sign, piece in pieces.items()
        },
        zone=found["zone"],
        promotion=found["promotion"],
        strict=found["check"] == "strict",
        drops=found["drops"],
        dead_drops=found["dead_drops"],
        one_a_file=tuple(sign for sign, piece in pieces.items() if piece["one_a_file"]),
        no_mating_drop=tuple(sign for sign, piece in pieces.items() if not piece["mating_drop"]),
        tries=found["try"],
        repetition=found["repetition"],
        perpetual=found["perpetual"],
        occurrences=found["occurrences"],
    )


def vector(pair: list[int]) -> Vector:
    """A jump."""
    return pair[0], pair[1]


def once(*vectors: Vector) -> tuple[Vector, ...]:
    """Each of them once, however often it was written."""
    return tuple(dict.fromkeys(vectors))


def check_variant(variant: Variant, lines: Mapping[tuple[str, str], int], path: str) -> None:
    """What single fields do not show."""
    rows = variant.rows
    if not 2 <= variant.height <= LONGEST_SIDE or not 2 <= variant.width <= LONGEST_SIDE:
        size = f"{variant.width}x{variant.height}"
        complain(path, lines, "", "start", message("variant.board", size=size))
    if "".join(rows).count(variant.royal) != 1 or "".join(rows).count(variant.royal.lower()) != 1:
        complain(
            path,
            lines,
            "",
            "start",
            message("variant.royals", first=variant.royal, second=variant.royal.lower()),
        )
    if variant.royal not in variant.pieces:
        complain(path, lines, "", "royal", message("variant.royal_table", piece=variant.royal))
    royal = f"pieces.{variant.royal}"
    if variant.pieces[variant.royal].slides or "+" + variant.royal in variant.pieces:
        complain(path, lines, royal, "slides", message("variant.royal_slides"))
    for sign in variant.no_mating_drop:
        if variant.pieces[sign].slides:
            wanted = message("variant.mating_drop")
            complain(path, lines, f"pieces.{sign}", "mating_drop", wanted)
    for sign in variant.pieces:
        if not variant.pieces[sign].steps and not variant.pieces[sign].slides:
            complain(path, lines, f"pieces.{sign}", "steps", message("variant.no_moves"))


def line_of_start(content: str) -> int:
    """The line of the start in a file."""
    return key_lines(content).get(("", "start"), 1)
