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
from hofspiele.envs.core.text.words import distinct
from hofspiele.envs.pictures.canvas import Canvas, Layer
from hofspiele.envs.pictures.presentation import Presentation, presentation_of
from hofspiele.envs.pictures.scene import Scene
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
    record, game, positions = replayed
    presentation = presentation_of(game, distinct(record.players or []))
    last = positions[-1]
    parts: dict[str, int] = {}
    frames, regions = [], []
    scenes_by_view = [  # With `dark=None`, pictures have the colours for both backgrounds.
        [replayed.scene(presentation, number, view, dark=None) for number in range(len(positions))]
        for view in (None, *range(game.num_players))
    ]
    for scenes in scenes_by_view:
        broad = [presentation.paint(scene) for scene in scenes]
        narrow = [presentation.paint(scene._replace(narrow=True)) for scene in scenes]
        frames.append([_numbers(parts, canvas.layers()) for canvas in broad])
        regions.append([_regions(parts, canvas) for canvas in narrow])
    return {
        "title": game.spec.title,
        "variants": game.spec.changed(game.options),
        "seed": str(record.seed),  # JavaScript would round it.
        "players": [presentation.names.of(seat) for seat in range(game.num_players)],
        "size": [broad[0].width, broad[0].height],  # All pictures that are not narrow have it.
        "parts": list(parts),
        "frames": frames,
        "regions": regions,
        "moves": _moves(replayed, presentation, scenes_by_view[0]),
        "scores": replayed.points(),
        "win_shares": win_shares(game.ranks(last)).tolist() if game.is_over(last) else None,
        "chances": chances_of(replayed) if agents else [],
        "thoughts": thoughts_of(replayed, agents),
        "first": first,
    }


def _regions(parts: dict[str, int], canvas: Canvas) -> list[Any]:
    layers = canvas.layers()
    return [
        (area, _numbers(parts, [layer for layer in layers if layer.region == name]))
        for name, area in canvas.regions.items()
    ]


def _numbers(parts: dict[str, int], layers: Sequence[Layer]) -> list[int]:
    """Return the indices of layers in `parts`, to which new ones are added."""
    return [parts.setdefault(layer.svg, len(parts)) for layer in layers]


def _moves(
    replayed: ReplayedGame, presentation: Presentation, scenes: Sequence[Scene]
) -> list[list[Any]]:
    """Return the seat, the action, whether it changed the scores, and a sentence by decision."""
    actions, scorings = replayed.record.actions, replayed.scorings()
    decisions = zip(replayed.positions, actions, scorings, scenes[1:], strict=False)
    return [
        [int(state["player"]), action, scores, presentation.describe_event(scene)]
        for state, action, scores, scene in decisions
    ]


def _packed(content: dict[str, Any]) -> str:
    text = json.dumps(content, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(gzip.compress(text.encode(), mtime=0)).decode()
