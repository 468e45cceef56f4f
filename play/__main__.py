"""Play, watch and learn in the browser.

usage: hofspiele serve [NAME=VALUE …]

  port           8000; 0 takes a free one
  host           127.0.0.1, which only this machine reaches; 0.0.0.0: all that
                 is on its network
  folder         results/play: where tables are kept
  agents         results: agent files in it can be played against, agent.pt and
                 agent.onnx of runs, and any *.pt and *.onnx in the folder
                 itself
  also           further agents to play against, as
                 '[my_module:MyAgent,model.zip]': your own by MODULE:NAME,
                 trained ones by path (a results folder, .pt, .onnx, .zip)
  spec           games of your own that are not installed, as '[my_module:SPEC]'
  trust          true: code may run that files of stable-baselines3 (.zip)
                 bring, where data alone do not tell how they play; those in
                 the folder of agents are offered then, too
  open           true: show the page in a browser
  think_seconds  10: what agents have for each decision
  away_hours     24: a table that its people have left for so long rests until
                 one comes back
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
    """Serve until Ctrl-C; ValueError if something is wrong with what is typed."""
    given = Arguments(typed)
    if given.words:
        raise ValueError(f"{given.words[0]!r} is not expected, only NAME=VALUE; see --help")
    given.check_names(_NAMES)
    try:
        from hofspiele.play.serving import Serving, serve
    except ModuleNotFoundError as error:
        raise ValueError(
            f"a table in the browser needs {error.name}, which is not installed; install the play "
            f"extra: {install_command('play,agents')}"
        ) from error
    for name in given.names("spec"):
        spec_of(name, own=True)
    agents = Path(given.values.get("agents", "results"))
    if agents.exists() and not agents.is_dir():
        raise ValueError(f"agents is {agents}, expected a folder; a file is given as also={agents}")
    serve(
        Serving(
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
    """The command; its status, as `run_command` says."""
    return run_command(__doc__, show, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
