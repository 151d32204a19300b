"""The family of chess endings: which there are, by name or by a FEN, and their switches."""

from yomikiri.errors import UnknownGame
from yomikiri.games.ending import page
from yomikiri.games.ending.fen import BLACK, WHITE, read_fen
from yomikiri.games.ending.game import ALL, METRICS, EndingGame
from yomikiri.games.ending.material import arrange, read_material
from yomikiri.games.family import Family, Switch
from yomikiri.games.game import Choice


def read_variant(text: str) -> str:
    """`KPK`, any material of up to five men, or `all4`."""
    return text.lower() if text.lower() in ALL else str(read_material(text))


def of_position(text: str) -> str | None:
    """The ending of a FEN's men; raises NotationError for what looks like a FEN but is not."""
    board_alone = set(text) <= set("KQRBNPkqrbnp12345678/")  # what else is one word is a path
    if "/" not in text or not (" " in text or board_alone):
        return None
    board = read_fen(text)
    return f"ending:{arrange(board.side(WHITE), board.side(BLACK))[0]}"


def check_end(choice: Choice) -> None:
    """The end of the thesis is one of king and pawn against king."""
    if choice.options["end"] == "thesis" and choice.variant != "KPK":
        raise UnknownGame("ending.thesis_only_kpk", got=choice.variant)


FAMILY = Family(
    game=EndingGame,
    descriptions={
        "en": "chess with up to five men: tables of all positions, distances to mate and promotion",
        "ja": "駒が五つまでのチェス。全局面の表、詰みや昇格までの手数",
    },
    variants=("KPK", "KQK", "KRK", "KBNK", "KQKR", "KRKP", "KPKP", "KRPKR", "all3", "all4"),
    switches=(
        Switch("end", ("chess", "thesis"), only=("KPK",)),
        Switch("metric", METRICS, is_rule=False),
    ),
    read_variant=read_variant,
    variant_label=page.variant_label,
    of_position=of_position,
    check=check_end,
    others={
        "en": "or any men of both sides, up to five, such as KBBK",
        "ja": "ほか、KBBK など両者あわせて五つまでの駒なら何でも",
    },
)
