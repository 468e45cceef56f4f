"""List the games with their options.

usage: hofspiele games
"""

import textwrap
from collections.abc import Sequence

from hofspiele.envs.agents.named import agent_forms
from hofspiele.envs.command_line.arguments import Arguments
from hofspiele.envs.command_line.values import written
from hofspiele.envs.core.registry import game_names, spec_of
from hofspiele.envs.core.spec import Option

_WIDTH, _INDENT = 80, 24


def show(typed: Sequence[str]) -> None:
    """Print the games with their options, and the possible names of agents."""
    Arguments(typed).check_empty()
    for name in game_names():
        try:
            spec = spec_of(name)
        except ValueError as error:  # Games of other packages can be broken.
            print(f"{name}: {error}\n")
            continue
        print(f"{name}: {spec.title}")
        for option in spec.options:
            print(_line(option))
        print()
    print(textwrap.fill(f"agents: {agent_forms()}", _WIDTH, break_on_hyphens=False))


def _line(option: Option) -> str:
    shown = f"  {option.name}={written(option.default)}".ljust(_INDENT)
    return textwrap.fill(
        option.meaning.replace("``", ""),
        _WIDTH,
        initial_indent=shown,
        subsequent_indent=" " * _INDENT,
        break_on_hyphens=False,
        break_long_words=False,
    )
