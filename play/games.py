"""The games that tables can be opened for, and their rules pages."""

import functools
import json
import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from markdown_it import MarkdownIt
from markdown_it.token import Token

from hofspiele.envs.core import Game
from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.core.spec import COMPONENTS, GameSpec
from hofspiele.play.messages import NotFoundError

_COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
_PAGE = Path(__file__).with_name("page") / "rules.html"
_PAGE_NAME = "README.md"
# What the name of a picture has before its ending if it is drawn on a dark background.
_DARK = "-dark."
_MARKDOWN = MarkdownIt("commonmark", {"html": False}).enable("table")


@functools.lru_cache(maxsize=64)
def render_rules_page(game: str) -> str:
    """Return the rules page of a game as HTML; raise NotFoundError if there is none."""
    text = _read_page(game)
    if text is None:
        raise NotFoundError("there is no such game")
    page = _PAGE.read_text(encoding="utf-8")
    return page.format(title=escape(spec_of(game).title), text=_as_html(text, game))


@functools.lru_cache(maxsize=64)
def pictures_of(game: str) -> list[str]:
    """Return the relative paths of the pictures on the rules page of a game, in order."""
    inline = [token for token in _parse(_read_page(game) or "") if token.children]
    images = (each for token in inline for each in token.children or () if each.type == "image")
    return list(dict.fromkeys(str(image.attrs["src"]) for image in images))


@functools.lru_cache(maxsize=64)
def read_picture(game: str, picture: str) -> bytes:
    """Return a picture on the rules page of a game, or its dark version.

    Raise NotFoundError if there is none.
    """
    path = (_folder(game) or _PAGE.parent).joinpath(picture)
    if picture.replace(_DARK, ".") not in pictures_of(game) or not path.is_file():
        raise NotFoundError("there is no such picture")
    return path.read_bytes()


def _folder(game: str) -> Traversable | None:
    """Return the folder of a game's package, or None if there is no such game or package."""
    try:
        package = spec_of(game).class_path.partition(":")[0].rpartition(".")[0]
    except ValueError:
        return None
    # The README.md next to a single module could be about anything.
    return resources.files(package) if package else None


def _read_page(game: str) -> str | None:
    folder = _folder(game)
    page = folder and folder.joinpath(_PAGE_NAME)
    return page.read_text(encoding="utf-8") if page and page.is_file() else None


def _parse(text: str) -> list[Token]:
    return _MARKDOWN.parse(_COMMENT.sub("", text))


def _as_html(text: str, game: str) -> str:
    tokens = _parse(text)
    for place, token in enumerate(tokens):
        token.attrs.pop("style", None)  # The page's policy forbids inline styles.
        if token.type == "heading_open":
            # Links refer to headings by the same names as on GitHub.
            heading = re.sub(r"[^\w\- ]", "", tokens[place + 1].content.lower())
            token.attrSet("id", heading.replace(" ", "-"))
        if token.type in ("table_open", "fence", "code_block"):
            token.attrSet("tabindex", "0")  # On narrow screens the keyboard scrolls these sideways.
        if token.children:
            token.children = list(_without_dead_links(token.children))
            for image in token.children:
                if image.type == "image":
                    image.attrSet("src", f"/rules/{game}/{image.attrs['src']}")
    return str(_MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {}))


def _without_dead_links(tokens: Iterable[Token]) -> Iterator[Token]:
    """Yield the tokens, but only the text of links to source files, which are not served."""
    alive = True
    for token in tokens:
        if token.type == "link_open":
            alive = str(token.attrs["href"]).startswith(("https://", "#"))
        if alive or not token.type.startswith("link_"):
            yield token


def make_game(class_path: str, options: Mapping[str, Any]) -> Game:
    """Return the game of class "package.module:Class", registered in this process or not."""
    return _made(class_path, json.dumps(options, sort_keys=True))


@functools.lru_cache(maxsize=64)
def _made(class_path: str, options: str) -> Game:
    return pkgutil.resolve_name(class_path)(**json.loads(options))


def describe_game(spec: GameSpec) -> dict[str, Any]:
    """Return what the start page shows of a game and its options, as JSON-serialisable values."""
    fields = ("name", "words", "default", "meaning", "allowed")
    options = [
        {field: getattr(option, field) for field in fields}
        for option in spec.options
        if option.name != COMPONENTS
    ]
    picture = next(iter(pictures_of(spec.name)), None)
    dark = picture and picture.replace(".", _DARK)
    folder = _folder(spec.name)
    if not (dark and folder and folder.joinpath(dark).is_file()):
        dark = picture
    return {
        "name": spec.name,
        "title": spec.title,
        "summary": spec.summary,
        "decisions": spec.decisions,
        "picture": picture and f"/rules/{spec.name}/{picture}",
        "dark_picture": dark and f"/rules/{spec.name}/{dark}",
        "rules": f"/rules/{spec.name}",
        "options": options,
    }


def complete_options(name: str, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options of a game: the given ones, and defaults for the others.

    Raises:
        ValueError: there is no such game or option, or a value is not allowed. The option
            `COMPONENTS` is refused because no browser may choose a file on this machine.
    """
    if given.get(COMPONENTS) is not None:
        raise ValueError(f"{COMPONENTS} can't be changed in the browser; use hofspiele play")
    try:
        return spec_of(name).complete(given)
    except TypeError as error:
        raise ValueError(str(error)) from error
