"""How commands end: with a line instead of a traceback where the user can do something."""

import io
import os
import sys
import traceback
from collections.abc import Callable, Sequence

from gymnasium.error import DependencyNotInstalled


def run_command(about: str, run: Callable[[Sequence[str]], None], typed: Sequence[str]) -> int:
    """Run a command, or print what it is about if that is asked for.

    Args:
        about: what ``--help`` prints.
        run: carries the command out.
        typed: the arguments.

    Returns:
        The status: 0, 1 if nobody reads the output any more, 2 after a line on what is wrong, 130
        after Ctrl-C.
    """
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # terminals that can't write every name
    try:
        if {"-h", "--help"} & set(typed):
            print(about.strip())
        else:
            run(typed)
        if sys.stdout is not None:  # it has been closed
            sys.stdout.flush()
    except BrokenPipeError:
        # or Python would try again in the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except (ValueError, OSError, DependencyNotInstalled) as error:
        print_error(error)
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def print_error(error: BaseException, about: str = "") -> None:
    """Print what ended a command in one line, after its traceback if HOFSPIELE_TRACEBACK is set.

    Args:
        error: what was raised.
        about: what the line says before the error's own message.
    """
    if os.environ.get("HOFSPIELE_TRACEBACK"):
        traceback.print_exception(error)
    print(f"error: {about}{error}", file=sys.stderr)
