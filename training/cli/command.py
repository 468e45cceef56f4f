"""The decorator of all commands, which reads their settings and reports their errors."""

import contextlib
import functools
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from typing import NoReturn

import hydra
from hydra.core.hydra_config import HydraConfig
from hydra.errors import HydraException
from omegaconf.errors import OmegaConfBaseException

from hofspiele import envs
from hofspiele.envs.core.command import print_error
from hofspiele.training.cli.command_line import CommandLine, settings_of
from hofspiele.training.cli.help import help_text
from hofspiele.training.settings.parse import Settings

# Without these values Hydra would write files and log lines of its own.
_QUIET = (
    "hydra/hydra_logging=none", "hydra/job_logging=none", "hydra.run.dir=.",
    "hydra.output_subdir=null",
)  # fmt: skip


class RunError(Exception):
    """An error that ends a run; the message says why, what is kept and how to resume."""


def command(
    kind: type[Settings], folder: str = "."
) -> Callable[[Callable[[Settings], None]], Callable[[], None]]:
    """Return a decorator that makes `main` a command of ``hofspiele``, called like its settings.

    The command composes its settings from their defaults, its file in ``configs/FOLDER`` and the
    values of the command line, whatever the working directory, and resolves interpolations once,
    before it calls `main`. It ends with a one-line message and status 2 for an unknown or wrong
    value or a ValueError, and with status 1 for a RunError or a lack of memory. Ctrl-C ends it with
    status 130.
    """

    def decorate(main: Callable[[Settings], None]) -> Callable[[], None]:
        @functools.wraps(main)
        @_ending_clearly()
        def run() -> None:
            if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
                signal.signal(signal.SIGINT, signal.default_int_handler)
            arguments = sys.argv[1:]
            if "--version" in arguments:
                print(f"hofspiele {envs.__version__}")
                return
            line = CommandLine(kind, arguments, folder)
            if {"-h", "--help"} & set(arguments):
                line.check_choices()
                print(help_text(sys.modules[main.__module__].__doc__ or "", line))
                return
            line.check()
            sys.argv[1:] = _quietly(line.arguments)
            # Hydra then raises its errors instead of printing them in several lines.
            os.environ["HYDRA_FULL_ERROR"] = "1"
            hydra.main(version_base="1.3", config_path=str(line.configs), config_name=line.name)(
                _ending_clearly()(lambda config: main(settings_of(config, kind)))
            )()

        return run

    return decorate


def given_values() -> list[str]:
    """Return the values of the command line in Hydra's form, as ``steps=5``."""
    return [text.removeprefix("++") for text in HydraConfig.get().overrides.task]


def end_interrupted() -> NoReturn:
    """Exit with status 130; a second Ctrl-C exits at once, without Python's error message."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: os._exit(130))
    sys.exit(130)


def _quietly(arguments: list[str]) -> list[str]:
    """Return `arguments` with those of `_QUIET` that the user has not set."""
    given = {argument.partition("=")[0] for argument in arguments}
    quiet = [text for text in _QUIET if text.partition("=")[0] not in given]
    first = next((k for k, text in enumerate(arguments) if _is_value(text)), len(arguments))
    return [*arguments[:first], *quiet, *arguments[first:]]


def _is_value(argument: str) -> bool:
    return argument.startswith("~") or ("=" in argument and not argument.startswith("-"))


@contextlib.contextmanager
def _ending_clearly() -> Iterator[None]:
    """End a command with a message instead of a traceback if the user can correct the error."""
    try:
        yield
    except (ValueError, OSError, OmegaConfBaseException, HydraException) as error:
        if _is_caused_by_interrupt(error):
            end_interrupted()
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
    except Exception as error:  # Hydra would hide the place of a bug.
        traceback.print_exception(error)
        sys.exit(1)


def _is_caused_by_interrupt(error: BaseException | None) -> bool:
    """Return whether Ctrl-C during a library's call has caused this error."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None
