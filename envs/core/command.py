"""Running commands, with user errors printed as one line instead of a traceback."""

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
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # Some terminals can't print every name.
    try:
        if {"-h", "--help"} & set(typed):
            print(about.strip())
        else:
            run(typed)
        if sys.stdout is not None:  # `sys.stdout` is None if it was closed.
            sys.stdout.flush()
    except BrokenPipeError:
        # Otherwise Python would try to flush the closed output again when it exits.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (ValueError, OSError, DependencyNotInstalled) as error:
        print_error(error)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def print_error(error: BaseException, about: str = "") -> None:
    """Print `about` and `error` on one line, after a traceback if HOFSPIELE_TRACEBACK is set."""
    if os.environ.get("HOFSPIELE_TRACEBACK"):
        traceback.print_exception(error)
    message = str(error)
    if isinstance(error, OSError) and error.filename is not None and error.strerror:
        message = f"{error.filename}: {error.strerror}"
    lines = [line.strip() for line in message.splitlines()]
    print(escaped(f"error: {about}{' '.join(filter(None, lines))}"), file=sys.stderr)
