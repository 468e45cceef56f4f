"""The positions that the pictures on the rules pages and in the README show.

`EXAMPLES` are at the top of the pages, ``envs/<game>/example.png``, and dark on the start page of
tables, ``example-dark.png``. `LESSONS` are in "How to play
in a minute": setup, a turn, scoring and the end of each game.
"""

import functools
from collections.abc import Callable, Mapping
from typing import Any

from hofspiele import envs
from hofspiele.envs.agents import GreedyAgent, play_match
from hofspiele.envs.pictures.canvas import Canvas
from hofspiele.envs.pictures.presentation import presentation_of
from hofspiele.envs.replay.replayed_game import ReplayedGame
from tools.rules_pages.pictures import Picture
from tools.rules_pages.tables import IMAGES, page_of

# Lessons have three seats. Before the end of a game, their pictures show what seat 0 sees.
_SEAT, _SEATS = 0, 3
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
KARDINAL_ACTION = "abbey Corvey, pay 1 Franken/Aragon"
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

# ------------------------------------------------------------------------------------------------


def _greedy(name: str, number: int | None, *, dark: bool = False, **options: Any) -> Canvas:
    """Return what a spectator sees after `number` decisions of greedy agents, or at the end."""
    game = envs.make(name, **options)
    match = play_match(game, [GreedyAgent()] * game.num_players, 1, seed=1, keep_records=True)
    replayed = ReplayedGame.from_record(match.records[0])
    number = len(replayed.positions) - 1 if number is None else number
    return replayed.picture(number, dark=dark)


def _start(name: str) -> Canvas:
    game = envs.make(name, num_players=_SEATS)
    return presentation_of(game).picture(game.new(seed=1), _SEAT)


def _position(written: Mapping[str, Any], *actions: str) -> Canvas:
    """Return the picture of a written position after some actions, with the last one marked."""
    game = envs.make(written["game"], num_players=_SEATS)
    before, state = None, game.from_dict(written)
    for action in actions:
        before = state.copy()
        game.apply(state, game.action_index(action))
    last = actions[-1] if actions else None
    return presentation_of(game).picture(state, _SEAT, before=before, action=last)


def _example(name: str, number: int, **options: Any) -> Picture:
    path = page_of(name).with_name("example-dark.png" if options.get("dark") else "example.png")
    return Picture(path, functools.partial(_greedy, name, number, num_players=4, **options))


def _lesson(
    game: str, name: str, draw: Callable[..., Canvas], *arguments: Any, around: tuple[str, ...] = ()
) -> Picture:
    path = page_of(game).parent / IMAGES / f"{name}.png"
    return Picture(path, functools.partial(draw, *arguments), around)


_end = functools.partial(_greedy, number=None, num_players=_SEATS)

EXAMPLES = [
    _example(*example, dark=dark, **options)
    for *example, options in (
        ("kou_ka_roi", 39, {}), ("kardinal", 125, {"vatikan": True}), ("knatsch", 70, {})
    )
    for dark in (False, True)
]  # fmt: skip
LESSONS = (
    _lesson("kardinal", "setup", _start, "kardinal"),
    _lesson("kardinal", "turn", _position, KARDINAL_TURN, KARDINAL_ACTION, around=_FRANKEN),
    _lesson("kardinal", "scoring", _position, KARDINAL_SCORING, around=_FRANKEN),
    _lesson("kardinal", "end", _end, "kardinal", around=_PLAYERS),
    _lesson("knatsch", "setup", _start, "knatsch"),
    _lesson("knatsch", "turn", _position, KNATSCH_TURN, around=("pile 1", "pile 2", "result")),
    _lesson("knatsch", "scoring", _position, KNATSCH_SCORING, around=("player 0",)),
    _lesson("knatsch", "end", _position, KNATSCH_SCORING, around=("the game is won with",)),
    _lesson("kou_ka_roi", "setup", _start, "kou_ka_roi"),
    _lesson(
        "kou_ka_roi", "turn", _position, KOU_KA_ROI_TURN, "row 2", "row 3", "row 2",
        around=("sheep", "goose"),
    ),
    _lesson("kou_ka_roi", "scoring", _position, KOU_KA_ROI_SCORING, around=("player 0",)),
    _lesson("kou_ka_roi", "end", _end, "kou_ka_roi", around=_PLAYERS),
)  # fmt: skip
