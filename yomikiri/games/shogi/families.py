"""The games of the shogi family: what each is called, which variant it is, what can be chosen."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import ClassVar

from yomikiri.errors import InputError, UnknownGame
from yomikiri.games.claim import Claim, Known
from yomikiri.games.family import Family, Switch
from yomikiri.games.game import Choice, State
from yomikiri.games.shogi import file, sfen, variants
from yomikiri.games.shogi.game import ShogiGame
from yomikiri.games.shogi.state import make_rules
from yomikiri.games.shogi.tables import Layout
from yomikiri.games.shogi.thesis import Terada
from yomikiri.games.shogi.variant import Variant


class MinishogiGame(ShogiGame):
    """5五将棋."""

    family = "minishogi"
    titles: ClassVar = {"en": "Minishogi", "ja": "5五将棋"}

    def __init__(self, choice: Choice) -> None:
        super().__init__(choice)
        self.own_players = {"terada": Terada(self.layout)}

    def make_variant(self, choice: Choice) -> Variant:
        """What a repetition is; where pieces promote; whether check must be answered."""
        options = choice.options
        return variants.MINISHOGI._replace(
            repetition=options["repetition"],
            zone=int(options["zone"]),
            strict=options["check"] == "on",
        )


class DobutsuGame(ShogiGame):
    """Dobutsu shogi."""

    family = "dobutsu"
    titles: ClassVar = {"en": "Dobutsu shogi", "ja": "どうぶつしょうぎ"}
    known = (Claim("dobutsu", "T. Tanaka, 2009", "second", distance=78),)

    def make_variant(self, choice: Choice) -> Variant:
        """There is nothing to choose."""
        return variants.DOBUTSU


class GorogoroGame(ShogiGame):
    """Goro-goro dobutsu shogi."""

    family = "gorogoro"
    titles: ClassVar = {"en": "Goro-goro dobutsu shogi", "ja": "ごろごろどうぶつしょうぎ"}

    def make_variant(self, choice: Choice) -> Variant:
        """There is nothing to choose."""
        return variants.GOROGORO


class AnpanmanGame(ShogiGame):
    """Anpanman hajimete shogi."""

    family = "anpanman"
    titles: ClassVar = {
        "en": "Anpanman hajimete shogi",
        "ja": "アンパンマンはじめてしょうぎ",
    }
    known = tuple(
        Claim(f"anpanman{setup}", "Shiota, Ishimizu and Yamamoto, 2013", "draw")
        for setup in ("", ",setup=mirrored")
    )
    found = tuple(Known(claim.game, "draw") for claim in known)

    def make_variant(self, choice: Choice) -> Variant:
        """The side on which guard and soldier stand, and when a try wins."""
        variant = variants.ANPANMAN._replace(tries=choice.options["try"])
        if choice.options["setup"] == "mirrored":
            variant = variant._replace(start=variants.MIRRORED_ANPANMAN)
        return variant

    def table_starts(self) -> Iterable[tuple[str, State]]:
        """Both setups have the same rules, so the same table."""
        starts = {"rotated": variants.ANPANMAN.start, "mirrored": variants.MIRRORED_ANPANMAN}
        return [(f"setup={setup}", self.parse(text)) for setup, text in starts.items()]


class ShogiFileGame(ShogiGame):
    """A variant of your own."""

    family = "shogi-file"
    titles: Mapping[str, str] = {"en": "Your own shogi", "ja": "自作将棋"}  # type: ignore[misc]

    def __init__(self, choice: Choice) -> None:
        self.description = read_description(file.content_of(choice.variant), choice.variant)
        self.titles = self.description.titles
        super().__init__(choice)

    def make_variant(self, choice: Choice) -> Variant:
        """What the file says."""
        return self.description.variant

    def switches(self) -> Mapping[str, str]:
        """The rules are what the file says, wherever it is."""
        return {"variant": self.description.digest}


def read_path(text: str) -> str:
    """The path of a variant that can be played; raises UnknownGame."""
    read_description(file.content_of(text), text)
    return text


@lru_cache(maxsize=16)
def read_description(content: str, path: str) -> file.Description:
    """What a file says, if it can be played; raises UnknownGame.  Every request names the game."""
    description = file.read_text(content, path)
    try:
        layout, rules = Layout(description.variant), make_rules(description.variant)
        sfen.parse(layout, rules, description.variant.start)
    except InputError as error:
        line = file.line_of_start(content)
        raise UnknownGame("variant.start", path=path, line=line, why=error) from None
    return description


MINISHOGI = Family(
    game=MinishogiGame,
    descriptions={
        "en": "shogi on 5x5 cells with six pieces a side, and drops",
        "ja": "5×5マス、六枚ずつの将棋。持ち駒も使える",
    },
    switches=(
        Switch("repetition", ("uec", "draw")),
        Switch("zone", ("1", "2"), is_late=True),
        Switch("check", ("on", "off"), is_late=True),
    ),
)
DOBUTSU = Family(
    game=DobutsuGame,
    descriptions={
        "en": "four animals a side on 3x4 cells: catch the lion, or bring yours home",
        "ja": "3×4マス、四匹ずつ。ライオンを捕まえるかトライすれば勝ち",
    },
)
GOROGORO = Family(
    game=GorogoroGame,
    descriptions={
        "en": "dobutsu shogi grown up: 5x6 cells, lion, dogs, cats and chicks",
        "ja": "5×6マスのどうぶつしょうぎ。ライオン、犬、猫、ひよこ",
    },
)
ANPANMAN = Family(
    game=AnpanmanGame,
    descriptions={
        "en": "three pieces a side on 3x5 cells that never move back; no drops",
        "ja": "3×5マス、三枚ずつ。駒は後ろに下がらず、持ち駒もない",
    },
    switches=(
        Switch("setup", ("rotated", "mirrored"), is_rule=False),
        Switch("try", ("now", "safe")),
    ),
)
SHOGI_FILE = Family(
    game=ShogiFileGame,
    descriptions={
        "en": "a variant of your own up to 6x6, described in a file",
        "ja": "ファイルに書いた自作の将棋（6×6マスまで）",
    },
    variants=("examples/knights.toml",),
    read_variant=read_path,
    of_files=True,
)
