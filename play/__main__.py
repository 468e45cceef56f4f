"""Play, watch and learn in the browser.

usage: python -m play [NAME=VALUE …]

  port           8000; 0 takes a free one
  host           127.0.0.1, which only this machine reaches; 0.0.0.0: all that is on its network
  folder         results/play: where tables are kept
  agents         results: agent files in it can be played against
  open           true: show the page in a browser
  think_seconds  10: what agents have for each decision
"""

import sys
from collections.abc import Sequence
from pathlib import Path

from hofspiele.envs.core.arguments import Arguments
from hofspiele.envs.core.command import run_command

_NAMES = ("port", "host", "folder", "agents", "open", "think_seconds")
_MOST_SECONDS = 600


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
            "extra: pip install 'hofspiele[play,train]', or '.[play,train]' in a checkout"
        ) from error
    serve(
        Serving(
            host=given.values.get("host", "127.0.0.1"),
            port=given.integer("port", 8000, 0, 65_535),
            folder=Path(given.values.get("folder", "results/play")),
            agents=Path(given.values.get("agents", "results")),
            open_browser=given.choice("open", ("true", "false")) == "true",
            think_seconds=given.seconds("think_seconds", 10, _MOST_SECONDS),
        )
    )


def main() -> int:
    """The command; its status, as `run_command` says."""
    return run_command(__doc__, show, sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
