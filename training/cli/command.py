"""What the scripts share: mistakes of the user end with one clear line instead of a traceback."""

import functools
import sys
from collections.abc import Callable

from omegaconf import DictConfig
from omegaconf.errors import OmegaConfBaseException


class RunError(Exception):
    """A run can't go on; the message says why, what is kept and how to go on."""


def command(main: Callable[[DictConfig], None]) -> Callable[[DictConfig], None]:
    """Let `main` end with the message of a ValueError (status 2) or of a RunError (status 1)."""

    @functools.wraps(main)
    def run(config: DictConfig) -> None:
        try:
            main(config)
        except (ValueError, OmegaConfBaseException) as error:
            print(f"error: {error}", file=sys.stderr)
            sys.exit(2)
        except RunError as error:
            print(f"error: {error}", file=sys.stderr)
            sys.exit(1)

    return run
