"""The command ``hofspiele``: one door to all that people do in a terminal."""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from importlib.util import find_spec

# modules with `show` and, in their docstrings, what `--help` prints
_COMMANDS = {
    "games": ("hofspiele.console.games", "list the games and their options"),
    "play": ("hofspiele.console.play", "play a game against agents"),
    "watch": ("hofspiele.console.watch", "watch agents play against each other"),
    "serve": ("hofspiele.play.__main__", "play, watch and learn in the browser"),
    "replay": ("hofspiele.envs.replay.__main__", "watch a recorded game again"),
    "components": ("hofspiele.console.components", "write a game's components, to change them"),
    "draw": ("hofspiele.console.draw", "draw a written position"),
}
# modules of `hofspiele.training`, which take what is typed as it is
_TRAINING = {
    "train": "train an agent by self-play",
    "evaluate": "measure an agent against others",
    "tournament": "find out which agents are stronger",
    "tune": "seek good values for a recipe",
    "exploit": "seek an agent's weaknesses",
    "rllib": "train an agent by RLlib, on a cluster too",
    "export": "write an agent that plays without torch",
    "dataset": "write games as a dataset",
}
_EXAMPLES = """\
examples:
  hofspiele play kou_ka_roi num_players=2
  hofspiele play kardinal vatikan=true agents=greedy,search-200,random
  hofspiele watch knatsch agents=greedy pace=0.5
  hofspiele train game=kou_ka_roi num_players=3
"""


def main() -> int:
    """The command; its status is that of the sub-command, 2 if there is none of that name."""
    try:
        return _run(sys.argv[1:])
    except KeyboardInterrupt:  # in imports
        return 130


def _run(typed: Sequence[str]) -> int:
    if not typed:
        _parser().print_help()
        return 0
    name, *arguments = typed
    if name in _COMMANDS:
        from hofspiele.envs.core.command import run_command

        module = import_module(_COMMANDS[name][0])
        return run_command(module.__doc__ or "", module.show, arguments)
    if name in _TRAINING:
        return _train(name, arguments)
    if not name.startswith("-"):
        from hofspiele.envs.core.suggest import nearest

        advice = nearest(name, [*_COMMANDS, *_TRAINING]) or "; see hofspiele --help"
        print(f"error: there is no command {name!r}{advice}", file=sys.stderr)
        return 2
    if _parser().parse_args(typed).version:
        from hofspiele.envs import __version__

        print(f"hofspiele {__version__}")
    return 0


def _train(name: str, arguments: Sequence[str]) -> int:
    from hofspiele.training.cli.starting import begin

    begin(name)
    sys.argv[1:] = arguments
    module = f"hofspiele.training.{name}"
    found = find_spec(module)
    if found is not None and found.submodule_search_locations is not None:
        module += ".__main__"  # the command of a whole room
    import_module(module).main()
    return 0


def _parser() -> argparse.ArgumentParser:
    """What is printed as help, and reads what is no sub-command."""
    from hofspiele.training.cli.starting import extras_of

    parser = argparse.ArgumentParser(
        prog="hofspiele",
        usage="hofspiele COMMAND [NAME=VALUE …]",
        description="Play, watch, draw and learn designer games.\n"
        "`hofspiele COMMAND --help` tells all that a command takes.",
        epilog=_EXAMPLES,
        formatter_class=partial(argparse.RawDescriptionHelpFormatter, max_help_position=20),
    )
    parser.add_argument("--version", action="store_true", help="print the version")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, (_, about) in _COMMANDS.items():
        commands.add_parser(name, help=about)
    for name, about in _TRAINING.items():
        commands.add_parser(name, help=f"{about} (extra: {', '.join(extras_of(name))})")
    return parser


if __name__ == "__main__":
    sys.exit(main())
