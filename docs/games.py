"""The boxes at the top of the games' pages, which are made from the games' specifications."""

from hofspiele import envs
from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.reports.result_table import markdown_table

_SNIPPET = """\
import gymnasium
import hofspiele  # registers the games

env = gymnasium.make("{id}", num_players={players}, opponents="greedy")
observation, info = env.reset(seed=42)
action = env.action_space.sample(info["action_mask"])
observation, reward, terminated, truncated, info = env.step(action)
"""
_API = "hofspiele.envs.api"


def with_box(text: str, name: str) -> str:
    """Return the Markdown text of a game's page with its box in front of the first picture."""
    above, picture, below = text.partition("![")
    return f"{above}{_box(name)}\n{picture}{below}"


def snippet(name: str) -> str:
    """Return Python code that makes a step of a game in Gymnasium."""
    spec = spec_of(name)
    return _SNIPPET.format(id=_id(name), players=spec.options[0].default)


def _id(name: str) -> str:
    spec = spec_of(name)
    return f"hofspiele/{spec.gymnasium_name}-v{spec.version}"


def _box(name: str) -> str:
    spec, game = spec_of(name), envs.make(name)
    module = f"{name}_v{spec.version}"
    environments = {"env": f"{_API}.aec.GameAECEnv"}
    if spec.simultaneous:
        environments["parallel_env"] = f"{_API}.parallel.GameParallelEnv"
    links = ", ".join(_linked(f"{call}()", target) for call, target in environments.items())
    players = spec.options[0].allowed
    assert players is not None
    numbers = ", ".join(map(str, players[:-1]))
    rows = [
        ("Class", _linked(spec.class_path.rpartition(":")[2], spec.class_path.replace(":", "."))),
        ("Gymnasium", f"`{_id(name)}`, a {_linked('GameEnv', f'{_API}.gym_env.GameEnv')}"),
        ("PettingZoo", f"`from hofspiele.envs import {module}` with {links}"),
        ("Many games", f'`Table(envs.make("{name}"), num_games=1024)`, a '
         f"{_linked('Table', 'hofspiele.envs.core.Table')}"),
        ("Arguments", ", ".join(f"`{one.name}={one.default!r}`" for one in spec.options)
         + " ([meaning](#as-an-environment))"),
        ("Agents", f'{numbers} or {players[-1]}: `"player_0"` … `"player_{players[-1] - 1}"`'),
        ("Actions", f"`Discrete({game.num_actions})` ([list](#actions))"),
        ("Observations", f"`Box(({game.layout.size},), float32)` and a mask of "
         f"{game.num_actions} actions ([list](#observation))"),
        ("Version", f"v{spec.version} ([history](#version-history))"),
    ]  # fmt: skip
    table = markdown_table(("", ""), rows)
    return f":::{{container}} facts\n{table}\n\n```python\n{snippet(name)}```\n:::\n"


def _linked(words: str, target: str) -> str:
    return f"{{py:obj}}`{words} <{target}>`"
