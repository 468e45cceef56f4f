"""Play and watch games in the browser, with a coach.

usage: hofspiele serve [NAME=VALUE …]

  port           the port of the server (default 8000; 0 picks a free port)
  host           the address of the server (default 127.0.0.1, which only this
                 machine can reach; 0.0.0.0 opens it to the whole network)
  folder         the folder where tables are saved (default results/play)
  agents         the folder of agents to play against (default results):
                 agent.safetensors of all runs in it, and *.safetensors files
                 directly in it
  also           further agents to play against, for example
                 '[my_module:MyAgent,model.zip]': your own as MODULE:NAME, or
                 paths of trained agents (run folder, .safetensors, .onnx
                 or .zip)
  spec           your own games that are not installed, as '[my_module:SPEC]'
  trust          true: let stable-baselines3 .zip files run code stored in them,
                 import networks that agent files name, and also offer .zip
                 and .onnx files in the agents folder; only for files that you
                 trust
  networks       your own networks that agent files may name, as
                 '[my_module:MyNet]'
  open           open the page in a browser (default true)
  think_seconds  seconds that agents have for each decision (default 10)
  away_hours     hours after which a table is paused if all its players are
                 away (default 24); it resumes when one of them returns
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from hofspiele.envs.command_line.arguments import Arguments
from hofspiele.envs.command_line.command import run_command
from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.core.text.installed import install_command

_NAMES = (
    "port", "host", "folder", "agents", "also", "spec", "trust", "networks", "open",
    "think_seconds", "away_hours",
)  # fmt: skip
_MOST_SECONDS = 600
_MOST_HOURS = 24 * 365


def show(typed: Sequence[str]) -> None:
    """Serve until Ctrl-C; raise ValueError if an argument is wrong."""
    given = Arguments(typed)
    if given.words:
        raise ValueError(f"argument is {given.words[0]!r}, expected NAME=VALUE; see --help")
    given.check_names(_NAMES)
    try:
        from hofspiele.play.server import ServerOptions, serve
    except ModuleNotFoundError as error:
        raise ValueError(
            f"tables in the browser need {error.name}, which is not installed; install the extra "
            f"play: {install_command('play')}"
        ) from error
    for name in given.names("spec"):
        spec_of(name, from_user=True)
    agents = Path(given.values.get("agents", "results"))
    if agents.exists() and not agents.is_dir():
        raise ValueError(
            f"agents is {agents}, expected a folder; to offer a single file, use also={agents}"
        )
    serve(
        ServerOptions(
            host=given.values.get("host", "127.0.0.1"),
            port=given.integer("port", 8000, 0, 65_535),
            folder=Path(given.values.get("folder", "results/play")),
            agents=agents,
            open_browser=given.choice("open", ("true", "false")) == "true",
            think_seconds=given.seconds("think_seconds", 10, _MOST_SECONDS),
            also=tuple(given.names("also")),
            trust=given.flag("trust"),
            networks=tuple(given.names("networks")),
            away_hours=given.integer("away_hours", 24, 1, _MOST_HOURS),
        )
    )


if __name__ == "__main__":
    sys.exit(run_command(__doc__, show, sys.argv[1:]))
