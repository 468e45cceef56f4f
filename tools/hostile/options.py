"""Names and options of games, environments and agents: errors must name the bad argument."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from hofspiele import envs
from hofspiele.envs.agents import Agent, make_agent, play_match
from hofspiele.envs.core import Game, Table
from hofspiele.envs.core.registry import spec_of
from tests.api.faces import faces_of, make_face, trace
from tests.games import Case
from tools.hostile.attack import Attack
from tools.hostile.drawn import TABLES, Rng, any_game, nonsense, one_of
from tools.hostile.survived import attempt, within

_OPTIONS, _SECONDS = 40, 60
# Values that may be valid, by option. One is drawn from these and an equal number of random values.
_WELCOME = {
    "num_players": (2, 3, 4, np.int64(3)),
    "vatikan": (True, np.bool_(False)),
    "two_countries": (True, False),
    "max_turns": (1, 20, 10_000),
    "components": (None, "none.toml", ".", b"x"),
    "reward": ("outcome", "rank", "margin", "Rank"),
    "render_mode": (None, "ansi", "svg", "rgb_array"),
    "seat": (0, 1, "random", np.int8(1)),
    "opponents": ("random", ["greedy", "random"], [], ("search-2",), "search-0", "search--1"),
    "num_threads": (1, 3, 64),
    "illegal_actions": ("raise",),
}
_NAMES = ("greedy ", "Greedy", "kardinal ", "search-", "search-1e3", "search-\u0663", "search-0")
# Words that messages may use instead of the name of an argument.
_CALLED = {
    "components": ("components", "component file"),
    "opponents": ("opponents", "agent", "simulations"),
    "agent": ("agent", "simulations"),
}


def bad_options(rng: Rng, folder: Path) -> int:
    """Give random options to games and to their interfaces."""
    for _ in range(_OPTIONS):
        case = one_of(rng, TABLES)
        known = [*spec_of(case.name).option_names, *_WELCOME]
        names = {one_of(rng, known) for _ in range(rng.integers(1, 4))}
        options = case.options | {name: _any_option(name, rng) for name in names}
        with within(_SECONDS):
            _try_options(case._replace(options=options), one_of(rng, faces_of(case)), rng)
    return 2 * _OPTIONS


def _any_option(name: str, rng: Rng) -> Any:
    return one_of(rng, (*_WELCOME[name], *(nonsense(rng) for _ in _WELCOME[name])))


def _try_options(case: Case, face: str, rng: Rng) -> None:
    def play_face(env: Any) -> None:
        env.reset(seed=1)
        trace(env, rng, 10)

    _made_and_played(case.make, case.options, lambda game: Table(game, 2))
    _made_and_played(lambda: make_face(case, face), case.options, play_face)


def bad_names(rng: Rng, folder: Path) -> int:
    """Pass nonsense as names of games and agents, and as seeds."""
    game = any_game(rng)
    for _ in range(_OPTIONS):
        name = nonsense(rng) if rng.random() < 0.7 else one_of(rng, _NAMES)
        with within(_SECONDS):
            _try_name(game, name)
    return 3 * _OPTIONS


def _try_name(game: Game, name: Any) -> None:
    def play_alone(agent: Agent) -> None:
        play_match(game, [agent] * game.num_players, 1)

    _made_and_played(lambda: envs.make(name), {"game": name}, lambda game: game.new(0))
    _made_and_played(lambda: make_agent(name), {"agent": name}, play_alone)
    _made_and_played(lambda: Table(game, 2, seed=name), {"seed": name}, Table.reset)


def _made_and_played(
    make: Callable[[], Any], given: dict[str, Any], play: Callable[[Any], Any]
) -> None:
    """Call `make` and play its result, or check that its error names an argument of `given`."""
    made, refused = attempt(make, (ValueError, TypeError))
    if refused is None:
        play(made)
        return
    words = (word for name in given for word in _CALLED.get(name, (name,)))
    assert any(word in str(refused) for word in words), repr(refused)


ATTACKS = (
    Attack("options", bad_options, few=2),
    Attack("names", bad_names, few=2),
)
