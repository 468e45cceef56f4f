"""The decorator of all commands, which reads their settings and reports their errors."""

import contextlib
import functools
import os
import signal
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

from hydra.errors import HydraException
from omegaconf.errors import OmegaConfBaseException

from hofspiele import envs
from hofspiele.envs.command_line.command import (
    discard_output,
    print_error,
    replace_unknown_characters,
)
from hofspiele.training.cli.command_line import CommandLine
from hofspiele.training.cli.files import RunError, WriteError
from hofspiele.training.cli.help import help_text
from hofspiele.training.cli.quoting import override, shell_command
from hofspiele.training.cli.signals import (
    ending_signals,
    handle_all_like_interruptions,
    ignored_interruptions_repeated,
)
from hofspiele.training.settings.own_networks import register_network
from hofspiele.training.settings.parse import Settings

# The command-line values of the current run; `given_values` returns them.
_given: list[str] = []


def command(
    kind: type[Settings], folder: str = "."
) -> Callable[[Callable[[Settings], None]], Callable[[], None]]:
    """Return a decorator that turns ``main(settings)`` into the command named after `kind`.

    It can be run in any folder. It composes its settings from their defaults, its file in
    ``configs/FOLDER`` and the command line, resolves interpolations once, and calls `main` (once
    per run with ``--multirun``). Errors are printed in one line. The exit status is 2 for a wrong
    argument, a ValueError or an OSError, 1 for a RunError or a MemoryError, and 130 after Ctrl-C.
    """

    def decorate(main: Callable[[Settings], None]) -> Callable[[], None]:
        @functools.wraps(main)
        @_ending_clearly()
        def run() -> None:
            line = CommandLine(kind, sys.argv[1:], folder)
            if line.flags.version:
                print(f"hofspiele {envs.__version__}")
            elif line.flags.help:
                print(help_text(sys.modules[main.__module__].__doc__ or "", line))
            elif line.flags.cfg:
                print(line.configuration(), end="")
            else:
                for values, settings in line.runs():
                    _given[:] = values
                    for network in getattr(settings, "networks", ()):
                        register_network(network)
                    main(settings)

        return run

    return decorate


def given_values() -> list[str]:
    """Return the values of the command line with full names but no ``++``, such as ``steps=5``."""
    return [text.removeprefix("++") for text in _given]


def resume_command(name: str, results: Path) -> str:
    """Return the command line that resumes this ``hofspiele NAME`` in the folder `results`."""
    given = [text for text in given_values() if not text.startswith("results=")]
    return shell_command(name, *given, override("results", str(results)))


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
    except (ValueError, OSError, OmegaConfBaseException, HydraException) as error:
        cause = error.__cause__ if isinstance(error, HydraException) else None
        print_error(cause or error, f"{error}: " if cause else "")
        sys.exit(2)
    except RunError as error:
        print_error(error)
        sys.exit(1)
    except MemoryError as error:
        print_error(error, "not enough memory: ")
        sys.exit(1)
    except KeyboardInterrupt:
        end_interrupted()
