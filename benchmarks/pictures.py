"""Speed of drawing: pictures as documents, frames beside those of a peer, and replays as pages."""

import os
import time
from collections.abc import Callable
from itertools import cycle
from typing import Any

from gymnasium.error import DependencyNotInstalled

from benchmarks.figures import Finding, Part
from benchmarks.measure import Contender, Show, Spread, take_turns
from benchmarks.ours import GAMES
from benchmarks.peers import HOW_TO_INSTALL
from benchmarks.play import pick_fast
from hofspiele.envs.agents import RandomAgent, play_match
from hofspiele.envs.replay.page import replay_page
from hofspiele.envs.replay.replayed_game import ReplayedGame

_ROUNDS = 5
_SECONDS = 1.0
_DOCUMENTS, _FRAMES = 300, 25
_PAGE_SECONDS, _PAGE_MIB = 2.0, 2.0
PEER = "PettingZoo connect_four rgb_array"

_NOTES = [
    f"One thread, four players, random play; {_ROUNDS} rounds of {_SECONDS:g} s each in turns; "
    "median (lowest–highest). Seconds are of the processor.",
    "SVG: one document after each decision, with its changes marked. rgb_array: the step of the "
    "environment and render(), 800 pixels wide (connect_four: in its own width, with pygame).",
    "Page: the whole replay of a game, with every seat's view.",
]


def measure_pictures(show: Show, *, quick: bool = False) -> Part:
    """Measure all our games and a peer, in one short round if `quick`."""
    rounds, seconds = (1, 0.0) if quick else (_ROUNDS, _SECONDS)
    part = Part("Speed of pictures", "pictures/s", notes=_NOTES)
    games = {game.name: _replayed(game.make()) for game in GAMES}
    contenders = [Contender(_svg(name), _draw(replayed)) for name, replayed in games.items()]
    try:
        for game in GAMES:
            env = game.module.raw_env(num_players=game.num_players, render_mode="rgb_array")
            contenders.append(Contender(_rgb(game.name), _render(env)))
        contenders.append(Contender(PEER, _render(_connect_four())))
        rates = take_turns(contenders, rounds, seconds, show, time.process_time)
    except (ModuleNotFoundError, DependencyNotInstalled) as error:
        part.missing.append(f"frames can't be measured ({error}); to change that {HOW_TO_INSTALL}")
        documents = contenders[: len(GAMES)]
        rates = take_turns(documents, rounds, seconds, show, time.process_time)
    part.rates = list(rates.values())
    for name, replayed in games.items():
        for what, target in ((_svg(name), _DOCUMENTS), (_rgb(name), _FRAMES)):
            if what in rates:
                part.findings.append(Finding(what, rates[what].spread, "/s", target))
        show(f"{name}: page")
        start = time.process_time()
        size = len(replay_page(replayed).encode()) / 2**20
        taken = time.process_time() - start
        part.findings += [
            Finding(f"{name}: page", Spread(*[taken] * 3), "s", _PAGE_SECONDS, True),
            Finding(f"{name}: page", Spread(*[size] * 3), "MiB", _PAGE_MIB, True),
        ]
    return part


def _svg(name: str) -> str:
    return f"{name} SVG"


def _rgb(name: str) -> str:
    return f"{name} rgb_array"


def _replayed(game: Any) -> ReplayedGame:
    match = play_match(game, [RandomAgent()] * game.num_players, 1, seed=1, keep_records=True)
    return ReplayedGame.from_record(match.records[0])


def _draw(replayed: ReplayedGame) -> Callable[[float], int]:
    numbers = cycle(range(len(replayed.positions)))

    def play(seconds: float) -> int:
        drawn, end = 0, time.process_time() + seconds
        while not drawn or time.process_time() < end:
            replayed.picture(next(numbers)).svg()
            drawn += 1
        return drawn

    return play


def _render(env: Any) -> Callable[[float], int]:
    """Play random moves in a PettingZoo environment, with a frame after each decision."""

    def play(seconds: float) -> int:
        drawn, end = 0, time.process_time() + seconds
        while not drawn or time.process_time() < end:
            if not env.agents or all(env.terminations.values()):
                env.reset()
            agent = env.agent_selection
            env.step(pick_fast(env, agent, env.observe(agent)["action_mask"]))
            env.render()
            drawn += 1
        return drawn

    env.reset(seed=1)
    return play


def _connect_four() -> Any:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    from pettingzoo.classic.connect_four import connect_four

    return connect_four.raw_env(render_mode="rgb_array")
