"""What the scripts share: mistakes of the user end with one clear line instead of a traceback."""

import functools
import sys
from collections.abc import Callable

from omegaconf import DictConfig
from omegaconf.errors import OmegaConfBaseException


def command(main: Callable[[DictConfig], None]) -> Callable[[DictConfig], None]:
    """Let `main` end with exit status 2 and the message of a ValueError."""

    @functools.wraps(main)
    def run(config: DictConfig) -> None:
        try:
            main(config)
        except (ValueError, OmegaConfBaseException) as error:
            print(f"error: {error}", file=sys.stderr)
            sys.exit(2)

    return run
