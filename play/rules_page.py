"""The rules page of a game as HTML."""

import functools
import re
from collections.abc import Iterable, Iterator
from html import escape
from importlib import resources
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from hofspiele.envs.core.registry import spec_of

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_PAGE = Path(__file__).with_name("page") / "rules.html"


@functools.cache
def render_rules_page(game: str) -> str | None:
    """Return the rules page of a game as HTML, or None if there is no such game or page."""
    try:
        spec = spec_of(game)
    except ValueError:
        return None
    package = spec.class_path.partition(":")[0].rpartition(".")[0]
    if not package:
        return None  # The README.md next to a single module could be about anything.
    page = resources.files(package).joinpath("README.md")
    if not page.is_file():
        return None
    body = _as_html(page.read_text(encoding="utf-8"))
    return _PAGE.read_text(encoding="utf-8").format(title=escape(spec.title), text=body)


def _as_html(text: str) -> str:
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(_COMMENT.sub("", text))
    for token in tokens:
        token.attrs.pop("style", None)  # The page's policy forbids inline styles.
        if token.children:
            token.children = list(_without_dead_links(token.children))
    return markdown.renderer.render(tokens, markdown.options, {})


def _without_dead_links(tokens: Iterable[Token]) -> Iterator[Token]:
    """Yield the tokens, but only the text of links to source files, which are not served."""
    alive = True
    for token in tokens:
        if token.type == "link_open":
            alive = str(token.attrs["href"]).startswith("https://")
        if alive or not token.type.startswith("link_"):
            yield token
