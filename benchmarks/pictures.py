"""Speed of drawing: SVG documents, frames compared with a peer's, and pages of replays."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from itertools import cycle
from typing import Any

from gymnasium.error import DependencyNotInstalled

from benchmarks.measure import Contender, Show, exactly, take_turns
from benchmarks.ours import NUM_PLAYERS, OurGame, measured_games
from benchmarks.peers import HOW_TO_INSTALL, connect_four
from benchmarks.play import pick_fast
from benchmarks.report import Finding, Part
from hofspiele.envs.agents import RandomAgent, play_match
from hofspiele.envs.replay.page import replay_page
from hofspiele.envs.replay.replayed_game import ReplayedGame

_ROUNDS = 5
_SECONDS = 1.0
_DOCUMENTS, _FRAMES = 300, 25
_PAGE_SECONDS, _PAGE_MIB = 2.0, 2.0
PEER = "PettingZoo connect_four rgb_array"

_NOTES = [
    f"One thread, four players, random play; {_ROUNDS} alternating rounds of {_SECONDS:g} s each; "
    "median (lowest–highest). All times are processor times.",
    "SVG: one document after each decision, with its changes marked. rgb_array: the step of the "
    "environment and render(), 800 pixels wide (connect_four: at its own width, with pygame).",
    "Replay page: the complete game with the views of all seats.",
]


def measure(show: Show, *, quick: bool = False) -> Part:
    """Measure all our games and a peer; one game in one short round if `quick`."""
    rounds, seconds = (1, 0.0) if quick else (_ROUNDS, _SECONDS)
    part = Part("Speed of pictures", "pictures/s", notes=_NOTES)
    measured = measured_games(quick=quick)
    games = {game.name: _replayed(game.make()) for game in measured}
    contenders = [Contender(_svg(name), _draw(replayed)) for name, replayed in games.items()]
    try:
        contenders += _frames(measured)
    except (ModuleNotFoundError, DependencyNotInstalled) as error:
        part.missing.append(f"frames can't be measured ({error}); {HOW_TO_INSTALL}")
    rates = take_turns(contenders, rounds, seconds, show, time.process_time)
    part.rates = list(rates.values())
    for name, replayed in games.items():
        for what, target in ((_svg(name), _DOCUMENTS), (_rgb(name), _FRAMES)):
            if what in rates:
                part.findings.append(Finding(what, rates[what].spread, "/s", target))
        show(f"{name}: replay page")
        start = time.process_time()
        size = exactly(len(replay_page(replayed).encode()) / 2**20)
        taken = exactly(time.process_time() - start)
        part.findings += [
            Finding(f"{name}: time of a replay page", taken, "s", _PAGE_SECONDS, at_most=True),
            Finding(f"{name}: size of a replay page", size, "MiB", _PAGE_MIB, at_most=True),
        ]
    return part


def _svg(name: str) -> str:
    return f"{name} SVG"


def _rgb(name: str) -> str:
    return f"{name} rgb_array"


def _replayed(game: Any) -> ReplayedGame:
    match = play_match(game, [RandomAgent()] * game.num_players, 1, seed=1, keep_records=True)
    return ReplayedGame.from_record(match.records[0])


def _draw(replayed: ReplayedGame) -> Callable[[], int]:
    numbers = cycle(range(len(replayed.positions)))

    def play() -> int:
        replayed.picture(next(numbers)).svg()
        return 1

    return play


def _frames(games: Sequence[OurGame]) -> list[Contender]:
    """Return contenders that have drawn one frame; raise an error if a package is missing."""
    envs = {
        _rgb(game.name): game.module.raw_env(num_players=NUM_PLAYERS, render_mode="rgb_array")
        for game in games
    }
    envs[PEER] = connect_four().raw_env(render_mode="rgb_array")
    contenders = []
    for name, env in envs.items():
        env.reset(seed=1)
        env.render()
        contenders.append(Contender(name, partial(_render, env)))
    return contenders


def _render(env: Any) -> int:
    """Play a random move in a PettingZoo environment and draw it; return 1, the frame count."""
    if not env.agents or all(env.terminations.values()):
        env.reset()
    agent = env.agent_selection
    env.step(pick_fast(env, agent, env.observe(agent)["action_mask"]))
    env.render()
    return 1
