"""Signals that end a command: Ctrl-C, SIGTERM (from job schedulers) and SIGHUP (from terminals).

Commands that can be resumed end with a message that says how.
"""

import contextlib
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from typing import Any, NoReturn

from hofspiele.envs.command_line.command import end_interrupted, ending_signals
from hofspiele.training.cli.console import make_console
from hofspiele.training.files.read_write import RunError, WriteError

# Seconds until an ignored Ctrl-C is repeated. By then, the `__del__` method has ended.
_RETRY_S = 0.05


def handle_all_like_interruptions() -> None:
    """Let SIGTERM and the first SIGHUP raise KeyboardInterrupt unless they are ignored."""
    for number in ending_signals():
        is_hangup = number.name == "SIGHUP"
        signal.signal(number, _end_once if is_hangup else signal.default_int_handler)


def _end_once(number: int, frame: Any) -> NoReturn:
    # The kernel and the shell may each send a SIGHUP when a terminal closes. The second must not
    # interrupt the handling of the first.
    signal.signal(number, signal.SIG_IGN)
    raise KeyboardInterrupt


@contextlib.contextmanager
def ignored_interruptions_repeated() -> Iterator[None]:
    """Repeat Ctrl-C if it arrives in a `__del__` method, where Python ignores exceptions."""
    usual = sys.unraisablehook

    def repeat(ignored: Any) -> None:
        if issubclass(ignored.exc_type, KeyboardInterrupt):
            threading.Timer(_RETRY_S, signal.raise_signal, [signal.SIGINT]).start()
        else:
            usual(ignored)

    sys.unraisablehook = repeat
    try:
        yield
    finally:
        sys.unraisablehook = usual


@contextlib.contextmanager
def interruptions_delayed() -> Iterator[None]:
    """Deliver the first of `ending_signals` that arrives in the `with` block only after the block.

    Python delivers signals only to the main thread, so blocks in other threads need no delay.
    """
    arrived: list[int] = []
    handlers: dict[int, Any] = {}
    if threading.current_thread() is threading.main_thread():
        for each in ending_signals():
            handlers[each] = signal.signal(each, lambda number, _: arrived.append(number))
    try:
        yield
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)
        if arrived and callable(handler := handlers[arrived[0]]):
            # Ray's workers block Ctrl-C and simulate it, so a raised signal would not reach them.
            handler(arrived[0], None)
        elif arrived:
            signal.raise_signal(arrived[0])


@contextlib.contextmanager
def resumable(kept: Callable[[], str], resume: str) -> Iterator[None]:
    """Report what is `kept` and how to `resume` if the `with` block is interrupted or fails.

    An interruption exits with status 130. A WriteError or AgentError becomes a RunError.
    """
    from hofspiele.envs.agents.agent import AgentError

    handle_all_like_interruptions()
    try:
        with ignored_interruptions_repeated():
            yield
    except KeyboardInterrupt:
        with contextlib.suppress(OSError):  # After SIGHUP, there is no terminal to print to.
            make_console().print(f"\ninterrupted; {kept()}; resume with:\n  {resume}")
        end_interrupted()
    except (WriteError, AgentError) as error:
        raise RunError(f"{error}; {kept()}; after fixing this, resume with: {resume}") from error
