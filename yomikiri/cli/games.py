"""The command `games`: all games, or all about one."""

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from yomikiri.cli.command import command
from yomikiri.cli.report import INDENT, indented, pairs
from yomikiri.cli.screen import Screen
from yomikiri.cli.words import Words
from yomikiri.games import FAMILIES, families, load
from yomikiri.games.claim import Claim
from yomikiri.games.family import Family, read_choice
from yomikiri.games.game import Game


@command
def games(
    name: Annotated[str | None, typer.Argument(metavar="[NAME]")] = None,
    *,
    screen: Screen,
) -> None:
    """List the games, or show all about one."""
    if name is None and screen.as_json:
        screen.document([family_dict(family) for family in families()])
    elif name is None:
        show_families(screen, families())
    else:
        game = load(name)
        family, _ = read_choice(name, FAMILIES)
        # A family's name alone asks for the results of all its games.
        claims = game.claims() if ":" in name or "," in name else family.known
        if screen.as_json:
            screen.document(family_dict(family) | game_dict(game))
        else:
            show_family(screen, family, game, claims)


def show_families(screen: Screen, families: Sequence[Family]) -> None:
    """The list of `games`."""
    words = screen.words
    rows = []
    for family in families:
        title = f"{both_titles(words, family)}: {family.descriptions[words.language]}"
        rows.append((family.name, title))
        rows += [("", f"{name}: {text}") for name, text in choices(words, family)]
        if family.known:
            known = words("games.known_count", count=len(family.known), name=family.name)
            rows.append(("", f"{words('games.known')}: {known}"))
    screen.put(pairs(rows))
    screen.print()
    screen.print(words("games.more_games"))


def choices(words: Words, family: Family) -> list[tuple[str, str]]:
    """What can be chosen of a family."""
    rows = [
        (
            words("games.variants"),
            " ".join((*family.variants, family.others.get(words.language, ""))),
        ),
        (words("games.switches"), "  ".join(map(str, family.switches))),
    ]
    return [(name, text.strip()) for name, text in rows if text.strip()]


def both_titles(words: Words, family: Family) -> str:
    """The name in the reader's language first."""
    other = "ja" if words.language == "en" else "en"
    return f"{family.titles[words.language]} / {family.titles[other]}"


def show_family(screen: Screen, family: Family, game: Game, claims: Sequence[Claim]) -> None:
    """The details of `games NAME`."""
    words = screen.words
    screen.print(f"{both_titles(words, family)}: {family.descriptions[words.language]}")
    rows = choices(words, family)
    rows.append((words("games.start"), f"{game}  {game.show(game.start)}"))
    rows.append((words("games.rules_hash"), game.rules_hash))
    screen.put(pairs(rows))
    screen.print()
    screen.print(indented(game.draw(game.start, ascii=screen.ascii)))
    if claims:
        screen.print()
        screen.print(words("games.known"))
        screen.put(pairs([(INDENT + it.game, words.fact(family.game, it)) for it in claims]))


def family_dict(family: Family) -> dict[str, Any]:
    """The JSON of one family."""
    return {
        "name": family.name,
        "titles": dict(family.titles),
        "descriptions": dict(family.descriptions),
        "variants": list(family.variants),
        "other_variants": dict(family.others),
        "switches": [
            {"name": switch.name, "values": list(switch.values), "is_rule": switch.is_rule}
            for switch in family.switches
        ],
        "known": [family.claim_dict(claim) for claim in family.known],
    }


def game_dict(game: Game) -> dict[str, Any]:
    """The JSON of one game, beside that of its family."""
    return {
        "game": str(game),
        "rules_hash": game.rules_hash,
        "start": game.show(game.start),
        "players": {language: list(names) for language, names in game.players.items()},
        "facts": [claim.to_dict(game.players, game.found) for claim in game.claims()],
    }
