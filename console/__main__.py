"""The command ``hofspiele`` with its sub-commands."""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module

# Each module has a function `show`. The module's docstring is what `--help` prints.
_COMMANDS = {
    "games": ("hofspiele.console.games", "list the games and their options"),
    "play": ("hofspiele.console.play", "play a game against agents"),
    "watch": ("hofspiele.console.watch", "watch agents play against each other"),
    "serve": ("hofspiele.play.__main__", "play and watch games in the browser"),
    "replay": ("hofspiele.envs.replay.__main__", "replay a recorded game"),
    "components": ("hofspiele.console.components", "write the components of a game to a file"),
    "draw": ("hofspiele.console.draw", "draw a position stored as JSON"),
    "selfcheck": ("hofspiele.console.selfcheck", "check this installation and its speed"),
}
# These functions of `hofspiele.training.commands` parse their arguments themselves.
_TRAINING = {
    "train": "train an agent by self-play",
    "evaluate": "evaluate an agent against others",
    "tournament": "rate agents by games against each other",
    "scorecard": "compare an agent with fixed opponents by a fixed protocol",
    "tune": "search for good hyperparameters",
    "exploit": "search for an agent's weaknesses",
    "rllib": "train an agent with RLlib on this machine or a cluster",
    "export": "write an agent to a file that needs no torch",
    "dataset": "write a dataset of games",
}
_EXAMPLES = """\
examples:
  hofspiele play kou_ka_roi num_players=2
  hofspiele play kardinal vatikan=true agents=greedy,search-200,random
  hofspiele watch knatsch agents=greedy pace=0.5
  hofspiele train game=kou_ka_roi num_players=3
"""


def main() -> int:
    """Run the command and return its exit status."""
    try:
        return _run(sys.argv[1:])
    except KeyboardInterrupt:  # Ctrl-C during imports is handled nowhere else.
        return 130


def _run(typed: Sequence[str]) -> int:
    if not typed:
        _parser().print_help()
        return 0
    name, *arguments = typed
    if name in _COMMANDS:
        from hofspiele.envs.command_line.command import run_command

        module = import_module(_COMMANDS[name][0])
        return run_command(module.__doc__ or "", module.show, arguments)
    if name in _TRAINING:
        return _train(name, arguments)
    if not name.startswith("-"):
        from hofspiele.envs.core.text.suggest import nearest

        advice = nearest(name, [*_COMMANDS, *_TRAINING]) or "; see hofspiele --help"
        print(f"error: unknown command {name!r}{advice}", file=sys.stderr)
        return 2
    if _parser().parse_args(typed).version:
        from hofspiele.envs import __version__

        print(f"hofspiele {__version__}")
    return 0


def _train(name: str, arguments: Sequence[str]) -> int:
    from hofspiele.training.cli.dependencies import begin

    begin(name)
    sys.argv[1:] = arguments
    getattr(import_module("hofspiele.training.commands"), name)()
    return 0


def _parser() -> argparse.ArgumentParser:
    """Return the parser for `--help` and `--version`; sub-commands parse their own arguments."""
    from hofspiele.training.cli.dependencies import extras_of

    parser = argparse.ArgumentParser(
        prog="hofspiele",
        usage="hofspiele COMMAND [NAME=VALUE …]",
        description="Play and watch designer board games, and train agents for them.\n"
        "`hofspiele COMMAND --help` explains a command.",
        epilog=_EXAMPLES,
        formatter_class=partial(argparse.RawDescriptionHelpFormatter, max_help_position=20),
    )
    parser.add_argument("--version", action="store_true", help="print the version")
    commands = parser.add_subparsers(title="commands", metavar="COMMAND")
    for name, (_, about) in _COMMANDS.items():
        commands.add_parser(name, help=about)
    for name, about in _TRAINING.items():
        extras = extras_of(name)
        word = "extra" if len(extras) == 1 else "extras"
        commands.add_parser(name, help=f"{about} (needs the {word} {' and '.join(extras)})")
    return parser


if __name__ == "__main__":
    sys.exit(main())
