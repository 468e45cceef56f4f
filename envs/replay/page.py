"""A game as one page that needs nothing else: ``page.html`` with styles, script and pictures."""

import base64
import gzip
import html
import json
from importlib import resources
from typing import Any

from hofspiele.envs.replay.film import Film


def replay_page(film: Film, first: int = 0) -> str:
    """The page, an HTML document, which begins after `first` decisions."""
    files = resources.files(__package__)
    template = files.joinpath("page.html").read_text(encoding="utf-8")
    filling = {
        "title": html.escape(film.game.spec.title),
        "style": files.joinpath("page.css").read_text(encoding="utf-8"),
        "script": files.joinpath("page.js").read_text(encoding="utf-8"),
        "data": _packed(_content(film, first)),
    }
    for name, text in filling.items():
        template = template.replace(f"<!--{name}-->", text)
    return template


def _content(film: Film, first: int) -> dict[str, Any]:
    """All that the script shows. Pictures are in parts: what two have in common is there once."""
    game, record = film.game, film.record
    views = [None, *range(game.num_players)]
    parts: dict[str, int] = {}
    frames = [
        [
            [parts.setdefault(part, len(parts)) for part in film.picture(number, view).svg_parts()]
            for number in range(len(film.positions))
        ]
        for view in views
    ]
    size = film.picture(0)
    return {
        "title": game.spec.title,
        "options": {name: value for name, value in game.options.items() if value is not None},
        "seed": record.seed,
        "players": record.players or [""] * game.num_players,
        "size": [size.width, size.height],
        "parts": list(parts),
        "frames": frames,
        "moves": _moves(film),
        "scores": [game.scores(state).tolist() for state in film.positions],
        "first": first,
    }


def _moves(film: Film) -> list[list[Any]]:
    """Who did what, and whether points were scored by it."""
    written = [film.game.to_dict(state).get("scores") for state in film.positions]
    return [
        [int(film.positions[number]["player"]), action, written[number] != written[number + 1]]
        for number, action in enumerate(film.record.actions)
    ]


def _packed(content: dict[str, Any]) -> str:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()
