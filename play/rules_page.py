"""The rules page of a game as HTML."""

import functools
import re
from collections.abc import Iterable, Iterator
from html import escape

from markdown_it import MarkdownIt
from markdown_it.token import Token

from hofspiele.envs.core.registry import spec_of
from hofspiele.play.game_catalog import read_rules

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: rules</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/page/style.css">
</head>
<body class="rules">
<main>
{text}
</main>
</body>
</html>
"""


@functools.cache
def render_rules_page(game: str) -> str | None:
    """Return the page, or None if there is no such game or it has no rules page."""
    try:
        text, title = read_rules(game), spec_of(game).title
    except ValueError:
        return None
    if text is None:
        return None
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(_COMMENT.sub("", text))
    for token in tokens:
        token.attrs.pop("style", None)  # The page's policy forbids inline styles.
        if token.children:
            token.children = list(_without_dead_links(token.children))
    body = markdown.renderer.render(tokens, markdown.options, {})
    return _PAGE.format(title=escape(title), text=body)


def _without_dead_links(tokens: Iterable[Token]) -> Iterator[Token]:
    """Yield the tokens without links to source files, which lead nowhere here; their text stays."""
    alive = True
    for token in tokens:
        if token.type == "link_open":
            alive = str(token.attrs["href"]).startswith("https://")
        if alive or not token.type.startswith("link_"):
            yield token
