"""The rules page of a game as HTML."""

import functools
from html import escape

from markdown_it import MarkdownIt

from hofspiele.envs.core.registry import spec_of
from hofspiele.play.games import rules_of

_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}: rules</title>
<link rel="stylesheet" href="/page/style.css">
</head>
<body>
<main>
{text}
</main>
</body>
</html>
"""


@functools.cache
def rules_page(game: str) -> str | None:
    """The page, None if there is no such game or it has no rules page."""
    try:
        text, title = rules_of(game), spec_of(game).title
    except ValueError:
        return None
    if text is None:
        return None
    markdown = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = markdown.parse(text)
    for token in tokens:
        token.attrs.pop("style", None)  # of columns; styles are in files here
    body = markdown.renderer.render(tokens, markdown.options, {})
    return _PAGE.format(title=escape(title), text=body)
