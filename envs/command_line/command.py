"""The decorator of all commands, which reads their settings and reports their errors."""

import contextlib
import functools
import inspect
import io
import os
import signal
import sys
import traceback
from collections.abc import Callable
from typing import Any, NoReturn

from gymnasium.error import DependencyNotInstalled

from hofspiele.envs.command_line.arguments import Arguments
from hofspiele.envs.command_line.help import help_text
from hofspiele.envs.command_line.parse import Settings
from hofspiele.envs.core.checks import escaped

# Windows has no SIGHUP.
ENDING = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
_HELP = ("-h", "--help")
# The given values of the current run; `given_values` returns them.
_given: dict[str, Any] = {}


class CommandError(Exception):
    """Raised to end a command with status 1. The message says why in one line."""


def command(
    kind: type[Settings], reader: type[Arguments[Any]] = Arguments
) -> Callable[[Callable[[Settings], None]], Callable[[], None]]:
    """Return a decorator that turns ``main(settings)`` into the command named after `kind`.

    The command calls `main` for each run that its arguments, read by `reader`, ask for. For
    ``--help`` it prints the docstring of `main`, and all settings. Errors are printed in one line.
    The exit status is 2 for a ValueError, an OSError or a missing package, 1 for a `CommandError`,
    a MemoryError or if the output was closed, and 130 after Ctrl-C.
    """

    def decorate(main: Callable[[Settings], None]) -> Callable[[], None]:
        def start(typed: list[str]) -> None:
            if not {*_HELP}.isdisjoint(typed):
                arguments = reader(kind, [text for text in typed if text not in _HELP])
                module, program = sys.modules[main.__module__], f"hofspiele {arguments.name}"
                if module.__name__ == "__main__":
                    program = f"python -m {module.__package__}"
                print(help_text(program, inspect.getdoc(main) or "", arguments))
                return
            runs = [(run.given, run.settings()) for run in reader.runs(kind, typed)]
            for given, settings in runs:
                _given.clear()
                _given.update(given)
                main(settings)

        @functools.wraps(main)
        def run() -> None:
            _replace_unknown_characters()
            try:
                start(sys.argv[1:])
                if sys.stdout is not None:  # `sys.stdout` is None if it was closed.
                    sys.stdout.flush()
            except BrokenPipeError:
                discard_output()
                sys.exit(1)
            except (ValueError, OSError, DependencyNotInstalled) as error:
                print_error(error)
                sys.exit(2)
            except (CommandError, MemoryError) as error:
                about = "not enough memory: " if isinstance(error, MemoryError) else ""
                print_error(error, about)
                sys.exit(1)
            except KeyboardInterrupt:
                end_interrupted()

        return run

    return decorate


def given_values() -> dict[str, Any]:
    """Return the values of the command line by complete names, such as ``game.options.vatikan``."""
    return {**_given}


def ending_signals() -> list[signal.Signals]:
    """Return the signals of `ENDING` that are not ignored, as SIGHUP is under ``nohup``."""
    return [number for number in ENDING if signal.getsignal(number) is not signal.SIG_IGN]


def end_interrupted() -> NoReturn:
    """Exit with status 130; a second Ctrl-C exits at once, without Python's error message."""
    for number in ending_signals():
        signal.signal(number, lambda *_: os._exit(130))
    sys.exit(130)


def discard_output() -> None:
    """Discard further output after a BrokenPipeError, so that Python's exit does not fail too."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_error(error: BaseException, about: str = "") -> None:
    """Print `about` and `error` on one line, after a traceback if HOFSPIELE_TRACEBACK is set."""
    if os.environ.get("HOFSPIELE_TRACEBACK"):
        traceback.print_exception(error)
    message = str(error)
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        message = f"{error.filename}: {error.strerror}"
    lines = [line.strip() for line in message.splitlines()]
    print(escaped(f"error: {about}{' '.join(filter(None, lines))}"), file=sys.stderr)


def _replace_unknown_characters() -> None:
    """Let the standard streams replace characters that they can't encode instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(OSError):  # Unusual streams can't be reconfigured.
                stream.reconfigure(errors="replace")
