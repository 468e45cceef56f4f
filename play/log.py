"""What the server writes to its terminal besides its address."""

import logging
import time

from hofspiele.envs.core.checks import escaped

# the same message is written once in this time
_AGAIN_SECONDS = 60.0
_MOST_REMEMBERED = 1000


def log_to_terminal() -> None:
    """Write warnings and errors of all libraries to stderr."""
    handler = logging.StreamHandler()
    handler.setFormatter(_Escaping())
    handler.addFilter(RepetitionFilter())
    logging.getLogger().addHandler(handler)


class _Escaping(logging.Formatter):
    """Messages quote what others have sent, so they are escaped."""

    def format(self, record: logging.LogRecord) -> str:
        return escaped(super().format(record))


class RepetitionFilter(logging.Filter):
    """Leaves out repetitions: whoever can cause a message could fill the disk with it."""

    def __init__(self) -> None:
        super().__init__()
        self._logged: dict[int, float] = {}

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether this message has not been written for a while."""
        now, message = time.monotonic(), hash(record.getMessage())
        if now - self._logged.get(message, -_AGAIN_SECONDS) < _AGAIN_SECONDS:
            return False
        if len(self._logged) >= _MOST_REMEMBERED:
            self._logged.clear()
        self._logged[message] = now
        return True
