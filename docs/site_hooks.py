"""What the site does to a page before it is built: MkDocs calls these functions.

Pages are also read where the sources are, so they link to files that the site does not have.
"""

import ast
import re
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
LINK = re.compile(r"\[([^\]]+)\]\((\.\./[^)#\s]+)(#[^)]*)?\)")
PUBLIC = "<!-- the public names -->"


def on_page_markdown(markdown: str, page: Any, **others: Any) -> str:
    """A page without links out of the site, and with the public names where they belong."""
    folder = Path(page.file.src_uri).parent
    return without_outside_links(markdown, folder).replace(PUBLIC, public_names())


def without_outside_links(markdown: str, folder: Path) -> str:
    """`folder` is the page's own, below docs/; the text of such a link stays."""

    def kept(link: re.Match[str]) -> str:
        inside = 0
        for part in (*folder.parts, *Path(link[2]).parts):
            inside += -1 if part == ".." else 1
            if inside < 0:
                return link[1]
        return link[0]

    return LINK.sub(kept, markdown)


def public_names() -> str:
    """Every public name, to be described from its source."""
    tree = ast.parse((ROOT / "yomikiri" / "__init__.py").read_text())
    [public] = [
        ast.literal_eval(node.value)
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "PUBLIC"
    ]
    return "\n\n".join(
        f"::: yomikiri.{file.replace('/', '.')}.{name}" for name, file in public.items()
    )
