"""A game as a self-contained page: ``page.html`` with styles, scripts and pictures."""

import base64
import gzip
import html
import json
from collections.abc import Sequence
from importlib import resources
from typing import Any

from hofspiele.envs.agents import Agent
from hofspiele.envs.core.outcomes import win_shares
from hofspiele.envs.replay.agent_thoughts import chances_of, thoughts_of
from hofspiele.envs.replay.replayed_game import ReplayedGame

_SCRIPTS = ("graph.js", "measures.js", "thoughts.js", "page.js")


def replay_page(replayed: ReplayedGame, first: int = 0, agents: Sequence[Agent] = ()) -> str:
    """Return the page of a replayed game as an HTML document, which opens after `first` decisions.

    With `agents`, it shows their thoughts on each decision, and simulated chances of winning.
    """
    template = _text("page.html")
    filling = {
        "title": html.escape(replayed.game.spec.title),
        "style": _text("page.css"),
        "script": "".join(map(_text, _SCRIPTS)),
        "data": _packed(_content(replayed, first, agents)),
    }
    for name, text in filling.items():
        template = template.replace(f"<!--{name}-->", text)
    return template


def _text(name: str) -> str:
    return resources.files(__package__).joinpath(name).read_text(encoding="utf-8")


def _content(replayed: ReplayedGame, first: int, agents: Sequence[Agent]) -> dict[str, Any]:
    """Return the data of the page. Pictures are lists of indices into the list of parts."""
    game, record = replayed.game, replayed.record
    parts: dict[str, int] = {}
    frames: list[list[list[int]]] = []
    for view in (None, *range(game.num_players)):
        frames.append([])
        for number in range(len(replayed.positions)):
            picture = replayed.picture(number, view)
            frames[-1].append([parts.setdefault(part, len(parts)) for part in picture.svg_parts()])
    last = replayed.positions[-1]
    return {
        "title": game.spec.title,
        "options": {name: value for name, value in game.options.items() if value is not None},
        "seed": str(record.seed),  # JavaScript would round it.
        "players": record.players or [""] * game.num_players,
        "size": [picture.width, picture.height],  # All pictures have the same size.
        "parts": list(parts),
        "frames": frames,
        "moves": _moves(replayed),
        "scores": replayed.points(),
        "win_shares": win_shares(game.ranks(last)).tolist() if game.is_over(last) else None,
        "chances": chances_of(replayed) if agents else [],
        "thoughts": thoughts_of(replayed, agents),
        "first": first,
    }


def _moves(replayed: ReplayedGame) -> list[list[Any]]:
    """Return the player and action of each decision, and whether it changed the scores."""
    actions, scorings = replayed.record.actions, replayed.scorings()
    return [
        [int(state["player"]), action, scores]
        for state, action, scores in zip(replayed.positions, actions, scorings, strict=False)
    ]


def _packed(content: dict[str, Any]) -> str:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()
