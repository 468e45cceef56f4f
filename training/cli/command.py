"""The decorator of all commands, which reads their settings and reports their errors."""

import contextlib
import functools
import inspect
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NoReturn

import yaml

from hofspiele import envs
from hofspiele.envs.command_line.command import (
    discard_output,
    print_error,
    replace_unknown_characters,
)
from hofspiele.envs.command_line.values import shell_command
from hofspiele.training.cli.command_line import CommandLine
from hofspiele.training.cli.files import RunError, WriteError
from hofspiele.training.cli.help import help_text
from hofspiele.training.cli.signals import (
    ending_signals,
    handle_all_like_interruptions,
    ignored_interruptions_repeated,
)
from hofspiele.training.settings.parse import Settings

# The given values of the current run; `given_values` returns them.
_given: dict[str, Any] = {}


def command(
    kind: type[Settings],
) -> Callable[[Callable[[Settings], None]], Callable[[], None]]:
    """Return a decorator that turns ``main(settings)`` into the command named after `kind`.

    It can be run in any folder. It composes its settings from their defaults, its presets and the
    command line, and calls `main` (once per run with ``--multirun``). Errors are printed in one
    line. The exit status is 2 for a wrong argument, a ValueError or an OSError, 1 for a RunError or
    a MemoryError, and 130 after Ctrl-C.
    """

    def decorate(main: Callable[[Settings], None]) -> Callable[[], None]:
        @functools.wraps(main)
        @_ending_clearly()
        def run() -> None:
            line = CommandLine(kind, sys.argv[1:])
            if line.flags.version:
                print(f"hofspiele {envs.__version__}")
            elif line.flags.help:
                print(help_text(inspect.getdoc(main) or "", line))
            elif line.flags.cfg:
                values = line.compositions()[0].values()
                print(yaml.safe_dump(values, sort_keys=False, allow_unicode=True), end="")
            else:
                for values, settings in line.runs():
                    _given.clear()
                    _given.update(values)
                    main(settings)

        return run

    return decorate


def given_values() -> dict[str, Any]:
    """Return the values of the command line by complete names, such as ``game.options.vatikan``."""
    return {**_given}


def resume_command(name: str, results: Path) -> str:
    """Return the command line that resumes this ``hofspiele NAME`` in the folder `results`."""
    return shell_command(name, **given_values() | {"results": str(results)})


def end_interrupted() -> NoReturn:
    """Exit with status 130; a second Ctrl-C exits at once, without Python's error message."""
    for number in ending_signals():
        signal.signal(number, lambda *_: os._exit(130))
    sys.exit(130)


@contextlib.contextmanager
def resumable(kept: Callable[[], str], resume: str) -> Iterator[None]:
    """Report what is `kept` and how to `resume` if the `with` block is interrupted or fails.

    After Ctrl-C, SIGTERM or SIGHUP, the process exits with status 130. A WriteError or AgentError
    becomes a RunError.
    """
    from hofspiele.envs.agents.agent import AgentError

    handle_all_like_interruptions()
    try:
        with ignored_interruptions_repeated():
            yield
    except KeyboardInterrupt:
        from hofspiele.training.cli.console import make_console

        with contextlib.suppress(OSError):  # After SIGHUP, there is no terminal to print to.
            make_console().print(f"\ninterrupted; {kept()}; resume with:\n  {resume}")
        end_interrupted()
    except (WriteError, AgentError) as error:
        raise RunError(f"{error}; {kept()}; after fixing this, resume with: {resume}") from error


@contextlib.contextmanager
def _ending_clearly() -> Iterator[None]:
    """Exit with one line instead of a traceback on errors that the user can correct."""
    replace_unknown_characters()
    try:
        yield
        if sys.stdout is not None:  # `sys.stdout` is None if it was closed.
            sys.stdout.flush()
    except BrokenPipeError:
        discard_output()
        sys.exit(1)
    except (ValueError, OSError) as error:
        print_error(error)
        sys.exit(2)
    except RunError as error:
        print_error(error)
        sys.exit(1)
    except MemoryError as error:
        print_error(error, "not enough memory: ")
        sys.exit(1)
    except KeyboardInterrupt:
        end_interrupted()
