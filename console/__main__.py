"""The command ``hofspiele`` with its sub-commands."""

import os
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NamedTuple


class _Command(NamedTuple):
    """A command: its function as MODULE:NAME, its purpose, and the extras that it needs."""

    function: str
    purpose: str
    extras: Sequence[str] = ()


COMMANDS = {
    "games": _Command("console.games:main", "list the games and their options"),
    "play": _Command("console.play:play", "play a game against agents"),
    "watch": _Command("console.play:watch", "watch agents play against each other"),
    "serve": _Command("play.__main__:main", "play and watch games in the browser", ["play"]),
    "replay": _Command("envs.replay.__main__:main", "replay a recorded game"),
    "components": _Command("console.files:components", "write the components of a game to a file"),
    "example": _Command("console.files:example", "write an example program, or list them"),
    "draw": _Command("console.draw:main", "draw a position stored as JSON"),
    "selfcheck": _Command("console.selfcheck:main", "check this installation and its speed"),
    **{
        name: _Command(f"training.commands:{name}", purpose, extras)
        for name, purpose, extras in (
            ("train", "train an agent by self-play", ["train"]),
            ("evaluate", "evaluate an agent against others", ["eval"]),
            ("tournament", "rate agents by games against each other", ["eval"]),
            ("scorecard", "compare an agent with fixed opponents", ["eval"]),
            ("compare", "compare the learning curves of runs", ["eval"]),
            ("tune", "search for good hyperparameters", ["train", "tune"]),
            ("exploit", "search for an agent's weaknesses", ["train"]),
            ("rllib", "train an agent with RLlib on a cluster", ["train", "ray"]),
            ("export", "write an agent as an ONNX model", ["train", "export"]),
            ("dataset", "write a dataset of games", ["eval", "dataset"]),
        )
    },
}
_ABOUT = """\
usage: hofspiele COMMAND [NAME=VALUE …]

Play and watch designer board games, and train agents for them.
`hofspiele COMMAND --help` explains a command, `hofspiele --version` prints the
version.
"""
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
    if not typed or typed[0] in ("-h", "--help"):
        print(_help())
    elif typed[0] == "--version":
        from hofspiele.envs import __version__

        print(f"hofspiele {__version__}")
    elif typed[0] in COMMANDS:
        return _start(*typed)
    else:
        from hofspiele.envs.core.text.suggest import nearest

        advice = nearest(typed[0], COMMANDS) or "; see hofspiele --help"
        print(f"error: unknown command {typed[0]!r}{advice}", file=sys.stderr)
        return 2
    return 0


def _start(name: str, *arguments: str) -> int:
    command = COMMANDS[name]
    if command.extras:
        from hofspiele.training.cli.dependencies import lack_of

        # Help needs Hydra, for the values of presets, but not what only some commands use.
        helps = not {"-h", "--help"}.isdisjoint(arguments)
        needed = [extra for extra in command.extras if not helps or extra in ("eval", "train")]
        if lack := lack_of(f"hofspiele {name}", needed):
            print(f"error: {lack}", file=sys.stderr)
            return 2
    is_usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if command.function.startswith("training.") and is_usual:
        # Ctrl-C ends slow imports without a traceback. `make_console` restores the usual handler.
        signal.signal(signal.SIGINT, lambda *_: os._exit(130))
    sys.argv[1:] = arguments
    module, _, function = command.function.partition(":")
    getattr(import_module(f"hofspiele.{module}"), function)()
    return 0


def _help() -> str:
    lines = ["commands:"]
    for name, command in COMMANDS.items():
        word = "extra" if len(command.extras) == 1 else "extras"
        needs = f" ({word} {' and '.join(command.extras)})" if command.extras else ""
        lines.append(f"  {name:<12}{command.purpose}{needs}")
    return "\n".join([_ABOUT, *lines, "", _EXAMPLES.rstrip()])


if __name__ == "__main__":
    sys.exit(main())
