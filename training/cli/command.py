"""The frame of all commands: where they find their configuration, and how they end."""

import contextlib
import functools
import os
import signal
import sys
import traceback
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NoReturn

import hydra
from hydra.errors import HydraException
from omegaconf import DictConfig
from omegaconf.errors import OmegaConfBaseException

from hofspiele import envs
from hofspiele.envs.core.command import print_error
from hofspiele.training.cli.command_line import CommandLine
from hofspiele.training.cli.games import store_games
from hofspiele.training.cli.help import help_text
from hofspiele.training.cli.plain_config import resolved

CONFIGS = Path(__file__).parents[2] / "configs"
# Hydra shall write no files and no log lines of its own.
_QUIET = (
    "hydra/hydra_logging=none", "hydra/job_logging=none", "hydra.run.dir=.",
    "hydra.output_subdir=null",
)  # fmt: skip


class RunError(Exception):
    """An error that ends a run; the message says why, what is kept and how to resume."""


def command(
    name: str, folder: str = "."
) -> Callable[[Callable[[DictConfig], None]], Callable[[], None]]:
    """Return a decorator that makes `main` the command ``hofspiele NAME``.

    The command composes its configuration from ``configs/FOLDER/NAME.yaml`` and the values of the
    command line, whatever the working directory, and resolves interpolations once, before it calls
    `main`. It ends with a one-line message and status 2 for an unknown value, a value of a wrong
    type or a ValueError, and with status 1 for a RunError or a lack of memory. Ctrl-C ends it with
    status 130.
    """

    def decorate(main: Callable[[DictConfig], None]) -> Callable[[], None]:
        configs = (CONFIGS / folder).resolve()
        run_hydra = hydra.main(version_base="1.3", config_path=str(configs), config_name=name)(
            _ending_clearly()(lambda config: main(resolved(config)))
        )

        @functools.wraps(main)
        @_ending_clearly()
        def run() -> None:
            if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
                signal.signal(signal.SIGINT, signal.default_int_handler)
            arguments = sys.argv[1:]
            if "--version" in arguments:
                print(f"hofspiele {envs.__version__}")
                return
            line = CommandLine(configs, name, arguments)
            store_games(line.named_games)
            line.check_choices()
            if {"-h", "--help"} & set(arguments):
                print(help_text(name, sys.modules[main.__module__].__doc__ or "", line))
                return
            line.check()
            sys.argv[1:] = _quietly(line.arguments)
            # Hydra raises its errors then, instead of printing them in several lines.
            os.environ["HYDRA_FULL_ERROR"] = "1"
            run_hydra()

        return run

    return decorate


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
        if _comes_of_an_interruption(error):
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
    except Exception as error:  # a mistake of ours, whose place Hydra would hide
        traceback.print_exception(error)
        sys.exit(1)


def _comes_of_an_interruption(error: BaseException | None) -> bool:
    """Return whether Ctrl-C during a library's call has caused this error."""
    while error is not None and not isinstance(error, KeyboardInterrupt):
        error = error.__cause__ or error.__context__
    return error is not None
