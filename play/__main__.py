"""Play, watch and learn in the browser.

usage: hofspiele serve [NAME=VALUE …]

  port           8000; 0 takes a free one
  host           127.0.0.1, which only this machine can reach; 0.0.0.0 opens
                 the page to the whole network
  folder         results/play: the folder in which tables are saved
  agents         results: the folder of agents to play against: agent.pt and
                 agent.onnx of runs in it, and all *.pt and *.onnx directly in
                 it
  also           further agents to play against, as in
                 '[my_module:MyAgent,model.zip]': your own by MODULE:NAME,
                 trained ones by path (a results folder, .pt, .onnx, .zip)
  spec           your own games that are not installed, as '[my_module:SPEC]'
  trust          true allows files of stable-baselines3 (.zip) to run their own
                 code if their data do not define the agent, and offers those
                 in the folder of agents, too
  open           true: open the page in a browser
  think_seconds  10: the time that agents have for each decision
  away_hours     24: a table rests when its players have been away this long,
                 until one of them comes back
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from hofspiele.envs.core.arguments import Arguments
from hofspiele.envs.core.command import run_command
from hofspiele.envs.core.registry import spec_of
from hofspiele.envs.pictures.installed import install_command

_NAMES = (
    "port", "host", "folder", "agents", "also", "spec", "trust", "open", "think_seconds",
    "away_hours",
)  # fmt: skip
_MOST_SECONDS = 600
_MOST_HOURS = 24 * 365


def show(typed: Sequence[str]) -> None:
    """Serve until Ctrl-C; ValueError if an argument is wrong."""
    given = Arguments(typed)
    if given.words:
        raise ValueError(f"argument is {given.words[0]!r}, expected NAME=VALUE; see --help")
    given.check_names(_NAMES)
    try:
        from hofspiele.play.server import ServerOptions, serve
    except ModuleNotFoundError as error:
        raise ValueError(
            f"tables in the browser need {error.name}, which is not installed; install the play "
            f"extra: {install_command('play,agents')}"
        ) from error
    for name in given.names("spec"):
        spec_of(name, from_user=True)
    agents = Path(given.values.get("agents", "results"))
    if agents.exists() and not agents.is_dir():
        raise ValueError(f"agents is {agents}, expected a folder; a file is given as also={agents}")
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
            away_hours=given.integer("away_hours", 24, 1, _MOST_HOURS),
        )
    )


def main() -> int:
    """Run the command and return its exit status."""
    return run_command(__doc__, show, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
