"""The command ``hofspiele games``."""

import textwrap
from dataclasses import dataclass

from hofspiele.envs.agents.named import agent_forms
from hofspiele.envs.command_line.command import command
from hofspiele.envs.command_line.help import WIDTH, option_lines
from hofspiele.envs.core.registry import game_names, spec_of


@dataclass(frozen=True)
class Games:
    """The settings of `hofspiele games`: none."""


@command(Games)
def main(settings: Games) -> None:
    """List the games with their options."""
    for name in game_names():
        try:
            spec = spec_of(name)
        except ValueError as error:  # Games of other packages can be broken.
            print(f"{name}: {error}\n")
            continue
        print(f"{name}: {spec.title}")
        for option in spec.options:
            print(option_lines(option, option.default))
        print()
    print(textwrap.fill(f"agents: {agent_forms()}", WIDTH, break_on_hyphens=False))
