"""Running commands, with user errors printed as one line instead of a traceback."""

import contextlib
import io
import os
import sys
import traceback
from collections.abc import Callable, Sequence

from gymnasium.error import DependencyNotInstalled

from hofspiele.envs.core.checks import escaped


def run_command(about: str, run: Callable[[Sequence[str]], None], typed: Sequence[str]) -> int:
    """Run a command with the arguments `typed`, or print its help text `about` for ``--help``.

    Returns:
        The exit status: 0 on success, 1 if the output was closed, 2 after an error message, 130
        after Ctrl-C.
    """
    replace_unknown_characters()
    try:
        if {"-h", "--help"} & set(typed):
            print(about.strip())
        else:
            run(typed)
        if sys.stdout is not None:  # `sys.stdout` is None if it was closed.
            sys.stdout.flush()
    except BrokenPipeError:
        discard_output()
        return 1
    except (ValueError, OSError, DependencyNotInstalled) as error:
        print_error(error)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def replace_unknown_characters() -> None:
    """Let the standard streams replace characters that they can't encode instead of failing."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            with contextlib.suppress(OSError):  # Unusual streams can't be reconfigured.
                stream.reconfigure(errors="replace")


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
