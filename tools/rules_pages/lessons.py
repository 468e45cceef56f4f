"""The pictures in "How to play in a minute": setup, a turn, scoring and the end of each game."""

import functools
from collections.abc import Mapping
from typing import Any

from hofspiele import envs
from hofspiele.envs.core import Game
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.presentation import presentation_of
from tools.rules_pages.examples import greedy_position
from tools.rules_pages.parts import IMAGES, page_of
from tools.rules_pages.pictures import Picture

# The games have three seats. Before the end of a game, pictures show what seat 0 sees.
_SEAT, _SEATS = 0, 3


def _game(name: str) -> Game:
    return envs.make(name, num_players=_SEATS)


def _start(name: str, seed: int) -> Canvas:
    game = _game(name)
    return presentation_of(game).picture(game.new(seed), _SEAT)


def _position(written: Mapping[str, Any], *actions: str) -> Canvas:
    """Return the picture of a written position after some actions, with the last one marked."""
    game = _game(written["game"])
    before, state = None, game.from_dict(written)
    for action in actions:
        before = state.copy()
        game.apply(state, game.action_index(action))
    last = actions[-1] if actions else None
    return presentation_of(game).picture(state, _SEAT, before=before, action=last)


def _end(name: str) -> Canvas:
    return greedy_position(name, -1, num_players=_SEATS)


_PLAYERS = tuple(f"player {seat}" for seat in range(_SEATS))

# --- Kardinal & König ---------------------------------------------------------------------------

_FRANKEN = ("monastery Lorsch", "monastery Chorin", "monastery Obra", "monastery Ebrach")
KARDINAL_TURN: dict[str, Any] = {
    "game": "kardinal",
    "num_players": 3,
    "player": 0,
    "abbeys": {"Fulda": 0, "Lorsch": 1, "Obra": 2},
    "hands": [{"Franken/Aragon": 2, "Frankreich": 1}, {}, {}],
    "pile": ["Frankreich"] * 4,
}
KARDINAL_SCORING: dict[str, Any] = {
    **KARDINAL_TURN,
    "abbeys": {"Corvey": 0, "Fulda": 0, "Lorsch": 0, "Pforta": 1, "Chorin": 1, "Obra": 2},
    "advisors": {"Franken": [0, 2, 1]},
}

# --- Knatsch ------------------------------------------------------------------------------------

KNATSCH_TURN: dict[str, Any] = {
    "game": "knatsch",
    "num_players": 3,
    "player": 0,
    "active": 0,
    "castles": [["red 333+1"], ["blue 333+2"], ["green 333+4"]],
    "piles": [["yellow 333+5", "tournament"], ["catapult 555+1", "tournament"]],
    "step": "dice",
    "attempt": {
        "by": 0,
        "target": "pile 1",
        "dice": [1, 3, 4, 4, 4, 6],
        "throws_left": 2,
        "beat": [3, 3, 5],
    },
}
KNATSCH_SCORING: dict[str, Any] = {
    "game": "knatsch",
    "num_players": 3,
    "player": 0,
    "active": 0,
    "castles": [
        ["red 333+1", "blue 333+2", "yellow 333+5"], ["white 333+1", "green 444+2"], ["green 333+4"]
    ],
    "tournaments": [1, 0, 2],
    "actions": [["castle guard 444+1", "die 3 333+1"], ["stack 222+4"], []],
    "guarded_castles": [["red", "yellow"], [], []],
    "piles": [["tournament"], ["tournament"]],
}  # fmt: skip

# --- Kou-Ka-Roi ---------------------------------------------------------------------------------

KOU_KA_ROI_TURN: dict[str, Any] = {
    "game": "kou_ka_roi",
    "num_players": 3,
    "player": 0,
    "undecided": [0, 1, 2],
    "rows": [
        ["king", "sheep", "knight"],
        ["church", "king", "king"],
        ["farmer", "wife", "victory 4"],
        ["goose", "knight", "victory 2"],
        [], [], [],
    ],
    "pile": ["hen"] * 3,
}  # fmt: skip
KOU_KA_ROI_SCORING: dict[str, Any] = {
    **KOU_KA_ROI_TURN,
    "collections": [
        {"king": 4, "church": 2, "victory 3": 1, "knight": 3, "sheep": 2, "farmer": 1, "wife": 1,
         "farmhouse": 1},
        {"knight": 2, "church": 1}, {"king": 1},
    ],
}  # fmt: skip

_DRAWN = {
    "kardinal": {
        "setup": (functools.partial(_start, "kardinal", 1), ()),
        "turn": (
            functools.partial(_position, KARDINAL_TURN, "abbey Corvey, pay 1 Franken/Aragon"),
            _FRANKEN,
        ),
        "scoring": (functools.partial(_position, KARDINAL_SCORING), _FRANKEN),
        "end": (functools.partial(_end, "kardinal"), _PLAYERS),
    },
    "knatsch": {
        "setup": (functools.partial(_start, "knatsch", 1), ()),
        "turn": (functools.partial(_position, KNATSCH_TURN), ("pile 1", "pile 2", "result")),
        "scoring": (functools.partial(_position, KNATSCH_SCORING), ("player 0",)),
        "end": (functools.partial(_position, KNATSCH_SCORING), ("the game is won with",)),
    },
    "kou_ka_roi": {
        "setup": (functools.partial(_start, "kou_ka_roi", 1), ()),
        "turn": (
            functools.partial(_position, KOU_KA_ROI_TURN, "row 2", "row 3", "row 2"),
            ("sheep", "goose"),
        ),
        "scoring": (functools.partial(_position, KOU_KA_ROI_SCORING), ("player 0",)),
        "end": (functools.partial(_end, "kou_ka_roi"), _PLAYERS),
    },
}

LESSONS = tuple(
    Picture(page_of(game).parent / IMAGES / f"{name}.png", draw, around)
    for game, pictures in _DRAWN.items()
    for name, (draw, around) in pictures.items()
)
