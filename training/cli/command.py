"""The end of commands that can be resumed."""

import contextlib
from collections.abc import Callable, Iterator
from pathlib import Path

from hofspiele.envs.command_line.command import end_interrupted, given_values
from hofspiele.envs.command_line.values import shell_command
from hofspiele.training.cli.signals import (
    handle_all_like_interruptions,
    ignored_interruptions_repeated,
)
from hofspiele.training.files.read_write import RunError, WriteError


def resume_command(name: str, results: Path) -> str:
    """Return the command line that resumes this ``hofspiele NAME`` in the folder `results`."""
    return shell_command(name, **given_values() | {"results": str(results)})


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
