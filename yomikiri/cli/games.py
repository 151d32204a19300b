"""The command `games`: what there is, and all about one game."""

from collections.abc import Sequence
from typing import Any

from rich.console import Console

from yomikiri.cli import screen
from yomikiri.cli.report import INDENT, indented, pairs
from yomikiri.cli.words import Words
from yomikiri.games import FAMILIES, families, load
from yomikiri.games.family import Family, read_choice
from yomikiri.games.game import Fact, Game


def list_games(name: str | None, *, as_json: bool, words: Words, ascii: bool) -> None:
    """Print every family, or the game of this name."""
    console = screen.console()
    if name is None and as_json:
        screen.print_json([family_dict(family) for family in families()])
    elif name is None:
        show_families(console, words, families())
    else:
        game = load(name)
        family, _ = read_choice(name, FAMILIES)
        # A family's name alone asks for the results of all its games.
        facts = game.facts() if ":" in name or "," in name else family.known
        if as_json:
            screen.print_json(family_dict(family) | game_dict(game))
        else:
            show_family(console, words, family, game, facts, ascii)


def show_families(console: Console, words: Words, families: Sequence[Family]) -> None:
    """The list of `games`."""
    rows = []
    for family in families:
        title = f"{both_titles(words, family)}: {family.descriptions[words.language]}"
        rows.append((family.name, title))
        rows += [("", f"{name}: {text}") for name, text in choices(words, family)]
        if family.known:
            known = words("known_count", count=len(family.known), name=family.name)
            rows.append(("", f"{words('known')}: {known}"))
    screen.put(console, pairs(rows))
    console.print()
    console.print(words("more_games"))


def choices(words: Words, family: Family) -> list[tuple[str, str]]:
    """What can be chosen of a family."""
    rows = [
        (words("variants"), " ".join((*family.variants, family.others.get(words.language, "")))),
        (words("switches"), "  ".join(map(str, family.switches))),
    ]
    return [(name, text.strip()) for name, text in rows if text.strip()]


def both_titles(words: Words, family: Family) -> str:
    """The name in the reader's language first."""
    other = "ja" if words.language == "en" else "en"
    return f"{family.titles[words.language]} / {family.titles[other]}"


def show_family(
    console: Console, words: Words, family: Family, game: Game, facts: Sequence[Fact], ascii: bool
) -> None:
    """The details of `games NAME`."""
    console.print(f"{both_titles(words, family)}: {family.descriptions[words.language]}")
    rows = choices(words, family)
    rows.append((words("start"), f"{game}  {game.show(game.start)}"))
    rows.append((words("rules_hash"), game.rules_hash))
    screen.put(console, pairs(rows))
    console.print()
    console.print(indented(game.draw(game.start, ascii=ascii)))
    if facts:
        console.print()
        console.print(words("known"))
        screen.put(console, pairs([(INDENT + fact.game, words.fact(fact)) for fact in facts]))


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
        "known": [fact._asdict() for fact in family.known],
    }


def game_dict(game: Game) -> dict[str, Any]:
    """The JSON of one game, beside that of its family."""
    return {
        "game": str(game),
        "rules_hash": game.rules_hash,
        "start": game.show(game.start),
        "players": {language: list(names) for language, names in game.players.items()},
        "facts": [fact._asdict() for fact in game.facts()],
    }
