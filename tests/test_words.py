"""The catalogue of words: whole in both languages, and what the code says is what it holds."""

import ast
import pickle
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from yomikiri.errors import IllegalMove, InputError, suggest
from yomikiri.games import families
from yomikiri.players.makers import MAKERS
from yomikiri.web.labels import page_words
from yomikiri.words import LANGUAGES, Message, both, catalogue, message, say
from yomikiri.words.catalogue import messages
from yomikiri.words.message import NAME, PLACE

PACKAGE = Path(catalogue.__file__).parent.parent
FILES = re.compile(
    r".*\.(py|toml|json|txt|svg|png|js|css|html|csv|epd|npz|pgn|jsonl|parquet|sqlite3)"
)
LETTERS = re.compile(r"[ぁ-んァ-ヶ一-龠]")


class Use(NamedTuple):
    """A name of a message in the code."""

    where: str
    name: str
    fields: frozenset[str] | None  # those that are given; None: that cannot be seen there


@cache
def known() -> dict[str, dict[str, str]]:
    """Every message: its name -> language -> text."""
    return {
        f"{area}.{name}": dict(texts)
        for area in catalogue.areas()
        for name, texts in catalogue.messages(area).items()
    }


def places(text: str) -> frozenset[str]:
    """The fields of a text."""
    return frozenset(place[1] for place in PLACE.finditer(text))


def is_name(node: ast.AST) -> bool:
    """Whether a literal is meant to name a message."""
    text = getattr(node, "value", None)
    return (
        isinstance(text, str)
        and bool(NAME.fullmatch(text))
        and text.split(".")[0] in catalogue.areas()
        and not FILES.fullmatch(text)
    )


def uses_in(where: str, tree: ast.AST) -> Iterator[Use]:
    """The names of messages in a file; a call that names one gives the fields as keywords."""
    seen: set[ast.AST] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            seen.update(node.values)
        if isinstance(node, ast.Call):
            given = {keyword.arg for keyword in node.keywords}
            for argument in node.args:
                if is_name(argument):
                    seen.add(argument)
                    fields = None if None in given else frozenset(word for word in given if word)
                    yield Use(f"{where}:{node.lineno}", argument.value, fields)  # type: ignore[attr-defined]
        elif is_name(node) and node not in seen:
            yield Use(f"{where}:{node.lineno}", node.value, None)  # type: ignore[attr-defined]


def beginnings_in(tree: ast.AST) -> Iterator[str]:
    """How names begin that are put together, such as f"switch.{name}"."""
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
            text = str(node.values[0].value)
            if re.fullmatch(r"[a-z]+\.([a-z0-9_.-]*)", text):
                yield text


@cache
def sources() -> list[tuple[str, ast.AST]]:
    """Every source file of the package."""
    return [
        (path.relative_to(PACKAGE).as_posix(), ast.parse(path.read_text("utf-8")))
        for path in sorted(PACKAGE.rglob("*.py"))
    ]


@cache
def uses() -> list[Use]:
    """Every name of a message in the code."""
    return [use for where, tree in sources() for use in uses_in(where, tree)]


# The page: t("name", { field: value }), where a name without an area is the page's own.
CALL = re.compile(r'\bt\(\s*"([\w.]+)"(?:\)|,\s*\{([^{}]*)\}\s*,?\s*\))')
LITERAL = re.compile(r"""["'`]([a-z][\w.]*)["'`]""")
BUILT = re.compile(r"\bt\(`([\w.]*)\$\{[^`]*?\}([\w.]*)`")


def scripts() -> Iterator[tuple[str, str]]:
    """Every script of the page."""
    for path in sorted((PACKAGE / "web" / "static").rglob("*.js")):
        yield path.name, path.read_text("utf-8")


def of_page(name: str) -> str:
    """The full name of a message that a script names."""
    return name if "." in name else f"page.{name}"


def calls_in(where: str, script: str) -> Iterator[Use]:
    """The messages that a script says by name, with the fields that it gives."""
    for found in CALL.finditer(script):
        given = re.findall(r"(?:^|,)\s*(\w+)\s*(?=[,:]|$)", (found[2] or "").strip())
        spread = "..." in (found[2] or "")
        yield Use(where, of_page(found[1]), None if spread else frozenset(given))


def test_the_page_says_only_what_it_gets():
    for use in [use for where, script in scripts() for use in calls_in(where, script)]:
        assert use.name in page_words(), use
        wanted = frozenset().union(*map(places, known()[use.name].values()))
        assert use.fields is None or wanted - {"count"} <= use.fields <= wanted, use


def test_every_message_of_the_page_is_said_there():
    text = "".join(script for _, script in scripts())
    said = {of_page(name) for name in LITERAL.findall(text)}
    built = [(of_page(first) if first else "page.", last) for first, last in BUILT.findall(text)]
    assert not [
        name
        for name in known()
        if name.startswith("page.")
        and name not in said
        and not any(name.startswith(first) and name.endswith(last or "!") for first, last in built)
        and not any(
            name.startswith(first) for first, last in built if first != "page." and not last
        )
    ]


def sentences_in(where: str, tree: ast.AST) -> Iterator[str]:
    """Each raise of an error of ours with a sentence instead of a name."""
    errors = error_names()
    for node in ast.walk(tree):
        if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call):
            continue
        call = node.exc
        name = call.func.id if isinstance(call.func, ast.Name) else None
        if name in errors and any(
            isinstance(argument, ast.JoinedStr | ast.BinOp)
            or (
                isinstance(argument, ast.Constant)
                and isinstance(argument.value, str)
                and not is_name(argument)
            )
            for argument in call.args
        ):
            yield f"{where}:{node.lineno}"


@cache
def error_names() -> frozenset[str]:
    """InputError and every class below it, by name."""
    found = {"Said"}
    trees = [tree for _, tree in sources()]
    for _ in range(3):  # classes below classes
        for tree in trees:
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
                    found |= {node.name} if bases & found else set()
    return frozenset(found)


# The catalogue and the code.


@pytest.mark.parametrize("area", catalogue.areas())
def test_every_message_is_there_in_both_languages(area):
    for name, texts in catalogue.messages(area).items():
        assert sorted(texts) == sorted(LANGUAGES), f"{area}.{name}"
        assert all(text.strip() or text for text in texts.values()), f"{area}.{name}"
        for text in texts.values():
            assert not re.search(r"[{}]", PLACE.sub("", text)), f"{area}.{name}: {text}"
        assert places(texts["en"]) == places(texts["ja"]), f"{area}.{name}"
        english, japanese = (PLACE.sub("", texts[language]) for language in LANGUAGES)
        if re.search("[a-z]{3}", english):
            assert LETTERS.search(japanese), f"{area}.{name}"
        is_english = not LETTERS.search(english) or re.search("[a-z]{3}", english)
        assert is_english or name == "language_name", f"{area}.{name}"  # it names the other one


def test_the_catalogue_can_be_read_at_a_glance():
    for path in sorted(catalogue.FOLDER.glob("*.toml")):
        lines = path.read_text("utf-8").splitlines()
        assert lines[0].startswith("# "), f"{path.name} does not say what it holds"
        assert not [line for line in lines if len(line) > 100], path.name


def test_nothing_is_said_that_the_catalogue_does_not_have():
    wrong = [use for use in uses() if use.name not in known()]
    assert not wrong


def test_every_message_is_said_somewhere():
    said = {use.name for use in uses()} | {name for name in known() if name.startswith("page.")}
    text = "".join(script for _, script in scripts())
    said |= {name for name in LITERAL.findall(text) if "." in name}
    begun = tuple({text for _, tree in sources() for text in beginnings_in(tree)})
    begun += tuple(first for first, _ in BUILT.findall(text) if "." in first)
    assert not [name for name in known() if name not in said and not name.startswith(begun)]


def test_a_message_gets_the_fields_that_it_has():
    for use in uses():
        if use.fields is not None:
            wanted = frozenset().union(*map(places, known()[use.name].values()))
            assert use.fields == wanted, use


def test_errors_are_raised_by_name():
    found = [line for where, tree in sources() for line in sentences_in(where, tree)]
    assert not found


def test_a_label_belongs_to_a_switch_a_variant_or_a_player():
    names = {f"switch.value.{value}" for value in ("on", "off")}
    for family in families():
        names |= {f"variant.{family.name}.{variant}" for variant in family.variants}
        for switch in family.switches:
            for owner in (switch.name, f"{family.name}.{switch.name}"):
                names.add(f"switch.{owner}")
                names |= {f"switch.{owner}.{value}" for value in switch.values}
    for seat in ("human", *MAKERS, *(f"level.{number}" for number in range(10))):
        names |= {f"seat.{seat}", f"seat.{seat}.detail"}
    said = {use.name.removeprefix("label.") for use in uses()}
    labels = {name for name in messages("label") if not name.startswith("man.")}
    assert not labels - names - said


def test_a_fact_points_to_no_file_that_an_installed_package_lacks():
    for area in ("claim", "demo", "thesis"):
        for name, texts in catalogue.messages(area).items():
            assert not any("docs/" in text for text in texts.values()), f"{area}.{name}"


# The checks themselves.


def test_a_sentence_in_a_raise_is_found():
    tree = ast.parse("raise InputError(f'no {x}')\nraise InputError('hint.near', word=x)")
    assert list(sentences_in("a.py", tree)) == ["a.py:1"]


def test_names_are_found_with_their_fields():
    tree = ast.parse("f(message('hint.near', word=1))\nrow = {'a': 'hint.near'}\n'hint.py'")
    assert list(uses_in("a.py", tree)) == [
        Use("a.py:1", "hint.near", frozenset({"word"})),
        Use("a.py:2", "hint.near", None),
    ]


# How a message is said.


def test_a_message_is_said_in_a_language():
    near = suggest("nipp", ["nip", "othello"])
    assert str(near) == "; did you mean 'nip'?"
    assert say(near, "ja") == "。'nip' のことですか"
    assert suggest("chess", ["nip"]) == ""


def test_fields_may_be_messages_names_and_lists():
    inner = both("one of {n:,}", "{n:,} のうち一つ", n=12345)
    who = {"en": "White", "ja": "白"}
    outer = both(
        "{who}: {what}; {of:or}", "{who}: {what}。{of:or}", who=who, what=inner, of=["a", "b", "c"]
    )
    assert str(outer) == "White: one of 12,345; a, b or c"
    assert say(outer, "ja") == "白: 12,345 のうち一つ。a、b か c"
    assert str(both("{of}", "{of}", of=())) == "" and str(both("{of:and}", "", of=["a"])) == "a"


def test_one_ply_is_no_plies():
    said = both("{n} {n|ply|plies}", "{n} 手", n=1)
    assert str(said) == "1 ply" and say(said, "ja") == "1 手"
    assert str(both("{n} {n|ply|plies}", "", n=2)) == "2 plies"


def test_what_was_typed_is_quoted_and_cut():
    assert str(both("{it!r}", "", it="a'b")) == '"a\'b"'
    assert len(str(both("{it!r}", "", it="x" * 1000))) == 62


def test_braces_in_what_was_typed_are_left_alone():
    assert str(both("{it}", "", it="{0} {it}")) == "{0} {it}"
    assert str(InputError("a {word}")) == "a {word}"


def test_an_error_is_its_english_sentence_and_travels():
    error = IllegalMove("hint.near", word="nip")
    assert str(error) == "; did you mean 'nip'?" and error.say("ja") == "。'nip' のことですか"
    assert error.message == Message("hint.near", {"word": "nip"})
    copy = pickle.loads(pickle.dumps(error))
    assert type(copy) is IllegalMove and str(copy) == str(error) and copy.args == error.args
    assert copy.say("ja") == error.say("ja")


def test_an_error_within_an_error_keeps_its_words():
    inner = InputError(both("no cell", "マスなし"))
    outer = InputError(both("line {n}: {why}", "{n} 行目: {why}", n=3, why=inner))
    assert outer.say("ja") == "3 行目: マスなし" and str(outer) == "line 3: no cell"


def test_an_error_outside_the_package_may_be_a_sentence():
    assert InputError("only English").say("ja") == "only English"
    assert len(str(InputError("x" * 10_000))) < 700


def test_an_unknown_name_is_a_mistake_of_the_program():
    with pytest.raises(KeyError):
        str(message("hint.nothing"))
