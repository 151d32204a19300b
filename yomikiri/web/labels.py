"""Plain words for variants, switches and results, in both languages.

A name that the catalogue does not have is shown as it is, so that a new game needs none of this.
"""

from functools import cache
from typing import Any

from yomikiri.games.claim import Claim
from yomikiri.games.family import Family, Switch
from yomikiri.words import Message, both, in_both, message
from yomikiri.words.catalogue import has, messages

# Switches by what they are about; the others are about moves.
GROUPS = {
    "start": ("start", "setup", "pieces", "faces"),
    "end": ("empties", "goal", "repetition", "try", "end", "metric"),
}
# What the page may say; the other areas are for the terminal and for errors.
PAGE_AREAS = ("page", "result", "review", "lesson", "exercise", "explore")


@cache
def page_words() -> dict[str, dict[str, str]]:
    """Every message of the page: its name -> language -> text."""
    return {
        f"{area}.{name}": dict(texts)
        for area in PAGE_AREAS
        for name, texts in messages(area).items()
    }


def label(*names: str, plain: str) -> Message:
    """The first of these names that has words; else the plain name in both languages."""
    return first(*(f"label.{name}" for name in names), plain=plain)


def first(*names: str, plain: str) -> Message:
    """The same of messages of any area."""
    for name in names:
        if has(name):
            return message(name)
    return both("{plain}", "{plain}", plain=plain)


def switch_label(family: Family, switch: Switch) -> Message:
    """What a switch is called, in this family if it has its own name."""
    names = (f"switch.{family.name}.{switch.name}", f"switch.{switch.name}")
    return label(*names, plain=switch.name)


def value_label(family: Family, switch: Switch, value: str) -> Message:
    """What a value of a switch is called."""
    ways = (f"{family.name}.{switch.name}", switch.name, "value")
    return label(*(f"switch.{way}.{value}" for way in ways), plain=value)


def switch_about(family: Family, switch: Switch) -> Message:
    """What a switch changes, in a sentence; nothing for switches of games outside the package."""
    names = (f"switch.about.{family.name}.{switch.name}", f"switch.about.{switch.name}")
    return first(*names, plain="")


def switch_group(switch: Switch) -> Message:
    """What a switch is about; those of the start do not change the rules."""
    found = next((group for group, names in GROUPS.items() if switch.name in names), "rules")
    return message(f"switch.group.{found}")


def switch_view(family: Family, switch: Switch) -> dict[str, Any]:
    """A switch with its words."""
    titles = {value: in_both(value_label(family, switch, value)) for value in switch.values}
    return {
        "name": switch.name,
        "values": list(switch.values),
        "titles": in_both(switch_label(family, switch)),
        "about": in_both(switch_about(family, switch)),
        "group": in_both(switch_group(switch)),
        "value_titles": titles,
        "form": switch.form,
        "only": list(switch.only),
    }


def variant_label(family: Family, variant: str) -> Message:
    """What a variant is called."""
    if (own := family.variant_label(variant)) is not None:
        return own
    return label(f"variant.{family.name}.{variant}", plain=variant.replace("x", "×"))


def variant_title(family: Family, variant: str) -> dict[str, str]:
    """What a variant is called, in both languages."""
    return in_both(variant_label(family, variant))


def game_title(family: Family, spec: str) -> dict[str, str]:
    """What a game of a family is called beside the family's name: variant and switches."""
    _, _, rest = spec.partition(":")
    variant, *words = (rest or spec.partition(",")[2]).split(",")
    parts = [variant_label(family, variant)] if rest else []
    for word in words if rest else [variant, *words]:
        name, _, value = word.partition("=")
        for switch in family.switches:
            if switch.name == name:
                chosen = value_label(family, switch, value)
                called = switch_label(family, switch)
                parts.append(message("label.chosen", switch=called, value=chosen))
    return in_both(message("label.parts", parts=parts))


def claim_view(family: Family, claim: Claim) -> dict[str, Any]:
    """A known result as JSON, with the statement alone in both languages."""
    claims = in_both(claim.says(family.game.players))
    return {
        **family.claim_dict(claim),
        "titles": game_title(family, claim.game),
        "claims": claims,
    }
